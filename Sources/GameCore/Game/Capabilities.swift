/// Rules under which each player may have a private board, hidden from the others until the game ends.
public protocol PrivateBoardRules: RuleSet {
    /// The games of these rules in which boards are private.
    static var privateBoards: PrivateBoards { get }
    /// Whether boards are private in this game.
    var hasPrivateBoards: Bool { get }
    /// Whether everyone may see the marks on a hidden board, though not its letters. Default: no.
    func revealsMarks(of board: Int, in state: GameState) -> Bool
}

/// The games of a rule set in which boards are private; the raw values are those of `GET /rules`.
public enum PrivateBoards: String, Sendable {
    case never, always
    /// In games of the mode `race`.
    case race
}

extension PrivateBoardRules {
    /// Default: no.
    public func revealsMarks(of board: Int, in state: GameState) -> Bool { false }
}

/// Rules that use the words of a lexicon.
public protocol LexiconRules: RuleSet {
    /// The name of the lexicon.
    var lexicon: String { get }
    /// Whether the game cannot be played without it. Default: yes.
    var needsLexicon: Bool { get }
    /// How boards are scored by their words; nil if they are not. Default: nil.
    var words: WordRules? { get }
    /// The scoring as clients see it. Default: the fields of `words`.
    var scoringFields: Parameters { get }
    /// Refuses a new game whose first board has letters outside `alphabet`. Default: accepts every game.
    ///
    /// - Throws: `not-a-letter`.
    func requireLayout(_ alphabet: Alphabet?) throws(RuleViolation)
}

extension LexiconRules {
    /// Default: yes.
    public var needsLexicon: Bool { true }
    /// Default: nil.
    public var words: WordRules? { nil }
    /// Default: accepts every game.
    public func requireLayout(_ alphabet: Alphabet?) throws(RuleViolation) {}
    /// Default: the fields of `words`.
    public var scoringFields: Parameters { words?.fields ?? .none }
}

/// Rules whose words need clues; a pack without clues does not offer their games.
public protocol ClueRules: RuleSet {}

/// Rules of games without an end: their journals are compacted before they are full.
///
/// Compaction keeps the events about cells, seats, prompts and locks that still matter.
public protocol EndlessRules: RuleSet {
    /// A rule event that gives the rules the state that they have in `state`, in place of all earlier ones.
    ///
    /// Default: nil, which keeps every rule event.
    func summary(of state: GameState) -> RuleEvent?
}

extension EndlessRules {
    /// Default: nil.
    public func summary(of state: GameState) -> RuleEvent? { nil }
}

/// Rules that can run the lobby: the board that always exists, never ends and is open to everyone.
public protocol LobbyRules: EndlessRules {
    /// The options of the lobby.
    static var lobbyOptions: Parameters { get }
}

/// Rules with deadlines.
public protocol TimedRules: RuleSet {
    /// The next deadline of the game at `state`; nil if there is no deadline.
    ///
    /// The server sends ``Command/deadlineReached`` at that time, and again until the deadline has moved.
    func deadline(_ state: GameState, in game: GameController) -> Timestamp?
    /// Called when the deadline is reached. Default: no effect, which suffices if bots play for late players.
    func didReachDeadline(in game: GameController) throws(RuleViolation)
}

extension TimedRules {
    /// Default: no effect.
    public func didReachDeadline(in game: GameController) {}
}

/// Rules with bots.
///
/// The server asks for the awaited moves after each commit, computes them on other threads and sends each
/// result as ``Command/botMove(_:_:)``.
public protocol BotRules: RuleSet {
    /// Throws unless `player` may seat a bot now.
    func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation)
    /// The moves that bots have to make at `time`.
    func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove]
    /// Carries out `move`, which a bot has chosen for `seat`.
    ///
    /// - Throws: if the move is no longer due.
    func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation)
    /// When the next bot moves that waits for a time; nil if none does. Default: nil.
    ///
    /// The server asks for the awaited moves then.
    func nextBotMove(in game: GameController) -> Timestamp?
}

extension BotRules {
    /// Default: nil.
    public func nextBotMove(in game: GameController) -> Timestamp? { nil }
}

/// The seeds of the random choices of bots.
enum BotSeed {
    /// A seed for each move of each seat, derived from the `seed` of the game.
    static func of(_ seed: UInt64, _ seat: Seat, move: Int) -> UInt64 {
        var random = SeededGenerator(seed: seed)
        for number in [seat.number, move] { random = SeededGenerator(seed: random.next() &+ UInt64(number)) }
        return random.next()
    }
}

/// Rules of games with a hidden answer, such as a word or a solved crossword.
public protocol HiddenAnswerRules: RuleSet {
    /// Chooses the hidden answer of a new game; the result becomes ``GameSetup/answer``.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option; also if there is nothing to choose.
    static func answer(for setup: GameSetup, from library: any Library) throws(RuleViolation) -> Parameters
    /// The part of a game that is known from `setup` without its answer.
    ///
    /// - Throws: if the options are invalid.
    static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline
    /// The option that takes the id of a stored puzzle; nil if there is no such option. Default: nil.
    ///
    /// A game with a private puzzle does not keep the option, because viewers see the options.
    static var puzzleOption: String? { get }
}

/// A game as lists show it, besides its setup and phase.
public struct GameOutline: Equatable, Sendable {
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Whether each player has a private board.
    public let hasPrivateBoards: Bool
    /// The most people who can sit down.
    public let seatLimit: Int

    /// Creates an outline.
    public init(isOpen: Bool, hasPrivateBoards: Bool, seatLimit: Int) {
        self.isOpen = isOpen
        self.hasPrivateBoards = hasPrivateBoards
        self.seatLimit = seatLimit
    }
}

extension HiddenAnswerRules {
    /// Default: nil.
    public static var puzzleOption: String? { nil }
}

/// Rules with a daily game: one task for everyone on every server.
public protocol DailyRules: RuleSet {
    /// The options of the daily game of `day`; they tell it apart from other games.
    static func dailyOptions(_ day: Day) -> Parameters
    /// The options of the daily game of `day` as a pack offers it. Default: `dailyOptions(day)`.
    static func dailyOptions(_ day: Day, as offer: Pack.Offer) -> Parameters
    /// Whether a game with `options` is the daily game of `day`. Default: if they equal `dailyOptions(day)`.
    static func isDaily(_ options: Parameters, of day: Day) -> Bool
    /// The score of the only player of a finished daily game; nil if the game does not count.
    func dailyScore(_ state: GameState) -> DailyScore?
    /// The options of a single-player game with the task of a challenge that is made with `options`.
    ///
    /// Default: `options`.
    ///
    /// - Throws: `invalid-value` if several people must play a game with these options.
    static func challengeOptions(_ options: Parameters) throws(RuleViolation) -> Parameters
    /// The options of a race on private boards, with the task of a challenge that has `options`.
    ///
    /// Default: refuses, for rules without races.
    ///
    /// - Throws: `invalid-value` if these rules have no races.
    static func raceOptions(_ options: Parameters) throws(RuleViolation) -> Parameters
    /// The seed of a challenge with the task of the finished game in `state`. Default: that of the game.
    ///
    /// - Throws: `invalid-value` if nobody else can play that task.
    func challengeSeed(_ state: GameState) throws(RuleViolation) -> UInt64
}

extension DailyRules {
    /// Default: `dailyOptions(day)`.
    public static func dailyOptions(_ day: Day, as offer: Pack.Offer) -> Parameters { dailyOptions(day) }

    /// Default: if they equal `dailyOptions(day)`.
    public static func isDaily(_ options: Parameters, of day: Day) -> Bool { options == dailyOptions(day) }

    /// Default: `options`.
    public static func challengeOptions(_ options: Parameters) throws(RuleViolation) -> Parameters { options }

    /// Default: refuses, for rules without races.
    public static func raceOptions(_ options: Parameters) throws(RuleViolation) -> Parameters {
        throw RuleViolation(
            .invalidValue, "“\(name)” has no race in which everybody has a board of their own.")
    }

    /// Default: that of the game.
    public func challengeSeed(_ state: GameState) throws(RuleViolation) -> UInt64 { state.setup.seed }
}

extension DailyRules where Self: SolvingRules {
    /// The options without `mode` and `limit`; refuses a mode other than the default one, and a day.
    public static func challengeOptions(_ options: Parameters) throws(RuleViolation) -> Parameters {
        guard try PlayMode(options, allowed: modes) == modes[0], options.values["day"] == nil else {
            throw RuleViolation(
                .invalidValue, "A challenge is for one player, on any day: leave out “mode” and “day”.")
        }
        return options.without(["mode", "limit"])
    }

    /// The options with the mode of a race.
    public static func raceOptions(_ options: Parameters) throws(RuleViolation) -> Parameters {
        guard modes.contains(.race) else {
            throw RuleViolation(.invalidValue, "“\(name)” has no races.")
        }
        return options.merging(Parameters(["mode": .text(PlayMode.race.rawValue)]))
    }
}

/// A player's score in a daily game.
public struct DailyScore: Equatable, Sendable {
    /// Whether the player solved the task; always true in games that only count points.
    public let isSolved: Bool
    /// Whether the player used help from the server.
    public let isAssisted: Bool
    /// The time played.
    public let elapsed: Duration
    /// The points, in games that count them.
    public let score: Int?
    /// The number of tries, in games that count them.
    public let tries: Int?
    /// The number of moves, in games that count them.
    public let moves: Int?

    /// Creates a score.
    public init(
        isSolved: Bool, isAssisted: Bool = false, elapsed: Duration, score: Int? = nil, tries: Int? = nil,
        moves: Int? = nil
    ) {
        self.isSolved = isSolved
        self.isAssisted = isAssisted
        self.elapsed = elapsed
        self.score = score
        self.tries = tries
        self.moves = moves
    }
}

extension DailyScore {
    func withMoves(_ moves: Int?) -> DailyScore {
        DailyScore(
            isSolved: isSolved, isAssisted: isAssisted, elapsed: elapsed, score: score, tries: tries,
            moves: moves)
    }
}

/// Rules whose results can be shared as rows of coloured squares, without spoilers.
public protocol ShareTextRules: RuleSet {
    /// The result on `board` of a finished game; contains no letter of the board.
    func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText
}

/// A result as text: a few words and five rows of symbols.
public struct ShareText: Equatable, Sendable {
    /// The result in a few words: `4/5`, `1:23`, `31 points`.
    public let result: String
    /// The rows, top to bottom.
    public let rows: [String]

    /// Creates a text from its rows.
    public init(_ result: String, rows: [String]) {
        self.result = result
        self.rows = rows
    }

    /// Creates a text with one symbol for each cell.
    public init(_ result: String, symbol: (CellIndex) -> String) {
        self.init(
            result,
            rows: (0..<CellIndex.side).map { row in
                CellIndex.all.filter { $0.row == row }.map(symbol).joined()
            })
    }
}

/// Rules that keep state beyond what every game has, such as whose turn it is.
///
/// A rule set is a value that does not change. State that changes during a game is ``GameState/ruleState``;
/// it follows from the events alone, so that a replay arrives at the same state.
public protocol StatefulRules: RuleSet {
    /// The state that the rules keep.
    associatedtype State: RuleState
}

/// State that belongs to one game's rules: a fold over the game's events.
public protocol RuleState: Equatable, Sendable {
    /// The state before the first event.
    init()
    /// Applies `event`, which has already been applied to the rest of `state`.
    mutating func apply(_ event: GameEvent, to state: GameState)
    /// The setup of the game from `event` on. Default: unchanged.
    ///
    /// Rules whose events change it set ``RuleEvent/changesSetup``, so that stores follow.
    func setup(_ setup: GameSetup, after event: RuleEvent) -> GameSetup
}

extension RuleState {
    /// Default: unchanged.
    public func setup(_ setup: GameSetup, after event: RuleEvent) -> GameSetup { setup }
}

/// For rules that are not ``StatefulRules``.
struct NoRuleState: RuleState {
    init() {}
    mutating func apply(_ event: GameEvent, to state: GameState) {}
}

extension StatefulRules {
    fileprivate static var stateType: any RuleState.Type { State.self }
}

extension RuleSet {
    var ruleStateType: any RuleState.Type {
        (Self.self as? any StatefulRules.Type)?.stateType ?? NoRuleState.self
    }
}

/// Rules that can check the marks, board results and final result of an imported game.
public protocol VerifiableRules: RuleSet {
    /// Refuses `state` unless its marks and results follow from its boards.
    ///
    /// - Throws: `invalid-value`, saying what is wrong.
    func verify(_ state: GameState, lexicon: Lexicon?) throws(RuleViolation)
}

/// The key of a large table that bots keep between moves; it can make the table.
public protocol BotTableKey: Hashable, Sendable {
    /// The table, such as the values of all lines under a scoring.
    associatedtype Table: Sendable

    /// Makes the table, which may take a second.
    func makeTable() -> Table
}

/// The tables that bots keep between moves.
///
/// It may be used on any thread.
public protocol BotCache: Sendable {
    /// The table of `key`, made if it is not cached.
    func table<Key: BotTableKey>(_ key: Key) -> Key.Table
}

/// How well a bot plays.
public enum BotLevel: String, CaseIterable, Sendable {
    /// Like a casual player.
    case easy
    /// Like a good player.
    case medium
    /// As well as the program can.
    case hard
}

/// A move that a bot has chosen.
public struct BotMove: Equatable, Sendable {
    /// The name of the move; the rules define the names.
    public let name: String
    /// The parameters of the move.
    public let values: Parameters

    /// Creates a move.
    public init(_ name: String, _ values: [String: Parameters.Value]) {
        self.name = name
        self.values = Parameters(values)
    }
}

/// A bot's move that a game waits for, with a closure that computes it on any thread.
public struct AwaitedMove: Sendable {
    /// Identifies a move within a game.
    public struct ID: Hashable, Sendable {
        let seat: Seat
        let number: Int
    }

    /// The identity of the move, so that the server computes it only once.
    public let id: ID
    /// The seat for which the bot plays.
    public var seat: Seat { id.seat }
    /// The table without which ``think`` takes long; nil if it needs none.
    public let table: (any BotTableKey)?
    /// Chooses the move; nil if there is no possible move.
    public let think: @Sendable (any BotCache) -> BotMove?

    /// Creates a request for a move of `seat`; `number` increases from one move of the seat to the next.
    public init(
        seat: Seat, number: Int, using table: (any BotTableKey)? = nil,
        think: @escaping @Sendable (any BotCache) -> BotMove?
    ) {
        id = ID(seat: seat, number: number)
        self.table = table
        self.think = think
    }
}
