import GameCore
import Testing

@Suite("Clearing the board")
struct ClearTests {
    /// A table with an open prompt: Ann has asked the others to clear the board.
    private func prompted(seated: Int) throws -> Table {
        let table = try Table(seated: seated, layout: "G..../.#.../...../...../.....")
        try table.edit(["b1": "o", "e5": "e"], by: .ann)
        #expect(try table.act("clear", by: .ann).words == ["asked 1"])
        return table
    }

    private let full = """
        GO...
        .#...
        .....
        .....
        ....E
        """
    private let cleared = """
        G....
        .#...
        .....
        .....
        .....
        """

    // MARK: Without a prompt

    @Test("is not asked of programs, which would not answer")
    func programs() throws {
        let table = try Table(seated: 1, layout: "G..../.#.../...../...../.....")
        try table.apply(.takeSeat(PlayerName("Robot"), nil, isProgram: true), by: .spectator)
        try table.edit(["b1": "o", "e5": "e"], by: .ann)
        #expect(try table.act("clear", by: .ann).words == ["b1=", "e5="] && table.board == cleared)
    }

    @Test("happens at once on an open board with at most one player", arguments: [0, 1])
    func alone(seated: Int) throws {
        let table = try Table(seated: seated, open: true, layout: "G..../.#.../...../...../.....")
        try table.edit(["b1": "o", "e5": "e"], by: .spectator)
        let player = seated == 0 ? Player.spectator : .ann
        let events = try table.act("clear", by: player)
        #expect(events.words == ["b1=", "e5="] && table.board == cleared)
        for event in events {
            guard case .cellChanged(let change) = event.change else { continue }
            #expect(change.cause == .clear && change.by == player.seat)
        }
        #expect(try table.act("clear", by: player).isEmpty)
    }

    // MARK: The prompt

    @Test("asks all other players", arguments: 2...12)
    func prompt(seated: Int) throws {
        let table = try prompted(seated: seated)
        let prompt = try #require(table.game.state.prompts.first)
        #expect(table.game.state.prompts.count == 1)
        #expect((prompt.id, prompt.asker?.number, prompt.cancel) == (1, 1, 0))
        #expect(prompt.deciders.map(\.number) == Array(2...seated))
        #expect(prompt.buttons == ["Keep", "Clear"] && prompt.message.text.contains("Ann"))
        #expect(prompt.expires == .second(60) && table.game.deadline == .second(60))
        #expect(table.board == full)
    }

    @Test("can be requested by a spectator on an open board; then all players decide")
    func askedBySpectator() throws {
        let table = try Table(seated: 2, open: true)
        try table.write("a", on: "a1", by: .spectator)
        try table.act("clear", by: .spectator)
        #expect(table.game.state.prompts.first?.asker == nil)
        #expect(table.game.state.prompts.first?.deciders.map(\.number) == [1, 2])
        try table.answer(1, by: .ann)
        #expect(try table.answer(1, by: .bea).words == ["seat 2 said 1 to 1", "1 ended with 1", "a1="])
    }

    @Test("has one open prompt at a time, and numbers its prompts")
    func onePromptAtATime() throws {
        let table = try prompted(seated: 2)
        #expect(table.refused { try table.act("clear", by: .ann) } == .alreadyAsked)
        #expect(table.refused { try table.act("clear", by: .bea) } == .alreadyAsked)
        try table.answer(0, by: .bea)
        #expect(try table.act("clear", by: .bea).words == ["asked 2"])
        #expect(table.game.state.prompts.first?.deciders.map(\.number) == [1])
        try table.answer(0, to: 2, by: .ann)
        #expect(try table.act("clear", by: .ann).words == ["asked 3"])
    }

    @Test("is the host's to ask for: the host's question replaces that of another player")
    func hostReplaces() throws {
        let table = try prompted(seated: 3)
        let host = Player(seat: try seat(2), isHost: true)
        #expect(table.refused { try table.act("clear", by: Player(seat: try seat(3))) } == .alreadyAsked)
        #expect(try table.act("clear", by: host).words == ["1 ended with 0", "asked 2"])
        #expect(table.refused { try table.act("clear", by: host) } == .alreadyAsked, "it is the host's own")
        #expect(table.refused { try table.act("clear", by: .ann) } == .alreadyAsked)
        try table.answer(1, to: 2, by: .ann)
        #expect(try table.answer(1, to: 2, by: Player(seat: try seat(3))).words.last == "e5=")
    }

    // MARK: Answers

    @Test("happens in the asker's name when all deciders have agreed")
    func agreed() throws {
        let table = try prompted(seated: 3)
        #expect(try table.answer(1, by: .bea).words == ["seat 2 said 1 to 1"])
        #expect(table.board == full)
        let events = try table.answer(1, by: .cem)
        #expect(events.words == ["seat 3 said 1 to 1", "1 ended with 1", "b1=", "e5="])
        #expect(table.board == cleared && table.game.deadline == nil)
        let stamps = table.game.controller.boards[0].cells.filter { $0.stamp != .untouched }.map(\.stamp.by)
        #expect(stamps == [Seat(1), Seat(1)])
    }

    @Test("does not happen once one decider declines")
    func refusedByOne() throws {
        let table = try prompted(seated: 4)
        try table.answer(1, by: .dov)
        #expect(try table.answer(0, by: .bea).words == ["seat 2 said 0 to 1", "1 ended with 0"])
        #expect(table.board == full && table.game.state.prompts.isEmpty)
        #expect(table.refused { try table.answer(1, by: .cem) } == .noSuchPrompt)
    }

    @Test("accepts one answer from each decider, and only for an existing button and prompt")
    func answers() throws {
        let table = try prompted(seated: 3)
        #expect(table.refused { try table.answer(1, by: .ann) } == .notAllowed)
        #expect(table.refused { try table.answer(1, by: .host) } == .notAllowed)
        #expect(table.refused { try table.answer(1, by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.answer(1, by: .dov) } == .unknownToken)
        for button in [-1, 2, Int.max, Int.min] {
            #expect(table.refused { try table.answer(button, by: .bea) } == .invalidValue)
        }
        for prompt in [0, 2, -1] {
            #expect(table.refused { try table.answer(1, to: prompt, by: .bea) } == .noSuchPrompt)
        }
        try table.answer(1, by: .bea)
        for button in [0, 1] { #expect(table.refused { try table.answer(button, by: .bea) } == .notAllowed) }
        try table.sit()
        #expect(table.refused { try table.answer(0, by: .dov) } == .notAllowed)
    }

    // MARK: Time

    @Test("does not happen when the prompt expires")
    func expired() throws {
        let table = try prompted(seated: 3)
        try table.answer(1, by: .bea)
        #expect(try table.wait(seconds: 59).isEmpty)
        #expect(try table.wait(seconds: 1).words == ["1 ended with 0"])
        #expect(table.board == full && table.game.deadline == nil)
        #expect(try table.wait(seconds: 100).isEmpty)
    }

    @Test("cannot be answered after its deadline, before or after the game handles the deadline")
    func answeredLate() throws {
        let table = try prompted(seated: 2)
        table.now = .second(60)
        #expect(table.refused { try table.answer(1, by: .bea) } == .noSuchPrompt)
        try table.wait(seconds: 0)
        #expect(table.refused { try table.answer(1, by: .bea) } == .noSuchPrompt)
        #expect(table.board == full)
    }

    @Test("does not happen when the last decider leaves after the deadline")
    func leftLate() throws {
        let table = try prompted(seated: 3)
        try table.answer(1, by: .bea)
        table.now = .second(61)
        #expect(try table.leave(3, by: .cem).words == ["seat 3 left", "1 ended with 0"])
        #expect(table.board == full)
    }

    // MARK: Players who leave, and the host

    @Test("is cancelled when the asker leaves")
    func askerLeaves() throws {
        let table = try prompted(seated: 3)
        let before = table.board
        #expect(try table.leave(1, by: .ann).words == ["seat 1 left", "1 ended with 0"])
        #expect(table.game.state.prompts.isEmpty)
        #expect(table.board == before)
    }

    @Test("is decided by the remaining deciders when one leaves")
    func deciderLeaves() throws {
        let agreed = try prompted(seated: 3)
        try agreed.answer(1, by: .bea)
        #expect(try agreed.leave(3, by: .cem).words == ["seat 3 left", "1 ended with 1", "b1=", "e5="])
        #expect(agreed.board == cleared)
        let waiting = try prompted(seated: 3)
        #expect(try waiting.leave(3, by: .cem).words == ["seat 3 left"])
        try waiting.answer(1, by: .bea)
        #expect(waiting.board == cleared)
    }

    @Test("does not happen when every decider leaves without an answer")
    func allLeave() throws {
        let table = try prompted(seated: 3)
        try table.leave(3, by: .cem)
        #expect(try table.leave(2, by: .bea).words == ["seat 2 left", "1 ended with 0"])
        #expect(table.board == full)
    }

    @Test("counts the answer of a player who has left since")
    func answeredAndLeft() throws {
        let table = try prompted(seated: 3)
        try table.answer(1, by: .bea)
        try table.leave(2, by: .bea)
        try table.answer(1, by: .cem)
        #expect(table.board == cleared)
    }

    @Test("cannot be answered by a new player on a decider's seat")
    func deciderReplaced() throws {
        let table = try prompted(seated: 3)
        try table.leave(2, by: .bea)
        try table.sit()
        #expect(table.refused { try table.answer(1, by: .bea) } == .notAllowed)
        try table.answer(1, by: .cem)
        #expect(table.board == cleared)
    }

    @Test("does not change a board that was locked since, and still accepts answers and departures")
    func lockedSince() throws {
        let answered = try prompted(seated: 2)
        try answered.act("lock", by: .host)
        #expect(try answered.answer(1, by: .bea).words == ["seat 2 said 1 to 1", "1 ended with 1"])
        #expect(answered.board == full)
        let left = try prompted(seated: 3)
        try left.answer(1, by: .bea)
        try left.act("lock", by: .host)
        #expect(try left.leave(3, by: .cem).words == ["seat 3 left", "1 ended with 1"])
        #expect(left.board == full)
    }

    @Test("is cancelled when the game finishes")
    func closed() throws {
        let table = try prompted(seated: 2)
        #expect(try table.act("close", by: .host).words == ["finished"])
        #expect(table.game.state.prompts.isEmpty && table.game.deadline == nil)
        #expect(table.refused { try table.answer(1, by: .bea) } == .noSuchPrompt)
        #expect(try table.wait(seconds: 100).isEmpty)
    }
}
