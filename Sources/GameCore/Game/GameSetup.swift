/// The name of a game in its address: 1–32 letters, digits, `-` or `_`.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    /// The house board, which always exists.
    public static let lobby = GameID(unchecked: "lobby")
    /// The name itself.
    public let text: String

    /// An id; nil when the text has other characters or another length.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(\.isNameByte) else { return nil }
        self.text = text
    }

    private init(unchecked text: String) {
        self.text = text
    }

    /// The name.
    public var description: String { text }

    /// The number of a round, from 2; more than six digits are part of a name.
    private static func round(_ ending: Substring) -> Int? {
        ending.count <= 6 ? Int(ending).flatMap { $0 > 1 ? $0 : nil } : nil
    }

    /// The game in which the people of this one play on: `abc`, `abc-2`, `abc-3`.
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

/// What a game starts from: with it, the events are the whole game.
public struct GameSetup: Equatable, Sendable {
    /// The game's name in its address.
    public let id: GameID
    /// The name of the rule set, such as `free`.
    public let rules: String
    /// The rule set's options, as they were given.
    public let options: Parameters
    /// What people call the game.
    public let title: GameTitle?
    /// Whether the game is listed for everybody.
    public let isPublic: Bool
    /// When it was made; clocks count from here.
    public let created: Timestamp
    /// The game that its people played before.
    public let previous: GameID?
    /// Where the random choices of the game come from; nobody is told before the end.
    public let seed: UInt64
    /// The hidden answer as plain values, in games that have one; nobody is told before the end.
    public let answer: Parameters?
    /// Whether it came from another server, which may have told anything.
    public let isImported: Bool

    /// A game to be.
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

    /// The day whose game it is, if it is one.
    public var day: Day? {
        if case .text(let text) = options.values["day"] { Day(text) } else { nil }
    }

    /// The day whose game it is, if it was made here, so that all is as it is for everybody.
    public var dayHere: Day? { isImported ? nil : day }

    /// The same with a hidden answer, or without.
    public func with(_ answer: Parameters?) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: created,
            previous: previous, seed: seed, answer: answer, isImported: isImported)
    }

    /// The game `id` that the people of this one play next with `options`, made at `time`; its hidden answer
    /// is chosen later.
    public func rematch(_ id: GameID, options: Parameters, at time: Timestamp, seed: UInt64) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: time,
            previous: self.id, seed: seed)
    }
}
