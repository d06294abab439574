/// A place at the game, numbered from 1.
public struct Seat: Hashable, Comparable, Codable, Sendable {
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

    private enum CodingKeys: String, CodingKey {
        case stored = "number"
    }

    private init(unchecked number: UInt8) {
        stored = number
    }

    /// A seat by its number; nil outside 1…12.
    public init?(_ number: Int) {
        guard (1...Self.maximum).contains(number) else { return nil }
        stored = UInt8(number)
    }

    /// Reads a seat as it was encoded, and refuses any other number.
    public init(from decoder: any Decoder) throws {
        self = try decoder.checked(CodingKeys.stored, Self.init(_:), expected: "A seat is 1 to 12.")
    }

    /// By number.
    public static func < (left: Seat, right: Seat) -> Bool { left.number < right.number }
}

/// Who sits on a seat.
public struct SeatedPlayer: Equatable, Codable, Sendable {
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
