import EventIO
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("Permissions")
struct PermissionTests {
    private let client: FrontDoorClient
    private let unknown = JSONCorpus.repeating("f", 43)

    init() throws {
        client = try FrontDoorClient()
    }

    private static let edits: [(method: HTTPMethod, path: String, body: String)] = [
        (.post, "/board/cells/0", #"{"value":"A"}"#), (.put, "/board/cells/0", #"{"value":"A"}"#),
        (.delete, "/board/cells/0", ""), (.patch, "/board", #"{"cells":{"0":"A"}}"#),
    ]

    /// The outcomes of a request without a token, with an unknown one, and with that of the wrong person.
    private let refused = ["401 token-needed", "401 unknown-token", "403 not-allowed"]

    /// Makes the same request without a token, with an unknown one, and with `others`; returns the outcomes.
    private func outcomes(
        _ method: HTTPMethod, _ path: String, _ body: String = "{}", _ others: [String?] = []
    ) throws -> [String] {
        try ([nil, unknown] + others).map { try client.ask(method, path, json: body, token: $0).outcome }
    }

    @Test("an edit of a closed board needs the token of a seat in this game")
    func edits() throws {
        let (path, host) = try client.newGame(#"{"rules":"free","options":{"open":false}}"#)
        let (ann, stranger) = try (client.takeSeat(in: path), client.takeSeat(in: client.newGame().path))
        for (method, part, body) in Self.edits {
            let board = try client.board(of: path)
            let found = try outcomes(method, path + part, body, [host, stranger])
            #expect(found == refused + ["401 unknown-token"], "\(method) \(part)")
            #expect(try client.board(of: path) == board)
            #expect(try client.ask(method, path + part, json: body, token: ann).status == 200)
        }
    }

    @Test("an action of the host needs the host's token, and one of a player a seat")
    func actions() throws {
        let (path, host) = try client.newGame()
        let (ann, stranger) = (try client.takeSeat(in: path), try client.newGame().host)
        for action in ["lock", "unlock", "close-seats", "open-seats", "close"] {
            let found = try outcomes(.post, path + "/actions/" + action, "{}", [ann, stranger])
            #expect(found == refused + ["401 unknown-token"], "\(action)")
            #expect(try client.ask(.post, path + "/actions/" + action, json: "{}", token: host).status == 200)
        }
        let other = try client.newGame()
        for (action, body) in [("undo", "{}"), ("recolour", ##"{"colour":"#123456"}"##), ("rematch", "{}")] {
            let target = (action == "rematch" ? path : other.path) + "/actions/" + action
            let found = try outcomes(.post, target, body, [action == "rematch" ? host : other.host])
            #expect(found == refused, "\(action)")
        }
        #expect(try outcomes(.post, path + "/actions/fly", "{}", [host])[0] == "404 no-such-action")
        for action in ["start", "UNDO", "%F0%9F%98%80"] {
            let answer = try client.ask(
                .post, other.path + "/actions/" + action, json: "{}", token: other.host)
            #expect(answer.outcome == "404 no-such-action", "\(action)")
        }
    }

    @Test("the lobby has no host")
    func lobby() throws {
        let ann = try client.takeSeat(in: "/games/lobby")
        for action in ["lock", "unlock", "close"] {
            #expect(try outcomes(.post, "/actions/" + action, "{}", [ann]) == refused, "\(action)")
        }
        #expect(try outcomes(.delete, "/games/lobby/seats/1") == ["401 token-needed", "401 unknown-token"])
        #expect(try client.ask(.delete, "/games/lobby/seats/1", token: ann).status == 204)
    }

    @Test("only its player and the host can free a seat or renew its token")
    func seats() throws {
        let (path, host) = try client.newGame()
        let (ann, ben) = try (client.takeSeat(in: path, as: "Ann"), client.takeSeat(in: path, as: "Ben"))
        try client.unchanged(path) { () throws in
            #expect(try outcomes(.delete, path + "/seats/1", "", [ben]) == refused)
            #expect(try outcomes(.post, path + "/seats/1/token", "{}", [ben]) == refused)
            for seat in ["9", "0", "13", "-1", "x", "99999999999999999999"] {
                let answer = try client.ask(.delete, path + "/seats/" + seat, token: host)
                #expect(answer.outcome == "404 no-such-seat", "\(seat)")
            }
        }
        #expect(try client.ask(.delete, path + "/seats/1", token: ann).status == 204)
        #expect(
            try client.ask(.delete, path + "/seats/2", token: host).status == 204, "the host removes a player"
        )
        for token in [ann, ben] {
            let late = try client.ask(.post, path + "/board/cells/0", json: #"{"value":"A"}"#, token: token)
            #expect(late.outcome == "401 unknown-token")
        }
    }

    @Test("only those who were asked may answer a prompt, once, with one of its buttons")
    func prompts() throws {
        let (path, host) = try client.newGame()
        let (ann, ben) = try (client.takeSeat(in: path, as: "Ann"), client.takeSeat(in: path, as: "Ben"))
        #expect(
            try client.ask(.post, path + "/board/cells/0", json: #"{"value":"A"}"#, token: ann).status == 200)
        #expect(try client.ask(.post, path + "/actions/clear", json: "{}", token: ann).status == 200)
        let target = path + "/prompts/1"
        try client.unchanged(path) { () throws in
            let found = try outcomes(.post, target, #"{"button":1}"#, [ann, host])
            #expect(found == refused + ["403 not-allowed"])
            #expect(
                try client.ask(.post, path + "/actions/clear", json: "{}", token: ann).outcome
                    == "409 already-asked")
            for id in ["99", "-1", "x", "99999999999999999999"] {
                let answer = try client.ask(
                    .post, path + "/prompts/" + id, json: #"{"button":1}"#, token: ben)
                #expect(answer.outcome == "404 no-such-prompt", "\(id)")
            }
            for body in [#"{"button":2}"#, #"{"button":-1}"#, #"{"button":"1"}"#, #"{"button":1.5}"#, "{}"] {
                #expect(
                    try client.ask(.post, target, json: body, token: ben).outcome == "422 invalid-value",
                    "\(body)")
            }
        }
        #expect(try client.ask(.post, target, json: #"{"button":0}"#, token: ben).status == 200)
        #expect(
            try client.ask(.post, target, json: #"{"button":1}"#, token: ben).outcome == "404 no-such-prompt")
    }

    @Test("an unknown token is refused by every route of a game, even where none is needed")
    func unknownTokens() throws {
        let targets = try RouteTargets(client)
        let before = try targets.boards()
        for route in RouteTable.all where ![.none, .room].contains(route.games) {
            let answer = try client.ask(
                route.method, targets.path(of: route), json: #"{"value":"A"}"#, token: unknown)
            #expect(answer.outcome == "401 unknown-token", "\(route.method) \(route.pattern)")
        }
        #expect(try targets.boards() == before)
    }

    @Test("an Authorization that is not one known token is refused, and its scheme is compared without case")
    func malformedTokens() throws {
        let path = try client.newGame(#"{"rules":"free","options":{"open":false}}"#).path
        let (ann, ben) = try (client.takeSeat(in: path, as: "Ann"), client.takeSeat(in: path, as: "Ben"))
        let long = "Bearer " + JSONCorpus.repeating("x", 3000)
        func outcome(_ query: String = "", _ values: String...) throws -> String {
            let headers = values.map { ("Authorization", $0) }
            let target = path + "/board/cells/0" + query
            return try client.ask(.post, target, json: #"{"value":"A"}"#, headers: headers).outcome
        }
        try client.unchanged(path) { () throws in
            for value in ["Basic QW5uOmFubg==", "Bearer", "Bearer ", "Bearer a b", long, "Bearer é", ann] {
                #expect(try outcome("", value) == "401 unknown-token", "\(value)")
            }
            #expect(try outcome("", "Bearer \(ann)", "Bearer \(ben)") == "401 unknown-token")
            #expect(try outcome("?token=\(ann)") == "401 token-needed")
            #expect(try outcome("?access_token=\(ann)") == "401 token-needed")
        }
        #expect(try outcome("", "bearer \(ann)") == "200", "RFC 9110, section 11.1")
    }

    @Test("what does not exist is refused by every route of its kind")
    func missing() throws {
        let targets = try RouteTargets(client)
        for route in RouteTable.all {
            for (scope, values, outcome) in [
                (GameScope.named, ["id": "no-such-game-at-all"], "404 no-such-game"),
                (.named, ["id": "room.tea"], "404 no-such-game"),
                (.room, ["room": "nowhere"], "404 no-such-room"),
                (.room, ["room": "No%20room"], "404 no-such-room"),
            ] where route.games == scope {
                let answer = try client.ask(route.method, targets.path(of: route, values), json: "{}")
                #expect(answer.outcome == outcome, "\(route.method) \(route.pattern)")
            }
            if route.pattern.contains("{board}"), route.games != .lobby {
                for board in ["1", "99", "-1", "x"] {
                    let answer = try client.ask(.get, targets.path(of: route, ["board": board]))
                    #expect(answer.outcome == "404 no-such-board", "\(board)")
                }
            }
        }
    }

    @Test("a page of another site can write at no route")
    func otherSites() throws {
        let targets = try RouteTargets(client)
        let before = try targets.boards()
        let headers = [
            [("Origin", "http://evil.example")], [("Origin", "https://localhost")], [("Origin", "null")],
            [("Origin", "http://localhost:1")], [("Origin", "garbage")], [("Sec-Fetch-Site", "cross-site")],
            [("Sec-Fetch-Site", "same-site")],
            [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "none")],
        ]
        for route in RouteTable.all where route.method != .get {
            for other in headers {
                let answer = try client.ask(
                    route.method, targets.path(of: route), json: #"{"value":"A"}"#,
                    headers: other + [("Host", "localhost:8080")], token: targets.key(for: route))
                #expect(answer.outcome == "403 cross-origin", "\(route.method) \(route.pattern) \(other)")
            }
        }
        #expect(try targets.boards() == before)
        for site in [[], [("Sec-Fetch-Site", "same-origin")], [("Sec-Fetch-Site", "none")]] {
            let own = site + [("Origin", "http://localhost:8080"), ("Host", "localhost:8080")]
            let answer = try client.ask(
                .post, targets.game + "/board/cells/0", json: #"{"value":"A"}"#, headers: own)
            #expect(answer.status == 200)
        }
    }
}
