@testable import GameCore
import Testing

@Suite("A word square")
struct SquareTests {
    @Test("waits for its players until the host or the first seat starts it")
    func start() throws {
        let table = try SquareTable(people: 2)
        #expect(table.state.phase == .waiting && table.game.controller.boards.isEmpty)
        #expect(table.refused { try table.call("C", by: .ann) } == .gameNotStarted)
        #expect(table.refused { try table.place("a1", by: .ann) } == .gameNotStarted)
        #expect(table.refused { try table.act("start", by: .bea) } == .notAllowed)
        #expect(table.refused { try table.act("start", by: .spectator) } == .tokenNeeded)
        try table.act("start", by: .ann)
        #expect(table.game.controller.boards.map(\.number) == [1, 2] && table.state.phase == .playing)
        #expect(table.refused { try table.act("start", by: .ann) } == .gameStarted)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .ann) } == .gameStarted)
        #expect(table.refused { try table.sit("Cem") } == .gameStarted)
    }

    @Test("cannot start without a player")
    func nobody() throws {
        let table = try SquareTable(people: 0)
        #expect(table.refused { try table.start() } == .notAllowed)
        #expect(table.actions(for: .host) == ["close", "close-seats", "open-seats"])
    }

    @Test("lets the lowest seat that is taken start and call first; leaving before the start frees a seat")
    func lowestSeat() throws {
        let table = try SquareTable(people: 3)
        #expect(try table.leave(1, by: .ann).words == ["seat 1 left"])
        #expect(table.refused { try table.act("start", by: .cem) } == .notAllowed)
        try table.act("start", by: .bea)
        #expect(table.round?.order.map(\.number) == [2, 3] && table.round?.caller == Seat(2))
    }

    @Test("lets players call in turn, and everybody place the letter on a private board")
    func turns() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        #expect(table.round?.caller == Seat(1) && table.round?.step == .call)
        #expect(table.refused { try table.call("C", by: .bea) } == .notYourTurn)
        try table.call("c", by: .ann)
        #expect(table.round?.calledLetter?.text == "C" && table.round?.step == .place)
        try table.place("a1", by: .ann)
        #expect(try table.round?.hasPlaced(seat(1)) == true && table.round?.hasPlaced(seat(2)) == false)
        #expect(try table.type("c", on: "c3", by: .bea).words == ["c3=C"])
        #expect(table.round?.caller == Seat(2) && table.round?.calledLetter == nil)
        #expect(
            table.board(1) == """
                C....
                .....
                .....
                .....
                .....
                """)
        #expect(
            table.board(2) == """
                .....
                .....
                ..C..
                .....
                .....
                """)
    }

    @Test("passes the turn from each taken seat to the next, and allows a letter to be called again")
    func callers() throws {
        let table = try SquareTable(people: 3)
        try table.leave(2, by: .bea)
        try table.start()
        try table.play(5, calling: "C")
        #expect(table.events.calledLetters == "CCCCC")
        // Each round has a call and two placements.
        let moves = table.events.moves
        #expect(stride(from: 0, to: moves.count, by: 3).map { moves[$0] } == ["1", "3", "1", "3", "1"])
        let full = try SquareTable(people: 12)
        try full.start()
        try full.play(12, calling: "C")
        #expect(full.round?.letters.count == 12 && full.round?.caller == Seat(1))
        #expect(full.state.boards.map(\.number) == Array(1...12))
    }

    @Test("refuses moves that are not due, with the reason")
    func refusals() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        #expect(table.refused { try table.place("a1", by: .ann) } == .noLetterCalled)
        #expect(table.refused { try table.type("C", on: "a1", by: .ann) } == .noLetterCalled)
        #expect(table.refused { try table.call("C", by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.call("C", by: .host) } == .notAllowed)
        try table.call("C", by: .ann)
        #expect(table.refused { try table.call("A", by: .ann) } == .alreadyCalled)
        #expect(table.refused { try table.call("A", by: .bea) } == .alreadyCalled)
        #expect(table.refused { try table.place("a1", "A", by: .ann) } == .notTheLetter)
        #expect(table.refused { try table.place("a1", by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.place("a1", by: .host) } == .notAllowed)
        try table.place("a1", by: .ann)
        #expect(table.refused { try table.call("A", by: .bea) } == .alreadyCalled)
        #expect(table.refused { try table.place("a2", by: .ann) } == .alreadyPlaced)
        #expect(table.refused { try table.type("C", on: "a2", by: .ann) } == .alreadyPlaced)
        try table.place("a1", by: .bea)
        try table.call("A", by: .bea)
        #expect(table.refused { try table.place("a1", by: .ann) } == .cellTaken)
        #expect(table.refused { try table.type("A", on: "a1", by: .ann) } == .cellTaken)
        #expect(table.refused { try table.type("", on: "a1", by: .ann) } == .cellTaken)
        #expect(table.refused { try table.type("C", on: "b1", by: .ann) } == .notTheLetter)
    }

    @Test(
        "accepts exactly one letter of its alphabet, called or placed",
        arguments: ["", "CA", "7", ".", "#", " ", "?", "é", "Ω", "Ж", "😀", "\u{301}", "C\0", "<b>"])
    func letters(text: String) throws {
        let table = try SquareTable(people: 2)
        try table.start()
        #expect(table.refused { try table.call(text, by: .ann) } == .notALetter)
        try table.call("C", by: .ann)
        let code = table.refused { try table.place("a1", text, by: .ann) }
        #expect([.notALetter, .notTheLetter].contains(code))
    }

    @Test("refuses parameters that are missing, invalid or unknown")
    func parameters() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        func calling(_ values: [String: Parameters.Value]) -> RuleViolation.Code? {
            table.refused { try table.act("call", values, by: .ann) }
        }
        #expect(calling([:]) == .invalidValue && calling(["letter": .number(5)]) == .invalidValue)
        #expect(
            calling(["letter": .null]) == .invalidValue && calling(["letters": .text("C")]) == .unknownKey)
        try table.call("C", by: .ann)
        func placing(_ values: [String: Parameters.Value]) -> RuleViolation.Code? {
            table.refused { try table.act("place", values, by: .ann) }
        }
        for cell: Parameters.Value in [
            .null, .number(25), .number(-1), .flag(true), .list([]), .group([:]), .text(""), .text("f6"),
            .text("a0"), .text("<b>"),
        ] {
            #expect(placing(["cell": cell]) == .invalidValue, "\(cell)")
        }
        #expect(placing([:]) == .invalidValue && placing(["sell": .number(0)]) == .unknownKey)
        for name in ["board", "by", "seat", "value"] {
            #expect(placing(["cell": .number(0), name: .number(2)]) == .unknownKey)
        }
        try table.act("place", ["cell": .number(12)], by: .ann)
        try table.place("E5", by: .bea)
        #expect(table.board(1).contains("..C..") && table.board(2).hasSuffix("....C"))
    }

    @Test("refuses an edit of two letters as a whole")
    func twoAtOnce() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        try table.call("C", by: .ann)
        let entries = try ["a1", "b1"].map { BoardEdit.Entry(cell: try cell($0), text: "C") }
        #expect(
            table.refused { try table.apply(.edit(BoardEdit(entries: entries)), by: .ann) } == .alreadyPlaced)
        #expect(table.board(1) == Board().lines && table.round?.seatsToPlace.count == 2)
    }

    @Test("folds an accented letter as its lexicon does, when it is called and on the last cell")
    func accents() throws {
        let words = TestLexicons.letters(["CAFE", "CAT"])
        let alias = [try letter("É"): try letter("E")]
        let lexicon = try Lexicon(
            name: "en", words: words, foldsAccents: true, spelling: Spelling(aliases: alias))
        let table = try SquareTable(people: 2, lexicon: lexicon)
        try table.start()
        try table.call("é", by: .ann)
        #expect(table.round?.calledLetter?.text == "E")
        try table.type("e\u{301}", on: "a1", by: .ann)
        try table.place("a1", by: .bea)
        try table.play(23, calling: "C")
        try table.place("e5", "é", by: .ann)
        try table.type("É", on: "e5", by: .bea)
        #expect(table.state.boards.map { $0.text.filter { $0 == "E" }.count } == [2, 2])
    }

    @Test("lists the actions that a player may perform at each step")
    func actions() throws {
        let table = try SquareTable(people: 2)
        func lists() -> [[String]] {
            [Player.ann, .bea, .host, .spectator].map { table.actions(for: $0) }
        }
        let host = ["close", "close-seats", "open-seats", "start"]
        #expect(lists() == [["recolour", "start"], ["recolour"], host, []])
        try table.start()
        #expect(lists() == [["call", "recolour", "resign"], ["recolour", "resign"], ["close"], []])
        try table.call("C", by: .ann)
        let placing = ["place", "recolour", "resign"]
        #expect(lists() == [placing, placing, ["close"], []])
        try table.place("a1", by: .ann)
        #expect(lists() == [["recolour", "resign"], placing, ["close"], []])
        try table.act("close", by: .host)
        #expect(lists() == [["recolour", "rematch"], ["recolour", "rematch"], [], []])
    }

    @Test(
        "has no actions of shared boards and of other games",
        arguments: ["undo", "clear", "lock", "unlock", "pause", "reveal", "check", "submit", "hint", "dance"])
    func noSuchAction(name: String) throws {
        let table = try SquareTable(people: 1)
        try table.start()
        #expect(table.refused { try table.act(name, by: .hostOnSeat1) } == .noSuchAction)
    }

    @Test("can be closed by the host only; then nobody wins and nothing happens any more")
    func close() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        try table.play(2, calling: "C")
        #expect(table.refused { try table.act("close", by: .ann) } == .notAllowed)
        #expect(table.refused { try table.act("close", by: .spectator) } == .tokenNeeded)
        #expect(try table.act("close", by: .host).words == ["finished"])
        #expect(table.state.result?.scores == [] && table.state.result?.winners == [])
        #expect(table.refused { try table.call("C", by: .ann) } == .gameFinished)
        #expect(table.refused { try table.place("c1", by: .ann) } == .gameFinished)
        #expect(table.refused { try table.type("C", on: "c1", by: .ann) } == .gameFinished)
        #expect(table.refused { try table.act("resign", by: .ann) } == .gameFinished)
        #expect(table.refused { try table.act("return", by: .ann) } == .gameFinished)
        #expect(table.refused { try table.start() } == .gameFinished)
        #expect(table.refused { try table.sit("Cem") } == .gameFinished)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .host) } == .gameFinished)
    }

    @Test("cannot be started without its lexicon")
    func noLexicon() throws {
        let setup = GameSetup(id: .lobby, rules: "square", created: .start)
        #expect(refusal { try Game(setup).requireWords(of: .none) }?.code == .unknownLexicon)
        let game = try Game(setup)
        _ = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: .start)
        #expect(
            refusal { try game.apply(.act("start", .none), by: .ann, at: .start) }?.code == .unknownLexicon)
    }
}
