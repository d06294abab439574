/// The one crossing between Swift objects and the `void *` of C callbacks.
///
/// `Unmanaged` is unretained in both directions: every object that goes out owns the C object that calls back
/// and frees it in its `deinit` or `close`, so that C never calls an object that is gone.
enum CallbackContext {
    static func of(_ owner: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(owner).toOpaque()
    }

    static func owner<Owner: AnyObject>(_ context: UnsafeMutableRawPointer?, as type: Owner.Type) -> Owner? {
        guard let context else { return nil }
        return Unmanaged<Owner>.fromOpaque(context).takeUnretainedValue()
    }
}
