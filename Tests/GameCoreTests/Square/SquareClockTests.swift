@testable import GameCore
import Testing

@Suite("The clock of a word square")
struct SquareClockTests {
    /// A table with 10 seconds to call and 5 to place.
    private func table(
        people: Int = 2, bots: [BotLevel] = [], _ more: [String: Parameters.Value] = [:]
    ) throws -> SquareTable {
        let clock = Parameters.Value.group(["call": .number(10), "place": .number(5)])
        let table = try SquareTable(people: people, bots: bots, more.merging(["clock": clock]) { $1 })
        #expect(table.game.deadline == nil, "the clock runs before the start")
        try table.start()
        return table
    }

    @Test("gives 60 seconds to call and 45 to place by default, from the start of each step")
    func defaults() throws {
        let table = try SquareTable(people: 2)
        #expect(table.game.deadline == nil)
        table.now = .second(1)
        try table.start()
        #expect(table.game.deadline == .second(61))
        table.now = .second(10)
        try table.call("C", by: .ann)
        #expect(table.game.deadline == .second(55))
        table.now = .second(20)
        try table.place("a1", by: .ann)
        #expect(table.game.deadline == .second(55))
        try table.place("a1", by: .bea)
        #expect(table.game.deadline == .second(80))
    }

    @Test("can be off, for calls, for placements or for both")
    func off() throws {
        func deadlines(_ clock: Parameters.Value) throws -> [Timestamp?] {
            let table = try SquareTable(people: 2, ["clock": clock])
            try table.start()
            let first = table.game.deadline
            try table.call("C", by: .ann)
            #expect(table.game.awaitedMoves(at: .second(44)).isEmpty)
            return [first, table.game.deadline]
        }
        #expect(try deadlines(.null) == [nil, nil])
        #expect(try deadlines(.group(["call": .null])) == [nil, .second(45)])
        #expect(try deadlines(.group(["place": .null])) == [.second(60), nil])
    }

    @Test("has a bot move for a late player, who stays in the game, and marks the move")
    func late() throws {
        let table = try table()
        #expect(table.game.deadline == .second(10) && table.game.awaitedMoves(at: .second(9)).isEmpty)
        let call = BotMove("call", ["letter": .text("C")])
        #expect(table.refused { try table.apply(.botMove(seat(1), call), by: .spectator) } == .notAllowed)
        table.now = .second(10)
        try table.apply(.botMove(seat(1), call), by: .spectator)
        #expect(
            table.events.suffix(1).map { [$0].moves } == [["1 bot"]] && table.game.deadline == .second(15))
        #expect(table.round?.isCalledByBot == true)
        try table.place("a1", by: .ann)
        table.now = .second(15)
        #expect(table.game.awaitedMoves(at: table.now).map(\.seat.number) == [2])
        try table.playBots()
        #expect(table.state.awaySeats.isEmpty && table.round?.caller == Seat(2))
        try table.call("A", by: .bea)
        #expect(table.events.suffix(3).map { [$0].moves } == [["1"], ["2 bot"], ["2"]])
        #expect(table.round?.isCalledByBot == false)
    }

    @Test("has bots place for all late players at once; the players are too late then")
    func allLate() throws {
        let table = try table(people: 3)
        try table.call("C", by: .ann)
        table.now = .second(5)
        try table.playBots()
        #expect(table.events.suffix(3).map { [$0].moves } == [["1 bot"], ["2 bot"], ["3 bot"]])
        #expect(table.refused { try table.place("e5", by: .ann) } == .noLetterCalled)
    }

    @Test("limits the last cell as it limits placements, and ends with the game")
    func lastCell() throws {
        let table = try table()
        try table.play(24, calling: "C")
        try table.place("e5", "C", by: .ann)
        #expect(table.game.deadline == .second(5))
        table.now = .second(5)
        try table.playBots()
        #expect(table.state.phase == .finished && table.game.deadline == nil)
        #expect(table.events.dropLast().suffix(1).map { [$0].moves } == [["2 bot"]])
    }

    @Test("limits the placements of a single player too")
    func solo() throws {
        let table = try table(people: 1)
        table.now = .second(5)
        try table.playBots()
        #expect(table.events.moves == ["-", "1 bot", "-"] && table.game.deadline == .second(10))
    }

    @Test("does not run while the server is down")
    func down() throws {
        let table = try table()
        let later = Timestamp(milliseconds: Timestamp.start.milliseconds + 3_600_000, away: 3_595_000)
        #expect(table.game.awaitedMoves(at: later).isEmpty)
        #expect(table.game.awaitedMoves(at: later + .seconds(5)).map(\.seat.number) == [1])
    }

    @Test("does not run while only bots have to move")
    func bots() throws {
        let table = try table(people: 1, bots: [.easy])
        try table.call("C", by: .ann)
        try table.place("a1", by: .ann)
        #expect(table.game.deadline == nil)
        try table.playBots()
        #expect(table.game.deadline != nil && table.round?.seatsToPlace.map(\.number) == [1])
    }
}
