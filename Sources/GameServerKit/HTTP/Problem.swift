import EventIO
import GameCore
import GameJSON
import GameStore

/// A refusal: a row of the problem table with a detail sentence (RFC 9457).
nonisolated struct Problem: Error {
    let kind: ProblemKind
    let detail: String
    /// The cell whose current value the answer includes, for a refused edit.
    var cell: CellIndex?
    var headers: [(name: String, value: String)] = []

    init(_ kind: ProblemKind, _ detail: String, headers: [(name: String, value: String)] = []) {
        self.kind = kind
        self.detail = detail
        self.headers = headers
    }

    init(_ violation: RuleViolation) {
        kind = ProblemKind(violation.code)
        detail = violation.detail
        cell = violation.cell
        if kind.status == 401 { headers = [("WWW-Authenticate", "Bearer")] }
    }

    init(_ unreadable: UnreadableInput) {
        self.init(ProblemTable[unreadable.code.rawValue], unreadable.detail)
    }

    /// The problem for any error; unexpected errors become `internal-error`.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let violation as RuleViolation: self.init(violation)
        case let unreadable as UnreadableInput: self.init(unreadable)
        default: self.init(ProblemTable["internal-error"], "Something went wrong on the server.")
        }
    }

    /// - Parameter request: The refused request; nil if it was not read to its end.
    init(_ refusal: HTTPRefusal, of request: HTTPRequest?) {
        kind = ProblemTable[refusal.code]
        if let request, kind.status == 421 {
            detail = Self.wrongHost(request.authority)
        } else {
            detail = refusal.detail
        }
        if kind.status == 503 || kind.status == 429 { headers = [("Retry-After", "1")] }
    }

    private static func wrongHost(_ host: String) -> String {
        "This server does not answer to the name \(host). If you run it, start it with --public-host \(host)."
    }

    static func retryLater(_ code: String, _ detail: String, retryAfter seconds: Int = 1) -> Problem {
        Problem(ProblemTable[code], detail, headers: [("Retry-After", String(seconds))])
    }

    static let banned = Problem(ProblemTable["banned"], "The server's operator has banned your address.")
    static let askAgain = retryLater(
        "ask-again", "Who may see the game changed while this request waited; send it again.")
    static let storeBusy = retryLater(
        "store-busy", "Too many changes are waiting to be saved; try again shortly.")
    static let storeUnavailable = retryLater(
        "store-unavailable", "The change could not be saved and was not made.", retryAfter: 2)
    static let storeUnreadable = retryLater(
        "store-unavailable", "The game cannot be loaded right now.", retryAfter: 2)
    static let outcomeUnknown = retryLater(
        "outcome-unknown", "The server does not know yet whether the change was saved.", retryAfter: 2)

    static func unauthorized(_ code: String, _ detail: String) -> Problem {
        Problem(ProblemTable[code], detail, headers: [("WWW-Authenticate", "Bearer")])
    }

    static let unknownToken = unauthorized("unknown-token", "This token is not valid in this game.")

    static func notAllowed(_ detail: String) -> Problem {
        Problem(ProblemTable["not-allowed"], detail)
    }

    static func hidden(_ detail: String) -> Problem {
        Problem(ProblemTable["hidden"], detail)
    }

    static let noSuchBoard = Problem(
        ProblemTable["no-such-board"], "This game has no such board, or you have no board of your own.")
    static let noDaily = Problem(
        ProblemTable["not-found"], "There is no daily game with these rules.")
    static let noSuchPlayer = Problem(ProblemTable["no-such-player"], "There is no player with this id.")
    static let noSuchGame = Problem(ProblemTable["no-such-game"], "There is no game with this id.")
    static let noSuchRoom = Problem(ProblemTable["no-such-room"], "There is no room with this name.")
    static let noGame = Problem(ProblemTable["no-game"], "Nothing is being played in this room yet.")
    static let noSuchPuzzle = Problem(
        ProblemTable["no-such-puzzle"], "There is no puzzle with this id.")

    static func invalidQuery(_ detail: String) -> Problem {
        Problem(ProblemTable["invalid-query"], detail)
    }

    static func invalidValue(_ detail: String) -> Problem {
        Problem(ProblemTable["invalid-value"], detail)
    }
}

/// A kind of refusal.
nonisolated struct ProblemKind {
    let status: Int
    let code: String
    let title: String
    /// The explanation at `/problems/{code}`.
    let meaning: String
}

nonisolated extension ProblemKind {
    /// The refusal of a command by the rules of a game.
    init(_ code: RuleViolation.Code) {
        let status =
            switch code.kind {
            case .unauthorized: 401
            case .forbidden: 403
            case .notFound: 404
            case .conflict: 409
            case .gone: 410
            case .preconditionFailed: 412
            case .invalid: 422
            case .locked: 423
            }
        self.init(status: status, code: code.name, title: code.title, meaning: code.meaning)
    }
}

nonisolated extension Problem {
    static let mediaType = "application/problem+json"
    /// Where the path of the explanation begins in the body.
    static let typeOffset = #"{"type":""#.utf8.count

    /// The refusal as `application/problem+json`, with the current cell taken from `board`.
    func response(on board: BoardState? = nil) -> HTTPResponse {
        var body = JSONWriter.object { json in
            json.field("type", "/problems/\(kind.code)")
            json.field("title", kind.title)
            json.field("status", kind.status)
            json.field("detail", detail)
            json.field("code", kind.code)
            if let cell, let board {
                json.key("cell")
                board.writeCell(cell, to: &json)
            }
            // The connection inserts the id, which it alone knows for every kind of refusal.
            json.field("requestId", "")
        }
        let offset = body.count - "\"}".utf8.count
        body.append(Reply.lineFeed)
        let type = (name: "Content-Type", value: Self.mediaType)
        var response = HTTPResponse(
            status: kind.status,
            headers: [type, ("Cache-Control", "no-store"), ("Vary", "Accept")] + Reply.security + headers,
            body: body)
        response.requestIDOffset = offset
        return response
    }
}
