import EventIO
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("Bodies in JSON")
struct JSONBodyTests {
    private let client: FrontDoorClient
    private let targets: RouteTargets
    /// The routes that take JSON.
    private let routes = RouteTable.all.filter {
        [.post, .put, .patch].contains($0.method) && $0.pattern != "/daily/{rules}"
    }

    init() throws {
        client = try FrontDoorClient(packs: FrontDoorClient.shippedPacks.get())
        targets = try RouteTargets(client)
    }

    private func send(
        _ body: [UInt8], to route: Route, type: String = "application/json",
        from seat: (path: String, token: String)? = nil
    ) throws -> FrontDoorClient.Reply {
        guard let seat, route.needsSeat else {
            return try client.ask(
                route.method, targets.path(of: route), body, type: type, token: targets.key(for: route))
        }
        let path = targets.path(of: route, ["id": String(seat.path.dropFirst("/games/".count))])
        return try client.ask(route.method, path, body, type: type, token: seat.token)
    }

    /// Records a success or an unknown refusal; an object is refused for its content, not as malformed.
    private func requireRefusal(_ answer: FrontDoorClient.Reply, of body: JSONCorpus.Case, _ name: String) {
        let isRefused =
            body.kind == .invalid
            ? answer.code == "malformed-json"
            : [400, 401, 403, 404, 409, 413, 422].contains(answer.status)
                && (body.kind == .either || answer.code != "malformed-json" || isDocument(body))
        if !isRefused { Issue.record("\(name): \(body.name) gets \(answer)") }
    }

    private func isDocument(_ body: JSONCorpus.Case) -> Bool {
        JSONCorpus.documents.contains { $0.text == body.text }
    }

    @Test("the corpus has as many cases as JSONTestSuite")
    func size() {
        #expect(JSONCorpus.bodies.count >= 318 && JSONCorpus.values.count == 355)
    }

    @Test("no case is accepted by a route that takes JSON, and none changes a board")
    func everyRoute() throws {
        // With all their defaults, these create something.
        let harmless = [Array("{}".utf8), Array(#"{"value":""}"#.utf8)]
        let (before, seats) = (try targets.boards(), try client.takeSeats(JSONCorpus.bodies.count))
        for route in routes where !route.isAlias {
            for (body, seat) in zip(JSONCorpus.bodies, seats) where !harmless.contains(body.text) {
                // Long bodies take long to read, and all routes have one reader.
                guard body.text.count < 1000 || route.method == .put else { continue }
                let (answer, name) = (try send(body.text, to: route, from: seat), route.pattern)
                if route.pattern == "/puzzles" {
                    #expect([400, 422].contains(answer.status), "\(name): \(body.name) gets \(answer)")
                } else {
                    requireRefusal(answer, of: body, name)
                }
            }
        }
        #expect(try targets.boards() == before)
        for (path, seats) in Dictionary(grouping: seats, by: \.path) {
            #expect(try client.ask(.get, path)["sequence"] == .number(seats.count))
        }
    }

    @Test(
        "of a key that is repeated the last one counts, however it is written",
        arguments: [
            #"{"a":1,"a":2}"#, #"{"a":{"b":1},"a":2}"#, #"{"a":true,"b":0,"a":2}"#, #"{"a":"ä","\u0061":2}"#,
            #"{"\u0061":1,"a":2}"#,
        ])
    func repeatedKeys(body: String) throws {
        #expect(try InputReader.object(Array(body.utf8))["a"] == .number(2))
        let nested = Array(#"{"c":[\#(body)]}"#.utf8)
        guard case .list(let list) = try InputReader.object(nested)["c"] else { return #expect(Bool(false)) }
        #expect(list.first?["a"] == .number(2))
    }

    @Test("no value is a cell of a patch")
    func patchedCell() throws {
        try client.unchanged(targets.game) {
            for value in JSONCorpus.values where value.text != Array(#""""#.utf8) {
                let body = Array(#"{"cells":"#.utf8) + JSONCorpus.body(value, of: "0") + Array("}".utf8)
                let answer = try client.ask(.patch, targets.game + "/board", body, type: "application/json")
                requireRefusal(answer, of: value, "a cell")
            }
        }
    }

    @Test("only a plain value is an option of a game")
    func options() throws {
        for rules in try client.rules() {
            guard case .object(let options) = rules["options"]["properties"] else { continue }
            let values = JSONCorpus.values.filter { $0.kind != .invalid }
            for (number, option) in options.keys.sorted().enumerated() {
                // Half of them for each option, to save time: the same code reads all options.
                for (_, value) in values.enumerated().filter({ ($0.offset + number).isMultiple(of: 2) }) {
                    let body =
                        Array(#"{"rules":"\#(rules["name"].string)","options":"#.utf8)
                        + JSONCorpus.body(value, of: option) + Array("}".utf8)
                    let answer = try client.ask(.post, "/games", body, type: "application/json")
                    if answer.status == 201 {
                        #expect(isPlain(value.text), "\(option): \(value.name)")
                    } else {
                        requireRefusal(answer, of: value, "\(rules["name"].string), \(option)")
                    }
                }
            }
        }
    }

    /// Whether an option may have this value: null, a flag, a whole number, or an empty group.
    private func isPlain(_ text: [UInt8]) -> Bool {
        switch JSONValue(parsing: String(decoding: text, as: UTF8.self)) {
        case .null, .flag, .number, .object([:]): true
        case .fraction(let number): number.rounded() == number
        default: false
        }
    }

    @Test("no value of a parameter of an action is an error of the server, and no other key is accepted")
    func actions() throws {
        let values = JSONCorpus.values.filter { $0.kind != .invalid }.enumerated().filter {
            $0.offset % 5 == 0
        }
        for name in try client.rules().map(\.["name"].string) {
            for (action, parameters) in try actions(name) {
                // A game for each action, so that no limit of a player is reached.
                let (path, _) = try client.newGame(#"{"rules":"\#(name)","options":{}}"#)
                let (seat, target) = (try client.takeSeat(in: path), path + "/actions/" + action)
                for (_, value) in values {
                    for key in parameters {
                        let body = JSONCorpus.body(value, of: key)
                        let answer = try client.ask(
                            .post, target, body, type: "application/json", token: seat)
                        #expect(answer.status < 500, "\(name), \(action): \(answer)")
                    }
                }
                let other = try client.ask(.post, target, json: #"{"teapot":1}"#, token: seat)
                #expect(
                    [401, 403, 404, 409, 422, 429].contains(other.status), "\(name), \(action): \(other)")
            }
        }
    }

    /// The actions of a new game for a player and for the host, with the names of their parameters.
    private func actions(_ rules: String) throws -> [String: [String]] {
        let (path, host) = try client.newGame(#"{"rules":"\#(rules)","options":{}}"#)
        var found: [String: [String]] = [:]
        for token in [host, try client.takeSeat(in: path)] {
            guard case .list(let actions) = try client.ask(.get, path + "/actions", token: token)["actions"]
            else {
                continue
            }
            for action in actions {
                guard case .object(let parameters) = action["parameters"] else { continue }
                found[action["name"].string] = parameters.keys.sorted()
            }
        }
        #expect(!found.isEmpty)
        return found
    }

    @Test("nesting is read to depth 8 and no deeper")
    func depth() throws {
        for (depth, outcome) in [
            (8, "422 invalid-value"), (9, "400 malformed-json"), (100, "400 malformed-json"),
        ] {
            let (open, close) = (JSONCorpus.repeating("[", depth - 1), JSONCorpus.repeating("]", depth - 1))
            let body = #"{"value":\#(open)\#(close)}"#
            let answer = try client.ask(.post, targets.game + "/board/cells/0", json: body)
            #expect(answer.outcome == outcome)
        }
    }

    @Test("a key that is not known is named by every route, but markup in it is not echoed")
    func unknownKey() throws {
        let before = try targets.boards()
        let seats = try client.takeSeats(2)
        for route in routes where route.pattern != "/puzzles" && !route.pattern.contains("/actions/") {
            let answer = try send(Array(#"{"nmae":"x"}"#.utf8), to: route, from: seats[0])
            #expect(answer.outcome == "422 unknown-key", "\(route.pattern): \(answer)")
            #expect(answer["detail"].string.contains("nmae"))
            // The client fails a test whose answer contains markup.
            let markup = try send(Array(#"{"<script>alert(1)</script>":1}"#.utf8), to: route, from: seats[1])
            #expect(markup.outcome == "422 unknown-key", "\(route.pattern): \(markup)")
        }
        #expect(try targets.boards() == before)
    }

    @Test("a body of another media type is refused by every route")
    func mediaType() throws {
        let seat = try client.takeSeats(1)[0]
        for route in routes {
            let answer = try send(Array("{}".utf8), to: route, type: "image/png", from: seat)
            #expect(answer.outcome == "415 unsupported-media-type", "\(route.pattern): \(answer)")
        }
    }

    @Test("a value of another type is refused")
    func wrongTypes() throws {
        try client.unchanged(targets.game) {
            for body in [
                "{}", #"{"move":"x"}"#, #"{"value":5}"#, #"{"value":null}"#, #"{"value":true}"#,
                #"{"value":["A"]}"#, #"{"value":{"A":1}}"#, #"{"value":"A","expect":5}"#,
                #"{"value":"A","move":5}"#, #"{"value":"A","pencil":"yes"}"#,
            ] {
                let answer = try client.ask(.post, targets.game + "/board/cells/0", json: body)
                #expect(answer.outcome == "422 invalid-value", "\(body)")
            }
        }
    }

    @Test("escapes in keys and values are decoded")
    func escapes() throws {
        let body = #"{"\u0076alue":"\u0041"}"#
        #expect(try client.ask(.post, targets.game + "/board/cells/0", json: body).status == 200)
        #expect(try client.ask(.get, targets.game + "/board")["text"].string.hasPrefix("A"))
    }

    @Test("a bare letter or a form that is malformed is refused")
    func lettersAndForms() throws {
        let bodies: [[UInt8]] = [
            [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x41, 0xFF], [0xEF, 0xBB, 0xBF], [0],
            [0x41, 0],
            [0xE9],
        ]
        let forms = ["%ff", "%C3", "%zz", "%", "A&x=1", "%ED%A0%80", "%00"].map { Array("value=\($0)".utf8) }
        try client.unchanged(targets.game) {
            for type in ["text/plain", "text/plain; charset=iso-8859-1", "application/x-www-form-urlencoded"]
            {
                for body in bodies + forms {
                    let answer = try client.ask(.post, targets.game + "/board/cells/12", body, type: type)
                    #expect([400, 422].contains(answer.status), "\(body) as \(type): \(answer)")
                }
            }
        }
    }
}
