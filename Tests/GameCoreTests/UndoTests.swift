import GameCore
import Testing

@Suite("Undo")
struct UndoTests {
    @Test("reverts the last change of its player, once")
    func own() throws {
        let table = try Table(seated: 1)
        try table.write("a", on: "a1", by: .ann)
        try table.write("b", on: "a1", by: .ann)
        let event = try #require(try table.act("undo", by: .ann).first)
        let change = CellChange(
            cell: try cell("a1"), value: try letter("A"), previous: try letter("B"), by: try seat(1),
            cause: .undo)
        #expect(event.change == .cellChanged(change))
        #expect(table.board.hasPrefix("A...."))
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
    }

    @Test("restores a deleted letter")
    func clearedCell() throws {
        let table = try Table(seated: 1)
        try table.write("a", on: "a1", by: .ann)
        try table.write("", on: "a1", by: .ann)
        try table.act("undo", by: .ann)
        #expect(table.board.hasPrefix("A...."))
    }

    @Test("is refused without a change to undo")
    func nothing() throws {
        let table = try Table(seated: 2, open: true)
        try table.write("a", on: "a1", by: .ann)
        try table.write("b", on: "b1", by: .spectator)
        #expect(table.refused { try table.act("undo", by: .bea) } == .nothingToUndo)
    }

    @Test("is refused after another player has changed the cell, even back to the same letter")
    func overwritten() throws {
        let table = try Table(seated: 2)
        try table.write("a", on: "a1", by: .ann)
        try table.write("b", on: "a1", by: .bea)
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
        try table.write("a", on: "a1", by: .bea)
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
        try table.act("undo", by: .bea)
        #expect(table.board.hasPrefix("B...."))
    }

    @Test("does not reach an earlier change")
    func onlyTheLast() throws {
        let table = try Table(seated: 2)
        try table.edit(["b1": "b", "a1": "a"], by: .ann)
        try table.write("x", on: "a1", by: .bea)
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
        #expect(table.board.hasPrefix("XB..."))
    }

    @Test("is refused for a letter that another player's undo has restored")
    func restored() throws {
        let table = try Table(seated: 2)
        try table.write("a", on: "a1", by: .ann)
        try table.write("b", on: "a1", by: .bea)
        try table.act("undo", by: .bea)
        #expect(table.board.hasPrefix("A...."))
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
    }

    @Test("does not restore a cleared board")
    func afterClear() throws {
        let table = try Table(seated: 1)
        try table.edit(["a1": "a", "b1": "b"], by: .ann)
        try table.act("clear", by: .ann)
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
        try table.write("a", on: "b1", by: .ann)
        try table.act("undo", by: .ann)
        #expect(table.board == Board().lines)
    }

    @Test("is not available to the next player on the seat")
    func seatTakenOver() throws {
        let table = try Table(seated: 2)
        try table.write("a", on: "a1", by: .ann)
        try table.leave(1, by: .ann)
        try table.sit()
        #expect(table.refused { try table.act("undo", by: .ann) } == .nothingToUndo)
        #expect(table.board.hasPrefix("A...."))
    }
}
