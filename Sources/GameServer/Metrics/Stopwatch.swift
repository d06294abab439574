import Dispatch

/// Measures how long something has taken, in plain nanoseconds: `Duration` computes with 128 bits, which
/// shows where every request is measured.
///
/// Any thread; the clock stands still while the machine sleeps.
nonisolated struct Stopwatch {
    private let started = DispatchTime.now().uptimeNanoseconds

    /// Nanoseconds since it was made.
    var nanoseconds: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds - started) }
}
