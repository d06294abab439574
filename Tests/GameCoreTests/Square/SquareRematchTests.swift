import GameCore
import Testing

@Suite("A rematch of a word square")
struct SquareRematchTests {
    /// A running game of two people and a bot, with several options.
    private func table() throws -> SquareTable {
        let options: [String: Parameters.Value] = [
            "preset": .text("long"), "end": .text("free-last"), "clock": .null, "seed": .number(5),
        ]
        let table = try SquareTable(people: 2, bots: [.hard], options)
        try table.start()
        return table
    }

    @Test("does not ask bots and players who are away")
    func deciders() throws {
        let table = try table()
        try table.leave(2, by: .bea)
        #expect(table.refused { try table.act("rematch", by: .ann) } == .gameNotFinished)
        try table.act("close", by: .host)
        #expect(try table.act("rematch", by: .ann).words == ["on in lobby-2"])
        #expect(try table.state.rules.skipsNextRound(seat(2), in: table.state) == false)
    }

    @Test("is not for players whom the host has removed")
    func kicked() throws {
        let table = try table()
        try table.leave(2, by: .host)
        try table.act("close", by: .host)
        #expect(table.refused { try table.act("rematch", by: .bea) } == .notAllowed)
        #expect(try table.state.rules.skipsNextRound(seat(2), in: table.state))
    }

    @Test("has the bots at their levels, and the options without the seed")
    func nextRound() throws {
        let table = try table()
        let options = allRules.nextRoundOptions(table.game.setup)
        #expect(
            options == Parameters(["preset": .text("long"), "end": .text("free-last"), "clock": .null]))
        let next = try #require(GameID("lobby-2"))
        let round = try Game(table.game.setup.rematch(next, options: options, at: table.now, seed: 1))
        _ = try round.seatPlayers(table.state.seats, at: table.now)
        #expect(round.state.seats == table.state.seats && round.state.seats.map(\.bot) == [nil, nil, .hard])
        #expect(round.state.phase == .waiting)
    }
}
