/// With whom one looks for what is hidden.
public enum PlayMode: String, Sendable {
    /// Alone.
    case solo
    /// On one board with others.
    case together
    /// Against others, everybody on a board of their own.
    case race
    /// Alone, for what everybody looks for on a day.
    case daily

    /// Reads the option `mode`, which is one of `known`, the first of them when nothing is said.
    init(_ options: Parameters, known: [PlayMode]) throws(RuleViolation) {
        let name = try options.text("mode") ?? known[0].rawValue
        guard let mode = known.first(where: { $0.rawValue == name }) else {
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“mode” is one of \(names).")
        }
        self = mode
    }
}
