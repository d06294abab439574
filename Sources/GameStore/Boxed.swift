/// An optional value in one word, for values that most objects lack.
///
/// Journal entries are copied often, and few of them have more than events.
nonisolated enum Boxed<Value> {
    case empty
    indirect case full(Value)

    init(_ value: Value?) {
        self = value.map(Boxed.full) ?? .empty
    }

    var value: Value? {
        get { if case .full(let value) = self { value } else { nil } }
        set { self = Boxed(newValue) }
    }
}

nonisolated extension Boxed: Sendable where Value: Sendable {}
nonisolated extension Boxed: Equatable where Value: Equatable {}
