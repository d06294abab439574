/// The refusal of a command: a code for programs and a sentence for people.
///
/// A refused command changes nothing.
public struct RuleViolation: Error, Equatable, Sendable {
    /// The reasons for refusals; the raw values are the codes on the wire.
    public enum Code: String, CaseIterable, Sendable {
        case notALetter = "not-a-letter"
        case lockedCell = "locked-cell"
        case boardLocked = "board-locked"
        case gameFinished = "game-finished"
        case gameNotFinished = "game-not-finished"
        case gameNotStarted = "game-not-started"
        case gameStarted = "game-started"
        case notYourTurn = "not-your-turn"
        case alreadyCalled = "already-called"
        case noLetterCalled = "no-letter-called"
        case alreadyPlaced = "already-placed"
        case notTheLetter = "not-the-letter"
        case cellTaken = "cell-taken"
        case gamePaused = "game-paused"
        case boardFinished = "board-finished"
        case notThisRow = "not-this-row"
        case rowNotFull = "row-not-full"
        case notAWord = "not-a-word"
        case hardMode = "hard-mode"
        case noClues = "no-clues"
        case noSuchPuzzle = "no-such-puzzle"
        case noBots = "no-bots"
        case unknownLexicon = "unknown-lexicon"
        case orphanedCell = "orphaned-cell"
        case tokenNeeded = "token-needed"
        case unknownToken = "unknown-token"
        case notAllowed = "not-allowed"
        case preconditionFailed = "precondition-failed"
        case cellDiffers = "cell-differs"
        case nothingToUndo = "nothing-to-undo"
        case alreadyAsked = "already-asked"
        case noFreeSeat = "no-free-seat"
        case noSuchSeat = "no-such-seat"
        case noSuchBoard = "no-such-board"
        case noSuchPrompt = "no-such-prompt"
        case noSuchAction = "no-such-action"
        case unknownRules = "unknown-rules"
        case unknownKey = "unknown-key"
        case invalidValue = "invalid-value"
    }

    /// The reason.
    public let code: Code
    /// The reason in one sentence, shown to people.
    public let detail: String
    /// The refused cell, if the refusal concerns one cell.
    public let cell: CellIndex?

    /// Creates a refusal.
    public init(_ code: Code, _ detail: String, cell: CellIndex? = nil) {
        self.code = code
        self.detail = detail
        self.cell = cell
    }

    /// A copy that names `cell` unless the refusal already names a cell.
    func about(_ cell: CellIndex) -> RuleViolation {
        RuleViolation(code, detail, cell: self.cell ?? cell)
    }
}
