/// The rules of one game: they allow or refuse commands and carry out the consequences.
///
/// To write a game, adopt this protocol in a small value type and register it in a ``RuleCatalog``. Every
/// requirement but `name`, `info` and `init` has a default. Features that only some games have are separate
/// protocols in `Capabilities.swift`: private boards, words, deadlines, bots, hidden answers, daily games.
///
/// ``Game/apply(_:by:at:)`` runs each command as a transaction:
///
/// 1. ``willAct(_:in:)``.
/// 2. An edit calls ``mayType(_:in:)`` once, then ``normalized(_:in:)`` and ``mayEdit(_:in:)`` for each cell,
///    then ``didEdit(_:in:)`` if a cell has changed. An action runs a block set by ``setActions(on:)``. Other
///    commands call ``mayTakeSeat(in:)`` and ``didSeat(in:)``, ``leave(_:_:in:)``, or a method of
///    ``BotRules`` or ``TimedRules``.
/// 3. Prompts that now have an outcome are dismissed: ``didDismiss(_:button:in:)``.
///
/// A method refuses by throwing a ``RuleViolation``, which rolls back the whole command. The rules change a
/// game only through its ``GameController``: they edit its cells or call ``GameController/record(_:)``, and
/// each change becomes a ``GameEvent``. A replay applies the stored events and repeats none of these calls,
/// so a rule set must not store state itself; ``StatefulRules`` have a place for it.
public protocol RuleSet: Sendable {
    /// The name by which setups refer to these rules: lower-case letters.
    static var name: String { get }
    /// The title, the summary and the options of the game, for clients.
    static var info: RuleInfo { get }
    /// The refusals that only these rules use. Default: none.
    static var refusals: [RuleViolation.Code] { get }
    /// The causes for which only these rules change or mark cells. Default: none.
    static var causes: [Cause] { get }
    /// The options of the next round after a game with `options`.
    ///
    /// Default: `options` without `seed`, `day` and the mode `daily`, so that the next round differs.
    static func nextRoundOptions(_ options: Parameters) -> Parameters

    /// Refuses a new game for reasons that must not apply to stored games. Default: no effect.
    static func check(_ setup: GameSetup) throws(RuleViolation)

    /// Reads the options of `setup`, and its hidden answer if the game has one.
    ///
    /// Also called for stored games: it has to accept every setup that an earlier version has accepted.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option.
    init(_ setup: GameSetup) throws(RuleViolation)

    /// Whether people without a seat may edit. Default: no.
    var isOpen: Bool { get }
    /// The phase of a new game. Default: waiting if ``RuleInfo/seats`` begins above 1, else playing.
    var startingPhase: GameState.Phase { get }
    /// The most people who can sit down: 1…12, in rooms and their races up to 60.
    ///
    /// Default: the end of ``RuleInfo/seats``.
    var seatLimit: Int { get }
    /// The objects of each board before the first event, 25 or none. Default: none, for empty cells.
    var layout: [any CellObject] { get }
    /// The objects of the shared board while the game waits for players. Default: `layout`.
    ///
    /// Rules whose layout is the task hide it here, so that nobody sees it before the clock runs.
    var layoutBeforeStart: [any CellObject] { get }

    /// Throws unless another player or bot may sit down now. Default: refuses when the game is over.
    func mayTakeSeat(in game: GameController) throws(RuleViolation)
    /// Throws unless this player with a key may sit down. Default: no effect.
    func maySit(_ player: PlayerID, in game: GameController) throws(RuleViolation)
    /// Called after a player, not a bot, has sat down. Default: no effect.
    func didSeat(in game: GameController)
    /// Frees the taken `seat` at the request of `player`. Default: allows the seat's player and the host.
    func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation)
    /// Whether the player on `seat` gets no seat in the next round. Default: if the player is away.
    func skipsNextRound(_ seat: Seat, in state: GameState) -> Bool

    /// The seat whose player is the host, where the host can change. Default: nil, for the maker of the game.
    func hostSeat(in state: GameState) -> Seat?

    /// Called before every command but ``Command/leaveSeat(_:)`` and
    /// ``Command/renameSeat(_:_:_:isNickname:)``.
    ///
    /// Default: no effect.
    func willAct(_ player: Player, in game: GameController) throws(RuleViolation)
    /// Throws unless `player` may type on the boards now; called once for each edit, before any cell changes.
    ///
    /// Default: refuses when the game is over or the board locked, and people without a seat unless `isOpen`.
    func mayType(_ player: Player, in game: GameController) throws(RuleViolation)
    /// The text that replaces the typed `text`, such as a letter without its accent. Default: `text`.
    func normalized(_ text: String, in game: GameController) -> String
    /// Throws unless `edit` is allowed; called before each change of a cell, by typing or by an action.
    ///
    /// Default: refuses when the game is over or the board locked.
    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation)
    /// Called after an edit or an undo has changed `board`. Default: no effect.
    func didEdit(_ board: Board, in game: GameController) throws(RuleViolation)

    /// Sets ``GameController/actions``; the blocks must capture `game` weakly. Default: no actions.
    func setActions(on game: GameController)
    /// Called when `prompt` has ended with `button`, by the answers or by expiry. Default: no effect.
    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation)
    /// Ends the game at the host's request. Default: without points.
    func end(_ game: GameController)

    /// Fields to add to the JSON of the game, as far as `viewer` may see them. Default: none.
    func fields(of state: GameState, for viewer: Seat?) -> Parameters
    /// Fields to add to the JSON of `seat`, as far as `viewer` may see them. Default: none.
    func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters
    /// Whether `viewer` may see `event` in full. Default: yes.
    func reveals(_ event: RuleEvent, to viewer: Seat?, in state: GameState) -> Bool
    /// Whether an imported or stored `change` is possible at `state`; ``GameState`` has checked it already.
    ///
    /// It need not repeat every rule: it keeps out changes that would corrupt the rules' state.
    /// Default: false for rule events and start values, so rules that record them have to implement it.
    func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool

    /// Called at the end of each command. Default: no effect.
    func didCarryOut(_ command: Command, in game: GameController)
}

/// A change of one cell that the rules may refuse.
public struct ProposedEdit: Sendable {
    /// The board's number: 0 for the shared board, n for the board of seat n.
    public let board: Int
    /// The index of the cell.
    public let cell: CellIndex
    /// The new letter; nil clears the cell.
    public let value: Letter?
    /// The player who sent the command.
    public let player: Player
    /// Why the cell would change.
    public let cause: Cause
}

extension RuleSet {
    /// Default: none.
    public static var refusals: [RuleViolation.Code] { [] }
    /// Default: none.
    public static var causes: [Cause] { [] }

    /// Default: without `seed`, `day` and the mode `daily`.
    public static func nextRoundOptions(_ options: Parameters) -> Parameters {
        let dailyMode = options.values["mode"] == .text(PlayMode.daily.rawValue) ? ["mode"] : []
        return options.without(["seed", "day"] + dailyMode)
    }

    /// Default: no effect.
    public static func check(_ setup: GameSetup) throws(RuleViolation) {}

    /// Default: no.
    public var isOpen: Bool { false }
    /// Default: waiting if the game needs several people, else playing.
    public var startingPhase: GameState.Phase { Self.info.seats.lowerBound > 1 ? .waiting : .playing }
    /// Default: the most people who can play.
    public var seatLimit: Int { Self.info.seats.upperBound }
    /// Default: none, for empty cells.
    public var layout: [any CellObject] { [] }
    /// Default: `layout`.
    public var layoutBeforeStart: [any CellObject] { layout }

    /// Default: refuses when the game is over.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) { try game.requirePlaying() }
    /// Default: no effect.
    public func maySit(_ player: PlayerID, in game: GameController) throws(RuleViolation) {}
    /// Default: no effect.
    public func didSeat(in game: GameController) {}

    /// Default: allows the seat's player and the host.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        game.record(.seatLeft(seat))
    }

    /// Default: if the player is away.
    public func skipsNextRound(_ seat: Seat, in state: GameState) -> Bool { state.awaySeats.contains(seat) }

    /// Default: nil.
    public func hostSeat(in state: GameState) -> Seat? { nil }

    /// Default: no effect.
    public func willAct(_ player: Player, in game: GameController) {}

    /// Default: refuses when the game is over or the board locked, and people without a seat unless `isOpen`.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !isOpen { try game.requireSeat(player) }
        try game.requireWritable()
    }

    /// Default: `text`.
    public func normalized(_ text: String, in game: GameController) -> String { text }

    /// Default: refuses when the game is over or the board locked.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
    }

    /// Default: no effect.
    public func didEdit(_ board: Board, in game: GameController) {}
    /// Default: no actions.
    public func setActions(on game: GameController) {}
    /// Default: no effect.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {}
    /// Default: without points.
    public func end(_ game: GameController) { game.finish() }

    /// Default: none.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters { .none }
    /// Default: none.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters { .none }
    /// Default: yes.
    public func reveals(_ event: RuleEvent, to viewer: Seat?, in state: GameState) -> Bool { true }

    /// Default: no effect.
    public func didCarryOut(_ command: Command, in game: GameController) {}

    /// Default: false for rule events and start values.
    public func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .ruleEvent: false
        case .gameStarted(let start): start.values == .none
        default: true
        }
    }
}

/// A rule set as clients present it.
public struct RuleInfo: Sendable {
    /// The title of the game.
    public let title: String
    /// The game in one sentence.
    public let summary: String
    /// The schema of each option, by name.
    public let options: [String: Schema]
    /// How many people can play, within 1…12; a game that needs several waits for them.
    public let seats: ClosedRange<Int>
    /// How to play, a short sentence for each step; none by default.
    public let howToPlay: [String]
    /// The letters of the keys on the page; by default none, for the alphabet.
    public let keys: [String]

    /// Creates a description.
    public init(
        title: String, summary: String, options: [String: Schema],
        seats: ClosedRange<Int> = 1...Seat.defaultMaximum, howToPlay: [String] = [], keys: [String] = []
    ) {
        (self.title, self.summary, self.options) = (title, summary, options)
        (self.seats, self.howToPlay, self.keys) = (seats, howToPlay, keys)
    }

    /// The most keys that the page has room for.
    static let mostKeys = 60
}

/// The lexicons and puzzles from which new games are made.
public protocol Library {
    /// The lexicons.
    var lexicons: Lexicons { get }
    /// The generator of crosswords from the words of `lexicon`; nil if there are no clues for them.
    func generator(_ lexicon: String) -> PuzzleGenerator?
    /// The stored crossword `id`; nil if it does not exist.
    func puzzle(_ id: String) -> Puzzle?
    /// Calls `work` with exclusive access to the tasks of days; other callers wait.
    func withDays<Value>(
        _ work: (inout DayTasks) throws(RuleViolation) -> Value
    ) throws(RuleViolation) -> Value
}

extension Library {
    /// The words of the pack `id` for a new game of `rules`.
    ///
    /// - Throws: `unknown-lexicon` or `not-in-pack`.
    func lexicon(_ id: String, for rules: String) throws(RuleViolation) -> Lexicon {
        try lexicons.lexicon(id, for: rules)
    }
}
