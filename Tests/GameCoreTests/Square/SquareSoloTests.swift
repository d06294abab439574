@testable import GameCore
import Testing

@Suite("A word square of a single player")
struct SquareSoloTests {
    /// The letters of a whole game.
    private func letters(seed: UInt64 = 99, _ options: [String: Parameters.Value] = [:]) throws -> String {
        let table = try SquareTable(people: 1, seed: seed, options)
        try table.start()
        try table.play(table.round?.callCount ?? 0, calling: "-")
        return table.events.calledLetters
    }

    private static let shared = Parameters.Value.text("shared")

    @Test("has its letters called by the server, each after the last one is placed")
    func server() throws {
        let table = try SquareTable(people: 1)
        try table.start()
        #expect(table.round?.step == .place && table.round?.caller == nil && table.round?.letters.count == 1)
        #expect(table.refused { try table.call("C", by: .ann) } == .notYourTurn)
        #expect(table.actions(for: .ann) == ["place", "recolour", "resign"])
        let called = try #require(table.round?.calledLetter)
        let events = try table.place("c3", by: .ann)
        #expect(events.moves == ["1", "-"] && events.words.first == "c3=\(called)")
        #expect(table.round?.letters.count == 2)
        try table.play(23, calling: "-")
        #expect(table.round?.step == .last && table.events.calledLetters.count == 24)
        try table.placeAll("C")
        #expect(table.state.phase == .finished && table.state.result?.winners.map(\.number) == [1])
    }

    @Test("has the same letters for the same seed on every server, wherever they are placed")
    func seed() throws {
        let five: [String: Parameters.Value] = ["seed": .number(5), "end": Self.shared]
        #expect(try letters(five) == "ESAAADTGENEATETTTEAEATATA")
        #expect(try letters(seed: 1, five) == letters(seed: 2, five))
        #expect(try letters(["seed": .number(5)]) == String(letters(five).prefix(24)))
        #expect(try letters(["seed": .number(6), "end": Self.shared]) != letters(five))
        let backwards = try SquareTable(people: 1, five)
        try backwards.start()
        for cell in CellIndex.all.reversed() { try backwards.place(cell.square, by: .ann) }
        #expect(try backwards.events.calledLetters == letters(five))
    }

    @Test("has other letters from game to game without the option seed")
    func hiddenSeed() throws {
        #expect(try letters(seed: 1) != letters(seed: 2))
    }

    @Test("is one of two players with a bot, and calls first")
    func bot() throws {
        let table = try SquareTable(people: 1, bots: [.easy])
        try table.start()
        #expect(table.round?.step == .call && table.round?.caller == Seat(1))
    }
}
