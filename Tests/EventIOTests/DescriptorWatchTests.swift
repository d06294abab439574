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
