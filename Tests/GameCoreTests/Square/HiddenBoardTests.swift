@testable import GameCore
import Testing

/// Two games that differ only in the hidden boards must look the same to a viewer.
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

    /// Everything that a viewer receives of a game.
    private struct ViewerOutput: Equatable {
        let changes: [GameEvent.Change?]
        let hashes: [StateHash]
        let boards: [String]
    }

    private func output(_ table: SquareTable, for viewer: Seat?) -> ViewerOutput {
        let state = table.game.state
        let views = state.views(of: table.events, for: viewer)
        return ViewerOutput(
            changes: views.map { $0.isComplete ? $0.event.change : nil },
            hashes: views.map(\.hash) + [state.hash(for: viewer)],
            boards: state.boards(for: viewer).map(\.text))
    }

    @Test("does not change the events, hashes or boards that opponents and spectators see before the end")
    func hidden() throws {
        let (one, other) = (try game(placing: ["a1", "a2", "a3"]), try game(placing: ["e5", "d5", "c5"]))
        #expect(output(one, for: Seat(1)) == output(other, for: Seat(1)))
        #expect(output(one, for: nil) == output(other, for: nil))
        #expect(output(one, for: Seat(2)) != output(other, for: Seat(2)))
        #expect(
            one.game.state.hash(for: Seat(1)) == other.game.state.hash(for: Seat(1))
                && one.game.state.hash != other.game.state.hash)
    }

    @Test("is visible to its owner at once, and to everybody at the end")
    func revealed() throws {
        let table = try game(placing: ["a1"])
        #expect(table.game.state.boards(for: Seat(2)).map(\.number) == [2])
        #expect(table.game.state.boards(for: nil).isEmpty)
        try table.act("close", by: .host)
        #expect(table.game.state.boards(for: nil).map(\.number) == [1, 2])
        let views = table.game.state.views(of: table.events, for: nil)
        #expect(!views.contains { !$0.isComplete })
    }

    @Test("keeps for each event the hash of the state that the viewer saw then, even after the end")
    func hashes() throws {
        let table = try SquareTable(people: 2, ["preset": .text("classic")])
        try table.start()
        var seen: [StateHash] = []
        var state = try allRules.newGame(table.game.setup)
        try table.play(25, calling: "TRAIN")
        for event in table.events {
            state.apply(event)
            seen.append(state.hash(for: Seat(1)))
        }
        #expect(state.views(of: table.events, for: Seat(1)).map(\.hash) == seen)
    }
}
