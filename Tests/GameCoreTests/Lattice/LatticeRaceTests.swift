import GameCore
import Testing

@Suite("A lattice race")
struct LatticeRaceTests {
    private func race(_ people: Int, _ options: [String: Parameters.Value] = [:]) throws -> SolvingTable {
        let table = try LatticeTable.of(people: people, options.merging(["mode": .text("race")]) { $1 })
        try table.act("start")
        return table
    }

    @Test("has no board before the start, and then the same board for everyone")
    func start() throws {
        let table = try LatticeTable.of(people: 2, ["mode": .text("race")])
        #expect(table.game.state.boards.isEmpty)
        #expect(table.refused { try table.swap("a1", "b1") } == .gameNotStarted)
        #expect(table.refused { try table.edit(["a1": "X"]) } == .gameNotStarted)
        try table.act("start")
        #expect(table.game.state.boards.map(\.text) == [LatticeTable.start, LatticeTable.start])
    }

    @Test("is won by the most swaps left, then by the shorter time; a lost board scores nothing")
    func winner() throws {
        let table = try race(4)
        table.now = .second(10)
        try table.waste(2, by: .bea)
        try table.solve(by: .bea)
        table.now = .second(20)
        try table.solve(by: .ann)
        table.now = .second(30)
        try table.solve(by: .cem)
        #expect(table.refused { try table.swap("a1", "b1", by: .ann) } == .boardFinished)
        try table.waste(15, by: .dov)
        #expect(table.result?.scores.map(\.points) == [5, 3, 5, 0])
        #expect(table.result?.winners.map(\.number) == [1])
        #expect(table.result?.solves.map(\.board) == [1, 3, 2])
    }

    @Test("is shared by players with equal points and times")
    func tie() throws {
        let table = try race(2)
        try table.solve(by: .ann)
        try table.solve(by: .bea)
        #expect(table.result?.winners.map(\.number) == [1, 2])
    }

    @Test("shows rivals the swaps left and the number of marks of each kind, and no cell")
    func hidden() throws {
        let table = try race(2)
        try table.swap("c1", "e5")
        #expect(table.visibleChanges(to: 2).suffix(3) == [nil, nil, nil])
        #expect(table.visibleChanges(to: nil).suffix(3) == [nil, nil, nil])
        #expect(table.visibleChanges(to: 1).allSatisfy { $0 != nil })
        let state = table.game.state
        for viewer in [nil, Seat(1), Seat(2)] {
            let fields = state.rules.fields(of: try seat(1), in: state, for: viewer)
            #expect(try fields.number("swapsLeft", in: 0...15) == 14)
            let marks = try #require(try fields.group("marks"))
            #expect(marks == Parameters(["hit": .number(6), "near": .number(6), "miss": .number(9)]))
            #expect(state.rules.fields(of: state, for: viewer) == .none)
        }
        try table.act("close", by: .host)
        #expect(!table.visibleChanges(to: 2).contains(nil))
    }

    @Test("is decided as soon as no rival can have more swaps left")
    func decided() throws {
        let table = try race(2)
        try table.waste(1)
        try table.solve()
        #expect(
            try table.rules.decidedWinners(in: table.game.state).isEmpty, "a shortest solution would pass")
        try table.waste(1, by: .bea)
        #expect(try table.rules.decidedWinners(in: table.game.state).map(\.number) == [1])
    }

    @Test("gives two viewers the same hash whatever a rival has swapped")
    func hash() throws {
        let (one, other) = (try race(2), try race(2))
        try one.swap("a1", "b1")
        try other.swap("a2", "c1")
        #expect(one.game.state.hash(for: Seat(2)) == other.game.state.hash(for: Seat(2)))
        #expect(one.game.state.hash(for: Seat(1)) != other.game.state.hash(for: Seat(1)))
    }
}

@Suite("The time limit of a race")
struct RaceLimitTests {
    private typealias Options = [String: Parameters.Value]

    private static func tables(_ options: Options) throws -> [SolvingTable] {
        let options = options.merging(["mode": .text("race")]) { $1 }
        return [
            try LatticeTable.of(people: 2, options), try SolvingTable(people: 2, options),
            try SolvingTable(people: 2, word: "SKILL", words: "LABEL", options),
        ]
    }

    @Test("ends a running race, in which unfinished boards stay unsolved")
    func end() throws {
        for table in try Self.tables(["limit": .number(60)]) {
            #expect(table.game.deadline == nil)
            try table.act("start")
            #expect(table.game.deadline == .second(60))
            table.now = .second(59)
            #expect(try table.apply(.deadlineReached, by: .spectator).isEmpty)
            table.now = .second(60)
            #expect(try table.apply(.deadlineReached, by: .spectator).names == ["gameFinished"])
            #expect(table.result?.winners == [] && table.result?.elapsed == .seconds(60))
        }
    }

    @Test("is ten minutes by default, and can be turned off")
    func standard() throws {
        for (options, limit) in [([:], Timestamp.second(600)), (["limit": .null], nil)]
            as [(Options, Timestamp?)]
        {
            for table in try Self.tables(options) {
                try table.act("start")
                #expect(table.game.deadline == limit)
            }
        }
    }

    @Test("leaves the result of a board that was solved in time")
    func solved() throws {
        let table = try LatticeTable.of(people: 2, ["mode": .text("race"), "limit": .number(2)])
        try table.act("start")
        table.now = .second(1)
        try table.solve(by: .bea)
        table.now = .second(2)
        try table.apply(.deadlineReached, by: .spectator)
        #expect(table.result?.winners.map(\.number) == [2] && table.result?.scores.map(\.points) == [0, 5])
    }

    @Test("does not apply to a shared board")
    func shared() throws {
        let table = try LatticeTable.of(people: 1, ["limit": .number(2)])
        #expect(table.game.state.phase == .playing && table.game.deadline == nil)
    }

    @Test(
        "must be null or 2 to 3600 seconds",
        arguments: [.number(1), .number(3601), .text("60"), .flag(true)]
            as [Parameters.Value])
    func invalid(limit: Parameters.Value) {
        #expect(refusal { try Self.tables(["limit": limit]) }?.code == .invalidValue)
    }
}
