import Testing

@testable import GameCore

/// Rules that ask a question about everything, and refuse its consequence as long as a test wants.
private struct StubbornRules: RuleSet {
    final class Mood {
        var refuses = true
        var heard: [String] = []
    }

    static let name = "stubborn"
    static let info = RuleInfo(title: "Stubborn", summary: "Asks and refuses.", options: [:])
    nonisolated(unsafe) let mood = Mood()

    init(_ setup: GameSetup) throws(RuleViolation) {}

    func setActions(on game: GameController) {
        game.actions["ask"] = { [weak game] _ in game?.ask() }
        game.actions["ask and fail"] = { [weak game] _ throws(RuleViolation) in
            game?.ask()
            throw RuleViolation(.notAllowed, "On second thoughts, no.")
        }
    }

    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        mood.heard.append("\(prompt.id): \(button)")
        try game.boards[0].cells[0].type("x")
        if mood.refuses { throw RuleViolation(.notAllowed, "Not now.") }
    }
}

extension GameController {
    fileprivate func ask() {
        ask("stubborn", title: "?", message: "Really?", buttons: ["No", "Yes"], deciders: Seat.all)
    }

    fileprivate func act(_ name: String) throws -> [GameEvent] {
        try takeTurn(.spectator, at: .start) { () throws(RuleViolation) in
            _ = try actions.perform(name, ActionCall(player: .spectator, parameters: .none))
        }
    }
}

@Suite("A turn")
struct TurnTests {
    private let rules: StubbornRules
    private let fresh: GameState
    private let controller: GameController

    init() throws {
        rules = try StubbornRules(try Table.setup())
        fresh = GameState(try Table.setup(), rules)
        controller = GameController(fresh, lexicons: .none)
    }

    @Test("that is refused takes back the question that it asked, and its number")
    func questionTakenBack() throws {
        #expect(refusal { try controller.act("ask and fail") }?.code == .notAllowed)
        #expect(controller.state == fresh)
        #expect(try controller.act("ask").words == ["asked 1"])
    }

    @Test("that is refused by what a question leads to leaves the question open, to be answered again")
    func questionStays() throws {
        _ = try controller.act("ask")
        let before = controller.state
        func silenceEnds() throws -> [GameEvent] {
            try controller.takeTurn(.spectator, at: .second(60)) { () throws(RuleViolation) in
                try controller.letTimePass(at: .second(60))
            }
        }
        rules.mood.refuses = true
        #expect(refusal { try silenceEnds() }?.code != nil)
        #expect(controller.state == before && controller.boards[0].cells[0].letter == nil)
        rules.mood.refuses = false
        _ = refusal { try silenceEnds() }
        #expect(rules.mood.heard == ["1: 0", "1: 0"])
    }

    @Test("asks every question under its own number")
    func numbers() throws {
        var asked: [String] = []
        for _ in 0..<3 { asked += try controller.act("ask").words }
        #expect(asked == ["asked 1", "asked 2", "asked 3"])
        #expect(controller.state.prompts.map(\.id) == [1, 2, 3])
    }

    @Test("is needed for every fact: outside of one nothing is recorded, asked or changed")
    func outside() throws {
        controller.finish()
        controller.ask()
        #expect(refusal { try controller.boards[0].cells[0].type("a") }?.code == .orphanedCell)
        #expect(controller.state == fresh && controller.boards[0].text == Board().text)
    }

    @Test("cannot begin within another")
    func nested() throws {
        let controller = controller
        let events = try controller.takeTurn(.spectator, at: .start) { () throws(RuleViolation) in
            controller.ask()
            #expect(refusal { try controller.act("ask") }?.code == .notAllowed)
            controller.ask()
        }
        #expect(events.words == ["asked 1", "asked 2"])
    }
}
