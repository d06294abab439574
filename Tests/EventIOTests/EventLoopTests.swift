import Dispatch
import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("An event loop")
    struct EventLoopTests {
        private final class CallLog: Sendable {
            private let entries = Locked<[String]>([])
            var text: String { entries.withLock { $0.joined(separator: " ") } }
            func note(_ entry: String) { entries.withLock { $0.append(entry) } }
        }

        @Test("reports the version of libevent")
        func version() {
            #expect(EventLoop.libeventVersion.hasPrefix("2."))
        }

        @Test("runs work from any thread in order, and knows its own thread")
        func perform() throws {
            let loop = try EventLoop()
            let log = CallLog()
            let done = DispatchSemaphore(value: 0)
            #expect(loop.isCurrent)
            DispatchQueue(label: "loop").async {
                loop.run()
                done.signal()
            }
            for number in 0..<1000 {
                loop.perform { if number % 250 == 0 { log.note("\(number) \(loop.isCurrent)") } }
            }
            loop.stop()
            done.wait()
            #expect(!loop.isCurrent)
            #expect(log.text == "0 true 250 true 500 true 750 true")
        }

        @Test("serves the thread to which it was moved")
        func moved() throws {
            let loop = try EventLoop()
            let (log, done) = (CallLog(), DispatchSemaphore(value: 0))
            DispatchQueue(label: "loop").async {
                loop.moveToCurrentThread()
                loop.perform { log.note("\(loop.isCurrent)") }
                loop.serve { !log.text.isEmpty }
                done.signal()
            }
            done.wait()
            #expect(log.text == "true" && !loop.isCurrent)
        }

        @Test("runs work that was queued before it ran, and drops work after its end")
        func beforeAndAfter() throws {
            let loop = try EventLoop()
            let counter = Counter()
            loop.perform { counter.increment() }
            loop.stop()
            loop.run()
            #expect(counter.value == 1)
            var captured: Counter? = Counter()
            weak let leftOver = captured
            loop.perform { [captured] in captured?.increment() }
            captured = nil
            #expect(leftOver == nil)
        }

        @Test("accepts work from many threads at once")
        func manyThreads() throws {
            try withServer { live in
                let counter = Counter()
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    for _ in 0..<2000 { live.loop.perform { counter.increment() } }
                }
                #expect(eventually { counter.value == 16_000 })
            }
        }

        @Test("runs work after a turn in order, including work added by it, before it waits again")
        func afterTurn() throws {
            let loop = try EventLoop()
            let log = CallLog()
            loop.perform {
                loop.afterTurn {
                    log.note("first")
                    loop.afterTurn { log.note("added") }
                }
                loop.afterTurn { log.note("second") }
                log.note("one")
            }
            loop.perform { log.note("two") }
            let timer = loop.timer(after: .zero) {
                log.note("timer")
                loop.stop()
            }
            loop.run()
            timer.cancel()
            #expect(log.text.hasSuffix("first second added") || log.text.hasSuffix("added timer"))
            #expect(log.text.contains("one two"))
            #expect(log.text.contains("first second added"))
        }

        @Test("does not let work that queues itself again starve a timer")
        func noStarvation() throws {
            let loop = try EventLoop()
            let rounds = Counter()
            @Sendable func again() {
                rounds.increment()
                loop.perform { again() }
            }
            again()
            let timer = loop.timer(after: .milliseconds(20)) { loop.stop() }
            loop.run()
            #expect(rounds.value > 1)
            #expect(!timer.isActive)
        }

        @Test("ends its turn, however many descriptors stay ready")
        func manyReadyDescriptors() throws {
            let loop = try EventLoop()
            let calls = Counter()
            var (watches, descriptors): ([DescriptorWatch], [Int32]) = ([], [])
            for _ in 0..<200 {
                var pair: [Int32] = [0, 0]
                #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
                #expect(write(pair[0], "x", 1) == 1)
                descriptors += pair
                watches.append(loop.watch(pair[1], readable: calls.increment, writable: {}))
            }
            var turns = 0
            loop.serve {
                turns += 1
                return turns > 10
            }
            // At first libevent takes 32 from the kernel, and twice as many whenever all of those were ready.
            #expect(calls.value >= 10 * 32 && calls.value <= 10 * 200)
            watches.removeAll()
            descriptors.forEach { close($0) }
        }

        @Test("fires a timer once, and a repeating one until it is cancelled")
        func timers() throws {
            let loop = try EventLoop()
            let once = Counter()
            let often = Counter()
            let single = loop.timer(after: .milliseconds(2)) { once.increment() }
            var repeating: LoopTimer?
            var end: LoopTimer?
            repeating = loop.timer(after: .milliseconds(2), repeating: true) {
                often.increment()
                guard often.value == 3 else { return }
                repeating?.cancel()
                end = loop.timer(after: .milliseconds(20)) { loop.stop() }
            }
            loop.run()
            #expect(once.value == 1 && !single.isActive)
            #expect(often.value == 3 && repeating?.isActive == false && end?.isActive == false)
        }

        @Test("never fires a timer that was cancelled or dropped")
        func cancelledTimers() throws {
            let loop = try EventLoop()
            let counter = Counter()
            let cancelled = loop.timer(after: .zero) { counter.increment() }
            cancelled.cancel()
            cancelled.cancel()
            _ = loop.timer(after: .zero) { counter.increment() }
            let end = loop.timer(after: .milliseconds(20)) { loop.stop() }
            loop.run()
            #expect(counter.value == 0)
            #expect(!end.isActive)
        }

        @Test("releases the captures of a timer's closure after it has fired")
        func timerLifetime() throws {
            let loop = try EventLoop()
            var captured: Counter? = Counter()
            weak let leftOver = captured
            let timer = loop.timer(after: .zero) { [captured] in
                captured?.increment()
                loop.stop()
            }
            captured = nil
            loop.run()
            #expect(leftOver == nil)
            #expect(!timer.isActive)
        }

        @Test("calls a signal handler when the process receives the signal")
        func signals() throws {
            let loop = try EventLoop()
            let counter = Counter()
            let source = loop.onSignal(SIGUSR2) {
                counter.increment()
                loop.stop()
            }
            loop.perform { kill(getpid(), SIGUSR2) }
            loop.run()
            source.cancel()
            #expect(counter.value == 1)
        }
    }
}
