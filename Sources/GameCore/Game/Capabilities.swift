/// Rules under which everybody may have a board of their own, hidden from the others until the end.
public protocol PrivateBoardRules: RuleSet {
    /// In which games of these rules boards are private.
    static var privateBoards: PrivateBoards { get }
    /// Whether boards are private in this game.
    var hasPrivateBoards: Bool { get }
    /// Whether everybody is told the marks on the hidden board with this number, though not its letters.
    ///
    /// Default: no.
    func tellsMarks(of board: Int, in state: GameState) -> Bool
}

/// In which games boards are private.
public enum PrivateBoards: String, Sendable {
    case never, always
    /// In games of the mode `race`.
    case race
}

extension PrivateBoardRules {
    /// No.
    public func tellsMarks(of board: Int, in state: GameState) -> Bool { false }
}

/// Rules that need the words of a lexicon.
public protocol LexiconRules: RuleSet {
    /// The name of the lexicon.
    var lexicon: String { get }
    /// Whether the game cannot be played without it. Default: yes.
    var needsLexicon: Bool { get }
    /// How boards are scored by their words. Default: not at all.
    var words: WordRules? { get }
    /// What clients are told about the scoring. Default: that of `words`.
    var scoringFields: Parameters { get }
}

extension LexiconRules {
    /// Yes.
    public var needsLexicon: Bool { true }
    /// Not at all.
    public var words: WordRules? { nil }
    /// That of `words`.
    public var scoringFields: Parameters { words?.fields ?? .none }
}

/// Rules of the house board, a game without an end in which everybody may write.
public protocol HouseBoardRules: RuleSet {
    /// The options of the house board.
    static var houseOptions: Parameters { get }
}

/// Rules under which time passes: something happens when a deadline comes.
public protocol TimedRules: RuleSet {
    /// When the game at `state` is told that time has passed; nil for never.
    func deadline(_ state: GameState, in game: GameController) -> Timestamp?
    /// The deadline has come. Default: no effect.
    func timePassed(in game: GameController) throws(RuleViolation)
}

extension TimedRules {
    /// No effect.
    public func timePassed(in game: GameController) {}
}

/// Rules for which there are bots.
public protocol BotRules: RuleSet {
    /// Whether `player` may seat a bot now.
    func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation)
    /// The moves that bots owe at `time`.
    func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove]
    /// Carries out the move that a bot has chosen for `seat`.
    ///
    /// - Throws: when it is not due any more.
    func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation)
}

/// Rules of games in which something is hidden that players look for.
public protocol HiddenAnswerRules: RuleSet {
    /// The hidden answer of a new game of `setup`, as plain values; chosen once.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option; when there is nothing to choose from.
    static func answer(for setup: GameSetup, from library: any Library) throws(RuleViolation) -> Parameters
    /// What can be told of a game without its answer.
    ///
    /// - Throws: what the rules say of the options.
    static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline
    /// The puzzle in the store that a game with `options` is made from. Default: none.
    static func puzzleID(_ options: Parameters) -> String?
}

/// What lists tell of a game besides its setup and phase.
public struct GameOutline: Equatable, Sendable {
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Whether everybody has a board of their own.
    public let hasPrivateBoards: Bool
    /// The most people who can sit down.
    public let seatLimit: Int

    /// An outline.
    public init(isOpen: Bool, hasPrivateBoards: Bool, seatLimit: Int) {
        self.isOpen = isOpen
        self.hasPrivateBoards = hasPrivateBoards
        self.seatLimit = seatLimit
    }
}

extension HiddenAnswerRules {
    /// None.
    public static func puzzleID(_ options: Parameters) -> String? { nil }
}

/// Rules under which there is a game of the day: the same task for everybody, on every server.
public protocol DailyRules: RuleSet {
    /// The options of the game of `day`, by which it is told from games of people's own choice.
    static func dailyOptions(_ day: Day) -> Parameters
    /// Whether a game with `options` is the game of `day` as everybody gets it. Default: with those options.
    static func isDaily(_ options: Parameters, of day: Day) -> Bool
    /// How the one player of a finished game of the day did; nil when the game does not count.
    func dailyScore(_ state: GameState) -> DailyScore?
}

extension DailyRules {
    /// With the options that everybody gets.
    public static func isDaily(_ options: Parameters, of day: Day) -> Bool { options == dailyOptions(day) }
}

/// How somebody did in the game of a day.
public struct DailyScore: Equatable, Sendable {
    /// Whether the task was solved; always in games that only count points.
    public let isSolved: Bool
    /// Whether the server has helped.
    public let isAssisted: Bool
    /// The time that was played.
    public let elapsed: Duration
    /// The points, in games that count them.
    public let score: Int?
    /// The number of tries, in games that count them.
    public let tries: Int?

    /// A score.
    public init(
        isSolved: Bool, isAssisted: Bool = false, elapsed: Duration, score: Int? = nil, tries: Int? = nil
    ) {
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.elapsed = elapsed
        self.score = score
        self.tries = tries
    }
}

/// Rules whose results can be shared as a few lines of squares that give nothing away.
public protocol SharedResultRules: RuleSet {
    /// The result on `board` of a finished game, without a letter of it.
    func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText
}

/// A result as text: a few words, and five rows of signs.
public struct ShareText: Equatable, Sendable {
    /// The result in a few words: `4/5`, `1:23`, `31 points`.
    public let result: String
    /// The rows, top to bottom.
    public let rows: [String]

    /// A result and its rows.
    public init(_ result: String, rows: [String]) {
        self.result = result
        self.rows = rows
    }

    /// A result with one sign for each cell.
    public init(_ result: String, sign: (CellIndex) -> String) {
        self.init(
            result,
            rows: (0..<CellIndex.side).map { row in
                CellIndex.all.filter { $0.row == row }.map(sign).joined()
            })
    }
}

/// Rules that remember more than every game does.
public protocol StatefulRules: RuleSet {
    /// The value that is folded from the game's events.
    associatedtype Memory: RuleState
}

/// What the rules of one game remember: a value, folded from the game's events and kept in snapshots.
public protocol RuleState: Equatable, Sendable {
    /// The value before the first event.
    init()
    /// Takes over `event`, which has just been applied to everything else of `state`.
    mutating func apply(_ event: GameEvent, to state: GameState)
    /// The value as plain values, for snapshots.
    var values: Parameters { get }
    /// The value that `values` are; nil when they cannot be right.
    init?(_ values: Parameters)
}

/// The memory of rules that remember nothing of their own.
struct NoMemory: RuleState {
    init() {}
    init?(_ values: Parameters) {}
    var values: Parameters { .none }
    mutating func apply(_ event: GameEvent, to state: GameState) {}
}

extension StatefulRules {
    fileprivate static var memory: any RuleState.Type { Memory.self }
}

extension RuleSet {
    /// The kind of value in which games of these rules keep what only they remember.
    var memory: any RuleState.Type {
        (Self.self as? any StatefulRules.Type)?.memory ?? NoMemory.self
    }
}

/// Rules that judge what players do, and so can tell whether a game from elsewhere was judged rightly.
public protocol JudgingRules: RuleSet {
    /// Refuses `state` when its marks, ends or result are not those of its boards.
    ///
    /// - Throws: `invalid-value`, saying what cannot be true.
    func check(_ state: GameState, _ lexicon: Lexicon?) throws(RuleViolation)
}

/// What bots remember from one thought to the next: large tables, by what they were made from.
///
/// Any thread.
public protocol BotMemory: Sendable {
    /// The value for `key`; made when it is not remembered.
    func recall<Key: Hashable & Sendable, Value: Sendable>(_ key: Key, make: () -> Value) -> Value
}

/// How well a bot plays.
public enum BotLevel: String, CaseIterable, Sendable {
    /// Like somebody who plays now and then.
    case easy
    /// Like somebody who plays well.
    case medium
    /// As well as is known.
    case hard
}

/// A move that a bot has chosen: the name of a move of the game, with its values.
public struct BotMove: Equatable, Sendable {
    /// The name of the move, as the game's rules know it.
    public let name: String
    /// The values that belong to it.
    public let values: Parameters

    /// A move.
    public init(_ name: String, _ values: [String: Parameters.Value]) {
        self.name = name
        self.values = Parameters(values)
    }
}

/// A move that a game waits for from a bot: everything that is needed to think of it, on any thread.
public struct AwaitedMove: Sendable {
    /// Tells the questions to bots apart.
    public struct ID: Hashable, Sendable {
        /// The seat.
        let seat: Seat
        /// Grows from one move to the next.
        let number: Int
    }

    /// Which question it is.
    public let id: ID
    /// The seat for which the bot plays.
    public var seat: Seat { id.seat }
    /// Chooses the move; nil when there is none.
    public let think: @Sendable (any BotMemory) -> BotMove?

    /// The move `number` of `seat`, chosen by `think`.
    public init(seat: Seat, number: Int, think: @escaping @Sendable (any BotMemory) -> BotMove?) {
        id = ID(seat: seat, number: number)
        self.think = think
    }
}
