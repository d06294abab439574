/// What may be typed where, by whom and when, and what follows from it.
///
/// A game's rules are one small file that overrides these answers.
public protocol RuleSet {
    /// The name under which games ask for these rules.
    static var name: String { get }
    /// What is to be found in a game of `setup`; nil where nothing is.
    ///
    /// Chosen once, when the game is made.
    /// - Throws: `unknown-key` or `invalid-value`, naming the option; when there is nothing to choose from.
    static func answer(for setup: GameSetup, from library: any Library) throws(RuleViolation) -> GameAnswer?
    /// Reads the options of `setup`, and what is to be found there.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option.
    init(_ setup: GameSetup) throws(RuleViolation)
    /// Whether people without a seat may edit.
    var isOpen: Bool { get }
    /// Where a game stands before anything has happened.
    var startingPhase: GameState.Phase { get }
    /// Whether everybody has a board of their own, which nobody else sees before the end.
    var hasPrivateBoards: Bool { get }
    /// Whether everybody is told what the rules have said of letters that are hidden.
    var tellsHiddenMarks: Bool { get }
    /// What each board shows before anything has happened; none for empty cells.
    var layout: [any CellObject] { get }
    /// The name of the lexicon whose words count; nil where none do.
    var lexicon: String? { get }
    /// Whether nothing can be played without it.
    var needsLexicon: Bool { get }
    /// By which words the boards are scored; nil where they are not.
    var words: WordRules? { get }
    /// How the game ends, where that is a matter of choice.
    var end: SquareEnd? { get }
    /// Whether somebody may sit down now.
    func mayTakeSeat(in game: GameController) throws(RuleViolation)
    /// What follows from somebody's sitting down.
    func didSeat(in game: GameController)
    /// Whether `player` may seat a bot now.
    func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation)
    /// What it means that `player` takes whoever sits on `seat` away from it: oneself, or as the host.
    func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation)
    /// `player` is about to ask for something else than to leave.
    func willAct(_ player: Player, in game: GameController) throws(RuleViolation)
    /// Whether `player` may type on the boards now; asked once for every edit, before any cell.
    func mayType(_ player: Player, in game: GameController) throws(RuleViolation)
    /// What is meant when `text` is typed.
    func reading(_ text: String, in game: GameController) -> String
    /// Whether `edit` may happen now; asked before every change of a cell, by hand or by an action.
    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation)
    /// What follows from an edit of `board` that has happened.
    func didEdit(_ board: Board, in game: GameController) throws(RuleViolation)
    /// When the rules want to be told that time has passed, if at all, of a game that stands at `state`.
    func deadline(_ state: GameState, in game: GameController) -> Timestamp?
    /// The moves that are due from bots at `time`.
    func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove]
    /// What a bot has thought of for `seat`.
    ///
    /// - Throws: when it is not due any more.
    func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation)
    /// Sets the actions that players may perform besides typing. Blocks capture `game` weakly.
    func setActions(on game: GameController)
    /// Ends the game as it stands.
    func end(_ game: GameController)
    /// What happens when the players have answered `prompt` with `button`.
    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation)
}

/// A change of one cell that the rules are asked about.
public struct ProposedEdit: Sendable {
    /// The board's number.
    public let board: Int
    /// The cell.
    public let cell: CellIndex
    /// What would stand there; nil for nothing.
    public let value: Letter?
    /// Who wants it.
    public let player: Player
    /// Why.
    public let cause: CellChange.Cause
}

extension RuleSet {
    /// Nothing.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> GameAnswer? { nil }

    /// Only the seated write.
    public var isOpen: Bool { false }

    /// At once in play.
    public var startingPhase: GameState.Phase { .playing }

    /// Everybody sees every board.
    public var hasPrivateBoards: Bool { false }

    /// Nobody is.
    public var tellsHiddenMarks: Bool { false }

    /// Empty cells.
    public var layout: [any CellObject] { [] }

    /// That by which the boards are scored.
    public var lexicon: String? { words?.lexicon }

    /// Where words are asked for.
    public var needsLexicon: Bool { words?.isRequired ?? false }

    /// As players end it.
    public var end: SquareEnd? { nil }

    /// No words count.
    public var words: WordRules? { nil }

    /// As long as the game is not over.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) { try game.requirePlaying() }

    /// Nothing.
    public func didSeat(in game: GameController) {}

    /// There is nothing for bots to do.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(.noBots, "There are no bots for games of these rules.")
    }

    /// The seat is free for others.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        game.record(.seatLeft(seat))
    }

    /// Nothing.
    public func willAct(_ player: Player, in game: GameController) {}

    /// Nothing.
    public func didEdit(_ board: Board, in game: GameController) {}

    /// As it is, without points.
    public func end(_ game: GameController) { game.finish() }

    /// Never.
    public func deadline(_ state: GameState, in game: GameController) -> Timestamp? { nil }

    /// None.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] { [] }

    /// Refuses: no bot plays.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(.noBots, "There are no bots for games of these rules.")
    }

    /// Not when the game is over or the board is frozen, and only the seated unless the board is open.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !isOpen { try game.requireSeat(player) }
        try game.requireWritable()
    }

    /// What it says.
    public func reading(_ text: String, in game: GameController) -> String { text }

    /// Not when the game is over or the board is frozen.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
    }

    /// No actions.
    public func setActions(on game: GameController) {}

    /// Nothing.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {}
}

/// Where the things come from that games are made of.
public protocol Library {
    /// The lexicons.
    var lexicons: Lexicons { get }
    /// What makes crosswords of the words of `lexicon`; nil when there are no clues for them.
    func generator(_ lexicon: String) -> PuzzleGenerator?
    /// The crossword that is kept under `id`, if there is one.
    func puzzle(_ id: String) -> Puzzle?
}

/// The rule sets by name.
public enum RuleSets {
    private static var all: [any RuleSet.Type] {
        [FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self]
    }

    /// The names that a game can ask for.
    public static var names: [String] { all.map { $0.name } }

    /// Whether something is to be found in a game of `setup`.
    public static func hidesAnswer(_ setup: GameSetup) -> Bool {
        (try? type(for: setup)) is any SolvingRules.Type
    }

    /// `setup` with what is to be found in its game, where something is.
    ///
    /// - Throws: `unknown-rules`; what the rule set says of its options, or has nothing to choose from.
    public static func complete(_ setup: GameSetup, from library: any Library) throws(RuleViolation)
        -> GameSetup
    {
        setup.with(try type(for: setup).answer(for: setup, from: library))
    }

    /// The rules that `setup` asks for.
    ///
    /// - Throws: `unknown-rules`; what the rule set says of its options.
    static func rules(for setup: GameSetup) throws(RuleViolation) -> any RuleSet {
        guard setup.answer == nil || hidesAnswer(setup) else {
            throw RuleViolation(.invalidValue, "There is nothing to be found in games of these rules.")
        }
        return try type(for: setup).init(setup)
    }

    private static func type(for setup: GameSetup) throws(RuleViolation) -> any RuleSet.Type {
        guard let type = all.first(where: { $0.name == setup.rules }) else {
            let known = names.joined(separator: ", ")
            throw RuleViolation(.unknownRules, "There are no rules of that name; known are: \(known).")
        }
        return type
    }
}
