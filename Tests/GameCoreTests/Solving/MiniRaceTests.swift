import GameCore
import Testing

@Suite("A race of minis")
struct MiniRaceTests {
    private let empty = "##.../...../...../...../...##"

    private func race(
        _ people: Int, _ options: [String: Parameters.Value] = [:]
    ) throws -> SolvingTable {
        let table = try SolvingTable(people: people, options.merging(["mode": .text("race")]) { $1 })
        try table.act("start")
        return table
    }

    @Test("waits until seat 1 or the host starts it; then nobody else can sit down")
    func start() throws {
        let table = try SolvingTable(people: 0, ["mode": .text("race")])
        #expect(table.refused { try table.act("start", by: .host) } == .notAllowed)
        try table.sit("Ann")
        try table.sit("Bea")
        #expect(table.game.state.phase == .waiting && table.game.state.boards.isEmpty)
        for name in ["check", "reveal", "reset", "resign"] {
            #expect(table.refused { try table.act(name) } == .gameNotStarted, "\(name)")
        }
        #expect(table.refused { try table.edit(["c1": "E"]) } == .gameNotStarted)
        #expect(table.refused { try table.act("start", by: .bea) } == .notAllowed)
        #expect(table.refused { try table.act("start", by: .spectator) } == .tokenNeeded)
        #expect(table.actions(for: .ann).contains("start") && !table.actions(for: .bea).contains("start"))
        let start = GameStart(order: [Seat(1), Seat(2)].compactMap { $0 })
        #expect(try table.act("start").map(\.change) == [.gameStarted(start)])
        #expect(table.refused { try table.act("start") } == .gameStarted)
        #expect(table.refused { try table.sit("Cem") } == .gameStarted)
    }

    @Test("is won by the first solver while the others play on")
    func winner() throws {
        let table = try race(3)
        table.now = .second(20)
        #expect(try table.write(MiniTests.letters, by: .bea).names.contains("boardFinished"))
        #expect(table.game.state.phase == .playing && table.text() == empty)
        for work in [
            { try table.write("X", by: .bea) }, { try table.act("reset", by: .bea) },
            { try table.act("reveal", by: .bea) }, { try table.act("resign", by: .bea) },
        ] {
            #expect(table.refused { _ = try work() } == .boardFinished)
        }
        table.now = .second(30)
        #expect(try table.act("reveal").names.last == "boardFinished", "without asking the others")
        #expect(try table.act("resign", by: .cem).names == ["boardFinished", "gameFinished"])
        #expect(
            table.result?.solves == [
                BoardResult(board: 2, elapsed: .seconds(20), isSolved: true),
                BoardResult(board: 1, elapsed: .seconds(30), isSolved: true, isAssisted: true),
            ])
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
        #expect(table.result?.answer == TestPuzzles.ewe && table.result?.scores == [])
    }

    @Test("tells at once that the first right board has won, once, while the others play on")
    func decided() throws {
        let table = try race(3)
        #expect(try table.rules.decidedWinners(in: table.game.state).isEmpty)
        table.now = .second(20)
        let events = try table.write(MiniTests.letters, by: .bea)
        #expect(events.names.suffix(2) == ["boardFinished", "ruleEvent"])
        let told = RuleEvent("race.won", Parameters(["winners": .list([.number(2)])]))
        #expect(events.last?.change == .ruleEvent(told) && table.game.state.phase == .playing)
        #expect(try table.rules.decidedWinners(in: table.game.state).map(\.number) == [2])
        for winners in [[1], [2, 2], []] {
            let forged = RuleEvent(
                "race.won", Parameters(["winners": .list(winners.map { .number($0) })]))
            #expect(try !table.rules.canApply(.ruleEvent(forged), in: table.game.state))
        }
        table.now = .second(30)
        #expect(!(try table.write(MiniTests.letters).names.contains("ruleEvent")))
        try table.act("resign", by: .cem)
        #expect(table.result?.winners.map(\.number) == [2])
    }

    @Test("is open while a solver with help leads rivals without, and decided once they have help too")
    func decidedWithHelp() throws {
        let table = try race(2)
        try table.write("E")
        try table.act("check")
        #expect(try table.write(MiniTests.letters.dropFirst() + "", from: "d1").names.last == "boardFinished")
        #expect(try table.rules.decidedWinners(in: table.game.state).isEmpty)
        try table.write("E", by: .bea)
        #expect(try table.act("check", by: .bea).names.last == "ruleEvent")
    }

    @Test("is won by an unassisted solver over a faster one with help")
    func assistance() throws {
        let table = try race(2)
        try table.write("E")
        try table.act("check")
        try table.write(MiniTests.letters.dropFirst() + "", from: "d1")
        table.now = .second(60)
        try table.write(MiniTests.letters, by: .bea)
        #expect(table.result?.solves.map(\.board) == [2, 1])
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
    }

    @Test("has no winner when everybody gives up")
    func givenUp() throws {
        let table = try race(2)
        try table.act("resign")
        #expect(try table.act("resign", by: .bea).names.last == "gameFinished")
        #expect(table.result?.winners == [] && table.result?.solves == [])
    }

    @Test("keeps the seat of a player who leaves or is removed, as given up")
    func leaving() throws {
        let table = try race(3)
        try table.leave(3, by: .cem)
        #expect(table.refused { try table.leave(2, by: .ann) } == .notAllowed)
        #expect(try table.leave(2, by: .host).names == ["seatAway", "boardFinished"])
        #expect(table.game.state.seats.count == 3)
        #expect(table.game.state.kickedSeats == Set([Seat(2)].compactMap { $0 }))
        #expect(table.refused { try table.edit(["c1": "E"], by: .cem) } == .boardFinished)
        try table.write(MiniTests.letters)
        #expect(table.result?.winners == [Seat(1)].compactMap { $0 })
        // Departed players take no part in a rematch.
        #expect(table.refused { try table.act("rematch", by: .cem) } == .notAllowed)
        #expect(try table.act("rematch").names == ["rematchStarted"])
    }

    @Test("asks the players who stayed whether they want a rematch")
    func rematch() throws {
        let table = try race(3)
        try table.leave(3, by: .cem)
        try table.act("resign")
        try table.act("resign", by: .bea)
        try table.act("rematch")
        #expect(table.game.state.prompts.first?.deciders == [Seat(2)].compactMap { $0 })
    }

    @Test("shows rivals that something happened on a board, but no letter, mark or verdict, until the end")
    func hidden() throws {
        let table = try race(2)
        try table.write("EX", by: .bea)
        try table.edit(["e1": "Q"], inPencil: true, by: .bea)
        try table.act("check", ["scope": .text("cell"), "cell": .text("c1")], by: .bea)
        try table.act("reveal", ["scope": .text("cell"), "cell": .text("a2")], by: .bea)
        try table.edit(["d1": "Z", "e1": "Z"], by: .bea)
        let last = try table.write("ZZZZZZZZZZZZZZZZZ", from: "b2", by: .bea).names.last
        #expect(last == "boardWrong")
        for viewer in [nil, 1] {
            let visible = zip(table.events.names, table.visibleChanges(to: viewer)).filter { $0.1 != nil }
            #expect(visible.map(\.0) == ["seatTaken", "seatTaken", "gameStarted"])
        }
        #expect(!table.visibleChanges(to: 2).contains(nil))
        #expect(table.game.state.boards(for: Seat(1)).map(\.number) == [1])
        #expect(table.game.state.boards(for: nil).isEmpty)
        try table.act("close", by: .host)
        #expect(!table.visibleChanges(to: nil).contains(nil))
        #expect(table.game.state.boards(for: nil).map(\.number) == [1, 2])
    }

    @Test("keeps the other boards and the answers hidden from a player who is done")
    func done() throws {
        let table = try race(2)
        try table.write("EW")
        try table.write(MiniTests.letters, by: .bea)
        let state = table.game.state
        #expect(state.boards(for: Seat(2)).map(\.number) == [2])
        #expect(state.hash(for: Seat(1)) == StateHash(sequence: state.sequence, boards: [state.boards[0]]))
        let clues = try state.rules.fields(of: state, for: Seat(2)).group("clues")
        #expect(try clues?.groups("across").first?.text("answer") == nil)
    }

    @Test("has no pause, and no undo")
    func actions() throws {
        let table = try race(1)
        for name in ["pause", "resume", "undo"] {
            #expect(table.refused { try table.act(name) } == .noSuchAction)
        }
        #expect(table.actions(for: .ann) == ["check", "clear", "recolour", "reset", "resign", "reveal"])
    }

    @Test("checks each player's own letters with autocheck")
    func autocheck() throws {
        let table = try race(2, ["autocheck": .flag(true)])
        try table.write("E")
        try table.write("X", by: .bea)
        #expect(table.marks() == "..r../...../...../...../.....")
        #expect(table.marks(of: .bea) == "..w../...../...../...../.....")
    }
}
