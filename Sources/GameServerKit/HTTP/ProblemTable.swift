import EventIO
import GameCore
import GameJSON
import GameStore

/// The one table of refusals: which status a reason gets, and what `/problems/{code}` says of it.
nonisolated enum ProblemTable {
    /// The row of `code`; a code without a row is a slip of ours and told as an internal error.
    static subscript(code: String) -> ProblemKind {
        rows[code] ?? internalError
    }

    /// The row of `code`, if there is one.
    static func kind(code: String) -> ProblemKind? { rows[code] }

    /// The row of a game's refusal.
    ///
    /// Every code of the games has a row; a test compares them.
    static func kind(of code: RuleViolation.Code) -> ProblemKind { self[code.rawValue] }

    /// A row for a reason that EventIO names by itself.
    private static func row(_ refusal: HTTPRefusal) -> ProblemKind {
        row(refusal.status, refusal.code, titles[refusal.status] ?? "Refused", refusal.detail)
    }

    /// Every row, by code.
    static var all: [ProblemKind] { rows.values.sorted { $0.code < $1.code } }

    private static let internalError = ProblemKind(
        status: 500, code: "internal-error", title: "Internal error",
        meaning: "The server could not answer. Nothing was changed; please tell its host.")

    /// Own rows first: where EventIO has the same code, ours says more.
    private static let rows = Dictionary(
        (request + access + notNow + values + capacity + [internalError] + HTTPRefusal.all.map(row)).map {
            ($0.code, $0)
        }, uniquingKeysWith: { first, _ in first })

    private static let titles = [
        400: "Malformed request", 408: "Too slow", 411: "Length needed", 413: "Too large",
        414: "Address too long", 417: "Expectation failed", 421: "Wrong host", 429: "Too many requests",
        431: "Header too large", 500: "Internal error", 501: "Not supported", 503: "Not available now",
        505: "HTTP version not supported",
    ]

    private static let request = [
        row(400, "malformed-json", "Malformed JSON", "The body is not one JSON value in valid UTF-8."),
        row(
            400, "invalid-text", "Malformed text",
            "The body is not valid UTF-8, or holds a NUL or a byte-order mark."),
        row(
            400, "invalid-query", "Malformed query",
            "A parameter in the address has a value that it cannot have."),
        row(400, "invalid-path", "Malformed address", "The path is not valid UTF-8 once it is decoded."),
        row(404, "not-found", "Not found", "There is nothing at this address."),
        row(404, "no-such-game", "No such game", "There is no game of that name, or it is gone."),
        row(404, "no-such-cell", "No such cell", "Cells are 0…24, or a1…e5: column letter, row digit."),
        row(404, "no-such-board", "No such board", "Board 0 is the shared one; board n belongs to seat n."),
        row(404, "no-such-seat", "No such seat", "Nobody sits on that seat."),
        row(404, "no-such-action", "No such action", "The game has no action of that name."),
        row(404, "no-such-prompt", "No such prompt", "That question is closed or was never asked."),
        row(404, "no-such-lexicon", "No such lexicon", "There is no lexicon of that name; see /lexicons."),
        row(404, "no-such-word", "No such word", "The lexicon does not have this word."),
        row(404, "no-such-puzzle", "No such puzzle", "No puzzle is kept under that id."),
        row(404, "no-such-moment", "No such moment", "The game has not come that far yet."),
        row(
            405, "method-not-allowed", "Method not allowed",
            "The address exists, but not for this method; see Allow."),
        row(
            406, "not-acceptable", "Not acceptable",
            "None of the media types that you accept can be given here."),
        row(
            415, "unsupported-media-type", "Unsupported media type",
            "The body has a media type that is not read here."),
    ]

    private static let access = [
        row(
            401, "token-needed", "Token needed",
            "Take a seat first and send its token: Authorization: Bearer TOKEN."),
        row(
            401, "unknown-token", "Unknown token",
            "The token belongs to nobody in this game, or not any more."),
        row(403, "not-allowed", "Not allowed", "You are known here, but may not do this."),
        row(403, "hidden", "Hidden", "Nobody else sees this before the end of the game."),
        row(
            403, "cross-origin", "Cross-origin request", "Pages of other sites may change nothing here."),
        row(421, "wrong-host", "Wrong host", "The request was meant for another host; see --public-host."),
    ]

    private static let notNow = [
        row(409, "game-finished", "Game finished", "The game is over; its board stays as it is."),
        row(409, "cell-differs", "Cell differs", "The cell does not hold what you expected; it comes along."),
        row(409, "nothing-to-undo", "Nothing to undo", "There is no change of yours that still stands."),
        row(409, "already-asked", "Already asked", "The others have been asked already and decide now."),
        row(409, "no-free-seat", "No free seat", "All seats of the game are taken."),
        row(409, "game-not-finished", "Game not finished", "The round is still being played."),
        row(409, "game-not-started", "Game not started", "The game waits for its players; see start."),
        row(409, "game-started", "Game started", "The game has begun without you; you can watch it."),
        row(409, "not-your-turn", "Not your turn", "Somebody else calls the next letter."),
        row(409, "already-called", "Already called", "A letter has been called and is being placed."),
        row(409, "no-letter-called", "No letter called", "There is no letter to place yet."),
        row(409, "already-placed", "Already placed", "You have placed this letter and wait for the others."),
        row(409, "not-the-letter", "Not the letter", "Only the letter that was called can be placed."),
        row(409, "cell-taken", "Cell taken", "A letter that is placed stays where it is."),
        row(409, "game-paused", "Game paused", "The game stands still until somebody resumes it."),
        row(409, "board-finished", "Board finished", "Nothing more happens on your board; others play on."),
        row(409, "not-this-row", "Not this row", "Only the row that comes next is written and submitted."),
        row(409, "row-not-full", "Row not full", "A guess has five letters."),
        row(409, "no-bots", "No bots", "Games of these rules are played without bots."),
        row(410, "orphaned-cell", "Cell without a game", "The cell belongs to no game any more."),
        row(
            412, "precondition-failed", "Precondition failed",
            "Something has happened since the state you named."),
        row(423, "locked-cell", "Locked cell", "The cell is a block or given and takes no letter."),
        row(423, "board-locked", "Board locked", "The host has frozen the board."),
    ]

    private static let values = [
        row(422, "not-a-letter", "Not a letter", "A cell takes exactly one letter, or nothing to clear it."),
        row(422, "unknown-key", "Unknown key", "The body has a key that means nothing here."),
        row(
            422, "invalid-value", "Invalid value", "A value in the body is of the wrong kind or out of range."
        ),
        row(422, "unknown-rules", "Unknown rules", "There is no rule set of that name."),
        row(422, "unknown-lexicon", "Unknown lexicon", "There is no lexicon of that name; see /lexicons."),
        row(422, "not-a-word", "Not a word", "The lexicon does not have this word; the row stays."),
        row(422, "hard-mode", "Hard mode", "Hits stay where they are, and nears are used again."),
        row(422, "no-clues", "No clues", "There are no clues for the words of that lexicon."),
        row(422, "invalid-puzzle", "Invalid puzzle", "The file holds no puzzle that can be played here."),
        row(422, "move-id-reused", "Move id reused", "The move id was used before for something else."),
    ]

    private static let capacity = [
        row(429, "rate-limited", "Too many requests", "Slow down a little and try again after Retry-After."),
        row(429, "too-many-polls", "Too many polls", "Your address has as many parked polls as it may have."),
        row(
            429, "too-many-exports", "Too many exports",
            "Your address has as many exports of long games under way as it may have."),
        row(
            429, "too-many-streams", "Too many streams",
            "Your address, or the game, has as many streams as it may have."),
        row(
            503, "store-unavailable", "Store unavailable",
            "The change could not be saved and has not happened."),
        row(
            503, "outcome-unknown", "Outcome unknown",
            "The change may or may not be saved: look again later. With a move id, simply repeat the request."
        ),
        row(503, "bots-busy", "Too much to think about", "More questions wait to be thought about than fit."),
        row(503, "store-busy", "Store busy", "More is waiting to be saved than the server allows."),
        row(503, "shutting-down", "Shutting down", "The server is stopping; it will be back."),
    ]

    private static func row(_ status: Int, _ code: String, _ title: String, _ meaning: String) -> ProblemKind
    {
        ProblemKind(status: status, code: code, title: title, meaning: meaning)
    }
}
