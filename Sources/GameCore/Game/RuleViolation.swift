/// Why a command was refused: a code for programs and one plain sentence for people.
///
/// Nothing has changed.
public struct RuleViolation: Error, Equatable, Sendable {
    /// Every reason for which the games refuse.
    ///
    /// The raw value is the code on the wire.
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
    /// The reason in one plain sentence.
    public let detail: String
    /// The cell that the refusal is about, if it is about one.
    public let cell: CellIndex?

    /// A refusal for `code`, told as `detail`.
    public init(_ code: Code, _ detail: String, cell: CellIndex? = nil) {
        self.code = code
        self.detail = detail
        self.cell = cell
    }

    /// The same refusal, about `cell` unless it names one.
    func about(_ cell: CellIndex) -> RuleViolation {
        RuleViolation(code, detail, cell: self.cell ?? cell)
    }
}
