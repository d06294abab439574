import Glibc

/// A time of the kernel's coarse monotonic clock: a few milliseconds of error, a few nanoseconds of cost.
struct Instant: Comparable, Sendable {
    /// Milliseconds since boot.
    var milliseconds: Int64

    static let never = Instant(milliseconds: .max)

    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    static func + (instant: Instant, span: Milliseconds) -> Instant {
        Instant(milliseconds: instant.milliseconds + span.count)
    }
}

/// A duration in milliseconds, converted once so that the hot path adds plain integers.
struct Milliseconds: Sendable {
    let count: Int64

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Clamped, so that adding an endless timeout to an instant does not overflow.
        count = min(seconds, 1_000_000_000_000) * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension timeval {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
