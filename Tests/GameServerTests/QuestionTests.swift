import Dispatch
import EventIO
import Synchronization
import Testing

@testable import GameServer

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

    @Test("an answered question that the store's thread lets go of last is gone at once")
    func letGoElsewhere() throws {
        let loop = try EventLoop()
        var answer: Int?
        var question: Question<Int>? = Question(MainLoop(loop: loop)) { answer = try? $0.get() }
        weak let watched = question
        let thread = StoreThread(try #require(question))
        question?.answer(.success(1))
        question = nil
        thread.letGo()
        #expect(answer == 1)
        #expect(watched == nil)
    }
}
