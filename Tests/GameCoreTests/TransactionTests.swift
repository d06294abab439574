import Testing

@testable import GameCore

/// Rules whose prompts edit a cell when they close, and then throw if the test says so.
private struct PromptRules: RuleSet {
    final class Control {
        var refuses = true
        var dismissals: [String] = []
    }

    static let name = "prompt"
    static let info = RuleInfo(title: "Prompt", summary: "Asks and refuses.", options: [:])
    nonisolated(unsafe) let control = Control()

    init(_ setup: GameSetup) throws(RuleViolation) {}

    func setActions(on game: GameController) {
        game.actions["ask"] = { [weak game] _ in game?.ask() }
        game.actions["ask and fail"] = { [weak game] _ throws(RuleViolation) in
            game?.ask()
            throw RuleViolation(.notAllowed, "Not allowed after the prompt.")
        }
    }

    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        control.dismissals.append("\(prompt.id): \(button)")
        try game.boards[0].cells[0].type("x")
        if control.refuses { throw RuleViolation(.notAllowed, "Not now.") }
    }
}

extension GameController {
    fileprivate func ask() {
        ask("prompt", title: "?", message: "Really?", buttons: ["No", "Yes"], deciders: Seat.all)
    }

    fileprivate func act(_ name: String) throws -> [GameEvent] {
        try inTransaction(for: .spectator, at: .start) { () throws(RuleViolation) in
            _ = try actions.perform(name, ActionCall(player: .spectator, parameters: .none))
        }
    }
}

@Suite("A transaction")
struct TransactionTests {
    private let rules: PromptRules
    private let initialState: GameState
    private let controller: GameController

    init() throws {
        rules = try PromptRules(try Table.setup())
        initialState = GameState(try Table.setup(), rules)
        controller = GameController(initialState, lexicons: .none)
    }

    @Test("rolls back its prompt and the prompt's number when it throws")
    func promptIsRolledBack() throws {
        #expect(refusal { try controller.act("ask and fail") }?.code == .notAllowed)
        #expect(controller.state == initialState)
        #expect(try controller.act("ask").words == ["asked 1"])
    }

    @Test("leaves an expired prompt open when the rules throw on its dismissal")
    func promptStaysOpen() throws {
        _ = try controller.act("ask")
        let before = controller.state
        func expire() throws -> [GameEvent] {
            try controller.inTransaction(for: .spectator, at: .second(60)) { () throws(RuleViolation) in
                try controller.handleDeadline(at: .second(60))
            }
        }
        rules.control.refuses = true
        #expect(refusal { try expire() }?.code != nil)
        #expect(controller.state == before && controller.boards[0].cells[0].letter == nil)
        rules.control.refuses = false
        _ = refusal { try expire() }
        #expect(rules.control.dismissals == ["1: 0", "1: 0"])
    }

    @Test("numbers its prompts consecutively")
    func numbers() throws {
        var asked: [String] = []
        for _ in 0..<3 { asked += try controller.act("ask").words }
        #expect(asked == ["asked 1", "asked 2", "asked 3"])
        #expect(controller.state.prompts.map(\.id) == [1, 2, 3])
    }

    @Test("is required to record events, open prompts and edit cells")
    func outside() throws {
        controller.finish()
        controller.ask()
        #expect(refusal { try controller.boards[0].cells[0].type("a") }?.code == .orphanedCell)
        #expect(controller.state == initialState && controller.boards[0].text == Board().text)
    }

    @Test("cannot start within another")
    func nested() throws {
        let controller = controller
        let events = try controller.inTransaction(for: .spectator, at: .start) { () throws(RuleViolation) in
            controller.ask()
            #expect(refusal { try controller.act("ask") }?.code == .notAllowed)
            controller.ask()
        }
        #expect(events.words == ["asked 1", "asked 2"])
    }
}
