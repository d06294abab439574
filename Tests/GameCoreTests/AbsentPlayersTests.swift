import GameCore
import Testing

@Suite("Players who are absent")
struct AbsentPlayersTests {
    /// A table at which the players on the seats `absent` are absent.
    private func table(seated: Int, absent: Int...) throws -> Table {
        let table = try Table(seated: seated)
        table.game.controller.absentSeats = Set(absent.compactMap(Seat.init(_:)))
        return table
    }

    private let cem = Player(seat: Seat(3))

    @Test("are not asked for consent; without anybody else the action is carried out at once")
    func consent() throws {
        let two = try table(seated: 2, absent: 2)
        try two.write("a", on: "a1", by: .ann)
        #expect(try two.act("clear", by: .ann).words == ["a1="])
        let three = try table(seated: 3, absent: 2)
        try three.act("close", by: .host)
        #expect(try three.act("rematch", by: .ann).words == ["asked 1"])
        #expect(three.game.state.prompts.first?.deciders == [try seat(3)])
        #expect(try three.answer(1, by: cem).words.last == "on in table-2")
    }

    @Test("have no say when a question expires: the others' answers decide")
    func expiry() throws {
        let table = try table(seated: 3)
        try table.act("close", by: .host)
        try table.act("rematch", by: .ann)
        try table.answer(1, by: .bea)
        table.game.controller.absentSeats = [try seat(3)]
        #expect(try table.wait(seconds: 60).words == ["1 ended with 1", "on in table-2"])
    }

    @Test("let the asker go on when all of them have left before a question expires")
    func everybodyHasLeft() throws {
        let table = try table(seated: 2)
        try table.write("a", on: "a1", by: .ann)
        try table.act("clear", by: .ann)
        table.game.controller.absentSeats = [try seat(2)]
        #expect(try table.wait(seconds: 60).words == ["1 ended with 1", "a1="])
    }

    @Test("do not change what a player who is present has not answered: it counts as cancel")
    func present() throws {
        let table = try table(seated: 3)
        try table.act("close", by: .host)
        try table.act("rematch", by: .ann)
        table.game.controller.absentSeats = [try seat(3)]
        #expect(try table.wait(seconds: 60).words == ["1 ended with 0"])
    }

    @Test("can be dropped by the only other player, who is then offered the action")
    func dropAlone() throws {
        let table = try table(seated: 2, absent: 2)
        #expect(table.actions(for: .ann).contains("drop"))
        #expect(try table.act("drop", ["seat": .number(2)], by: .ann).words == ["seat 2 left"])
        #expect(!table.actions(for: .ann).contains("drop"))
    }

    @Test("are dropped if all who are present agree")
    func vote() throws {
        let table = try table(seated: 4, absent: 2)
        #expect(try table.act("drop", ["seat": .number(2)], by: .ann).words == ["asked 1"])
        #expect(table.game.state.prompts.first?.deciders == [try seat(3), try seat(4)])
        let message = table.game.state.prompts.first?.message.text
        #expect(message == "Ann would like to go on without Bea, who is away.")
        try table.answer(1, by: cem)
        let last = try table.answer(1, by: Player(seat: Seat(4)))
        #expect(last.words == ["seat 4 said 1 to 1", "1 ended with 1", "seat 2 left"])
    }

    @Test("stay if somebody disagrees, or if they come back during the vote")
    func stay() throws {
        let refused = try table(seated: 3, absent: 2)
        try refused.act("drop", ["seat": .number(2)], by: .ann)
        #expect(try refused.answer(0, by: cem).words == ["seat 3 said 0 to 1", "1 ended with 0"])
        let back = try table(seated: 3, absent: 2)
        try back.act("drop", ["seat": .number(2)], by: .ann)
        back.game.controller.absentSeats = []
        #expect(try back.answer(1, by: cem).words == ["seat 3 said 1 to 1", "1 ended with 1"])
    }

    @Test("cannot be dropped by strangers; present players, free seats and oneself cannot be dropped")
    func refusals() throws {
        let table = try table(seated: 3, absent: 3)
        func code(_ seat: Int, _ player: Player) -> RuleViolation.Code? {
            table.refused { try table.act("drop", ["seat": .number(seat)], by: player) }
        }
        #expect(code(3, .spectator) == .tokenNeeded)
        #expect(code(2, .ann) == .notAbsent)
        #expect(code(1, .ann) == .notAbsent)
        #expect(code(9, .ann) == .noSuchSeat)
        #expect(code(61, .ann) == .invalidValue)
        #expect(table.refused { try table.act("drop", by: .ann) } == .invalidValue)
        try table.act("close", by: .host)
        #expect(code(3, .ann) == .gameFinished)
    }

    @Test("are played by a bot in a running word square, and can come back")
    func square() throws {
        let table = try SquareTable(people: 2)
        try table.act("start", by: .ann)
        table.game.controller.absentSeats = [try seat(2)]
        let events = try table.act("drop", ["seat": .number(2)], by: .ann)
        #expect(events.words == ["seat 2 is away"])
        table.game.controller.absentSeats = []
        #expect(try table.act("return", by: .bea).words == ["seat 2 is back"])
    }
}
