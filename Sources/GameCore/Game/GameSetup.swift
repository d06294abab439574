/// The id of a game, used in its address: 1–32 ASCII letters, digits, `-` or `_`.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    /// The lobby, the board that always exists.
    public static let lobby = GameID(unchecked: "lobby")
    /// The id as text.
    public let text: String

    /// Creates an id; nil if `text` has other characters or another length.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(\.isNameByte) else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// The id as text.
    public var description: String { text }

    /// The number of a round, from 2; more than six digits are not a round number.
    private static func round(_ ending: Substring) -> Int? {
        ending.count <= 6 ? Int(ending).flatMap { $0 > 1 ? $0 : nil } : nil
    }

    /// The id of the next round: `abc`, `abc-2`, `abc-3`.
    var nextRound: GameID {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let round = parts.count > 1 ? parts.last.flatMap(Self.round) : nil
        let name = round == nil ? text : parts.dropLast().joined(separator: "-")
        let ending = "-\((round ?? 1) + 1)"
        return GameID(unchecked: name.prefix(32 - ending.utf8.count) + ending)
    }
}

extension UInt8 {
    fileprivate var isNameByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

/// Everything that is fixed when a game is made; together with the events it is the whole game.
public struct GameSetup: Equatable, Sendable {
    /// The id of the game.
    public let id: GameID
    /// The name of the rules, such as `free`.
    public let rules: String
    /// The options of the rules.
    public let options: Parameters
    /// The title of the game.
    public let title: GameTitle?
    /// Whether the game is in the public list.
    public let isPublic: Bool
    /// When the game was made.
    public let created: Timestamp
    /// The previous round with the same players.
    public let previous: GameID?
    /// The seed of the game's random choices; secret until the end.
    public let seed: UInt64
    /// The hidden answer as plain values, in games that have one; secret until the end.
    public let answer: Parameters?
    /// Whether the game was imported; its events may have been made up, so it is never ranked.
    public let isImported: Bool

    /// Creates a setup.
    public init(
        id: GameID, rules: String, options: Parameters = .none, title: GameTitle? = nil,
        isPublic: Bool = false, created: Timestamp, previous: GameID? = nil, seed: UInt64 = 0,
        answer: Parameters? = nil, isImported: Bool = false
    ) {
        self.id = id
        self.rules = rules
        self.options = options
        self.title = title
        self.isPublic = isPublic
        self.created = created
        self.previous = previous
        self.seed = seed
        self.answer = answer
        self.isImported = isImported
    }

    /// The day of a daily game; nil for other games.
    public var day: Day? {
        if case .text(let text) = options.values["day"] { Day(text) } else { nil }
    }

    /// The day of a daily game that was made on this server; nil for other games.
    public var dayUnlessImported: Day? { isImported ? nil : day }

    /// A copy with `answer`.
    public func withAnswer(_ answer: Parameters?) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: created,
            previous: previous, seed: seed, answer: answer, isImported: isImported)
    }

    /// A copy that is in the public list, or is not.
    package func withPublic(_ isPublic: Bool) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: created,
            previous: previous, seed: seed, answer: answer, isImported: isImported)
    }

    /// A copy without the option `name`.
    public func withoutOption(_ name: String) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options.without([name]), title: title, isPublic: isPublic,
            created: created, previous: previous, seed: seed, answer: answer, isImported: isImported)
    }

    /// The setup of the next round, `id`, without its hidden answer.
    public func rematch(_ id: GameID, options: Parameters, at time: Timestamp, seed: UInt64) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: time,
            previous: self.id, seed: seed)
    }
}
