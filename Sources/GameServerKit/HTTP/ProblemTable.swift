import EventIO
import GameCore
import GameJSON
import GameStore

/// The problem kinds by code: the status, and the texts of the problem body and of `/problems/{code}`.
///
/// The refusals of single games are not here: each ``RuleViolation`` contains its own texts.
nonisolated enum ProblemTable {
    /// The row of `code`; a code without a row is a bug and becomes `internal-error`.
    static subscript(code: String) -> ProblemKind {
        rows[code] ?? internalError
    }

    static func kind(code: String) -> ProblemKind? { rows[code] }

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
    private static let rows: [String: ProblemKind] = {
        let own = request + access + values + capacity + [internalError]
        let others = RuleViolation.Code.common.map(ProblemKind.init) + HTTPRefusal.all.map(row)
        return Dictionary((own + others).map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
    }()

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
            404, "no-such-day", "No such day",
            "The day has not begun anywhere on Earth. Its game can be played once it has."),
        row(
            404, "no-such-challenge", "No such challenge",
            "There is no challenge with this id, or it no longer exists."),
        row(
            404, "no-such-game", "No such game", "There is no game with this id, or it no longer exists."),
        row(
            404, "no-such-cell", "No such cell",
            "Cells are 0…24, or a1…e5: column letter, row digit."),
        row(
            404, "no-such-lexicon", "No such lexicon",
            "There is no lexicon with this name; see /lexicons."),
        row(
            404, "no-review", "No review",
            "Games of these rules have no review, or this server lacks the lexicon that the game was played with."
        ),
        row(404, "no-such-word", "No such word", "The lexicon does not contain this word."),
        row(
            404, "no-such-moment", "No such moment",
            "The game has not come that far yet, or its oldest events were deleted."),
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
        row(403, "hidden", "Hidden", "This is hidden until the game ends, or while it is paused."),
        row(409, "not-finished", "Not finished", "A game can be reviewed once it is over."),
        row(
            403, "personal-game", "Personal game",
            "Until it has ended, only the player sees their own game of the day."),
        row(
            403, "task-unfinished", "Play it yourself first",
            "Its letters are for players who have finished the same task, and for all once the date is over."),
        row(404, "no-such-player", "No such player", "There is no player with this id."),
        row(
            409, "too-many-keys", "Too many keys",
            "A player can have 20 keys. End those of devices that are no longer used."),
        row(
            404, "no-such-key", "No such key", "You have no key with this number; see GET /players/me."),
        row(
            404, "no-such-code", "No such code",
            "The code is wrong, was used, or has expired. Make a new one."),
        row(
            409, "last-key", "Last key", "The last key cannot be ended. DELETE /players/me erases the player."
        ),
        row(
            409, "personal-seat", "Personal game", "A game of the day cannot be left. It can be given up."),
        row(404, "no-such-room", "No such room", "There is no room with this name."),
        row(
            404, "no-game", "No game", "Nothing is being played in this room yet, or its game was deleted."),
        row(404, "no-webhook", "No webhook", "The room posts its days nowhere. Its host can say where."),
        row(
            409, "webhooks-off", "No webhooks here",
            "This server posts to no other one. Its operator can admit hosts with --webhook-host."),
        row(
            409, "webhook-not-admitted", "Host not admitted",
            "The server's operator has not admitted the host of this address; see --webhook-host."),
        row(403, "not-a-member", "Not a member", "Only members of the room can do this. Join it first."),
        row(409, "name-taken", "Name taken", "There is a room with this name. Choose another one."),
        row(403, "banned", "Banned", "The server's operator has banned your address."),
        row(
            403, "cross-origin", "Cross-origin request", "Pages on other sites cannot make changes here."),
        row(
            421, "wrong-host", "Wrong host",
            "The request was meant for another host. If you run this server, see --public-host."),
    ]

    private static let values = [
        row(
            422, "invalid-puzzle", "Invalid puzzle",
            "The file does not contain a puzzle that can be played here."),
        row(
            422, "move-id-reused", "Move id reused",
            "This move id has already been used for something else."),
    ]

    private static let capacity = [
        row(
            409, "game-full", "Game full",
            "The game has as many events as a game can have; its host can still close it."),
        row(429, "rate-limited", "Too many requests", "Slow down a little and try again after Retry-After."),
        row(
            429, "too-many-lobby-seats", "Too many seats",
            "Your address has taken too many seats of the lobby."),
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
            503, "bots-busy", "Too busy", "Too much work is waiting already; try again shortly."),
        row(
            503, "store-busy", "Store busy", "Too many changes are waiting to be saved; try again shortly."),
        row(
            503, "storage-full", "Storage full",
            "The server has little room left for games; its operator can raise --max-data."),
        row(
            503, "ask-again", "Ask again",
            "Who may see the game changed while the request waited. Send the request again."),
        row(503, "shutting-down", "Shutting down", "The server is stopping, and will be back soon."),
    ]

    private static func row(_ status: Int, _ code: String, _ title: String, _ meaning: String) -> ProblemKind
    {
        ProblemKind(status: status, code: code, title: title, meaning: meaning)
    }
}
