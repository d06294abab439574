import GameCore
import GameJSON
package import GameStore

/// The part of the main event loop that a connection to Redis needs.
package nonisolated protocol RedisLoop: StoreLoop {
    associatedtype Watch: SocketWatch

    /// Creates another loop, for a blocking client.
    init() throws
    /// Calls `readable` when `descriptor` has bytes, and `writable` when it accepts bytes and the watch asks.
    func watch(
        _ descriptor: Int32, readable: @escaping @MainActor () -> Void,
        writable: @escaping @MainActor () -> Void
    ) -> Watch
    /// Runs `work` once at the end of this turn of the loop.
    func afterTurn(_ work: @escaping @MainActor () -> Void)
    /// Runs the loop on this thread until `isOver` returns true.
    func serve(until isOver: () -> Bool)
}

/// A watch over the descriptor of a socket, which ends when it is cancelled or released.
package nonisolated protocol SocketWatch: AnyObject {
    /// Whether `writable` is called when the socket accepts bytes.
    var watchesWritability: Bool { get set }
    func cancel()
}
