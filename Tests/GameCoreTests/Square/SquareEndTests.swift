@testable import GameCore
import Testing

@Suite("The end of a word square")
struct SquareEndTests {
    private func points(_ table: SquareTable) -> [Int]? { table.state.result?.scores.map(\.points) }
    private func winners(_ table: SquareTable) -> [Int]? { table.state.result?.winners.map(\.number) }

    @Test("comes after 25 calls if it is shared; equal scores win together")
    func shared() throws {
        let table = try SquareTable(people: 2, ["preset": .text("classic")])
        try table.start()
        try table.play(24, calling: "TRAIN")
        #expect(table.round?.step == .call && table.state.phase == .playing)
        try table.call("N", by: .ann)
        try table.placeAll()
        #expect(table.state.phase == .finished && points(table) == [50, 50] && winners(table) == [1, 2])
    }

    @Test("comes after 24 calls and one letter of each player's choice if it is free-last")
    func freeLast() throws {
        let table = try SquareTable(people: 2)
        try table.start()
        try table.play(24, calling: "TRAIN")
        #expect(table.round?.step == .last && table.round?.caller == nil && table.state.phase == .playing)
        #expect(table.refused { try table.call("C", by: .ann) } == .alreadyCalled)
        #expect(table.refused { try table.act("place", by: .ann) } == .invalidValue)
        #expect(table.refused { try table.place("e5", "Ж", by: .ann) } == .notALetter)
        #expect(table.refused { try table.place("e5", "CA", by: .ann) } == .notALetter)
        #expect(table.refused { try table.place("a1", "C", by: .ann) } == .cellTaken)
        #expect(
            table.refused { try table.act("place", ["letter": .text("C")], by: .spectator) } == .tokenNeeded)
        try table.act("place", ["letter": .text("n")], by: .ann)
        #expect(table.refused { try table.place("e5", "C", by: .ann) } == .alreadyPlaced)
        #expect(table.state.phase == .playing)
        try table.type("c", on: "e5", by: .bea)
        #expect(points(table) == [25, 20] && winners(table) == [1])
    }

    @Test(
        "comes after as many calls as the preset says, unless the options name another ending",
        arguments: ScoringPreset.all.map(\.name))
    func calls(preset: String) throws {
        let named = try #require(ScoringPreset.named(preset))
        for end in [nil, Scoring.Ending.shared, .freeLast] {
            let options: [String: Parameters.Value] = ["preset": .text(preset), "end": .null]
            let ending = end.map { ["end": Parameters.Value.text($0.rawValue)] } ?? [:]
            let table = try SquareTable(people: 1, options.merging(ending) { $1 })
            try table.start()
            #expect(table.round?.callCount == ((end ?? named.end) == .shared ? 25 : 24))
        }
    }

    @Test("scores each board by the game's options: points, overlap, diagonals and full lines")
    func scoring() throws {
        let options: [String: Parameters.Value] = [
            "points": .group(["2": .number(3), "3": .number(4), "4": .number(6), "5": .number(9)]),
            "minimumLength": .number(2), "overlap": .text("all"), "end": .text("shared"),
            "extras": .group(["diagonals": .flag(true), "fullLine": .number(6)]),
        ]
        let table = try SquareTable(people: 3, words: "TRAIN RAIN IN DOG", options)
        try table.start()
        try table.play(
            to: "TRAIN/OOOOO/OOOOO/OOOOO/OOOOO",
            "TOOOO/OROOO/OOAOO/OOOIO/OOOON",
            "NOOOO/OIOOO/AOOOO/OOOOR/OOOTO")
        // TRAIN, RAIN and IN, and a full line.
        #expect(points(table) == [24, 24, 0] && winners(table) == [1, 2])
        #expect(table.board(2).hasSuffix("OOOON"))
    }

    @Test("is won by all if no board has a word; its time counts from the start")
    func noWord() throws {
        let table = try SquareTable(people: 2, ["end": .text("shared")])
        table.now = .second(10)
        try table.start()
        table.now = .second(40)
        try table.play(25, calling: "G")
        #expect(points(table) == [0, 0] && winners(table) == [1, 2])
        #expect(table.state.result?.elapsed == .seconds(30))
    }

    @Test("is named in the game's fields beside the scoring")
    func fields() throws {
        let options: [String: Parameters.Value] = ["preset": .text("teacher"), "end": .text("free-last")]
        let rules = try #require(try SquareTable(people: 0, options).state.rules as? SquareRules)
        let fields = try #require(rules.words?.fields)
        #expect(rules.scoringFields == fields.merging(Parameters(["end": .text("free-last")])))
    }
}
