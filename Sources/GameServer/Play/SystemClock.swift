import Foundation
import GameCore

nonisolated extension Timestamp {
    /// The present moment of the system's clock.
    static func systemNow() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
