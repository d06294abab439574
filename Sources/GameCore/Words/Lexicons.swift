/// The lexicons of a server, by name.
public struct Lexicons: Sendable {
    /// The name of the lexicon that games use when nobody names one.
    public static let usual = "en"
    /// No lexicons.
    public static let none = Lexicons([])

    /// The lexicons, by name.
    public let all: [Lexicon]

    /// The given lexicons.
    public init(_ lexicons: [Lexicon]) {
        all = lexicons.sorted { $0.name < $1.name }
    }

    /// The lexicon `name`, if it is there.
    public subscript(name: String) -> Lexicon? {
        all.first { $0.name == name }
    }
}
