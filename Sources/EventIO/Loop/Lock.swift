import Glibc

/// A POSIX mutex.
///
/// Not the standard library's `Mutex`: its slow path is invisible to ThreadSanitizer on Linux, which then
/// reports races where there are none.
final class Lock: @unchecked Sendable {
    // @unchecked Sendable: the mutex is made for any thread; its memory is freed in `deinit`.

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs a closure while no other thread does.
    func locked<Value>(_ work: () -> Value) -> Value {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return work()
    }
}
