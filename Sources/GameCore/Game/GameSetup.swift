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

    /// A game to be.
    public init(
        id: GameID, rules: String, options: Parameters = .none, title: GameTitle? = nil,
        isPublic: Bool = false, created: Timestamp
    ) {
        self.id = id
        self.rules = rules
        self.options = options
        self.title = title
        self.isPublic = isPublic
        self.created = created
    }
}
