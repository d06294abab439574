/// A place at the game, numbered from 1.
public struct Seat: Hashable, Comparable, Sendable {
    /// The most seats that a game has.
    public static let maximum = 12
    /// Every seat, in order.
    public static let all: [Seat] = (1...maximum).compactMap(Seat.init(_:))

    /// Seat 1.
    public static let first = Seat(unchecked: 1)

    /// A byte, as every cell holds one.
    private let stored: UInt8

    /// 1…12.
    public var number: Int { Int(stored) }

    private init(unchecked number: UInt8) {
        stored = number
    }

    /// A seat by its number; nil outside 1…12.
    public init?(_ number: Int) {
        guard (1...Self.maximum).contains(number) else { return nil }
        stored = UInt8(number)
    }

    /// By number.
    public static func < (left: Seat, right: Seat) -> Bool { left.number < right.number }
}

/// Who sits on a seat.
public struct SeatedPlayer: Equatable, Sendable {
    /// The name that others see.
    public let name: PlayerName
    /// The colour that others see.
    public var colour: Colour
    /// The seat.
    public let seat: Seat
    /// How well it plays, if it is a bot.
    public let bot: BotLevel?

    /// Somebody on `seat`.
    public init(seat: Seat, name: PlayerName, colour: Colour, bot: BotLevel? = nil) {
        self.seat = seat
        self.name = name
        self.colour = colour
        self.bot = bot
    }
}

/// Who sends a command.
public struct Player: Hashable, Sendable {
    /// The seat; nil for somebody who only watches.
    public let seat: Seat?
    /// Whether this is who made the game.
    public let isHost: Bool
    /// The event with which this person took the seat; nil speaks for whoever sits there.
    public let since: SequenceNumber?

    /// Somebody without a seat and without rights.
    public static let spectator = Player(seat: nil)

    /// A player on `seat`, perhaps the host, and perhaps only as long as it is the one who took it then.
    public init(seat: Seat?, isHost: Bool = false, since: SequenceNumber? = nil) {
        self.seat = seat
        self.isHost = isHost
        self.since = since
    }
}

/// A name that one person chose and others read: 1–32 grapheme clusters on one line.
public struct PlayerName: Hashable, Sendable {
    /// The longest name, in grapheme clusters.
    public static let maximumLength = 32
    /// The name.
    public let text: String

    /// A name from typed text, without the spaces around it.
    ///
    /// - Throws: `invalid-value` for an empty or long name, control, bidi-override and zero-width characters.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "name", maximumLength: Self.maximumLength)
    }
}

/// The title of a game: 1–80 grapheme clusters on one line.
public struct GameTitle: Hashable, Sendable {
    /// The longest title, in grapheme clusters.
    public static let maximumLength = 80
    /// The title.
    public let text: String

    /// A title from typed text, under the rules of a name.
    ///
    /// - Throws: `invalid-value`, as for a name.
    public init(_ typed: String) throws(RuleViolation) {
        text = try DisplayText.checked(typed, name: "title", maximumLength: Self.maximumLength)
    }
}

/// What names and titles have in common: text that cannot pretend to be other text on somebody's screen.
enum DisplayText {
    static func checked(
        _ typed: String, name: String, maximumLength: Int
    ) throws(RuleViolation) -> String {
        let text = trimmed(typed)
        guard text.unicodeScalars.contains(where: { !$0.properties.isDefaultIgnorableCodePoint }) else {
            throw RuleViolation(.invalidValue, "A \(name) has at least one character.")
        }
        // Bytes first: counting the clusters of a megabyte is work that nobody should cause.
        guard text.utf8.count <= maximumLength * 16, text.count <= maximumLength else {
            throw RuleViolation(.invalidValue, "A \(name) has at most \(maximumLength) characters.")
        }
        guard text.unicodeScalars.allSatisfy(isHarmless) else {
            throw RuleViolation(.invalidValue, "A \(name) has no control, direction or invisible characters.")
        }
        return text
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

/// A colour as `#rrggbb`, in lower case.
public struct Colour: Hashable, Sendable {
    /// `#` and six lower-case hex digits.
    public let text: String

    /// A colour from `#rrggbb` in any case; nil when it is anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
        guard bytes.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        self.text = text.lowercased()
    }

    /// The colour that a seat gets when its player names none: twelve tints that are told apart on light and
    /// dark.
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
