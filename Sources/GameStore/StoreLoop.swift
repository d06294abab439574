import GameCore
import GameJSON

/// The event loop of the main thread, as far as a store needs it.
package nonisolated protocol StoreLoop: Sendable {
    /// A timer, which ends when it is released.
    associatedtype Timer: AnyObject

    /// Runs `work` on the main actor: at once when called there, else soon. Any thread.
    func enter(_ work: @escaping @MainActor () -> Void)
    /// Calls `fire` after `wait`, once or again and again, until the timer is released.
    func timer(after wait: Duration, repeating: Bool, _ fire: @escaping @MainActor () -> Void) -> Timer
}

nonisolated extension StoreLoop {
    /// Calls `fire` once after `wait`, unless the timer is released before.
    package func timer(after wait: Duration, _ fire: @escaping @MainActor () -> Void) -> Timer {
        timer(after: wait, repeating: false, fire)
    }
}
