/// A value in memory of its own, which the copies of its owner share.
///
/// A state is copied with every edit; a copy counts one reference instead of one for each text and list in the value.
final class Shared<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension Shared: Equatable where Value: Equatable {
    /// Compares the values, unless they are one.
    static func == (left: Shared, right: Shared) -> Bool { left === right || left.value == right.value }
}
