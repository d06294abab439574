import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// Joins the connections to the game world.
///
/// What is published is answered on the loop where it was asked for. Every other request crosses to the main
/// actor here; on the first loop, which runs on the main thread, that is a plain call.
nonisolated final class Application: HTTPHandler {
    private let main: MainLoop
    private let door: FrontDoor
    private let published: PublishedDocuments
    private let metrics: ServerMetrics

    /// Lets requests in at `door`, unless they are for what is `published`; `main` is the loop of the main
    /// thread.
    init(main: MainLoop, door: FrontDoor, published: PublishedDocuments, metrics: ServerMetrics) {
        self.main = main
        self.door = door
        self.published = published
        self.metrics = metrics
    }

    func handle(_ exchange: consuming HTTPExchange) {
        let watch = Stopwatch()
        if let answer = published.answer(to: exchange.request) {
            exchange.answer(answer)
            return metrics.observe(latency: watch.nanoseconds)
        }
        let pending = PendingAnswer(exchange, main: main)
        main.enter { [door] in door.handle(pending) }
    }

    func response(to refusal: HTTPRefusal) -> HTTPResponse {
        Problem(refusal).response()
    }

    func observe(_ observation: HTTPObservation) {
        metrics.observe(observation)
    }
}

/// One request that waits for its one answer: an exchange that can be kept until the time has come.
///
/// Sendable, because it travels from the loop of its connection to the main actor. Letting go of it
/// unanswered lets go of the exchange, which then answers 500 by itself.
nonisolated final class PendingAnswer: Sendable {
    let request: HTTPRequest
    let peer: SocketAddress
    private let main: MainLoop
    private let exchange: Mutex<HTTPExchange?>

    /// Keeps `exchange`; `main` is the loop of the game world.
    init(_ exchange: consuming HTTPExchange, main: MainLoop) {
        request = exchange.request
        peer = exchange.peer
        self.main = main
        self.exchange = Mutex(exchange)
    }

    /// Sends the answer; the second and later calls do nothing.
    func send(_ response: HTTPResponse) {
        if let exchange = take() { exchange.answer(response) }
    }

    /// Starts a body without end; nil when the request has been answered.
    ///
    /// `onClose` is called on the loop of the connection.
    func stream(_ response: HTTPResponse, onClose: @escaping @Sendable () -> Void) -> HTTPStream? {
        take()?.stream(response, onClose: onClose)
    }

    /// Calls `gone` on the main actor if the client leaves before the answer.
    func onAbandon(_ gone: @escaping @MainActor () -> Void) {
        let main = main
        exchange.withLock { $0?.onAbandon { main.enter(gone) } }
    }

    private func take() -> HTTPExchange? {
        exchange.withLock { $0.take() }
    }
}
