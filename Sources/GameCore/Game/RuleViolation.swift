/// The refusal of a command: a code for programs and a sentence for people.
///
/// A refused command changes nothing.
public struct RuleViolation: Error, Equatable, Sendable {
    /// The reason of a refusal.
    ///
    /// Rules that refuse for reasons of their own create a code for each and list them in
    /// ``RuleSet/refusals``.
    public struct Code: Hashable, Sendable {
        /// What is wrong, from which the HTTP status follows.
        public enum Kind: Sendable {
            /// Something that the command names does not exist.
            case notFound
            /// The sender has not said, or not proved, who they are.
            case unauthorized
            /// The sender may not do this.
            case forbidden
            /// The command does not fit the present state of the game.
            case conflict
            /// Something that the command names no longer exists.
            case gone
            /// A condition that the sender has set does not hold.
            case preconditionFailed
            /// The cell or the board cannot be changed.
            case locked
            /// A value of the command is invalid.
            case invalid
        }

        /// The code on the wire: lower-case words joined by hyphens, such as `not-a-letter`.
        public let name: String
        /// The kind of refusal, which decides the HTTP status.
        public let kind: Kind
        /// The reason in a few words.
        public let title: String
        /// An explanation for people who write programs, served under `/problems/`.
        public let meaning: String

        /// Creates a code; `meaning` ends with a full stop.
        public init(_ name: String, _ kind: Kind, title: String, meaning: String) {
            self.name = name
            self.kind = kind
            self.title = title
            self.meaning = meaning
        }
    }

    /// The reason, for programs.
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

/// The codes that are not specific to one game.
extension RuleViolation.Code {
    /// All codes that are not specific to one game.
    public static let common: [Self] = [
        .notALetter, .lockedCell, .boardLocked, .gameFinished, .gameNotFinished, .gameNotStarted,
        .gameStarted, .gamePaused, .boardFinished, .noClues, .noSuchPuzzle, .noBots, .unknownLexicon,
        .notInPack,
        .orphanedCell, .tokenNeeded, .unknownToken, .notAllowed, .preconditionFailed, .cellDiffers,
        .nothingToUndo, .alreadyAsked, .noFreeSeat, .tooManySeats, .challengeFull, .seatsClosed, .removed,
        .roomLocked, .makerKnows, .notAbsent, .noSuchSeat, .noSuchMember, .noSuchBoard, .noSuchPrompt,
        .noSuchAction,
        .unknownRules, .unknownKey, .invalidValue,
    ]

    /// The text is not one letter, or the letter is not in the game's alphabet.
    public static let notALetter = Self(
        "not-a-letter", .invalid, title: "Not a letter",
        meaning: "A cell takes exactly one letter, or nothing to clear it.")
    /// The cell is a block, or its letter cannot change.
    public static let lockedCell = Self(
        "locked-cell", .locked, title: "Locked cell",
        meaning: "A block or given letter cannot be changed.")
    /// The host has locked the board.
    public static let boardLocked = Self(
        "board-locked", .locked, title: "Board locked",
        meaning: "The host has locked the board.")
    /// The game is over.
    public static let gameFinished = Self(
        "game-finished", .conflict, title: "Game finished",
        meaning: "The game is over; its board can no longer change.")
    /// The game is not over yet.
    public static let gameNotFinished = Self(
        "game-not-finished", .conflict, title: "Game not finished",
        meaning: "The game is still being played.")
    /// The game waits for its players.
    public static let gameNotStarted = Self(
        "game-not-started", .conflict, title: "Game not started",
        meaning: "The game is waiting for its players; see the action start.")
    /// The game has started without this player.
    public static let gameStarted = Self(
        "game-started", .conflict, title: "Game started",
        meaning: "The game has started without you, but you can watch it.")
    /// The game is paused.
    public static let gamePaused = Self(
        "game-paused", .conflict, title: "Game paused",
        meaning: "The game is paused until somebody resumes it.")
    /// The player's board is finished.
    public static let boardFinished = Self(
        "board-finished", .conflict, title: "Board finished",
        meaning: "Your board is finished; the other players play on.")
    /// A crossword cannot be generated without clues.
    public static let noClues = Self(
        "no-clues", .invalid, title: "No clues",
        meaning: "There are no clues for this lexicon.")
    /// No puzzle has this id.
    public static let noSuchPuzzle = Self(
        "no-such-puzzle", .notFound, title: "No such puzzle",
        meaning: "There is no puzzle with this id.")
    /// Bots cannot play this game.
    public static let noBots = Self(
        "no-bots", .conflict, title: "No bots",
        meaning: "Bots cannot play this game.")
    /// The server does not have the lexicon.
    public static let unknownLexicon = Self(
        "unknown-lexicon", .invalid, title: "Unknown lexicon",
        meaning: "There is no lexicon with this name; see /lexicons.")
    /// The language pack does not offer the game.
    public static let notInPack = Self(
        "not-in-pack", .invalid, title: "Not in this pack",
        meaning: "This language pack does not offer the game; see /lexicons.")
    /// The cell belongs to no game.
    public static let orphanedCell = Self(
        "orphaned-cell", .gone, title: "Cell without a game",
        meaning: "The cell no longer belongs to a game.")
    /// Only a seated player may do this, and none is named.
    public static let tokenNeeded = Self(
        "token-needed", .unauthorized, title: "Token needed",
        meaning: "Take a seat first, then send its token: Authorization: Bearer TOKEN.")
    /// The token is not one of this game, or its player no longer sits in the seat.
    public static let unknownToken = Self(
        "unknown-token", .unauthorized, title: "Unknown token",
        meaning: "The token does not belong to this game, or is no longer valid.")
    /// This player may not do this.
    public static let notAllowed = Self(
        "not-allowed", .forbidden, title: "Not allowed",
        meaning: "Your token is valid, but it does not allow this.")
    /// A condition of the command does not hold: the game has changed, or the cell is not empty.
    public static let preconditionFailed = Self(
        "precondition-failed", .preconditionFailed, title: "Precondition failed",
        meaning: "The game has changed since the state you named.")
    /// The cell does not hold the expected letter.
    public static let cellDiffers = Self(
        "cell-differs", .conflict, title: "Cell differs",
        meaning: "The cell does not hold what you expected; its current value is included.")
    /// The player has no change that can be undone.
    public static let nothingToUndo = Self(
        "nothing-to-undo", .conflict, title: "Nothing to undo",
        meaning: "You have no change that can be undone.")
    /// A prompt of the same purpose is open.
    public static let alreadyAsked = Self(
        "already-asked", .conflict, title: "Already asked",
        meaning: "The other players have been asked already; wait for their answer.")
    /// All seats are taken.
    public static let noFreeSeat = Self(
        "no-free-seat", .conflict, title: "No free seat",
        meaning: "All seats are taken.")
    /// More members are present than the game has seats.
    public static let tooManySeats = Self(
        "too-many-seats", .conflict, title: "Too many players",
        meaning: "More members of the room are present than the game has seats.")
    /// The host lets nobody new sit down.
    public static let seatsClosed = Self(
        "seats-closed", .conflict, title: "Seats closed",
        meaning: "The host lets nobody new sit down; see the action open-seats.")
    /// The host has removed the player.
    public static let removed = Self(
        "removed", .forbidden, title: "Removed",
        meaning: "The host has removed you, or a player at your address; only the host can let you back in.")
    /// The host lets nobody new join the room.
    public static let roomLocked = Self(
        "room-locked", .forbidden, title: "Room locked",
        meaning: "The host has locked the room; nobody new can join it.")
    /// The player has chosen the answer.
    public static let makerKnows = Self(
        "maker-knows", .forbidden, title: "The maker knows the answer",
        meaning: "You chose the answer of this challenge, so you cannot play it.")
    /// The player is present, or has been until a moment ago.
    public static let notAbsent = Self(
        "not-absent", .conflict, title: "Not absent",
        meaning: "Only a player who has been absent for a minute can be dropped.")
    /// Nobody sits in the seat.
    public static let noSuchSeat = Self(
        "no-such-seat", .notFound, title: "No such seat",
        meaning: "Nobody sits in this seat.")
    /// The room has no such member.
    public static let noSuchMember = Self(
        "no-such-member", .notFound, title: "No such member",
        meaning: "The room has no such member.")
    /// The game has no such board.
    public static let noSuchBoard = Self(
        "no-such-board", .notFound, title: "No such board",
        meaning: "Board 0 is the shared board; board n belongs to seat n.")
    /// The prompt is closed, or was never opened.
    public static let noSuchPrompt = Self(
        "no-such-prompt", .notFound, title: "No such prompt",
        meaning: "This question is closed, or was never asked.")
    /// The game has no such action.
    public static let noSuchAction = Self(
        "no-such-action", .notFound, title: "No such action",
        meaning: "The game has no action with this name.")
    /// No registered rules have this name.
    public static let unknownRules = Self(
        "unknown-rules", .invalid, title: "Unknown rules",
        meaning: "There are no rules with this name; see /rules.")
    /// An option or a parameter has an unknown name.
    public static let unknownKey = Self(
        "unknown-key", .invalid, title: "Unknown key",
        meaning: "The body has a key that is not known here.")
    /// A value has the wrong type or is out of range.
    public static let invalidValue = Self(
        "invalid-value", .invalid, title: "Invalid value",
        meaning: "A value in the body has the wrong type or is out of range.")
}
