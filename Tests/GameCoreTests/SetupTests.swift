@testable import GameCore
import Testing

@Suite("A new game")
struct SetupTests {
    private func refused(rules: String = "free", _ options: [String: Parameters.Value]) -> RuleViolation.Code?
    {
        refusal {
            try Game(GameSetup(id: .lobby, rules: rules, options: Parameters(options), created: .start))
        }?.code
    }

    @Test("starts at sequence 0 with an empty board and no players")
    func fresh() throws {
        let table = try Table()
        #expect(try table.game.state == allRules.newGame(table.game.setup))
        #expect(table.game.state.sequence == .zero && table.game.state.phase == .playing)
        #expect(table.board == Board().lines && table.game.deadline == nil)
        #expect(table.game.controller.boards.map(\.number) == [0])
        #expect(!table.game.controller.rules.isOpen)
    }

    @Test("is refused with unknown rules", arguments: ["", "Free", "free ", "chess"])
    func rules(name: String) {
        #expect(refused(rules: name, [:]) == .unknownRules)
    }

    @Test("accepts the options open and board")
    func options() throws {
        #expect(refused([:]) == nil)
        #expect(refused(["open": .flag(true), "board": .text("A..../...../...../...../....#")]) == nil)
        #expect(refused(["open": .null, "board": .null]) == nil)
        let table = try Table(open: true, layout: "a..../...../...../...../....#")
        #expect(table.game.controller.rules.isOpen)
        #expect(
            table.board == """
                A....
                .....
                .....
                .....
                ....#
                """)
    }

    @Test("is refused with an option of another type or name")
    func badOptions() {
        #expect(refused(["open": .text("true")]) == .invalidValue)
        #expect(refused(["open": .number(1)]) == .invalidValue)
        #expect(refused(["board": .flag(true)]) == .invalidValue)
        #expect(refused(["board": .text("CAT")]) == .invalidValue)
        #expect(refused(["board": .text("")]) == .invalidValue)
        #expect(refused(["clock": .number(60)]) == .unknownKey)
        #expect(refused(["Open": .flag(true)]) == .unknownKey)
    }

    @Test("is refused with the alphabetically first unknown option")
    func firstUnknown() {
        for _ in 0..<20 {
            let options = Parameters(["zeta": .null, "beta": .null, "alpha": .null, "open": .null])
            let violation = refusal { try options.allowOnly(["open"]) }
            #expect(violation?.detail.contains("alpha") == true)
        }
    }
}

@Suite("An action table")
struct ActionTableTests {
    private let call = ActionCall(player: .ann, parameters: .none)

    @Test("returns false for an unset action")
    func unset() throws {
        let table = ActionTable()
        #expect(try table.perform("close", call) == false)
        var closed = 0
        table["close"] = { _ in closed += 1 }
        #expect(try table.perform("close", call))
        table["close"] = nil
        #expect(try table.perform("close", call) == false)
        #expect(closed == 1 && table["close"] == nil)
    }

    @Test("rethrows the refusal of a block")
    func refuses() {
        let table = ActionTable()
        table["close"] = { _ throws(RuleViolation) in throw RuleViolation(.notAllowed, "No.") }
        #expect(refusal { try table.perform("close", call) }?.code == .notAllowed)
    }

    @Test("releases a block when it is replaced")
    func replaced() throws {
        let tracker = LifetimeTracker()
        let table = ActionTable()
        do {
            let witness = tracker.witness("old")
            table["close"] = { _ in witness.look() }
        }
        #expect(tracker.living == ["old"])
        table["close"] = { _ in }
        #expect(tracker.living == [])
    }

    @Test("of a game refuses an action that was unset")
    func unsetInGame() throws {
        let table = try Table(seated: 1)
        table.game.controller.actions["undo"] = nil
        try table.write("a", on: "a1", by: .ann)
        #expect(table.refused { try table.act("undo", by: .ann) } == .noSuchAction)
        #expect(table.actions(for: .ann) == ["clear", "recolour"])
    }
}
