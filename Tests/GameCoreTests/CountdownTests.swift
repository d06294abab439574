import GameCore
import Testing

@Suite("A game with a countdown")
struct CountdownTests {
    private func tables(people: Int, _ mode: String) throws -> [SolvingTable] {
        let options: [String: Parameters.Value] = ["mode": .text(mode)]
        return [
            try SolvingTable(people: people, options, countdown: .seconds(3)),
            try LatticeTable.of(people: people, options, countdown: .seconds(3)),
        ]
    }

    @Test("starts by itself when the countdown is over, once", arguments: ["race", "together"])
    func start(mode: String) throws {
        for table in try tables(people: 2, mode) {
            #expect(table.game.state.phase == .waiting && table.game.deadline == .second(3))
            table.now = .second(2)
            #expect(try table.apply(.deadlineReached, by: .spectator).isEmpty)
            table.now = .second(3)
            #expect(try table.apply(.deadlineReached, by: .spectator).names == ["gameStarted"])
            #expect(table.game.state.phase == .playing)
            #expect(try table.apply(.deadlineReached, by: .spectator).isEmpty)
        }
    }

    @Test("waits until somebody sits down")
    func empty() throws {
        for table in try tables(people: 0, "race") {
            #expect(table.game.deadline == nil)
            table.now = .second(9)
            try table.sit("Ann")
            #expect(table.game.deadline == .second(3))
            #expect(try table.apply(.deadlineReached, by: .spectator).names == ["gameStarted"])
        }
    }

    @Test("does not start after its end, nor again after a start by hand")
    func ended() throws {
        for table in try tables(people: 2, "race") {
            try table.act("close", by: .host)
            #expect(table.game.deadline == nil)
        }
        for table in try tables(people: 2, "race") {
            try table.act("start")
            table.now = .second(3)
            #expect(try table.apply(.deadlineReached, by: .spectator).isEmpty)
        }
    }

    @Test("of called letters starts as if the host had started it")
    func square() throws {
        let table = try SquareTable(people: 2, countdown: .seconds(3))
        table.now = .second(3)
        #expect(try table.apply(.deadlineReached, by: .spectator).names.contains("gameStarted"))
        #expect(table.round?.step == .call)
    }
}
