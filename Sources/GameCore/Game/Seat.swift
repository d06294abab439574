/// A seat of a game, numbered from 1.
public struct Seat: Hashable, Comparable, Sendable {
    /// The most seats that any game or room has: those of a race in a large room.
    public static let maximum = 60
    /// The most seats of every other game.
    public static let defaultMaximum = 12
    /// Every seat, in order.
    public static let all: [Seat] = (1...maximum).compactMap(Seat.init(_:))

    /// Seat 1.
    public static let first = Seat(unchecked: 1)

    /// One byte, because every cell stores a seat.
    private let stored: UInt8

    /// The number, 1…60.
    public var number: Int { Int(stored) }

    private init(unchecked number: UInt8) {
        stored = number
    }

    /// The seat with this number; nil outside 1…60.
    public init?(_ number: Int) {
        guard (1...Self.maximum).contains(number) else { return nil }
        stored = UInt8(number)
    }

    /// Orders seats by number.
    public static func < (left: Seat, right: Seat) -> Bool { left.number < right.number }
}

/// A player as the others see them.
public struct SeatedPlayer: Equatable, Sendable {
    /// The name that the others see.
    public var name: PlayerName
    /// The chosen colour, or that of the seat.
    public var colour: Colour
    /// The seat.
    public let seat: Seat
    /// The level of one of the server's bots; nil for everybody else.
    public let bot: BotLevel?
    /// Whether the player is a program that somebody else runs; clients show it as a bot.
    public let isProgram: Bool
    /// The id of a player who sat down with a key.
    public let player: PlayerID?
    /// Whether the name is a nickname from the room's host, which the player's own name does not replace.
    public internal(set) var hasNickname: Bool
    /// Whether a person plays, and not a bot or a program.
    public var isPerson: Bool { bot == nil && !isProgram }

    /// Creates the player on `seat`.
    public init(
        seat: Seat, name: PlayerName, colour: Colour, bot: BotLevel? = nil, isProgram: Bool = false,
        player: PlayerID? = nil, hasNickname: Bool = false
    ) {
        self.player = player
        self.hasNickname = hasNickname
        self.seat = seat
        self.name = name
        self.colour = colour
        self.bot = bot
        self.isProgram = isProgram
    }
}

/// The sender of a command.
public struct Player: Hashable, Sendable {
    /// The seat; nil for somebody without one.
    public let seat: Seat?
    /// Whether the sender is the host: the maker of the game, or the player on ``GameState/hostSeat``.
    public let isHost: Bool
    /// The event with which the sender sat down, so that a later player of the seat is refused; nil for any.
    public let since: SequenceNumber?

    /// A sender without a seat who is not the host.
    public static let spectator = Player(seat: nil)
    /// The server itself, which may do what a host may.
    static let moderator = Player(seat: nil, isHost: true)

    /// Creates a sender.
    public init(seat: Seat?, isHost: Bool = false, since: SequenceNumber? = nil) {
        self.seat = seat
        self.isHost = isHost
        self.since = since
    }
}

/// The name of a player: 1–32 grapheme clusters on one line.
public struct PlayerName: Hashable, Sendable {
    /// The maximum length in grapheme clusters.
    public static let maximumLength = 32
    /// The name without the spaces around it.
    public let text: String

    /// Creates a name from `typed` without the spaces around it.
    ///
    /// - Throws: `invalid-value` if it is empty or too long, or contains control, bidirectional-override or
    ///   zero-width characters; joiners count as such unless a character is written with them.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "name", maximumLength: Self.maximumLength)
    }

    init(unchecked text: String) { self.text = text }
}

/// The title of a game: 1–80 grapheme clusters on one line.
public struct GameTitle: Hashable, Sendable {
    /// The maximum length in grapheme clusters.
    public static let maximumLength = 80
    /// The title without the spaces around it.
    public let text: String

    /// Creates a title from `typed` without the spaces around it.
    ///
    /// - Throws: `invalid-value`, as for ``PlayerName``.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "title", maximumLength: Self.maximumLength)
    }
}

/// Validates text that other people see: it must not be able to imitate other text on their screens.
enum DisplayText {
    static func checked(
        _ typed: String, name: String, maximumLength: Int
    ) throws(RuleViolation) -> String {
        // Bytes are counted first, with the spaces around the text: grapheme clusters are slow to find in a
        // long one.
        guard typed.utf8.count <= maximumLength * 16 + spaceAround else {
            throw tooLong(name, maximumLength)
        }
        let text = trimmed(typed)
        guard text.unicodeScalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint }) else {
            throw RuleViolation(.invalidValue, "A \(name) needs at least one visible character.")
        }
        guard text.utf8.count <= maximumLength * 16, text.count <= maximumLength else {
            throw tooLong(name, maximumLength)
        }
        guard VisibleText(text).marked.allSatisfy({ $0.isJoined || isHarmless($0.scalar) }) else {
            throw RuleViolation(
                .invalidValue, "A \(name) cannot contain control, direction or invisible characters.")
        }
        return text
    }

    /// The bytes of white space that may surround a text.
    private static let spaceAround = 256

    private static func tooLong(_ name: String, _ maximumLength: Int) -> RuleViolation {
        RuleViolation(.invalidValue, "A \(name) can have at most \(maximumLength) characters.")
    }

    private static func trimmed(_ text: String) -> String {
        let isSpace: (Character) -> Bool = { character in
            character == "\t"
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .spaceSeparator }
        }
        let kept = text.drop(while: isSpace)
        return String(kept.reversed().drop(while: isSpace).reversed())
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
        }
    }
}

/// An RGB colour.
public struct Colour: Hashable, Sendable {
    /// The colour as `#rrggbb`, in lower case.
    public let text: String

    /// Creates a colour from `#rrggbb` in any case; nil for any other text.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
        guard bytes.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        self.text = text.lowercased()
    }

    /// The default colour of a player on `seat`.
    ///
    /// The twelve colours are distinct on light and dark pages; they repeat from seat 13 on.
    public static func standard(for seat: Seat) -> Colour {
        palette[(seat.number - 1) % palette.count]
    }

    private static let palette = [
        "#2a9d8f", "#e76f51", "#3a86ff", "#b5179e", "#e09f3e", "#6a994e",
        "#9b5de5", "#d62828", "#0096c7", "#bc6c25", "#5c677d", "#ff6392",
    ].compactMap(Colour.init(_:))
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
