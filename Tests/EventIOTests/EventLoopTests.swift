import Dispatch
import Glibc
import Synchronization
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A loop")
    struct EventLoopTests {
        /// What happened, in order.
        private final class Journal: Sendable {
            private let entries = Mutex<[String]>([])
            var text: String { entries.withLock { $0.joined(separator: " ") } }
            func note(_ entry: String) { entries.withLock { $0.append(entry) } }
        }

        @Test("says which libevent is linked")
        func version() {
            #expect(EventLoop.libeventVersion.hasPrefix("2."))
        }

        @Test("runs handed-over work in order, from any thread, and knows its own thread")
        func perform() throws {
            let loop = try EventLoop()
            let journal = Journal()
            let done = DispatchSemaphore(value: 0)
            #expect(loop.isCurrent)
            DispatchQueue(label: "loop").async {
                loop.run()
                done.signal()
            }
            for number in 0..<1000 {
                loop.perform { if number % 250 == 0 { journal.note("\(number) \(loop.isCurrent)") } }
            }
            loop.stop()
            done.wait()
            #expect(!loop.isCurrent)
            #expect(journal.text == "0 true 250 true 500 true 750 true")
        }

        @Test("runs work that was handed over before it ran, and lets go what comes after its end")
        func beforeAndAfter() throws {
            let loop = try EventLoop()
            let counter = Counter()
            loop.perform { counter.raise() }
            loop.stop()
            loop.run()
            #expect(counter.value == 1)
            var captured: Counter? = Counter()
            weak let leftOver = captured
            loop.perform { [captured] in captured?.raise() }
            captured = nil
            #expect(leftOver == nil)
        }

        @Test("takes work from many threads at once")
        func manyThreads() throws {
            try withServer { live in
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    for _ in 0..<2000 { live.loop.perform { counter.raise() } }
                }
                #expect(eventually { counter.value == 16_000 })
            }
        }

        @Test("runs work after a turn in the order of registration, and what that adds, before it sleeps")
        func afterTurn() throws {
            let loop = try EventLoop()
            let journal = Journal()
            loop.perform {
                loop.afterTurn {
                    journal.note("first")
                    loop.afterTurn { journal.note("added") }
                }
                loop.afterTurn { journal.note("second") }
                journal.note("one")
            }
            loop.perform { journal.note("two") }
            let timer = loop.timer(after: .zero) {
                journal.note("timer")
                loop.stop()
            }
            loop.run()
            timer.cancel()
            #expect(journal.text.hasSuffix("first second added") || journal.text.hasSuffix("added timer"))
            #expect(journal.text.contains("one two"))
            #expect(journal.text.contains("first second added"))
        }

        @Test("does not let work that hands over itself starve a timer")
        func noStarvation() throws {
            let loop = try EventLoop()
            let rounds = Counter()
            @Sendable func again() {
                rounds.raise()
                loop.perform { again() }
            }
            again()
            let timer = loop.timer(after: .milliseconds(20)) { loop.stop() }
            loop.run()
            #expect(rounds.value > 1)
            #expect(!timer.isActive)
        }

        @Test("fires a timer once, and a repeating one until it is cancelled")
        func timers() throws {
            let loop = try EventLoop()
            let once = Counter()
            let often = Counter()
            let single = loop.timer(after: .milliseconds(2)) { once.raise() }
            var repeating: LoopTimer?
            repeating = loop.timer(after: .milliseconds(2), repeating: true) {
                often.raise()
                if often.value == 3 { repeating?.cancel() }
            }
            let end = loop.timer(after: .milliseconds(60)) { loop.stop() }
            loop.run()
            #expect(once.value == 1 && !single.isActive)
            #expect(often.value == 3 && repeating?.isActive == false)
            #expect(!end.isActive)
        }

        @Test("never fires a timer that was cancelled or dropped")
        func cancelledTimers() throws {
            let loop = try EventLoop()
            let counter = Counter()
            let cancelled = loop.timer(after: .zero) { counter.raise() }
            cancelled.cancel()
            cancelled.cancel()
            _ = loop.timer(after: .zero) { counter.raise() }
            let end = loop.timer(after: .milliseconds(20)) { loop.stop() }
            loop.run()
            #expect(counter.value == 0)
            #expect(!end.isActive)
        }

        @Test("lets go what a timer's closure captured, once it fired or was cancelled")
        func timerLifetime() throws {
            let loop = try EventLoop()
            var captured: Counter? = Counter()
            weak let leftOver = captured
            let timer = loop.timer(after: .zero) { [captured] in
                captured?.raise()
                loop.stop()
            }
            captured = nil
            loop.run()
            #expect(leftOver == nil)
            #expect(!timer.isActive)
        }

        @Test("hears signals until the token is cancelled")
        func signals() throws {
            let loop = try EventLoop()
            let counter = Counter()
            let source = loop.onSignal(SIGUSR2) {
                counter.raise()
                loop.stop()
            }
            loop.perform { kill(getpid(), SIGUSR2) }
            loop.run()
            source.cancel()
            #expect(counter.value == 1)
        }
    }
}
