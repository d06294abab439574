import GameCore
import GameJSON
import Testing

@testable import GameStore

/// A finished game whose document the tests forge.
enum SampleSolvingGame: String, CaseIterable {
    case race, together, guess

    func play() throws -> SolvingTable {
        switch self {
        case .race: try Self.playRace()
        case .together: try Self.playTogether()
        case .guess: try Self.playGuess()
        }
    }

    /// A race with every kind of event, in which seat 2 has help.
    private static func playRace() throws -> SolvingTable {
        let table = try SolvingTable(people: 2, ["mode": .text("race")], givens: ["d1"])
        try table.act("start")
        try table.edit(["c1": "X"], inPencil: true)
        try table.edit(["c1": "E", "e1": "X"], by: .bea)
        try table.act("check", by: .bea)
        try table.act("reveal", ["scope": .text("word"), "cell": .text("a2")], by: .bea)
        try table.act("reset", by: .bea)
        try table.write("ROBEDIVORYSEW", from: "a3", by: .bea)
        try table.edit(["e1": "E"], by: .bea)
        try table.write("IDLEDROBEDIVORYSEW", from: "a2")
        try table.edit(["e1": "Q", "c1": "E"])
        try table.edit(["e1": "E"])
        return table
    }

    /// A shared board with a pause, a prompt and an undo.
    private static func playTogether() throws -> SolvingTable {
        let table = try SolvingTable(people: 2)
        try table.write("X")
        try table.act("undo")
        try table.act("pause", by: .bea)
        try table.act("resume")
        try table.act("clear")
        try table.answer(1, by: .bea)
        try table.write(MiniTests.letters)
        return table
    }

    private static func playGuess() throws -> SolvingTable {
        let table = try SolvingTable(
            people: 2, word: "SKILL", words: GuessTests.words, ["mode": .text("race")])
        try table.act("start")
        try table.guess("LABEL")
        try table.guess("PANDA", by: .bea)
        try table.guess("SKILL", by: .bea)
        try table.act("resign")
        return table
    }

    func document() throws -> [String: JSONValue] {
        let table = try play()
        #expect(table.game.state.phase == .finished)
        let document = GameDocument(setup: table.game.setup, events: table.events, written: table.now)
        let json = JSONValue(parsing: String(decoding: document.json, as: UTF8.self))
        guard case .object(let object)? = json else { return [:] }
        return object
    }

    /// Reads and verifies a document as an import does.
    static func read(_ document: [String: JSONValue]) throws -> Game {
        let document = try GameDocument(document, as: nil, allRules, at: .start)
        let lexicons = Lexicons([try TestLexicons.of(GuessTests.words)])
        let game = try Game(document.state(allRules), lexicons: lexicons)
        try game.verify()
        return game
    }
}

@Suite("The document of a solving game")
struct ForgedGameTests {
    /// The last event of `type` that has all fields of `changes`, or else the last of `type`, with `changes`.
    private func forge(
        _ document: [String: JSONValue], _ type: String, _ changes: [String: JSONValue]
    ) throws -> [String: JSONValue] {
        var events = try document.objects("events")
        let candidates = events.indices.filter { events[$0]["type"] == .text(type) }
        let index = try #require(
            candidates.last { index in changes.keys.allSatisfy { events[index][$0] != nil } }
                ?? candidates.last)
        let before = events[index]
        events[index].merge(changes) { $1 }
        #expect(events[index] != before, "nothing is forged")
        return document.merging(["events": .list(events.map { .object($0) })]) { $1 }
    }

    private func object(_ text: String) throws -> [String: JSONValue] {
        let value = try #require(JSONValue(parsing: #"{"value":\#(text)}"#))
        guard case .object(let outer) = value else { return [:] }
        return try outer.object("value")
    }

    @Test("is accepted as it was written", arguments: SampleSolvingGame.allCases)
    func genuine(sample: SampleSolvingGame) throws {
        let played = try sample.play().game.state
        let read = try SampleSolvingGame.read(sample.document()).state
        #expect(read.hasSameContent(as: played))
    }

    @Test(
        "is refused when an event is forged",
        arguments: [
            (.race, "cells.marked", #"{"marks":{"2":"hit"}}"#),
            (.race, "cells.marked", #"{"marks":{"0":"right"}}"#),
            (.race, "cells.marked", #"{"marks":{"25":"right"}}"#),
            (.race, "cells.marked", #"{"marks":{"2":"golden"}}"#),
            (.race, "cells.marked", #"{"marks":[]}"#), (.race, "cells.marked", #"{"board":7}"#),
            (.race, "cells.marked", #"{"cause":"magic"}"#), (.race, "cell.changed", #"{"cell":0}"#),
            (.race, "cell.changed", #"{"value":"QQ"}"#), (.race, "cell.changed", #"{"value":"?"}"#),
            (.race, "cell.changed", #"{"board":0}"#), (.race, "cell.changed", #"{"pencil":"yes"}"#),
            (.race, "board.finished", #"{"solved":false}"#),
            (.race, "board.finished", #"{"assisted":true}"#),
            (.race, "board.finished", #"{"seconds":-1}"#), (.race, "board.finished", #"{"board":9}"#),
            (.race, "board.finished", #"{"seat":2}"#), (.race, "game.started", #"{"order":[2]}"#),
            (.race, "game.finished", #"{"result":5}"#), (.race, "game.finished", #"{"result":{}}"#),
            (.together, "board.finished", #"{"assisted":true}"#),
            (.together, "game.resumed", #"{"by":9}"#),
            (.together, "game.paused", #"{"type":"game.resumed"}"#),
            (.together, "game.started", #"{"order":[1,2]}"#),
            (.guess, "cells.marked", #"{"marks":{"0":"hit","1":"hit","2":"hit","3":"hit","4":"hit"}}"#),
            (.guess, "board.finished", #"{"guesses":1}"#), (.guess, "board.finished", #"{"solved":true}"#),
            (.guess, "cell.changed", #"{"cell":20}"#),
        ] as [(SampleSolvingGame, String, String)])
    func forged(sample: SampleSolvingGame, type: String, changes: String) throws {
        let forged = try forge(sample.document(), type, object(changes))
        #expect(refusal { try SampleSolvingGame.read(forged) } != nil)
    }

    @Test(
        "is refused when its result is forged",
        arguments: [
            #"{"winners":[1,2]}"#, #"{"winners":[]}"#, #"{"answer":"CRANE"}"#,
            #"{"assisted":true}"#, #"{"solves":[]}"#,
        ])
    func results(changes: String) throws {
        let document = try SampleSolvingGame.race.document()
        let end = try #require(try document.objects("events").last)
        let result = try end.object("result").merging(object(changes)) { $1 }
        let forged = try forge(document, "game.finished", ["result": .object(result)])
        #expect(refusal { try SampleSolvingGame.read(forged) } != nil)
    }

    @Test(
        "is refused with another answer, unless it has no events and the answer is well-formed",
        arguments: [
            "null", "5", "{}", #"{"word":"CRANES"}"#, #"{"word":"C7ANE"}"#, #"{"word":""}"#,
            #"{"word":5}"#, #"{"word":"CRANE","puzzle":{}}"#, #"{"puzzle":{"cells":[],"clues":[]}}"#,
            #"{"puzzle":{"cells":[\#(cells("{}", 25))],"clues":[]}}"#,
            #"{"puzzle":{"cells":[\#(cells(#"{"answer":"A"}"#, 24))],"clues":[]}}"#,
            #"{"puzzle":{"cells":[\#(cells(#"{"answer":5}"#, 25))],"clues":[]}}"#,
        ], [SampleSolvingGame.guess, .together])
    func answers(answer: String, sample: SampleSolvingGame) throws {
        var document = try sample.document()
        var setup = try document.object("setup")
        setup["answer"] = try object(#"{"answer":\#(answer)}"#)["answer"]
        document["setup"] = .object(setup)
        #expect(refusal { try SampleSolvingGame.read(document) } != nil)
        document["events"] = .list([])
        let isWord = sample == .guess && answer.contains(#""CRANE""#)
        #expect((refusal { try SampleSolvingGame.read(document) } == nil) == isWord)
    }

    private static func cells(_ cell: String, _ count: Int) -> String {
        [String](repeating: cell, count: count).joined(separator: ",")
    }
}
