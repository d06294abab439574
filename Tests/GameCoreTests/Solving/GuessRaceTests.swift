import GameCore
import Testing

@Suite("A guess race")
struct GuessRaceTests {
    private func race(_ people: Int, bots: [BotLevel] = []) throws -> SolvingTable {
        let table = try SolvingTable(
            people: people, word: "SKILL", words: GuessTests.words, ["mode": .text("race")])
        for level in bots { try table.apply(.seatBot(level), by: .ann) }
        try table.act("start")
        return table
    }

    @Test("waits for the start; then nobody, not even a bot, can sit down")
    func start() throws {
        let table = try SolvingTable(
            people: 2, word: "SKILL", words: GuessTests.words, ["mode": .text("race")])
        #expect(table.game.state.boards.isEmpty)
        #expect(table.refused { try table.edit(["a1": "S"]) } == .gameNotStarted)
        #expect(table.refused { try table.act("submit") } == .gameNotStarted)
        #expect(table.refused { try table.act("start", by: .bea) } == .notAllowed)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .spectator) } == .tokenNeeded)
        try table.act("start")
        #expect(table.refused { try table.sit("Cem") } == .gameStarted)
        #expect(table.refused { try table.apply(.seatBot(.easy), by: .host) } == .gameStarted)
    }

    @Test("is won by fewer guesses, then less time")
    func winner() throws {
        let table = try race(3)
        try table.guess("LABEL")
        table.now = .second(5)
        try table.guess("SKILL")
        #expect(table.game.state.phase == .playing && table.result == nil)
        #expect(table.refused { try table.edit(["a3": "S"]) } == .boardFinished)
        #expect(table.refused { try table.act("submit") } == .boardFinished)
        table.now = .second(9)
        try table.guess("SKILL", by: .bea)
        try table.act("resign", by: .cem)
        #expect(
            table.result?.solves == [
                BoardResult(board: 2, elapsed: .seconds(9), isSolved: true, tries: 1),
                BoardResult(board: 1, elapsed: .seconds(5), isSolved: true, tries: 2),
            ])
        #expect(table.result?.winners == [Seat(2)].compactMap { $0 })
    }

    @Test("is decided as soon as no rival can be faster by guesses")
    func decided() throws {
        let table = try race(3)
        try table.guess("LABEL")
        try table.guess("SKILL")
        #expect(try table.rules.decidedWinners(in: table.game.state).isEmpty)
        try table.guess("LABEL", by: .bea)
        #expect(try table.rules.decidedWinners(in: table.game.state).isEmpty)
        try table.write("PANDA", from: "a1", by: .cem)
        #expect(try table.act("submit", by: .cem).names.last == "ruleEvent")
        #expect(try table.rules.decidedWinners(in: table.game.state).map(\.number) == [1])
        #expect(table.game.state.phase == .playing)
    }

    @Test("ends a board after five rows, and counts a player who leaves as given up")
    func lost() throws {
        let table = try race(2)
        try table.leave(2, by: .bea)
        for word in ["LABEL", "PANDA", "RIVER", "SPEED", "SEVEN"] { try table.guess(word) }
        #expect(table.result?.solves == [] && table.result?.winners == [])
    }

    @Test("shows rivals the marks of submitted rows, but no letters, until the end")
    func hidden() throws {
        let table = try race(2)
        try table.guess("LABEL")
        try table.edit(["a2": "S"])
        let hidden = [nil, nil, nil, nil, nil] as [GameEvent.Change?]
        let changes = table.visibleChanges(to: 2).suffix(7)
        #expect(changes.prefix(5) == hidden[...] && changes.last == .some(nil))
        #expect(changes.compactMap { $0 }.count == 1)
        func marks(_ viewer: Seat?) throws -> [Parameters.Value] {
            let state = table.game.state
            return try state.rules.fields(of: seat(1), in: state, for: viewer).list("marks")
        }
        #expect(try marks(Seat(2)) == [.text("nmmmh")] && marks(nil) == [.text("nmmmh")])
        #expect(table.game.state.boards(for: Seat(2)).map(\.text) == ["...../...../...../...../....."])
        #expect(table.game.state.boards(for: nil).isEmpty)
        try table.act("close", by: .host)
        #expect(!table.visibleChanges(to: nil).contains(nil))
        #expect(table.game.state.boards(for: nil).first?.text == "LABEL/S..../...../...../.....")
    }

    @Test("is played to the end by bots of every level, whose letters have the cause bot")
    func bots() throws {
        let table = try race(1, bots: BotLevel.allCases)
        try table.act("resign")
        while try table.moveBot() {}
        #expect(table.game.state.phase == .finished && table.game.state.boardResults.count == 4)
        #expect(table.result?.winners.isEmpty == false)
        for event in table.events {
            if case .cellChanged(let change) = event.change { #expect(change.cause == .bot) }
        }
    }

    @Test("never lets a bot guess ahead of the people, and hides its marks")
    func pace() throws {
        let table = try race(1, bots: [.hard])
        #expect(table.game.awaitedMoves(at: table.now).isEmpty)
        try table.guess("LABEL")
        #expect(table.game.awaitedMoves(at: table.now).count == 1)
        let guess = BotMove("guess", ["word": .text("RIVER")])
        try table.apply(.botMove(try seat(2), guess), by: .spectator)
        #expect(table.game.awaitedMoves(at: table.now).isEmpty)
        let views = table.game.state.views(of: table.events, for: Seat(1))
        #expect(views.last?.isComplete == false)
    }
}
