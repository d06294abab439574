import Dispatch
import EventIO
import Synchronization
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("Store queries")
struct StoreQueryTests {
    /// Stands in for the store's thread: holds a query and drops it.
    nonisolated private final class StoreThread: Sendable {
        private let held: Mutex<StoreQuery<Int>?>
        private let queue = DispatchQueue(label: "store")
        private let done = DispatchSemaphore(value: 0)

        init(_ query: StoreQuery<Int>) { held = Mutex(query) }

        /// Drops the query on the queue and waits until that is done.
        func release() {
            queue.async { [self] in
                held.withLock { $0 = nil }
                done.signal()
            }
            done.wait()
        }
    }

    /// Captured by the query's completion; the weak reference becomes nil when the query is deallocated.
    nonisolated private final class Held: Sendable {}

    /// A weak reference to the query would become nil with its last strong reference, deallocated or not.
    @Test("a query whose last reference the store's thread drops is freed at once")
    func releasedElsewhere() throws {
        let loop = try EventLoop()
        weak var held: Held?
        let thread: StoreThread = {
            let object = Held()
            held = object
            return StoreThread(StoreQuery(MainLoop(loop: loop)) { _ in withExtendedLifetime(object) {} })
        }()
        #expect(held != nil)
        // Nothing that waits for the main queue can run before this test returns.
        thread.release()
        #expect(held == nil)
    }
}
