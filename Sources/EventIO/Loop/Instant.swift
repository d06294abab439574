import Glibc

/// A moment of the kernel's coarse monotonic clock: a few milliseconds of error, a few nanoseconds of cost.
struct Instant: Comparable, Sendable {
    /// Milliseconds since the machine started.
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

/// A span of time that was turned into milliseconds once, so that the hot path adds plain numbers.
struct Milliseconds: Sendable {
    let count: Int64

    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        // Kept far from the end of the number's range, so that an endless timeout can be added to any moment.
        count = min(seconds, 1_000_000_000_000) * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

extension timeval {
    /// The time in whole seconds and microseconds: the one place where the unit changes.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
}
