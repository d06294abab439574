import GameCore
import Testing

@Suite("A paused mini")
struct MiniPauseTests {
    /// Two players who have written three letters and paused at 10 s.
    private func paused() throws -> SolvingTable {
        let table = try SolvingTable(people: 2)
        try table.write("EWE")
        table.now = .second(10)
        #expect(try table.act("pause").names == ["gamePaused"])
        return table
    }

    @Test("hides its boards and the letters of earlier events from everybody")
    func hidden() throws {
        let table = try paused()
        for viewer in [nil, Seat(1), Seat(2)] {
            #expect(table.game.state.boards(for: viewer).isEmpty)
            #expect(table.visibleChanges(to: viewer?.number).count { $0 == nil } == 3)
            let empty = StateHash(sequence: table.game.state.sequence, boards: [BoardState]())
            #expect(table.game.state.hash(for: viewer) == empty)
        }
        try table.act("resume", by: .bea)
        #expect(!table.visibleChanges(to: nil).contains(nil))
    }

    @Test("has no hash of a hidden board, not even for earlier events")
    func hashes() throws {
        let table = try paused()
        for view in table.game.state.views(of: table.events, for: Seat(1)) {
            #expect(view.hash == StateHash(sequence: view.event.sequence, boards: [BoardState]()))
        }
    }

    @Test("refuses edits and all actions but resume, and lists only what is allowed")
    func refusals() throws {
        let table = try paused()
        #expect(table.refused { try table.write("X") } == .gamePaused)
        for name in ["check", "reveal", "reset", "clear", "undo", "resign"] {
            #expect(table.refused { try table.act(name) } == .gamePaused, "\(name)")
        }
        #expect(table.actions(for: .ann) == ["recolour", "resume"])
        #expect(table.actions(for: .spectator) == [])
        #expect(table.refused { try table.act("resume", by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.act("resume", ["more": .number(1)]) } == .unknownKey)
        try table.act("resume")
        #expect(
            table.actions(for: .ann) == [
                "check", "clear", "pause", "recolour", "reset", "resign", "reveal", "undo",
            ])
    }

    @Test("stops the clock until any player resumes it; pausing and resuming twice changes nothing")
    func clock() throws {
        let table = try paused()
        #expect(try table.act("pause", by: .bea).isEmpty)
        table.now = .second(100)
        #expect(table.game.state.elapsed(at: table.now) == .seconds(10))
        #expect(try table.act("resume", by: .bea).names == ["gameResumed"])
        #expect(try table.act("resume").isEmpty)
        table.now = .second(105)
        try table.write("IDLEDROBEDIVORYSEW", from: "a2")
        #expect(table.result?.elapsed == .seconds(15))
        #expect(table.result?.solves.first?.elapsed == .seconds(15))
    }

    @Test("does not clear the board when the others agree to it during the pause")
    func prompt() throws {
        let table = try SolvingTable(people: 2)
        try table.write("EWE")
        try table.act("clear")
        try table.act("pause")
        #expect(
            try table.answer(1, by: .bea).names == [
                "promptAnswered", "promptDismissed",
            ])
        try table.act("resume")
        #expect(table.text() == "##EWE/...../...../...../...##")
    }
}
