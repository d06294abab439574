import EventIO
import Testing

@testable import GameJSON
@testable import GameServerKit

@Suite("An edit")
struct RefusedEditTests {
    private let client: FrontDoorClient
    private let game: String

    init() throws {
        client = try FrontDoorClient()
        game = try client.newGame().path
    }

    private func edit(_ cell: String, _ body: String, _ headers: [(String, String)] = []) throws
        -> FrontDoorClient.Reply
    {
        try client.ask(.post, "\(game)/board/cells/\(cell)", json: body, headers: headers)
    }

    @Test("of an unknown cell, or to a value that is not a letter, is refused")
    func cellsAndValues() throws {
        try client.unchanged(game) { () throws in
            for cell in ["25", "f1", "99999999999999999999", "%20", "%D9%A1%D9%A2", "..", "c3%00x", "-1"] {
                #expect(try edit(cell, #"{"value":"A"}"#).outcome == "404 no-such-cell", "\(cell)")
                #expect(try client.ask(.delete, "\(game)/board/cells/\(cell)").outcome == "404 no-such-cell")
                let patch = #"{"cells":{"0":"A","\#(cell)":"B"}}"#
                #expect(try client.ask(.patch, game + "/board", json: patch).outcome == "404 no-such-cell")
            }
            let marks = "Z" + JSONCorpus.repeating("\u{301}", 500)
            for value in ["AB", "7", "<script>alert(1)</script>", marks] {
                #expect(try edit("12", #"{"value":"\#(value)"}"#).outcome == "422 not-a-letter", "\(value)")
                #expect(
                    try client.ask(.put, game + "/board/cells/12", Array(value.utf8)).outcome
                        == "422 not-a-letter")
            }
        }
    }

    @Test("of several cells is refused as a whole")
    func patches() throws {
        #expect(try edit("12", #"{"value":"M"}"#).status == 200)
        try client.unchanged(game) { () throws in
            for (cells, outcome) in [
                (#"{"0":"A","1":"BC"}"#, "422 not-a-letter"), (#"{"0":"A","25":"B"}"#, "404 no-such-cell"),
                (#"{"0":"A","1":5}"#, "422 invalid-value"), (#"{"0":"A","1":["B"]}"#, "422 invalid-value"),
                (#"{"0":"A","a1":"B"}"#, "422 invalid-value"), (#""A""#, "422 invalid-value"),
                ("null", "422 invalid-value"),
            ] {
                let answer = try client.ask(.patch, game + "/board", json: #"{"cells":\#(cells)}"#)
                #expect(answer.outcome == outcome, "\(cells)")
            }
            for (expected, outcome) in [
                (#"{"0":"A"}"#, "422 invalid-value"), (#"{"1":"A"}"#, "409 cell-differs"),
                (#"{"b1":5}"#, "422 invalid-value"), (#"{"1":"A","b1":"A"}"#, "422 invalid-value"),
                (#""A""#, "422 invalid-value"), (#"{"25":"A"}"#, "404 no-such-cell"),
            ] {
                let body = #"{"cells":{"1":"B"},"expect":\#(expected)}"#
                #expect(
                    try client.ask(.patch, game + "/board", json: body).outcome == outcome, "\(expected)")
            }
        }
    }

    @Test("of a block, a given letter, a locked board or a finished game is refused by every method")
    func locked() throws {
        let board = #"{"rules":"free","options":{"open":true,"board":"CAT../....#/...../...../....."}}"#
        let (path, host) = try client.newGame(board)
        func outcomes(_ cell: Int) throws -> Set<String> {
            let target = "\(path)/board/cells/\(cell)"
            return try [
                client.ask(.post, target, json: #"{"value":"B"}"#).outcome,
                client.ask(.put, target, json: #"{"value":"B"}"#).outcome,
                client.ask(.patch, path + "/board", json: #"{"cells":{"3":"A","\#(cell)":"B"}}"#).outcome,
                client.ask(.delete, target).outcome,
            ]
            .reduce(into: []) { $0.insert($1) }
        }
        #expect(try outcomes(0) == ["423 locked-cell"])
        #expect(try outcomes(9) == ["423 locked-cell"])
        #expect(try client.ask(.post, path + "/actions/lock", json: "{}", token: host).status == 200)
        #expect(try outcomes(3) == ["423 board-locked"])
        #expect(try client.ask(.post, path + "/actions/clear", json: "{}").outcome == "423 board-locked")
        #expect(try client.ask(.post, path + "/actions/close", json: "{}", token: host).status == 200)
        #expect(try outcomes(3) == ["409 game-finished"])
        #expect(try client.ask(.get, path + "/board")["text"].text == "CAT../....#/...../...../.....")
    }

    @Test("is refused unless one of the tags in If-Match is that of the board")
    func ifMatch() throws {
        #expect(try edit("12", #"{"value":"A"}"#).status == 200)
        for tag in [#"W/"1""#, #""0""#, #""2""#, #""x""#, #""1-gif""#, "1", ""] {
            try client.unchanged(game) { () throws in
                let stale = [("If-Match", tag)]
                for answer in try [
                    edit("12", #"{"value":"C"}"#, stale),
                    client.ask(.delete, game + "/board/cells/12", headers: stale),
                    client.ask(.patch, game + "/board", json: #"{"cells":{"12":"X"}}"#, headers: stale),
                ] {
                    #expect(answer.outcome == "412 precondition-failed", "\(tag): \(answer)")
                    #expect(answer["cell"]["value"].text == "A" && answer["cell"]["sequence"] == .number(1))
                }
            }
        }
        for (number, tag) in ["*", #""0", "2""#, #""3""#, #""4-txt""#, #""5-svg""#, #""6-ansi""#].enumerated()
        {
            let letter = number.isMultiple(of: 2) ? "B" : "C"
            let answer = try edit("12", #"{"value":"\#(letter)"}"#, [("If-Match", tag)])
            #expect(answer.status == 200 && answer["sequence"] == .number(number + 2), "\(tag): \(answer)")
        }
    }

    @Test("may say which letter it expects")
    func expectation() throws {
        #expect(try edit("c3", #"{"value":"A","expect":""}"#).status == 200)
        try client.unchanged(game) { () throws in
            for body in [#"{"value":"C","expect":"B"}"#, #"{"value":"C","expect":""}"#] {
                let answer = try edit("c3", body)
                #expect(answer.outcome == "409 cell-differs")
                #expect(answer["cell"]["square"].text == "c3" && answer["cell"]["value"].text == "A")
            }
        }
        #expect(try edit("c3", #"{"value":"C","expect":"A"}"#).status == 200)
        let form = try client.ask(
            .post, game + "/board/cells/c3", Array("value=D&expect=C".utf8),
            type: "application/x-www-form-urlencoded")
        #expect(form.status == 200)
    }

    @Test("with a move id is made once, and a move id has 1 to 64 visible characters")
    func moves() throws {
        let key = [("Idempotency-Key", "k1")]
        let first = try edit("12", #"{"value":"A"}"#, key)
        #expect(first.status == 200 && first["sequence"] == .number(1))
        try client.unchanged(game) { () throws in
            #expect(try edit("12", #"{"value":"A"}"#, key).text == first.text)
            #expect(try edit("12", #"{"value":"A","move":"k1"}"#).text == first.text)
            for (cell, body, headers) in [
                ("12", #"{"value":"B"}"#, key), ("13", #"{"value":"A"}"#, key),
                ("12", #"{"value":"B","move":"k1"}"#, []),
                ("13", #"{"value":"A","move":"k1"}"#, [("Idempotency-Key", "k2")]),
            ] {
                #expect(try edit(cell, body, headers).outcome == "422 move-id-reused", "\(cell) \(body)")
            }
            let patch = try client.ask(.patch, game + "/board", json: #"{"cells":{"12":"Z"},"move":"k1"}"#)
            #expect(patch.outcome == "422 move-id-reused")
            for id in [JSONCorpus.repeating("x", 65), "", "a b", "é", #"tab\there"#, #"\u200b"#] {
                #expect(
                    try edit("0", #"{"value":"A","move":"\#(id)"}"#).outcome == "422 invalid-value", "\(id)")
            }
            for id in [JSONCorpus.repeating("x", 65), "", "a b"] {
                for body in [#"{"value":"A"}"#, #"{"value":"A","move":"m1"}"#] {
                    let answer = try edit("0", body, [("Idempotency-Key", id)])
                    #expect(answer.outcome == "422 invalid-value", "\(id)")
                }
                let body = #"{"cells":{"0":"A"},"move":"m1"}"#
                let patch = try client.ask(
                    .patch, game + "/board", json: body, headers: [("Idempotency-Key", id)])
                #expect(patch.outcome == "422 invalid-value", "\(id)")
            }
            #expect(try edit("0", #"{"value":"7","move":"m1"}"#).outcome == "422 not-a-letter")
            #expect(try edit("0", #"{"value":"7","move":"m1"}"#).outcome == "422 not-a-letter")
        }
        for id in [JSONCorpus.repeating("x", 64), "!", "~", "9f3c-{}"] {
            let made = try edit("0", #"{"value":"A","move":"\#(id)"}"#)
            #expect(made.status == 200)
            #expect(try edit("0", #"{"value":"A"}"#, [("Idempotency-Key", id)]).text == made.text)
        }
    }

    @Test("that changes nothing has no events, in whatever way it is written")
    func nothing() throws {
        #expect(try edit("12", #"{"value":"A"}"#).status == 200)
        try client.unchanged(game) { () throws in
            for answer in try [
                edit("12", #"{"value":"A"}"#), edit("c3", #"{"value":"a"}"#), edit("13", #"{"value":""}"#),
                client.ask(.delete, game + "/board/cells/14"),
                client.ask(.patch, game + "/board", json: #"{"cells":{"12":"A","0":""}}"#),
            ] {
                #expect(
                    answer.status == 200 && answer["events"] == .list([]) && answer["sequence"] == .number(1))
                #expect(answer.header("ETag") == #""1""#)
            }
        }
    }
}
