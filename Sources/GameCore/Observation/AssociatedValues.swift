/// The key of an associated value of type `Value`.
public struct AssociationKey<Value>: Hashable, Sendable {
    /// The name; keys with equal names and types are equal.
    public let name: String

    /// Creates a key.
    public init(_ name: String) {
        self.name = name
    }
}

/// A class whose objects can be associated with ``AssociatedValues/copy(_:for:)``.
public protocol Copying: AnyObject {
    /// A copy that shares no state with the original.
    func copied() -> Self
}

/// An object with associated values.
public protocol Associating: AnyObject {
    /// The values.
    var associated: AssociatedValues { get }
}

/// Values that other code attaches to an object, by key; they are released with the object.
///
/// Each method is one ownership policy: `retain` is strong, `copy` keeps a copy, `assign` is weak.
public final class AssociatedValues {
    private struct Key: Hashable {
        let name: String
        let type: ObjectIdentifier
    }

    private enum Entry {
        case strong(Any)
        case weak(WeakReference)
    }

    private struct WeakReference {
        weak var object: AnyObject?
    }

    private var entries: [Key: Entry] = [:]

    /// Creates an empty store.
    public init() {}

    /// The value for `key`; nil if there is none or a weak one has been released.
    public func value<Value>(for key: AssociationKey<Value>) -> Value? {
        switch entries[Self.key(key)] {
        case .strong(let value): value as? Value
        case .weak(let reference): reference.object as? Value
        case nil: nil
        }
    }

    /// Associates `value` strongly.
    public func retain<Value>(_ value: Value, for key: AssociationKey<Value>) {
        set(.strong(value), for: Self.key(key))
    }

    /// Associates a copy of `object`.
    public func copy<Value: Copying>(_ object: Value, for key: AssociationKey<Value>) {
        set(.strong(object.copied()), for: Self.key(key))
    }

    /// Associates `object` weakly.
    public func assign<Value: AnyObject>(_ object: Value, for key: AssociationKey<Value>) {
        set(.weak(WeakReference(object: object)), for: Self.key(key))
    }

    /// Removes the value for `key`.
    public func remove<Value>(_ key: AssociationKey<Value>) {
        set(nil, for: Self.key(key))
    }

    /// Removes all values.
    public func removeAll() {
        let old = entries
        entries = [:]
        withExtendedLifetime(old) {}
    }

    /// Releases the old value last, because its `deinit` may access this store.
    private func set(_ entry: Entry?, for key: Key) {
        let old = entries[key]
        entries[key] = entry
        withExtendedLifetime(old) {}
    }

    private static func key<Value>(_ key: AssociationKey<Value>) -> Key {
        Key(name: key.name, type: ObjectIdentifier(Value.self))
    }
}
