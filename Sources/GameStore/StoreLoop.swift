import GameCore
import GameJSON

/// The part of the main event loop that a store needs.
package nonisolated protocol StoreLoop: Sendable {
    /// A timer, cancelled by its release.
    associatedtype Timer: AnyObject

    /// Runs `work` on the main actor, synchronously if called there. May be called on any thread.
    func enter(_ work: @escaping @MainActor () -> Void)
    /// Calls `fire` after `interval`, once or repeatedly, until the timer is released.
    func timer(after interval: Duration, repeating: Bool, _ fire: @escaping @MainActor () -> Void) -> Timer
}

nonisolated extension StoreLoop {
    /// Calls `fire` once after `interval`, unless the timer is released before.
    package func timer(after interval: Duration, _ fire: @escaping @MainActor () -> Void) -> Timer {
        timer(after: interval, repeating: false, fire)
    }
}
