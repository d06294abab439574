import ArgumentParser

/// How long something is kept, on the command line: a duration such as `90d`, or `forever`.
package nonisolated struct Retention: ExpressibleByArgument, Sendable {
    /// Nil for `forever`.
    package let duration: Duration?
    /// As written.
    package let defaultValueDescription: String

    static func days(_ count: Int) -> Retention {
        Retention(duration: .seconds(count * 86_400), description: "\(count)d")
    }

    private init(duration: Duration?, description: String) {
        self.duration = duration
        defaultValueDescription = description
    }

    /// Parses a duration of at least a second.
    package init?(argument: String) {
        guard argument != "forever" else {
            self.init(duration: nil, description: argument)
            return
        }
        guard let duration = Duration(argument: argument), duration >= .seconds(1) else { return nil }
        self.init(duration: duration, description: argument)
    }
}
