package import EventIO
import GameCore
import GameJSON
import GameStore

/// The first event loop, which runs on the main thread.
///
/// This is the only place where the loop's callbacks enter the main actor. `assumeIsolated` checks at run
/// time that they run on the main thread.
package nonisolated struct MainLoop: StoreLoop {
    package let loop: EventLoop

    package init(loop: EventLoop) { self.loop = loop }

    /// Creates a new loop for the calling thread.
    package init() throws { loop = try EventLoop() }

    /// Runs `work` on the main actor: immediately if called on the loop's thread, otherwise soon.
    ///
    /// May be called on any thread.
    package func enter(_ work: @escaping @MainActor () -> Void) {
        if loop.isCurrent {
            MainActor.assumeIsolated(work)
        } else {
            loop.perform { MainActor.assumeIsolated(work) }
        }
    }

    /// Calls `fire` after `wait`, once or repeatedly, until the timer is cancelled or released.
    package func timer(
        after wait: Duration, repeating: Bool = false, _ fire: @escaping @MainActor () -> Void
    ) -> LoopTimer {
        loop.timer(after: wait, repeating: repeating) { MainActor.assumeIsolated(fire) }
    }

    /// Runs `work` once, at the end of this turn of the loop.
    package func afterTurn(_ work: @escaping @MainActor () -> Void) {
        loop.afterTurn { MainActor.assumeIsolated(work) }
    }

    /// Watches `descriptor` for readability and, while the returned watch asks for it, for writability.
    package func watch(
        _ descriptor: Int32, readable: @escaping @MainActor () -> Void,
        writable: @escaping @MainActor () -> Void
    ) -> DescriptorWatch {
        loop.watch(
            descriptor, readable: { MainActor.assumeIsolated(readable) },
            writable: { MainActor.assumeIsolated(writable) })
    }

    /// Calls `handler` for each signal `number`.
    func onSignal(_ number: Int32, _ handler: @escaping @MainActor () -> Void) -> SignalSource {
        loop.onSignal(number) { MainActor.assumeIsolated(handler) }
    }

    /// Serves the loop until `isDone` returns true, to wait for an event before `run`.
    package func serve(until isDone: () -> Bool) { loop.serve(until: isDone) }
}
