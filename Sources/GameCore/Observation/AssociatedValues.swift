/// The name under which a value of type `Value` is associated with an object.
public struct AssociationKey<Value>: Hashable, Sendable {
    /// The name; keys of one name and one type are one key.
    public let name: String

    /// A key called `name`.
    public init(_ name: String) {
        self.name = name
    }
}

/// A class whose objects can be copied for an association under the policy `copy`.
public protocol Copying: AnyObject {
    /// A copy that shares nothing with the original.
    func copied() -> Self
}

/// Something that others may associate values with.
public protocol Associating: AnyObject {
    /// The values.
    var associated: AssociatedValues { get }
}

/// Values that others associate with an object, by key; they go when the object goes.
///
/// Three policies, each a method: `retain` keeps strongly, `copy` keeps a copy made now, `assign` keeps
/// weakly.
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

    /// Empty until used: most objects never carry a value, and then this costs nothing.
    private var entries: [Key: Entry] = [:]

    /// No values.
    public init() {}

    /// The value under `key`; nil when there is none or its last owner has let it go.
    public func value<Value>(for key: AssociationKey<Value>) -> Value? {
        switch entries[Self.key(key)] {
        case .strong(let value): value as? Value
        case .weak(let reference): reference.object as? Value
        case nil: nil
        }
    }

    /// Associates `value` strongly, until it is removed or the object goes.
    public func retain<Value>(_ value: Value, for key: AssociationKey<Value>) {
        set(.strong(value), for: Self.key(key))
    }

    /// Associates a copy of `object`, made now; later changes of the original do not show.
    public func copy<Value: Copying>(_ object: Value, for key: AssociationKey<Value>) {
        set(.strong(object.copied()), for: Self.key(key))
    }

    /// Associates `object` weakly: it is gone when its last owner lets it go.
    public func assign<Value: AnyObject>(_ object: Value, for key: AssociationKey<Value>) {
        set(.weak(WeakReference(object: object)), for: Self.key(key))
    }

    /// Lets go of the value under `key`.
    public func remove<Value>(_ key: AssociationKey<Value>) {
        set(nil, for: Self.key(key))
    }

    /// Lets go of all values.
    public func removeAll() {
        let old = entries
        entries = [:]
        withExtendedLifetime(old) {}
    }

    /// Lets go of the old value last: as it goes, it may use these associations itself.
    private func set(_ entry: Entry?, for key: Key) {
        let old = entries[key]
        entries[key] = entry
        withExtendedLifetime(old) {}
    }

    private static func key<Value>(_ key: AssociationKey<Value>) -> Key {
        Key(name: key.name, type: ObjectIdentifier(Value.self))
    }
}
