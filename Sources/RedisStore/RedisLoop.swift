import GameCore
import GameJSON
package import GameStore

/// The event loop of the main thread, as far as a connection to Redis needs it.
package nonisolated protocol RedisLoop: StoreLoop {
    /// A watch over a descriptor, which ends when it is released.
    associatedtype Watch: SocketWatch

    /// A loop of its own, for a client that waits for its answers.
    init() throws
    /// Calls `readable` when `descriptor` has bytes, and `writable` when it takes some and the watch asks.
    func watch(
        _ descriptor: Int32, readable: @escaping @MainActor () -> Void,
        writable: @escaping @MainActor () -> Void
    ) -> Watch
    /// Runs `work` once at the end of this turn of the loop.
    func afterTurn(_ work: @escaping @MainActor () -> Void)
    /// Serves the loop on this thread until `isOver` says so.
    func serve(until isOver: () -> Bool)
}

/// A watch over the descriptor of a socket; it ends when it is cancelled or released.
package nonisolated protocol SocketWatch: AnyObject {
    /// Whether it calls when the socket takes bytes.
    var awaitsRoom: Bool { get set }
    /// Ends the calls.
    func cancel()
}
