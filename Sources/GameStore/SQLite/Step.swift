/// The outcome of one step of a long query; commits and other queries run between the steps.
nonisolated enum Step<Value: Sendable>: Sendable {
    case more
    case done(Value)
}
