import Dispatch
import EventIO
import Synchronization
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Questions to the store")
struct QuestionTests {
    /// The store's thread, which lets go of what it was given.
    nonisolated private final class StoreThread: Sendable {
        private let held: Mutex<Question<Int>?>
        private let queue = DispatchQueue(label: "store")
        private let done = DispatchSemaphore(value: 0)

        init(_ question: Question<Int>) { held = Mutex(question) }

        /// Lets go there, and returns when that has happened.
        func letGo() {
            queue.async { [self] in
                held.withLock { $0 = nil }
                done.signal()
            }
            done.wait()
        }
    }

    /// Something that a question holds; the weak reference is nil once the question's memory is given back.
    nonisolated private final class Held: Sendable {}

    /// A weak reference to the question itself would be nil as soon as nobody holds it, freed or not.
    @Test("a question that the store's thread lets go of last is freed there and then")
    func letGoElsewhere() throws {
        let loop = try EventLoop()
        weak var held: Held?
        let thread: StoreThread = {
            let object = Held()
            held = object
            return StoreThread(Question(MainLoop(loop: loop)) { _ in withExtendedLifetime(object) {} })
        }()
        #expect(held != nil)
        // Nothing that waits for the main queue can run before this test returns.
        thread.letGo()
        #expect(held == nil)
    }
}
