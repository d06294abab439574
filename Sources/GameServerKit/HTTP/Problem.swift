import EventIO
import GameCore
import GameJSON
import GameStore

/// An answer that refuses: a row of the problem table with one plain sentence (RFC 9457).
nonisolated struct Problem: Error {
    let kind: ProblemKind
    let detail: String
    /// The present cell, for an edit that was refused because of it.
    var cell: CellIndex?
    var headers: [(name: String, value: String)] = []

    init(_ kind: ProblemKind, _ detail: String, headers: [(name: String, value: String)] = []) {
        self.kind = kind
        self.detail = detail
        self.headers = headers
    }

    /// The refusal of a game.
    init(_ violation: RuleViolation) {
        kind = ProblemTable.kind(of: violation.code)
        detail = violation.detail
        cell = violation.cell
        if kind.status == 401 { headers = [("WWW-Authenticate", "Bearer")] }
    }

    /// Bytes that could not be read.
    init(_ unreadable: UnreadableInput) {
        self.init(ProblemTable[unreadable.code.rawValue], unreadable.detail)
    }

    /// What an error means to a client; one that is none of ours is an internal error.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let violation as RuleViolation: self.init(violation)
        case let unreadable as UnreadableInput: self.init(unreadable)
        default: self.init(ProblemTable["internal-error"], "The server could not answer.")
        }
    }

    /// The refusal of a connection: its reasons stand in the table too.
    init(_ refusal: HTTPRefusal) {
        kind = ProblemTable[refusal.code]
        detail = refusal.detail
        if kind.status == 503 || kind.status == 429 { headers = [("Retry-After", "1")] }
    }

    static func retryLater(_ code: String, _ detail: String, retryAfter seconds: Int = 1) -> Problem {
        Problem(ProblemTable[code], detail, headers: [("Retry-After", String(seconds))])
    }

    static let storeBusy = retryLater(
        "store-busy", "More is waiting to be saved than the server allows.")
    static let storeUnavailable = retryLater(
        "store-unavailable", "The change could not be saved and has not happened.", retryAfter: 2)

    static let storeSilent = retryLater(
        "store-unavailable", "The game cannot be read now.", retryAfter: 2)
    static let outcomeUnknown = retryLater(
        "outcome-unknown", "The server does not know yet whether the change is saved.", retryAfter: 2)

    static func tokenNeeded(_ code: String, _ detail: String) -> Problem {
        Problem(ProblemTable[code], detail, headers: [("WWW-Authenticate", "Bearer")])
    }

    /// Something that is for others to do.
    static func notAllowed(_ detail: String) -> Problem {
        Problem(ProblemTable["not-allowed"], detail)
    }

    /// Something that nobody is told before the end.
    static func hidden(_ detail: String) -> Problem {
        Problem(ProblemTable["hidden"], detail)
    }

    static let noSuchBoard = Problem(
        ProblemTable["no-such-board"], "There is no such board here, or none of your own.")
    static let noDaily = Problem(
        ProblemTable["not-found"], "There is no game of the day by these rules.")
    static let noSuchGame = Problem(ProblemTable["no-such-game"], "There is no game of that name.")

    static let noSuchPuzzle = Problem(
        ProblemTable["no-such-puzzle"], "There is no puzzle of that id here.")

    static func invalidQuery(_ detail: String) -> Problem {
        Problem(ProblemTable["invalid-query"], detail)
    }

    static func invalidValue(_ detail: String) -> Problem {
        Problem(ProblemTable["invalid-value"], detail)
    }
}

/// A kind of refusal: its code, status, title and what it means to who gets it.
nonisolated struct ProblemKind {
    let status: Int
    let code: String
    let title: String
    let meaning: String
}

nonisolated extension Problem {
    /// The refusal as `application/problem+json`; `board` shows the present cell of an edit.
    func response(on board: BoardState? = nil) -> HTTPResponse {
        let body = JSONWriter.object { json in
            json.field("type", "/problems/\(kind.code)")
            json.field("title", kind.title)
            json.field("status", kind.status)
            json.field("detail", detail)
            json.field("code", kind.code)
            if let cell, let board {
                json.key("cell")
                board.writeCell(cell, to: &json)
            }
        }
        let type = (name: "Content-Type", value: "application/problem+json")
        return HTTPResponse(
            status: kind.status, headers: [type, ("Cache-Control", "no-store")] + Reply.security + headers,
            body: body)
    }
}
