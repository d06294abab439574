import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// An additional event loop on its own thread, with its own listener on the shared port.
nonisolated final class IOThread: Sendable {
    private let loop: EventLoop
    private let server: HTTPServer

    /// The socket on which the loop accepts connections.
    enum Source {
        /// A separate socket at the first loop's address (`SO_REUSEPORT`).
        case shared(SocketAddress)
        /// A descriptor of the socket that all loops share.
        case inherited(Int32)
    }

    /// Starts to serve `source` on a new thread.
    init(
        _ source: Source, _ settings: HTTPServerSettings, _ clients: ClientLoads, _ handler: any HTTPHandler
    ) throws {
        let loop = try EventLoop()
        let server = HTTPServer(loop: loop, settings: settings, clients: clients, handler: handler)
        // Listens before the thread starts, so that an error reaches the caller.
        switch source {
        case .shared(let address):
            try server.listen(host: address.host, port: address.port, sharesPort: true)
        case .inherited(let descriptor): try server.listen(descriptor: descriptor)
        }
        self.loop = loop
        self.server = server
        Thread { loop.run() }.start()
    }

    /// Drains the loop's server, calls `done` on its thread, and ends the thread.
    func drain(within limit: Duration, then done: @escaping @Sendable () -> Void) {
        loop.perform { [loop, server] in
            server.drain(within: limit) {
                done()
                loop.stop()
            }
        }
    }
}
