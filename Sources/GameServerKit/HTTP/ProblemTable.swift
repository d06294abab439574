import EventIO
import GameCore
import GameJSON
import GameStore

/// All problem kinds by code: the status, and the texts of the problem body and of `/problems/{code}`.
nonisolated enum ProblemTable {
    /// The row of `code`; a code without a row is a bug and becomes `internal-error`.
    static subscript(code: String) -> ProblemKind {
        rows[code] ?? internalError
    }

    static func kind(code: String) -> ProblemKind? { rows[code] }

    /// The row of a rule violation; a test checks that each code has one.
    static func kind(of code: RuleViolation.Code) -> ProblemKind { self[code.rawValue] }

    /// The row for a refusal that EventIO defines.
    private static func row(_ refusal: HTTPRefusal) -> ProblemKind {
        row(refusal.status, refusal.code, titles[refusal.status] ?? "Refused", refusal.detail)
    }

    /// All rows, sorted by code.
    static var all: [ProblemKind] { rows.values.sorted { $0.code < $1.code } }

    private static let internalError = ProblemKind(
        status: 500, code: "internal-error", title: "Internal error",
        meaning: "Something went wrong on the server. Nothing was changed; please tell its operator.")

    /// Rows written here replace those that EventIO defines for the same code.
    private static let rows = Dictionary(
        (request + access + conflicts + values + capacity + [internalError] + HTTPRefusal.all.map(row)).map {
            ($0.code, $0)
        }, uniquingKeysWith: { first, _ in first })

    private static let titles = [
        400: "Malformed request", 408: "Request timeout", 411: "Length required", 413: "Too large",
        414: "Address too long", 417: "Expectation failed", 421: "Wrong host", 429: "Too many requests",
        431: "Headers too large", 500: "Internal error", 501: "Not supported", 503: "Not available now",
        505: "HTTP version not supported",
    ]

    private static let request = [
        row(400, "malformed-json", "Malformed JSON", "The body must be one JSON value in valid UTF-8."),
        row(
            400, "invalid-text", "Malformed text",
            "The body is not valid UTF-8, or contains a NUL or a byte-order mark."),
        row(400, "invalid-query", "Malformed query", "A query parameter has a value that is not allowed."),
        row(
            400, "invalid-path", "Malformed address",
            "The path is not valid UTF-8 after percent-decoding."),
        row(404, "not-found", "Not found", "There is nothing at this address."),
        row(
            404, "no-such-game", "No such game", "There is no game with this id, or it no longer exists."),
        row(
            404, "no-such-cell", "No such cell",
            "Cells are 0…24, or a1…e5: column letter, row digit."),
        row(
            404, "no-such-board", "No such board",
            "Board 0 is the shared board; board n belongs to seat n."),
        row(404, "no-such-seat", "No such seat", "Nobody sits in this seat."),
        row(404, "no-such-action", "No such action", "The game has no action with this name."),
        row(404, "no-such-prompt", "No such prompt", "This question is closed, or was never asked."),
        row(
            404, "no-such-lexicon", "No such lexicon",
            "There is no lexicon with this name; see /lexicons."),
        row(404, "no-such-word", "No such word", "The lexicon does not contain this word."),
        row(404, "no-such-puzzle", "No such puzzle", "There is no puzzle with this id."),
        row(404, "no-such-moment", "No such moment", "The game has not come that far yet."),
        row(
            405, "method-not-allowed", "Method not allowed",
            "This address does not support the method; see Allow."),
        row(
            406, "not-acceptable", "Not acceptable",
            "None of the media types in Accept is available here."),
        row(
            415, "unsupported-media-type", "Unsupported media type",
            "The body has a media type that is not supported here."),
    ]

    private static let access = [
        row(
            401, "token-needed", "Token needed",
            "Take a seat first, then send its token: Authorization: Bearer TOKEN."),
        row(
            401, "unknown-token", "Unknown token",
            "The token does not belong to this game, or is no longer valid."),
        row(403, "not-allowed", "Not allowed", "Your token is valid, but it does not allow this."),
        row(403, "hidden", "Hidden", "This is hidden until the game ends, or while it is paused."),
        row(
            403, "cross-origin", "Cross-origin request", "Pages on other sites cannot make changes here."),
        row(
            421, "wrong-host", "Wrong host",
            "The request was meant for another host. If you run this server, see --public-host."),
    ]

    private static let conflicts = [
        row(409, "game-finished", "Game finished", "The game is over; its board can no longer change."),
        row(
            409, "cell-differs", "Cell differs",
            "The cell does not hold what you expected; its current value is included."),
        row(409, "nothing-to-undo", "Nothing to undo", "You have no change that can be undone."),
        row(
            409, "already-asked", "Already asked",
            "The other players have been asked already; wait for their answer."),
        row(409, "no-free-seat", "No free seat", "All seats are taken."),
        row(409, "game-not-finished", "Game not finished", "The game is still being played."),
        row(
            409, "game-not-started", "Game not started",
            "The game is waiting for its players; see the action start."),
        row(
            409, "game-started", "Game started", "The game has started without you, but you can watch it."),
        row(409, "not-your-turn", "Not your turn", "It is another player's turn to call a letter."),
        row(
            409, "already-called", "Already called", "A letter has been called and has to be placed first."),
        row(409, "no-letter-called", "No letter called", "There is no letter to place yet."),
        row(
            409, "already-placed", "Already placed",
            "You have placed this letter; wait for the other players."),
        row(409, "not-the-letter", "Wrong letter", "Only the called letter can be placed."),
        row(409, "cell-taken", "Cell taken", "A placed letter stays where it is."),
        row(409, "game-paused", "Game paused", "The game is paused until somebody resumes it."),
        row(
            409, "board-finished", "Board finished", "Your board is finished; the other players play on."),
        row(409, "not-this-row", "Wrong row", "Only the current row can be written and submitted."),
        row(409, "row-not-full", "Row not full", "A guess has five letters."),
        row(409, "no-bots", "No bots", "Bots cannot play this game."),
        row(410, "orphaned-cell", "Cell without a game", "The cell no longer belongs to a game."),
        row(
            412, "precondition-failed", "Precondition failed",
            "The game has changed since the state you named."),
        row(423, "locked-cell", "Locked cell", "A block or given letter cannot be changed."),
        row(423, "board-locked", "Board locked", "The host has locked the board."),
    ]

    private static let values = [
        row(422, "not-a-letter", "Not a letter", "A cell takes exactly one letter, or nothing to clear it."),
        row(422, "unknown-key", "Unknown key", "The body has a key that is not known here."),
        row(
            422, "invalid-value", "Invalid value",
            "A value in the body has the wrong type or is out of range."),
        row(422, "unknown-rules", "Unknown rules", "There are no rules with this name; see /rules."),
        row(
            422, "unknown-lexicon", "Unknown lexicon",
            "There is no lexicon with this name; see /lexicons."),
        row(
            422, "not-a-word", "Not a word",
            "The lexicon does not contain this word; you can change the row and try again."),
        row(
            422, "hard-mode", "Hard mode",
            "In hard mode, hits stay in place and near letters are used again."),
        row(422, "no-clues", "No clues", "There are no clues for this lexicon."),
        row(
            422, "invalid-puzzle", "Invalid puzzle",
            "The file does not contain a puzzle that can be played here."),
        row(
            422, "move-id-reused", "Move id reused",
            "This move id has already been used for something else."),
    ]

    private static let capacity = [
        row(429, "rate-limited", "Too many requests", "Slow down a little and try again after Retry-After."),
        row(429, "too-many-polls", "Too many polls", "Your address has too many long polls open."),
        row(
            429, "too-many-exports", "Too many exports", "Your address has too many long exports running."),
        row(
            429, "too-many-streams", "Too many streams",
            "Your address, or the game, has too many streams open."),
        row(
            503, "store-unavailable", "Store unavailable",
            "Games cannot be saved or loaded right now. A refused change was not made; try again shortly."),
        row(
            503, "outcome-unknown", "Outcome unknown",
            "The change may or may not have been saved; look again later. With a move id, repeat the request."
        ),
        row(
            503, "bots-busy", "Too busy to analyse",
            "Too many analyses are waiting already; try again shortly."),
        row(
            503, "store-busy", "Store busy", "Too many changes are waiting to be saved; try again shortly."),
        row(503, "shutting-down", "Shutting down", "The server is stopping, and will be back soon."),
    ]

    private static func row(_ status: Int, _ code: String, _ title: String, _ meaning: String) -> ProblemKind
    {
        ProblemKind(status: status, code: code, title: title, meaning: meaning)
    }
}
