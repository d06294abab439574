internal import CLibevent

/// Returns the memory of sent or dropped output to the system.
///
/// The C library keeps freed memory for later allocations. After many slow clients that would be all the
/// memory of their output.
struct FreedMemory {
    /// Freed bytes from which returning them is worth the time, about a millisecond.
    private static let threshold = 4 << 20

    private var bytes = 0

    mutating func didFree(_ count: Int) { bytes += count }

    /// Returns free memory if enough has been freed since the last time.
    mutating func trim() {
        guard bytes >= Self.threshold else { return }
        bytes = 0
        malloc_trim(0)
    }
}
