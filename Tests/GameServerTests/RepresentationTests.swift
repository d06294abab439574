import EventIO
import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

struct RepresentationTests {
    private func played(_ text: String) throws -> (Game, GameState) {
        let options = Parameters(["board": .text(text), "open": .flag(true)])
        let setup = GameSetup(
            id: .lobby, rules: "free", options: options, created: Timestamp(milliseconds: 0))
        let game = try Game(setup)
        return (game, game.state)
    }

    @Test("any text survives writing and reading as JSON")
    func escaping() throws {
        let text = "quote \" backslash \\ line\nfeed \u{1}\u{7F} é 한 😀 </script>"
        let bytes = JSONWriter.object { $0.field("text", text) }
        let read = try JSONDecoder().decode([String: String].self, from: Data(bytes))
        #expect(read == ["text": text])
    }

    @Test("numbers, booleans, null, nested objects and empty arrays are written as JSON")
    func shapes() {
        let bytes = JSONWriter.object { json in
            json.field("a", -1)
            json.array("b", [Int]()) { json, number in json.value(number) }
            json.object("c") { $0.field("d", true) }
            json.key("e")
            json.null()
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":-1,"b":[],"c":{"d":true},"e":null}"#)
    }

    @Test("a number is written with all digits", arguments: [0, 9, 10, 99, 100, -1, 1_000, .max, .min])
    func numbers(number: Int) {
        let bytes = JSONWriter.object { $0.field("a", number) }
        #expect(String(decoding: bytes, as: UTF8.self) == "{\"a\":\(number)}")
    }

    @Test("the hash of a board can be computed from its text")
    func hash() throws {
        let (_, state) = try played("A#.../...../..É../...../....#")
        let text = state.boards[0].text
        #expect(StateHash(sequence: state.sequence, board: 0, text: text) == state.hash)
    }

    @Test("every kind of cell is written with its kind and value")
    func kinds() throws {
        let (_, state) = try played("A#.../...../...../...../.....")
        var json = JSONWriter()
        json.array(CellIndex.all.prefix(3)) { json, index in state.boards[0].writeCell(index, to: &json) }
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"""
                [{"index":0,"square":"a1","row":0,"column":0,"kind":"given","value":"A"},
                {"index":1,"square":"b1","row":0,"column":1,"kind":"block","value":""},
                {"index":2,"square":"c1","row":0,"column":2,"kind":"letter","value":""}]
                """#.replacing("\n", with: ""))
    }

    @Test("a board that is updated in place has the same JSON as one that is written at once")
    func incremental() throws {
        var (game, state) = try played("A#.../...../...../...../....#")
        let words = try ["BCB", "CBC", "BBC", "CCB"].map { word in
            try word.map { try #require(Letter(String($0))) }
        }
        var scoring = Scoring()
        scoring.diagonals = true
        let scorer = BoardScorer(try Lexicon(name: "xx", words: words), scoring)
        var (kept, keptWithWords) = (BoardJSON(nil), BoardJSON(scorer))
        var found = 0
        var random = SeededGenerator(seed: 1)
        for step in 0..<200 {
            let cell = CellIndex.all[Int.random(in: 2..<24, using: &random)]
            let text = ["", "B", "C"].randomElement(using: &random) ?? ""
            let edit = BoardEdit(entries: [BoardEdit.Entry(cell: cell, text: text)])
            let time = Timestamp(milliseconds: Int64(step))
            for event in try game.apply(.edit(edit), by: .spectator, at: time) { state.apply(event) }
            let whole = BoardMedium.json.bytes(state.boards[0], of: state, nil)
            #expect(kept.bytes(state.boards[0], of: state) == whole)
            let wholeWithWords = BoardMedium.json.bytes(state.boards[0], of: state, scorer)
            #expect(keptWithWords.bytes(state.boards[0], of: state) == wholeWithWords)
            found += scorer.score(state.boards[0]).lines.reduce(0) { $0 + $1.words.count }
        }
        #expect(found > 0)
        _ = game
    }

    @Test("a board is five lines as text, and shows every letter as SVG")
    func otherMedia() throws {
        let (_, state) = try played("CAT../....#/...../...../.....")
        #expect(
            state.boards[0].plainText == """
                CAT..
                ....#
                .....
                .....
                .....

                """)
        let svg = state.boards[0].svg
        #expect(["C", "A", "T"].allSatisfy { svg.contains(">\($0)</text>") })
    }

    @Test("times are RFC 3339 in UTC with milliseconds")
    func times() {
        #expect(Timestamp(milliseconds: 0).rfc3339 == "1970-01-01T00:00:00.000Z")
        #expect(Timestamp(milliseconds: 1_795_272_125_007).rfc3339 == "2026-11-21T14:42:05.007Z")
        #expect(Timestamp(milliseconds: 253_402_300_799_999).rfc3339 == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for step in Int64(0)..<2000 {
            let time = Timestamp(milliseconds: step * 126_701_150_399)  // until 9999
            let date = Date(timeIntervalSince1970: (Double(time.milliseconds) + 0.5) / 1000)
            #expect(time.rfc3339 == date.formatted(style))
        }
        #expect(Duration.milliseconds(12_045).jsonSeconds == "12.045")
        #expect(Duration.seconds(3).jsonSeconds == "3")
    }

    @Test("a stream message is one event with its name and id, in both formats")
    func messages() {
        let json = Array(#"{"a":1}"#.utf8)
        func text(_ medium: StreamFormat.Medium, names: Bool, _ sequence: SequenceNumber?) -> String {
            let form = StreamFormat(medium: medium, namesGame: names)
            return String(decoding: form.message("x", json, game: .lobby, sequence: sequence), as: UTF8.self)
        }
        let seven = SequenceNumber(7)
        #expect(text(.serverSentEvents, names: false, seven) == "id: 7\nevent: x\ndata: {\"a\":1}\n\n")
        #expect(text(.serverSentEvents, names: true, seven) == "id: lobby:7\nevent: x\ndata: {\"a\":1}\n\n")
        #expect(text(.serverSentEvents, names: true, nil) == "event: x\ndata: {\"a\":1}\n\n")
        #expect(
            text(.jsonLines, names: false, seven) == "{\"event\":\"x\",\"id\":\"7\",\"data\":{\"a\":1}}\n")
    }

    @Test("the id of an event resumes its stream, unless a restore has begun another epoch since")
    func epochs() {
        let lobby = [GameID.lobby]
        func format(_ epoch: String, names: Bool) -> StreamFormat {
            StreamFormat(
                medium: .jsonLines, namesGame: names, idSuffix: EntityTags.suffix(of: epoch))
        }
        for names in [false, true] {
            for epoch in ["", "7k2mx", "zzzzz"] {
                let writer = format(epoch, names: names)
                let line = writer.message(
                    "x", [UInt8(ascii: "1")], game: .lobby, sequence: SequenceNumber(42))
                let id = JSONValue(parsing: String(decoding: line, as: UTF8.self))?["id"].text ?? ""
                #expect(id == (names ? "lobby:42" : "42") + (epoch.isEmpty ? "" : "-e" + epoch))
                for other in ["", "7k2mx", "zzzzz"] {
                    let resume = Events.resumePoints(id, format(other, names: names), lobby)
                    #expect(
                        resume == (other == epoch ? [.lobby: SequenceNumber(42)] : [:]), "\(id) in \(other)")
                }
                for malformed in ["42-e", "-e7k2mx", "42-e7k2mx-e7k2mx", ":42", "lobby:", "+42", "42-s1"] {
                    #expect(Events.resumePoints(malformed, writer, lobby).isEmpty, "\(malformed)")
                }
            }
        }
    }

    @Test("every kind of problem has a status, a title and a meaning, and a code that no other kind has")
    func problemTable() {
        let refusals = allRules.refusals.map(ProblemKind.init)
        let all = ProblemTable.all + refusals.filter { ProblemTable.kind(code: $0.code) == nil }
        #expect(Set(refusals.map(\.code)).count == refusals.count)
        for kind in all {
            #expect((400...599).contains(kind.status) && !kind.title.isEmpty && kind.meaning.hasSuffix("."))
        }
    }

    @Test("a 401 has WWW-Authenticate, and a 503 has Retry-After")
    func problemHeaders() {
        let denied = Problem(RuleViolation(.tokenNeeded, "Take a seat.")).response()
        #expect(denied.status == 401)
        #expect(denied.headers.contains { $0.name == "WWW-Authenticate" })
        let busy = Problem.storeBusy.response()
        #expect(busy.status == 503)
        #expect(busy.headers.contains { $0.name == "Retry-After" })
    }
}
