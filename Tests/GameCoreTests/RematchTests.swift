import GameCore
import Testing

@Suite("A rematch")
struct RematchTests {
    /// A table with a finished game.
    private func finishedTable(seated: Int) throws -> Table {
        let table = try Table(seated: seated, layout: "CAT../....#/...../...../.....")
        try table.act("close", by: .host)
        return table
    }

    @Test("starts at once without other players")
    func alone() throws {
        let table = try finishedTable(seated: 1)
        #expect(try table.act("rematch", by: .ann).words == ["on in table-2"])
        #expect(table.game.state.next == GameID("table-2"))
        #expect(table.refused { try table.act("rematch", by: .ann) } == .alreadyAsked)
    }

    @Test("asks the other players, and starts when all agree")
    func consent() throws {
        let table = try finishedTable(seated: 3)
        #expect(try table.act("rematch", by: .ann).words == ["asked 1"])
        #expect(table.refused { try table.act("rematch", by: .bea) } == .alreadyAsked)
        try table.answer(1, by: .bea)
        #expect(table.game.state.next == nil)
        try table.answer(1, by: Player(seat: try seat(3)))
        #expect(table.game.state.next == GameID("table-2"))
    }

    /// A finished game of a room with Ann, Bea and Cem, of whom Ann and Bea are members.
    private func roomTable(starters: [Int]) throws -> Table {
        let table = try finishedTable(seated: 3)
        table.game.controller.members = RoomSeats(
            members: [try seat(1), try seat(2)], starters: Set(try starters.map(seat)))
        return table
    }

    @Test("asks only the members of a room in its game, and refuses others")
    func members() throws {
        let table = try roomTable(starters: [1, 2])
        let guest = Player(seat: try seat(3))
        #expect(table.refused { try table.act("rematch", by: guest) } == .notAllowed)
        #expect(!table.actions(for: guest).contains("rematch"))
        try table.act("rematch", by: .ann)
        #expect(table.game.state.prompts.first?.deciders == [try seat(2)])
        try table.answer(1, by: .bea)
        #expect(table.game.state.next == GameID("table-2"))
    }

    @Test("needs somebody who may begin the room's next game, among those who ask or are asked")
    func starters() throws {
        let hosted = try roomTable(starters: [1])
        try hosted.act("rematch", by: .bea)
        #expect(hosted.game.state.prompts.first?.deciders == [try seat(1)])
        let alone = try roomTable(starters: [1])
        alone.game.controller.absentSeats = [try seat(1)]
        #expect(alone.refused { try alone.act("rematch", by: .bea) } == .notAllowed)
        #expect(!alone.actions(for: .bea).contains("rematch"))
        let elsewhere = try roomTable(starters: [])
        #expect(elsewhere.refused { try elsewhere.act("rematch", by: .bea) } == .notAllowed)
        let open = try roomTable(starters: [1, 2])
        open.game.controller.absentSeats = [try seat(1)]
        #expect(try open.act("rematch", by: .bea).words == ["on in table-2"])
    }

    @Test("does not ask a program that somebody runs, but seats it again")
    func program() throws {
        let table = try Table(seated: 1)
        try table.apply(.takeSeat(PlayerName("Robot"), nil, isProgram: true), by: .spectator)
        try table.act("close", by: .host)
        #expect(try table.act("rematch", by: .ann).words == ["on in table-2"])
        #expect(table.game.state.seats.map(\.isProgram) == [false, true])
    }

    @Test("does not start when a player declines, and can be requested again")
    func refused() throws {
        let table = try finishedTable(seated: 2)
        try table.act("rematch", by: .ann)
        try table.answer(0, by: .bea)
        #expect(table.game.state.next == nil && table.game.state.prompts.isEmpty)
        #expect(try table.act("rematch", by: .bea).words == ["asked 2"])
    }

    @Test("requires a seat and a finished game")
    func notAllowed() throws {
        let playing = try Table(seated: 1)
        #expect(playing.refused { try playing.act("rematch", by: .ann) } == .gameNotFinished)
        let table = try finishedTable(seated: 1)
        #expect(table.refused { try table.act("rematch", by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.act("rematch", by: .host) } == .notAllowed)
    }

    @Test("is a new game with the same rules and options, and the same players on their seats")
    func nextRound() throws {
        let table = try finishedTable(seated: 3)
        try table.leave(2, by: .bea)
        let next = try #require(GameID("table-2"))
        let round = try Game(
            table.game.setup.rematch(
                next, options: allRules.nextRoundOptions(table.game.setup), at: table.now, seed: 1))
        let events = try round.seatPlayers(table.game.state.seats, at: table.now)
        #expect(events.words == ["seat 1 taken", "seat 3 taken"])
        #expect(round.state.seats == table.game.state.seats)
        #expect(
            round.setup.previous == table.game.setup.id && round.setup.options == table.game.setup.options)
        #expect(round.controller.boards[0].text.hasPrefix("CAT"))
    }

    @Test("keeps the title, but not that of a game of the day")
    func title() throws {
        let (id, next) = (try #require(GameID("a")), try #require(GameID("a-2")))
        let setup = GameSetup(id: id, rules: "free", title: try GameTitle("Monday"), created: .start)
        let rematch = { (setup: GameSetup) in
            setup.rematch(next, options: .none, at: .start, seed: 1)
        }
        #expect(rematch(setup).title?.text == "Monday")
        #expect(rematch(setup.personal).title == nil)
    }

    @Test(
        "has the id of the previous round with the next number",
        arguments: [
            ("abc", "abc-2"), ("abc-2", "abc-3"), ("abc-9", "abc-10"), ("abc-1", "abc-1-2"), ("-", "--2"),
            ("x-999999", "x-1000000"), ("x-1000000", "x-1000000-2"),
            ("x-9223372036854775807", "x-9223372036854775807-2"),
            ("a-b", "a-b-2"), (String(repeating: "x", count: 32), String(repeating: "x", count: 30) + "-2"),
        ])
    func names(before: String, after: String) throws {
        let setup = GameSetup(id: try #require(GameID(before)), rules: "free", created: .start)
        let game = try Game(setup)
        _ = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: .start)
        _ = try game.apply(.act("close", .none), by: Player(seat: nil, isHost: true), at: .start)
        _ = try game.apply(.act("rematch", .none), by: Player(seat: Seat(1)), at: .start)
        #expect(game.state.next?.text == after)
    }
}
