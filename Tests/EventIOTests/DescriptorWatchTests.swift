import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A descriptor watch")
    struct DescriptorWatchTests {
        private func socketPair() -> (mine: Int32, theirs: Int32) {
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            return (ends[0], ends[1])
        }

        @Test("reports bytes, and writability only while it is requested")
        func events() throws {
            let loop = try EventLoop()
            let (mine, theirs) = socketPair()
            var events: [String] = []
            var watch: DescriptorWatch?
            watch = loop.watch(mine) {
                var byte: UInt8 = 0
                let count = read(mine, &byte, 1)
                events.append("read \(count)")
                if count == 1 { watch?.watchesWritability = true }
                guard events.count == 4 else { return }
                watch?.cancel()
                loop.stop()
            } writable: {
                events.append("writable")
                watch?.watchesWritability = false
                close(theirs)
            }
            _ = write(theirs, "a", 1)
            let limit = loop.timer(after: .seconds(20)) { loop.stop() }
            loop.run()
            limit.cancel()
            #expect(events == ["read 1", "writable", "read 0", "read 0"])
            close(mine)
        }

        @Test("reports no bytes while readability is not requested")
        func readability() throws {
            let loop = try EventLoop()
            let (mine, theirs) = socketPair()
            var events: [String] = []
            let watch = loop.watch(mine) {
                var byte: UInt8 = 0
                events.append("read \(read(mine, &byte, 1))")
                loop.stop()
            } writable: {
            }
            watch.watchesReadability = false
            _ = write(theirs, "a", 1)
            let resume = loop.timer(after: .milliseconds(20)) {
                events.append("requested")
                watch.watchesReadability = true
            }
            let limit = loop.timer(after: .seconds(20)) { loop.stop() }
            loop.run()
            for timer in [resume, limit] { timer.cancel() }
            watch.cancel()
            #expect(events == ["requested", "read 1"])
            for descriptor in [mine, theirs] { close(descriptor) }
        }

        @Test("does not keep a stopped loop running while nobody reads its bytes")
        func unreadBytes() throws {
            let loop = try EventLoop()
            let (mine, theirs) = socketPair()
            var calls = 0
            let watch = loop.watch(mine) {
                calls += 1
                loop.stop()
                // Ends a loop that would run forever, so that the test fails instead of hanging.
                var byte: UInt8 = 0
                if calls == 1000 { _ = read(mine, &byte, 1) }
            } writable: {
            }
            _ = write(theirs, "a", 1)
            loop.run()
            watch.cancel()
            #expect(calls < 1000)
            for descriptor in [mine, theirs] { close(descriptor) }
        }

        @Test("can be cancelled from its own callback, and then releases its captures")
        func cancelsItself() throws {
            let loop = try EventLoop()
            let (mine, theirs) = socketPair()
            var captured: Counter? = Counter()
            weak let leftOver = captured
            var watch: DescriptorWatch?
            watch = loop.watch(mine) { [captured] in
                captured?.increment()
                watch?.cancel()
            } writable: {
            }
            captured = nil
            _ = write(theirs, "a", 1)
            let stop = loop.timer(after: .milliseconds(20)) { loop.stop() }
            loop.run()
            stop.cancel()
            #expect(leftOver == nil)
            watch = nil
            for end in [mine, theirs] { close(end) }
        }
    }
}
