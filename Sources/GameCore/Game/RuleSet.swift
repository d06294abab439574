/// The rules of one game: what may be typed where, by whom and when, and what follows from it.
///
/// A game's rules are one folder. This protocol is what every game answers; what only some games have is a
/// protocol of its own, in `Capabilities.swift`, that their rules adopt. Conforming types are small values.
public protocol RuleSet: Sendable {
    /// The name under which games ask for these rules: lower-case letters.
    static var name: String { get }
    /// What clients show about the game, and its options as JSON Schema.
    static var info: RuleInfo { get }
    /// The options of the next round after a game with `options`, without what chooses its letters or task.
    ///
    /// Default: without `seed` and `day`, and without the mode `daily`.
    static func nextRoundOptions(_ options: Parameters) -> Parameters

    /// Refuses a new game of `setup` for more than `init` refuses, which old games pass too.
    ///
    /// Default: no effect.
    static func check(_ setup: GameSetup) throws(RuleViolation)

    /// Reads the options of `setup`, and the hidden answer if the game has one.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option.
    init(_ setup: GameSetup) throws(RuleViolation)

    /// Whether people without a seat may edit. Default: no.
    var isOpen: Bool { get }
    /// The phase of a new game. Default: playing.
    var startingPhase: GameState.Phase { get }
    /// The most people who can sit down, 1…12. Default: 12.
    var seatLimit: Int { get }
    /// What each board shows before the first event, 25 objects. Default: none, for empty cells.
    var layout: [any CellObject] { get }

    /// Whether somebody may sit down now. Default: while the game is not over.
    func mayTakeSeat(in game: GameController) throws(RuleViolation)
    /// What follows after somebody has sat down. Default: no effect.
    func didSeat(in game: GameController)
    /// Frees `seat`, or gives it up, at the request of `player`.
    ///
    /// Default: oneself and the host may; the seat is free.
    func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation)
    /// Whether the player on `seat` gets no seat in the next round. Default: a player who has left.
    func staysBehind(_ seat: Seat, in state: GameState) -> Bool

    /// `player` is about to send any command but leaving. Default: no effect.
    func willAct(_ player: Player, in game: GameController) throws(RuleViolation)
    /// Whether `player` may type on the boards now; asked once for each edit, before any cell.
    ///
    /// Default: the seated, or everybody on an open board, unless the game is over or the board locked.
    func mayType(_ player: Player, in game: GameController) throws(RuleViolation)
    /// The text that is meant when `text` is typed. Default: the same.
    func reading(_ text: String, in game: GameController) -> String
    /// Whether `edit` may happen now; asked before every change of a cell, by hand or by an action.
    ///
    /// Default: unless the game is over or the board locked.
    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation)
    /// What follows from an edit of `board` that has happened. Default: no effect.
    func didEdit(_ board: Board, in game: GameController) throws(RuleViolation)

    /// Sets the actions that players may perform besides typing; blocks capture `game` weakly. Default: none.
    func setActions(on game: GameController)
    /// What follows when the players have answered `prompt` with `button`. Default: no effect.
    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation)
    /// Ends the game as it stands. Default: without points.
    func end(_ game: GameController)

    /// What the game's JSON has besides what every game has, as `viewer` may know it. Default: nothing.
    func fields(of state: GameState, for viewer: Seat?) -> Parameters
    /// What the JSON of `seat` has besides what every seat has, as `viewer` may know it. Default: nothing.
    func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters
    /// Whether `viewer` may be told all of `event`, an event of these rules' own. Default: yes.
    func tells(_ event: RuleEvent, to viewer: Seat?, in state: GameState) -> Bool
    /// Whether `change` can follow in a journal from elsewhere, where every game would allow it.
    ///
    /// It tells what cannot be, not what the rules would have said. Default: unless it carries values of
    /// rules' own.
    func admits(_ change: GameEvent.Change, in state: GameState) -> Bool
}

/// A change of one cell that the rules are asked about.
public struct ProposedEdit: Sendable {
    /// The board's number.
    public let board: Int
    /// The cell.
    public let cell: CellIndex
    /// The letter that would stand there; nil for an empty cell.
    public let value: Letter?
    /// The player who asks.
    public let player: Player
    /// Why.
    public let cause: CellChange.Cause
}

extension RuleSet {
    /// Without `seed` and `day`, and without the mode `daily`.
    public static func nextRoundOptions(_ options: Parameters) -> Parameters {
        let chosen = options.values["mode"] == .text(PlayMode.daily.rawValue) ? ["mode"] : []
        return options.without(["seed", "day"] + chosen)
    }

    /// No effect.
    public static func check(_ setup: GameSetup) throws(RuleViolation) {}

    /// No.
    public var isOpen: Bool { false }
    /// Playing.
    public var startingPhase: GameState.Phase { .playing }
    /// 12.
    public var seatLimit: Int { Seat.maximum }
    /// Empty cells.
    public var layout: [any CellObject] { [] }

    /// While the game is not over.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) { try game.requirePlaying() }
    /// No effect.
    public func didSeat(in game: GameController) {}

    /// Oneself and the host may; the seat is free.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        game.record(.seatLeft(seat))
    }

    /// A player who has left.
    public func staysBehind(_ seat: Seat, in state: GameState) -> Bool { state.left.contains(seat) }

    /// No effect.
    public func willAct(_ player: Player, in game: GameController) {}

    /// The seated, or everybody on an open board, unless the game is over or the board locked.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !isOpen { try game.requireSeat(player) }
        try game.requireWritable()
    }

    /// The same text.
    public func reading(_ text: String, in game: GameController) -> String { text }

    /// Unless the game is over or the board locked.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
    }

    /// No effect.
    public func didEdit(_ board: Board, in game: GameController) {}
    /// No actions.
    public func setActions(on game: GameController) {}
    /// No effect.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {}
    /// Without points.
    public func end(_ game: GameController) { game.finish() }

    /// Nothing.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters { .none }
    /// Nothing.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters { .none }
    /// Yes.
    public func tells(_ event: RuleEvent, to viewer: Seat?, in state: GameState) -> Bool { true }

    /// Unless it carries values of rules' own.
    public func admits(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .ruled: false
        case .gameStarted(let start): start.values == .none
        default: true
        }
    }
}

/// What clients show about a game's rules.
public struct RuleInfo: Sendable {
    /// The game's name for people.
    public let title: String
    /// What the game is, in one sentence.
    public let summary: String
    /// The options by their names.
    public let options: [String: Schema]
    /// How many people can play.
    public let seats: ClosedRange<Int>

    /// A description of rules.
    public init(
        title: String, summary: String, options: [String: Schema], seats: ClosedRange<Int> = 1...Seat.maximum
    ) {
        self.title = title
        self.summary = summary
        self.options = options
        self.seats = seats
    }
}

/// The rules that a server knows, by name: what is registered when the program starts.
public struct RuleCatalog: Sendable {
    /// The rules in the order in which they were registered.
    public let all: [any RuleSet.Type]

    /// A catalog of rules whose names differ; a new game without rules gets the first.
    public init(_ first: any RuleSet.Type, _ others: any RuleSet.Type...) {
        defaultName = first.name
        all = [first] + others
    }

    /// The name of the rules of a new game whose request names none.
    public let defaultName: String
    /// The rules of the house board, if there can be one.
    public var house: (any HouseBoardRules.Type)? {
        all.lazy.compactMap { $0 as? any HouseBoardRules.Type }.first
    }

    /// The names that a game can ask for.
    public var names: [String] { all.map { $0.name } }

    /// The rules called `name`, if they are registered.
    public subscript(name: String) -> (any RuleSet.Type)? { all.first { $0.name == name } }

    /// The rules called `name`.
    ///
    /// - Throws: `unknown-rules`, with the names that there are.
    public func rules(named name: String) throws(RuleViolation) -> any RuleSet.Type {
        guard let type = self[name] else {
            let known = names.joined(separator: ", ")
            throw RuleViolation(.unknownRules, "There are no rules of that name; known are: \(known).")
        }
        return type
    }

    /// Whether games of the rules called `name` have a hidden answer.
    public func hidesAnswer(_ name: String) -> Bool { self[name] is any HiddenAnswerRules.Type }

    /// A game of `setup` before its first event.
    ///
    /// - Throws: `unknown-rules`, or what the rules say of the options.
    public func newGame(_ setup: GameSetup) throws(RuleViolation) -> GameState {
        guard setup.answer == nil || hidesAnswer(setup.rules) else {
            throw RuleViolation(.invalidValue, "There is nothing to be found in games of these rules.")
        }
        return GameState(setup, try rules(named: setup.rules).init(setup))
    }

    /// `setup` with the hidden answer of its game, if it has one.
    ///
    /// - Throws: `unknown-rules`; what the rules say of the options, or have nothing to choose from.
    public func completing(_ setup: GameSetup, from library: any Library) throws(RuleViolation) -> GameSetup {
        let type = try rules(named: setup.rules)
        try type.check(setup)
        guard let hiding = type as? any HiddenAnswerRules.Type else { return setup.with(nil) }
        return setup.with(try hiding.answer(for: setup, from: library))
    }

    /// What lists tell of a game of `setup`, which may lack its hidden answer.
    ///
    /// - Throws: `unknown-rules`, or what the rules say of the options.
    public func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        let type = try rules(named: setup.rules)
        if let hiding = type as? any HiddenAnswerRules.Type { return try hiding.outline(of: setup) }
        let game = try newGame(setup)
        return GameOutline(
            isOpen: game.isOpen, hasPrivateBoards: game.hasPrivateBoards, seatLimit: game.rules.seatLimit)
    }

    /// The options of the next round after `setup`.
    public func nextRoundOptions(_ setup: GameSetup) -> Parameters {
        self[setup.rules]?.nextRoundOptions(setup.options) ?? setup.options
    }
}

/// What new games are made of.
public protocol Library {
    /// The lexicons.
    var lexicons: Lexicons { get }
    /// The generator of crosswords from the words of `lexicon`; nil without clues for them.
    func generator(_ lexicon: String) -> PuzzleGenerator?
    /// The crossword that is kept under `id`, if there is one.
    func puzzle(_ id: String) -> Puzzle?
}
