/// What may be typed where, by whom and when, and what follows from it.
///
/// A game's rules are one small file that overrides these answers.
public protocol RuleSet {
    /// The name under which games ask for these rules.
    static var name: String { get }
    /// Reads the options.
    ///
    /// - Throws: `unknown-key` or `invalid-value`, naming the option.
    init(options: Parameters) throws(RuleViolation)
    /// Whether people without a seat may edit.
    var isOpen: Bool { get }
    /// The boards at the start, in order of their number.
    func startingBoards() -> [Board]
    /// Whether `player` may type on the boards now; asked once for every edit, before any cell.
    func mayType(_ player: Player, in game: GameController) throws(RuleViolation)
    /// Whether `edit` may happen now; asked before every change of a cell, by hand or by an action.
    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation)
    /// Sets the actions that players may perform besides typing. Blocks capture `game` weakly.
    func setActions(on game: GameController)
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
    /// Only the seated write.
    public var isOpen: Bool { false }

    /// One empty shared board.
    public func startingBoards() -> [Board] { [Board()] }

    /// Not when the game is over or the board is frozen, and only the seated unless the board is open.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !isOpen { try game.requireSeat(player) }
        try game.requireWritable()
    }

    /// Not when the game is over or the board is frozen.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
    }

    /// No actions.
    public func setActions(on game: GameController) {}

    /// Nothing.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {}
}
