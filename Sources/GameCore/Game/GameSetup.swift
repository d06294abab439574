/// The id of a game, used in its address: 1–32 ASCII letters, digits, `-` or `_`.
///
/// The journals of rooms and challenges have ids of their own kinds; see ``GameID/init(room:)`` and
/// ``GameID/init(challenge:)``.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    /// The lobby, the board that always exists.
    public static let lobby = GameID(unchecked: "lobby")
    /// The id as text.
    public let text: String

    /// Creates an id; nil if `text` has other characters or another length.
    public init?(_ text: String) {
        self.text = text
        if (1...32).contains(text.utf8.count), text.utf8.allSatisfy(\.isNameByte) { return }
        guard room != nil || challenge != nil else { return nil }
    }

    init(unchecked text: String) {
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
    private struct Fields: Equatable, Sendable {
        let id: GameID
        let rules: String
        var options: Parameters
        var title: GameTitle?
        var isPublic: Bool
        let created: Timestamp
        let previous: GameID?
        var seed: UInt64
        var daySeed: UInt64?
        var answer: Parameters?
        let isImported: Bool
        var host: PlayerID?
        var isPersonal = false
        var room: RoomName?
        var challenge: ChallengeID?
        var roomSize: Int?
        var countdown: Duration?
        var opening: [GameEvent] = []
    }

    private let shared: Shared<Fields>
    private var fields: Fields { shared.value }

    /// The id of the game.
    public var id: GameID { fields.id }
    /// The name of the rules, such as `free`.
    public var rules: String { fields.rules }
    /// The options of the rules.
    public var options: Parameters { fields.options }
    /// The title of the game.
    public var title: GameTitle? { fields.title }
    /// Whether the game is in the public list.
    public var isPublic: Bool { fields.isPublic }
    /// When the game was made.
    public var created: Timestamp { fields.created }
    /// The previous round with the same players.
    public var previous: GameID? { fields.previous }
    /// The seed of the game's random choices; secret until the end.
    public var seed: UInt64 { fields.seed }
    /// The seed of the day's task on a server whose days are secret; nil for the days that all servers share.
    public var daySeed: UInt64? { fields.daySeed }
    /// The hidden answer as plain values, in games that have one; secret until the end.
    public var answer: Parameters? { fields.answer }
    /// Whether the game was imported; its events may have been made up, so it is never ranked.
    public var isImported: Bool { fields.isImported }
    /// The player who hosts the game with a key; nil if only a token makes the host.
    public var host: PlayerID? { fields.host }
    /// Whether the game belongs to one player, as daily and challenge games do: nobody else may see or join
    /// it before its end.
    public var isPersonal: Bool { fields.isPersonal }
    /// The room that the game belongs to.
    public var room: RoomName? { fields.room }
    /// The challenge whose task the game has.
    public var challenge: ChallengeID? { fields.challenge }
    /// The largest number of members of the room; nil for ``Seat/defaultMaximum``.
    public var roomSize: Int? { fields.roomSize }
    /// How long after its creation a waiting game starts by itself; nil if somebody has to start it.
    public var countdown: Duration? { fields.countdown }
    /// The events before the journal of a game whose older events were deleted; see ``JournalCompaction``.
    ///
    /// Their sequences ascend with gaps, and a summary at the end repeats the last one. The first event of
    /// the journal has the sequence after that.
    package var opening: [GameEvent] { fields.opening }

    /// Creates a setup.
    public init(
        id: GameID, rules: String, options: Parameters = .none, title: GameTitle? = nil,
        isPublic: Bool = false, created: Timestamp, previous: GameID? = nil, seed: UInt64 = 0,
        answer: Parameters? = nil, isImported: Bool = false
    ) {
        shared = Shared(
            Fields(
                id: id, rules: rules, options: options, title: title, isPublic: isPublic, created: created,
                previous: previous, seed: seed, answer: answer, isImported: isImported))
    }

    private init(_ fields: Fields) {
        shared = Shared(fields)
    }

    /// When a waiting game starts by itself; nil if somebody has to start it.
    public var begins: Timestamp? { countdown.map { created + $0 } }

    /// The day of a daily game; nil for other games.
    public var day: Day? {
        if case .text(let text) = options.values["day"] { Day(text) } else { nil }
    }

    /// Whether others solve the same task in games of their own: the task of a day or a challenge.
    ///
    /// A practice game with the task of a day is not personal, so anybody may watch it.
    public var sharesTask: Bool { isPersonal || challenge != nil }

    /// The name of the leaderboard of a daily game: the rules, then the pack unless it is the default one.
    public var leaderboard: String {
        guard case .text(let pack) = options.values["lexicon"] else { return rules }
        return Self.leaderboard(of: rules, in: pack)
    }

    /// The name of the leaderboard of `rules` with the words of `pack`, such as `guess` or `guess.ko`.
    public static func leaderboard(of rules: String, in pack: String) -> String {
        pack == Lexicons.default ? rules : "\(rules).\(pack)"
    }

    /// The rules and the pack of a leaderboard; nil for the default pack.
    public static func rulesAndPack(ofLeaderboard name: String) -> (rules: String, pack: String?) {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : (name, nil)
    }

    /// The day of a daily game that was made on this server; nil for other games.
    public var dayUnlessImported: Day? { isImported ? nil : day }

    /// A copy with `answer`.
    public func withAnswer(_ answer: Parameters?) -> GameSetup { changed { $0.answer = answer } }

    /// A copy whose random choices follow from `seed`.
    func withSeed(_ seed: UInt64) -> GameSetup { changed { $0.seed = seed } }

    /// A copy whose task of the day follows from `seed`.
    public func withDaySeed(_ seed: UInt64?) -> GameSetup { changed { $0.daySeed = seed } }

    package func withPublic(_ isPublic: Bool) -> GameSetup { changed { $0.isPublic = isPublic } }

    func withTitle(_ title: GameTitle?) -> GameSetup { changed { $0.title = title } }

    /// A copy in which `options` replace those of the same names.
    func withOptions(_ options: Parameters) -> GameSetup {
        changed { $0.options = $0.options.merging(options) }
    }

    /// A copy without the option `name`.
    public func withoutOption(_ name: String) -> GameSetup {
        changed { $0.options = options.without([name]) }
    }

    /// A copy with a host who has a key.
    public func withHost(_ host: PlayerID?) -> GameSetup { changed { $0.host = host } }

    /// The number of seats in a race: in a room, one for each member that it can have.
    public var raceSeats: Int { roomSize ?? Seat.defaultMaximum }

    /// A copy that belongs to `room`, which has at most `size` members.
    public func withRoom(_ room: RoomName?, size: Int? = nil) -> GameSetup {
        changed { ($0.room, $0.roomSize) = (room, size) }
    }

    /// A copy with the task of `challenge`.
    public func withChallenge(_ challenge: ChallengeID?) -> GameSetup { changed { $0.challenge = challenge } }

    /// A copy that starts by itself, `countdown` after its creation.
    public func withCountdown(_ countdown: Duration?) -> GameSetup { changed { $0.countdown = countdown } }

    /// A copy with ``isPersonal``.
    public var personal: GameSetup { changed { $0.isPersonal = true } }

    /// A copy whose journal begins after the last of `opening`.
    package func withOpening(_ opening: [GameEvent]) -> GameSetup { changed { $0.opening = opening } }

    /// A copy without the parts that lists do not show: the answer and the opening.
    package var outline: GameSetup { withAnswer(nil).withOpening([]) }

    private func changed(_ change: (inout Fields) -> Void) -> GameSetup {
        var copy = fields
        change(&copy)
        return GameSetup(copy)
    }

    /// The setup of the next round, `id`, without its hidden answer.
    ///
    /// The next round after a game of the day is for practice, so it does not keep the day's title.
    public func rematch(_ id: GameID, options: Parameters, at time: Timestamp, seed: UInt64) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: isPersonal ? nil : title, isPublic: isPublic,
            created: time, previous: self.id, seed: seed
        ).withHost(host).withRoom(room, size: roomSize)
    }
}
