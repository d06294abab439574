import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("A value is refused")
struct RefusedValueTests {
    private let client: FrontDoorClient
    private let targets: RouteTargets

    init() throws {
        client = try FrontDoorClient()
        targets = try RouteTargets(client)
    }

    @Test("in a query, by every route that reads it")
    func queries() throws {
        let numbers = ["", "-1", "x", "1.5", "0x1", JSONCorpus.repeating("9", 30), "%FF"]
        let game = targets.game
        for (path, name, values) in [
            ("/games", "limit", numbers + ["0", "101"]), ("/games", "cursor", numbers + ["nonsense"]),
            ("/games", "state", ["asleep", "", "Playing"]), ("/rooms", "limit", numbers + ["0", "101"]),
            ("/rooms", "cursor", numbers), (game + "/history", "after", numbers),
            (game + "/history", "limit", numbers + ["0"]), (game + "/board", "at", numbers),
            (game + "/board", "after", numbers), (game + "/board", "wait", numbers + ["26"]),
            ("/history", "after", numbers), ("/board", "at", numbers),
            ("/puzzles", "public", ["maybe", "", "True"]),
            ("/leaderboards/\(targets.daily)", "period", ["year", ""]),
            ("/leaderboards/\(targets.daily)", "limit", numbers + ["0", "101"]),
            ("/leaderboards/\(targets.daily)", "date", ["today", "2026-13-01", "2026-02-30", ""]),
        ] {
            for value in values {
                let method = path == "/puzzles" ? HTTPMethod.post : .get
                let answer = try client.ask(method, "\(path)?\(name)=\(value)")
                #expect(answer.outcome == "400 invalid-query", "\(path)?\(name)=\(value): \(answer)")
            }
        }
        for date in ["tomorrow", "2026-13-01", "2026-02-30", ""] {
            let answer = try client.ask(.get, "/daily/\(targets.daily)?date=\(date)")
            #expect(answer.outcome == "422 invalid-value", "\(date)")
        }
        for moment in ["1", "1000000000"] {
            #expect(try client.ask(.get, game + "/board?at=" + moment).outcome == "404 no-such-moment")
        }
    }

    @Test("as the name or the colour of a player or a seat")
    func namesAndColours() throws {
        let long = JSONCorpus.repeating("é", 33)
        let names = [
            "", long, #"a\u0000b"#, #"a\nb"#, #"\u001b[2J"#, #"a\u202eb"#, #"in\u200bvisible"#, "   ",
        ]
        let colours = ["red", "#fff", "#12345", "#1234567", "#gggggg", "", "2a9d8f", "#2a9d8f;", "＃2a9d8f"]
        let others = ["5", "null", #"["Ann"]"#, #"{"a":1}"#, "true"]
        try client.unchanged(targets.game) { () throws in
            for path in [targets.game + "/seats", "/players"] {
                for name in names.map({ "\"\($0)\"" }) + others {
                    let answer = try client.ask(.post, path, json: #"{"name":\#(name)}"#)
                    #expect(answer.outcome == "422 invalid-value", "\(path) \(name): \(answer)")
                }
                // null stands for the usual colour.
                for colour in colours.map({ "\"\($0)\"" }) + others where colour != "null" {
                    let answer = try client.ask(.post, path, json: #"{"name":"Ann","colour":\#(colour)}"#)
                    #expect(answer.outcome == "422 invalid-value", "\(path) \(colour): \(answer)")
                }
                #expect(try client.ask(.post, path, json: "{}").outcome == "422 invalid-value")
            }
        }
        for name in ["<b>Ann</b>", "שרה", #"O'Hara & \"Co\""#, JSONCorpus.repeating("👪", 32), #"Zoe\u0308"#] {
            let taken = try client.ask(.post, targets.game + "/seats", json: #"{"name":"\#(name)"}"#)
            let plain = name == #"Zoe\u0308"# ? "Zoë" : name.replacing("\\", with: "")
            #expect(taken.status == 201 && taken["name"].text == plain, "\(taken)")
        }
        for seat in 6...12 {
            #expect(try client.takeSeat(in: targets.game, as: "Player \(seat)").count >= 22)
        }
        let late = try client.ask(.post, targets.game + "/seats", json: #"{"name":"Late"}"#)
        #expect(late.outcome == "409 no-free-seat")
    }

    @Test("in the order of a game: its rules, its title, its board, and whatever is not known")
    func games() throws {
        let before = try client.ask(.get, "/games?limit=100").text
        let long = JSONCorpus.repeating("x", 81)
        for (part, outcome) in [
            (#""rules":"chess""#, "422 unknown-rules"), (#""rules":"""#, "422 unknown-rules"),
            (#""rules":5"#, "422 invalid-value"), (#""title":"\#(long)""#, "422 invalid-value"),
            (#""title":"\u202eevil""#, "422 invalid-value"), (#""title":"a\nb""#, "422 invalid-value"),
            (#""title":"a\u009b2Jb""#, "422 invalid-value"), (#""title":7"#, "422 invalid-value"),
            (#""public":"yes""#, "422 invalid-value"), (#""options":[]"#, "422 invalid-value"),
            (#""options":"open""#, "422 invalid-value"), (#""options":{"open":"yes"}"#, "422 invalid-value"),
            (#""options":{"board":"CAT"}"#, "422 invalid-value"),
            (#""options":{"board":25}"#, "422 invalid-value"),
            (#""options":{"board":"7..../...../...../...../....."}"#, "422 invalid-value"),
            (#""options":{"board":["....."]}"#, "422 invalid-value"), (#""colour":"red""#, "422 unknown-key"),
            (#""options":{"Open":true}"#, "422 unknown-key"), (#""options":{"clock":60}"#, "422 unknown-key"),
        ] {
            let answer = try client.ask(.post, "/games", json: "{\(part)}")
            #expect(answer.outcome == outcome, "\(part): \(answer)")
        }
        for rules in try client.rules().map(\.["name"].string) {
            for name in [rules.uppercased(), rules + " "] {
                let answer = try client.ask(.post, "/games", json: #"{"rules":"\#(name)"}"#)
                #expect(answer.outcome == "422 unknown-rules", "\(name)")
            }
            let answer = try client.ask(
                .post, "/games", json: #"{"rules":"\#(rules)","options":{"teapot":true}}"#)
            #expect(answer.outcome == "422 unknown-key", "\(rules)")
        }
        #expect(try client.ask(.get, "/games?limit=100").text == before)
    }

    @Test("in the options of a daily game: an invalid date, or a date with a seed")
    func days() throws {
        let client = try FrontDoorClient(packs: FrontDoorClient.shippedPacks.get())
        let daily = try client.rules().filter { rules in
            ["day", "seed"].allSatisfy { rules["options"]["properties"][$0] != .null }
        }
        #expect(!daily.isEmpty)
        for rules in daily.map(\.["name"].string) {
            for options in [
                #"{"day":"2024-02-30"}"#, #"{"day":"x"}"#, #"{"day":"2024-11-20","seed":1}"#,
            ] {
                let answer = try client.ask(
                    .post, "/games", json: #"{"rules":"\#(rules)","options":\#(options)}"#)
                #expect(answer.outcome == "422 invalid-value", "\(rules) \(options): \(answer)")
            }
        }
    }

    @Test("in an action: its body is an object of known keys, and a colour is #rrggbb")
    func actions() throws {
        let seat = try client.takeSeat(in: targets.game)
        try client.unchanged(targets.game) { () throws in
            for (action, body, outcome) in [
                ("undo", "[]", "400 malformed-json"), ("undo", "5", "400 malformed-json"),
                ("undo", "null", "400 malformed-json"), ("undo", "{", "400 malformed-json"),
                ("undo", #"{"more":1}"#, "422 unknown-key"),
                ("undo", #"{"move":"a b"}"#, "422 invalid-value"),
                ("undo", "{}", "409 nothing-to-undo"), ("recolour", "{}", "422 invalid-value"),
                ("recolour", #"{"colour":"red"}"#, "422 invalid-value"),
                ("recolour", #"{"colour":7}"#, "422 invalid-value"),
                ("recolour", ##"{"colour":"#123456","more":1}"##, "422 unknown-key"),
            ] {
                let target = targets.game + "/actions/" + action
                #expect(
                    try client.ask(.post, target, json: body, token: seat).outcome == outcome,
                    "\(action) \(body)")
            }
        }
    }

    @Test("in Accept, by every board and stream, unless a medium fits")
    func media() throws {
        for path in [targets.game + "/board", targets.game + "/boards/0", "/board", "/rooms/tea/board"] {
            for accept in ["image/png", "application/xml", "application/json;q=0", "audio/*"] {
                let answer = try client.ask(.get, path, headers: [("Accept", accept)])
                #expect(answer.outcome == "406 not-acceptable", "\(path) as \(accept)")
            }
        }
        for route in RouteTable.all where route.cost == .stream {
            let path = targets.path(of: route)
            let answer = try client.ask(.get, path, headers: [("Accept", "application/json")])
            #expect(answer.outcome == "406 not-acceptable", "\(path)")
        }
        #expect(try client.ask(.get, targets.game + "/board.png").outcome == "404 not-found")
    }

    @Test("as markup in a path or a query, and is never echoed")
    func markup() throws {
        // The client fails a test whose answer contains markup.
        let script = "%3Cscript%3Ealert(1)%3C%2Fscript%3E"
        for path in [
            "/games/\(script)", "/\(script)", "/board/cells/\(script)", "/actions/\(script)",
            "/problems/\(script)",
            "/board?at=\(script)", "/games?cursor=\(script)", "/events?games=\(script)", "/rooms/\(script)",
            "/daily/\(script)", "/puzzles/\(script)", "/lexicons/\(script)/words/tea",
        ] {
            for method in [HTTPMethod.get, .post] {
                let answer = try client.ask(method, path, Array("A".utf8))
                #expect([400, 404, 405, 422].contains(answer.status), "\(path): \(answer)")
            }
        }
    }

    @Test("and each kind of refusal has an explanation at its address")
    func explanations() throws {
        for kind in ProblemTable.all {
            let answer = try client.ask(.get, "/problems/" + kind.code)
            #expect(answer.status == 200 && answer.text.contains(kind.meaning))
        }
        for code in allRules.refusals {
            #expect(try client.ask(.get, "/problems/" + code.name).status == 200)
        }
        #expect(try client.ask(.get, "/problems/no-such-problem").outcome == "404 not-found")
    }
}
