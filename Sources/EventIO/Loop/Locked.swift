import Glibc

/// A value that threads share: whoever reads or changes it has it alone for that while.
///
/// A POSIX mutex, not the standard library's `Mutex`: its slow path is invisible to ThreadSanitizer on Linux,
/// which then reports races where there are none.
public final class Locked<Value>: @unchecked Sendable {
    // @unchecked Sendable: `value` is touched between lock and unlock only; the mutex is made for any thread,
    // and its memory is freed in `deinit`.

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    /// Shares `value`, which nobody else keeps.
    public init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `work` on the value while no other thread does; not to be entered again from `work`.
    ///
    /// Any thread; waits for those before it.
    public func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return work(&value)
    }
}
