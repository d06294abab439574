package import EventIO
import GameCore
import GameJSON
import GameStore

/// The first event loop, whose thread is the main actor's.
///
/// Its callbacks enter the game world here, and nowhere else: `assumeIsolated` checks that they do.
package nonisolated struct MainLoop: StoreLoop {
    package let loop: EventLoop

    /// The loop of the main thread.
    package init(loop: EventLoop) { self.loop = loop }

    /// A new loop of this thread.
    package init() throws { loop = try EventLoop() }

    /// Runs `work` on the main actor: at once when called there, else soon.
    ///
    /// Any thread.
    package func enter(_ work: @escaping @MainActor () -> Void) {
        if loop.isCurrent {
            MainActor.assumeIsolated(work)
        } else {
            loop.perform { MainActor.assumeIsolated(work) }
        }
    }

    /// Calls `fire` after `wait`, once or again and again, until the token is cancelled or let go.
    package func timer(
        after wait: Duration, repeating: Bool = false, _ fire: @escaping @MainActor () -> Void
    ) -> LoopTimer {
        loop.timer(after: wait, repeating: repeating) { MainActor.assumeIsolated(fire) }
    }

    /// Runs `work` once at the end of this turn of the loop.
    package func afterTurn(_ work: @escaping @MainActor () -> Void) {
        loop.afterTurn { MainActor.assumeIsolated(work) }
    }

    /// Tells when `descriptor` has bytes, and while the token asks for it when it takes some.
    package func watch(
        _ descriptor: Int32, readable: @escaping @MainActor () -> Void,
        writable: @escaping @MainActor () -> Void
    ) -> DescriptorWatch {
        loop.watch(
            descriptor, readable: { MainActor.assumeIsolated(readable) },
            writable: { MainActor.assumeIsolated(writable) })
    }

    /// Calls `received` for every signal with that number.
    func onSignal(_ number: Int32, _ received: @escaping @MainActor () -> Void) -> SignalSource {
        loop.onSignal(number) { MainActor.assumeIsolated(received) }
    }

    /// Serves the loop on this thread until `isOver` says so; for what must be waited for before it runs.
    package func serve(until isOver: () -> Bool) { loop.serve(until: isOver) }
}
