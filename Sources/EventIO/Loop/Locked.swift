import Glibc

/// A value protected by a mutex.
///
/// It uses a POSIX mutex because ThreadSanitizer does not see the slow path of the standard library's `Mutex`
/// on Linux and reports false races.
public final class Locked<Value>: @unchecked Sendable {
    // @unchecked Sendable: `value` is accessed only while the mutex is locked; `deinit` frees the mutex.

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    /// Creates a protected value.
    public init(_ value: sending Value) {
        self.value = value
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Returns the result of `work`, which has exclusive access to the value.
    ///
    /// Blocks while another thread holds the lock. Calling it again from `work` deadlocks.
    public func withLock<Result>(_ work: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return work(&value)
    }
}
