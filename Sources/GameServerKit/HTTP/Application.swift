import EventIO
import GameCore
import GameJSON
import GameStore
import Synchronization

/// The HTTP handler of all loops.
///
/// Published documents are answered on the loop that received the request. Every other request crosses to the
/// main actor; on the first loop, which runs on the main thread, that is a plain call.
nonisolated final class Application: HTTPHandler {
    private let main: MainLoop
    private let door: FrontDoor
    private let published: PublishedDocuments
    private let metrics: ServerMetrics

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
            return metrics.recordLatency(watch.nanoseconds)
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

/// A request that has not been answered yet.
///
/// It is Sendable because it crosses from its connection's loop to the main actor. If it is released without
/// an answer, the exchange is released too and answers 500.
nonisolated final class PendingAnswer: Sendable {
    let request: HTTPRequest
    let peer: SocketAddress
    private let main: MainLoop
    private let exchange: Mutex<HTTPExchange?>

    init(_ exchange: consuming HTTPExchange, main: MainLoop) {
        request = exchange.request
        peer = exchange.peer
        self.main = main
        self.exchange = Mutex(exchange)
    }

    /// Sends the answer; only the first call has an effect.
    func send(_ response: HTTPResponse) {
        if let exchange = take() { exchange.answer(response) }
    }

    /// Starts a streamed body; returns nil if the request has been answered.
    ///
    /// `onClose` is called on the connection's loop.
    func stream(_ response: HTTPResponse, onClose: @escaping @Sendable () -> Void) -> HTTPStream? {
        take()?.stream(response, onClose: onClose)
    }

    /// Calls `handler` on the main actor if the client disconnects before the answer.
    func onAbandon(_ handler: @escaping @MainActor () -> Void) {
        let main = main
        exchange.withLock { $0?.onAbandon { main.enter(handler) } }
    }

    private func take() -> HTTPExchange? {
        exchange.withLock { $0.take() }
    }
}
