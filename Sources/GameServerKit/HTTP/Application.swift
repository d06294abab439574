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
    /// Nil if the settings name no origins.
    private let crossOrigin: CrossOrigin?
    /// Nil if the settings ask for no log of requests.
    private let requests: RequestLog?
    /// Nil for the control socket.
    private let bans: Bans?
    private let base: BasePath

    init(
        main: MainLoop, door: FrontDoor, published: PublishedDocuments, metrics: ServerMetrics,
        crossOrigin: CrossOrigin? = nil, requests: RequestLog? = nil, bans: Bans? = nil,
        base: BasePath = .root
    ) {
        self.main = main
        self.door = door
        self.published = published
        self.metrics = metrics
        self.crossOrigin = crossOrigin
        self.requests = requests
        self.bans = bans
        self.base = base
    }

    func handle(_ exchange: consuming HTTPExchange) {
        let watch = Stopwatch()
        let trace = requests?.trace(exchange)
        if let trace { exchange.attach(trace) }
        if let bans, bans.contains(senderOf: exchange.request, peer: exchange.peer) {
            metrics.countRefusal(Problem.banned.kind.code)
            var answer = Problem.banned.response()
            base.add(to: &answer)
            return exchange.answer(ErrorPage.replacing(answer, for: exchange.request, base: base))
        }
        let headers = crossOrigin?.headers(for: exchange.request) ?? []
        if let redirection = base.redirection(of: exchange.request) { return exchange.answer(redirection) }
        base.remove(from: &exchange.request)
        if let answer = published.answer(to: exchange.request) {
            trace?.setRoute(PublishedDocuments.pattern(of: exchange.request.path))
            if headers.isEmpty { exchange.answer(answer) } else { exchange.answer(answer.adding(headers)) }
            return metrics.recordLatency(watch.nanoseconds)
        }
        let pending = PendingAnswer(exchange, main: main, headers: headers, trace: trace, base: base)
        main.enter { [door] in door.handle(pending) }
    }

    func response(to refusal: HTTPRefusal, of request: HTTPRequest?) -> HTTPResponse {
        var answer = Problem(refusal, of: request).response()
        base.add(to: &answer)
        return request.map { ErrorPage.replacing(answer, for: $0, base: base) } ?? answer
    }

    func observe(_ observation: HTTPObservation) {
        metrics.observe(observation)
    }
}

/// A request that has not been answered yet.
///
/// It is Sendable because it crosses from its connection's loop to the main actor. If it is released without
/// an answer, the exchange is released too and answers 500. A test can ask without a connection.
nonisolated final class PendingAnswer: Sendable {
    /// The request without the base path.
    let request: HTTPRequest
    let peer: SocketAddress
    /// Nil unless requests are logged.
    let trace: RequestTrace?
    /// Added to the answer.
    private let headers: [CrossOrigin.Header]
    private let main: MainLoop
    private let base: BasePath
    private let exchange: Mutex<HTTPExchange?>
    /// Receives the answers to a request without a connection.
    private let answer: (@Sendable (HTTPResponse) -> Void)?

    init(
        _ exchange: consuming HTTPExchange, main: MainLoop, headers: [CrossOrigin.Header] = [],
        trace: RequestTrace? = nil, base: BasePath = .root
    ) {
        request = exchange.request
        self.base = base
        peer = exchange.peer
        self.main = main
        self.headers = headers
        self.trace = trace
        self.exchange = Mutex(exchange)
        answer = nil
    }

    /// Creates a request without a connection, for tests.
    ///
    /// `answer` receives every answer; such a request cannot stream.
    init(
        _ request: HTTPRequest, from peer: SocketAddress, main: MainLoop,
        answer: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        self.request = request
        self.peer = peer
        self.main = main
        self.answer = answer
        (headers, trace, base) = ([], nil, .root)
        exchange = Mutex(nil)
    }

    /// Sends the answer; only the first call has an effect.
    ///
    /// A refusal becomes a page if the client is a browser that has opened the address.
    func send(_ response: consuming HTTPResponse) {
        guard let exchange = take() else { return answer?(response) ?? () }
        base.add(to: &response)
        if response.status >= 400 {
            response = ErrorPage.replacing(response, for: request, base: base)
        }
        if !headers.isEmpty { response = response.adding(headers) }
        exchange.answer(response)
    }

    /// Starts a streamed body; returns nil if the request has been answered.
    ///
    /// `onClose` is called on the connection's loop.
    func stream(_ response: HTTPResponse, onClose: @escaping @Sendable () -> Void) -> HTTPStream? {
        trace?.park()
        return take()?.stream(response.adding(headers), onClose: onClose)
    }

    /// Calls `handler` on the main actor if the client disconnects before the answer.
    func onAbandon(_ handler: @escaping @MainActor () -> Void) {
        let main = main
        trace?.park()
        exchange.withLock { $0?.onAbandon { main.enter(handler) } }
    }

    /// Whether no answer can reach the client any more.
    var isClientGone: Bool {
        exchange.withLock { $0?.isClientGone ?? false }
    }

    private func take() -> HTTPExchange? {
        exchange.withLock { $0.take() }
    }
}
