import EventIO
import Synchronization

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
