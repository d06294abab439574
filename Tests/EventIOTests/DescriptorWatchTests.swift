import Glibc
import Testing

@testable import EventIO

extension LiveTests {
    @Suite("A watch over a descriptor")
    struct DescriptorWatchTests {
        /// Both ends of a connection within this process.
        private func pair() -> (mine: Int32, theirs: Int32) {
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            return (ends[0], ends[1])
        }

        @Test("tells of bytes, and of room only while that is asked for")
        func tells() throws {
            let loop = try EventLoop()
            let (mine, theirs) = pair()
            var told: [String] = []
            var watch: DescriptorWatch?
            watch = loop.watch(mine) {
                var byte: UInt8 = 0
                let count = read(mine, &byte, 1)
                told.append("read \(count)")
                if count == 1 { watch?.awaitsRoom = true }
            } writable: {
                told.append("room")
                watch?.awaitsRoom = false
            }
            let send = loop.timer(after: .milliseconds(10)) { _ = write(theirs, "a", 1) }
            let again = loop.timer(after: .milliseconds(30)) { close(theirs) }
            let end = loop.timer(after: .milliseconds(50)) { watch?.cancel() }
            let stop = loop.timer(after: .milliseconds(60)) { loop.stop() }
            loop.run()
            for timer in [send, again, end, stop] { timer.cancel() }
            #expect(told.prefix(4) == ["read 1", "room", "read 0", "read 0"])
            #expect(told.filter { $0 == "read 1" }.count == 1)
            close(mine)
        }

        @Test("may be ended by what it calls, and lets go what that captured")
        func endsItself() throws {
            let loop = try EventLoop()
            let (mine, theirs) = pair()
            var captured: Counter? = Counter()
            weak let leftOver = captured
            var watch: DescriptorWatch?
            watch = loop.watch(mine) { [captured] in
                captured?.raise()
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
