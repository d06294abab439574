@testable import GameCore
import Testing

@Suite("A player who leaves a running word square")
struct SquareAbsenceTests {
    /// A started game whose players have placed C on a1; Bea calls next.
    private func table(_ people: Int = 3) throws -> SquareTable {
        let table = try SquareTable(people: people)
        try table.start()
        try table.play(1, calling: "C")
        return table
    }

    @Test("keeps the seat; a bot calls and places for it, and these moves are marked")
    func substitute() throws {
        let table = try table(2)
        #expect(try table.leave(2, by: .bea).words == ["seat 2 is away"])
        #expect(table.state.awaySeats.map(\.number) == [2] && table.state.kickedSeats.isEmpty)
        #expect(table.state.seats.map(\.name.text) == ["Ann", "Bea"])
        let count = table.events.count
        try table.playBots()
        try table.place("b1", by: .ann)
        try table.call("A", by: .ann)
        try table.playBots()
        #expect(
            table.events.dropFirst(count).map { [$0].moves.joined() } == [
                "2 bot", "2 bot", "1", "1", "2 bot",
            ])
    }

    @Test("is back with the next move, or with the action return, and plays without the bot")
    func comesBack() throws {
        let table = try table()
        try table.leave(2, by: .bea)
        #expect(table.actions(for: .bea) == ["call", "recolour", "return"])
        #expect(try table.call("A", by: .bea).words == ["seat 2 is back", "A is called by seat 2"])
        try table.leave(2, by: .bea)
        #expect(try table.act("return", by: .bea).words == ["seat 2 is back"])
        #expect(table.state.awaySeats.isEmpty && table.game.awaitedMoves(at: table.now).isEmpty)
        try table.placeAll()
        #expect(table.events.suffix(3).map { [$0].moves } == [["1"], ["2"], ["3"]])
    }

    @Test("stays away if the move is refused")
    func refusedMove() throws {
        let table = try table()
        try table.leave(3, by: .cem)
        #expect(table.refused { try table.call("A", by: .cem) } == .notYourTurn)
        #expect(table.state.awaySeats.map(\.number) == [3])
    }

    @Test("can also resign; leaving twice and returning while present have no effect")
    func resign() throws {
        let table = try table()
        #expect(try table.act("return", by: .bea).isEmpty)
        #expect(try table.act("resign", by: .bea).words == ["seat 2 is away"])
        #expect(!table.actions(for: .bea).contains("resign"))
        #expect(try table.leave(2, by: .bea).isEmpty)
    }

    @Test("still sees the own board and no other")
    func ownBoard() throws {
        let table = try table()
        try table.leave(2, by: .bea)
        #expect(table.state.boards(for: Seat(2)).map(\.number) == [2])
    }

    @Test("does not come back after the host has removed the seat's player")
    func kick() throws {
        let table = try table()
        try table.leave(2, by: .host)
        #expect([table.state.awaySeats, table.state.kickedSeats].map { $0.map(\.number) } == [[2], [2]])
        #expect(Set(table.actions(for: .bea)).isDisjoint(with: ["call", "place", "return", "resign"]))
        #expect(table.refused { try table.act("return", by: .bea) } == .notAllowed)
        #expect(table.refused { try table.call("A", by: .bea) } == .notAllowed)
        try table.apply(.botMove(seat(2), BotMove("call", ["letter": .text("A")])), by: .spectator)
        #expect(table.refused { try table.place("b1", by: .bea) } == .notAllowed)
        #expect(table.refused { try table.type("A", on: "b1", by: .bea) } == .notAllowed)
        try table.playBots()
        #expect(table.round?.seatsToPlace.map(\.number).sorted() == [1, 3])
    }

    @Test("is not removed by other players, and nobody else gets the seat")
    func others() throws {
        let table = try table()
        #expect(table.refused { try table.leave(1, by: .bea) } == .notAllowed)
        #expect(table.refused { try table.leave(1, by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.leave(7, by: .host) } == .noSuchSeat)
        try table.leave(2, by: .bea)
        #expect(table.refused { try table.sit("Zoe") } == .gameStarted)
    }

    @Test("does not keep the game from its end", arguments: [Scoring.Ending.shared, .freeLast])
    func everybodyLeaves(end: Scoring.Ending) throws {
        let table = try SquareTable(people: 2, ["end": .text(end.rawValue)])
        try table.start()
        try table.play(20, calling: "C")
        try table.leave(1, by: .ann)
        try table.leave(2, by: .bea)
        try table.playBots()
        #expect(table.state.phase == .finished && table.state.result?.scores.count == 2)
        #expect(table.events.dropLast().suffix(2).map { [$0].moves } == [["1 bot"], ["2 bot"]])
    }
}
