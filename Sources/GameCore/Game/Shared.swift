/// A value on the heap, which the copies of its owner share.
///
/// Every edit copies the state. A copy retains this one object instead of each string and array in the value.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
    /// Compares the values, unless both are the same object.
    static func == (left: Shared, right: Shared) -> Bool { left === right || left.value == right.value }
}
