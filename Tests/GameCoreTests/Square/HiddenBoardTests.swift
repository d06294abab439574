@testable import GameCore
import Testing

/// What a viewer is told must not depend on what they may not see: two games that differ only there look alike.
@Suite("A hidden board")
struct HiddenBoardTests {
    private func game(placing cells: [String]) throws -> SquareTable {
        let table = try SquareTable(people: 2)
        try table.start()
        for (number, cell) in cells.enumerated() {
            try table.call("C", by: number % 2 == 0 ? .ann : .bea)
            try table.place(["a1", "b1", "c1"][number], by: .ann)
            try table.place(cell, by: .bea)
        }
        return table
    }

    /// Everything that somebody is told of a game.
    private struct Told: Equatable {
        let changes: [GameEvent.Change?]
        let hashes: [StateHash]
        let boards: [String]
    }

    private func told(_ table: SquareTable, _ viewer: Seat?) -> Told {
        let state = table.game.state
        let views = state.views(of: table.events, for: viewer)
        return Told(
            changes: views.map { $0.isWhole ? $0.event.change : nil },
            hashes: views.map(\.hash) + [state.hash(for: viewer)],
            boards: state.boards(for: viewer).map(\.text))
    }

    @Test("shows in nothing that rivals and spectators are told before the end")
    func hidden() throws {
        let (one, other) = (try game(placing: ["a1", "a2", "a3"]), try game(placing: ["e5", "d5", "c5"]))
        #expect(told(one, Seat(1)) == told(other, Seat(1)) && told(one, nil) == told(other, nil))
        #expect(told(one, Seat(2)) != told(other, Seat(2)))
        #expect(
            one.game.state.hash(for: Seat(1)) == other.game.state.hash(for: Seat(1))
                && one.game.state.hash != other.game.state.hash)
    }

    @Test("is there for its owner at once, and for everybody at the end")
    func revealed() throws {
        let table = try game(placing: ["a1"])
        #expect(table.game.state.boards(for: Seat(2)).map(\.number) == [2])
        #expect(table.game.state.boards(for: nil).isEmpty)
        try table.act("close", by: .host)
        #expect(table.game.state.boards(for: nil).map(\.number) == [1, 2])
        let views = table.game.state.views(of: table.events, for: nil)
        #expect(!views.contains { !$0.isWhole })
    }

    @Test("gives every event the fingerprint of what its viewer could see then, also long after")
    func fingerprints() throws {
        let table = try SquareTable(people: 2, ["preset": .text("classic")])
        try table.start()
        var seen: [StateHash] = []
        var picture = try allRules.newGame(table.game.setup)
        try table.play(25, calling: "TRAIN")
        for event in table.events {
            picture.apply(event)
            seen.append(picture.hash(for: Seat(1)))
        }
        #expect(picture.views(of: table.events, for: Seat(1)).map(\.hash) == seen)
    }
}
