import EventIO
import Foundation
import GameCore
import GameJSON
import GameStore

/// One more event loop on a thread of its own, with its own listener on the shared port.
nonisolated final class IOThread: Sendable {
    private let loop: EventLoop
    private let server: HTTPServer

    /// Where a further loop accepts its connections.
    enum Source {
        /// On its own socket at the address of the first loop.
        case shared(SocketAddress)
        /// On a socket that all loops share.
        case inherited(Int32)
    }

    /// Starts serving `source` on a new thread.
    init(
        _ source: Source, _ settings: HTTPServerSettings, _ clients: ClientCount, _ handler: any HTTPHandler
    ) throws {
        let loop = try EventLoop()
        let server = HTTPServer(loop: loop, settings: settings, clients: clients, handler: handler)
        // Listening here, before the thread takes the loop over, so that an error reaches the caller.
        switch source {
        case .shared(let address):
            try server.listen(host: address.host, port: address.port, sharesPort: true)
        case .inherited(let descriptor): try server.listen(descriptor: descriptor)
        }
        self.loop = loop
        self.server = server
        Thread { loop.run() }.start()
    }

    /// Drains the server of this loop, and then ends its thread and calls `done` there.
    func drain(within limit: Duration, then done: @escaping @Sendable () -> Void) {
        loop.perform { [loop, server] in
            server.drain(within: limit) {
                done()
                loop.stop()
            }
        }
    }
}
