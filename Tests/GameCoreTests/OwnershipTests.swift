import Testing

@testable import GameCore

@Suite("Ownership")
struct OwnershipTests {
    /// Rules that hold a witness.
    private struct WitnessedRules: RuleSet {
        static let name = "witnessed"
        static let info = RuleInfo(title: "Witnessed", summary: "Is watched.", options: [:])
        nonisolated(unsafe) let witness: Witness

        init(_ witness: Witness) {
            self.witness = witness
        }

        init(_ setup: GameSetup) throws(RuleViolation) {
            self.init(Witness())
        }

        func setActions(on game: GameController) {
            game.actions["ask"] = { [weak game, witness] _ throws(RuleViolation) in
                witness.look()
                game?.ask("idle", title: "?", message: "?", buttons: ["No", "Yes"], deciders: [])
            }
        }

        func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
            witness.look()
        }
    }

    @Test("releasing a game frees its controller, actions, board and all 25 cells")
    func game() throws {
        let tracker = LifetimeTracker()
        do {
            let table = try Table(seated: 3, open: true, layout: "G..../.#.../...../...../.....")
            track(table.game, tracker)
            try table.edit(["a2": "a", "e5": "e"], by: .ann)
            try table.act("undo", by: .ann)
            try table.act("clear", by: .ann)
            _ = refusal { try table.edit(["a1": "x", "b1": "?"], by: .bea) }
            _ = refusal { try table.answer(7, by: .bea) }
            try table.answer(1, by: .bea)
            #expect(table.game.state.prompts.count == 1)
            try table.act("lock", by: .host)
            #expect(tracker.living.count == 29)
        }
        #expect(tracker.tracked == 29 && tracker.living == [])
    }

    @Test("releasing a replayed game with an open prompt frees all its objects")
    func replayed() throws {
        let tracker = LifetimeTracker()
        do {
            let table = try Table(seated: 2)
            try table.act("clear", by: .ann)
            let copy = try Game(table.game.setup)
            track(copy, tracker)
            for event in table.events { copy.replay([event]) }
            #expect(copy.deadline != nil)
        }
        #expect(tracker.tracked == 29 && tracker.living == [])
    }

    @Test("releasing a controller frees its rules and the captures of its actions")
    func closures() throws {
        let tracker = LifetimeTracker()
        do {
            let rules = WitnessedRules(tracker.witness("rules"))
            let controller = GameController(GameState(try Table.setup(), rules), lexicons: .none)
            tracker.track(controller, "controller")
            let witness = tracker.witness("action block")
            controller.actions["look"] = { _ in witness.look() }
            controller.actions.set("listed", isAllowed: { _, _ in witness.look() == () }) { _ in
                witness.look()
            }
            _ = try controller.inTransaction(for: .spectator, at: .start) { () throws(RuleViolation) in
                controller.ask("idle", title: "?", message: "?", buttons: ["No", "Yes"], deciders: Seat.all)
            }
            #expect(controller.state.prompts.count == 1)
            #expect(tracker.living == ["rules", "controller", "action block"])
        }
        #expect(tracker.living == [])
    }

    @Test("releasing a game frees the closures and values associated with its cells; tokens become inert")
    func associated() throws {
        let tracker = LifetimeTracker()
        var tokens: [Subscription] = []
        do {
            let table = try Table(seated: 1)
            track(table.game, tracker)
            for cell in table.game.controller.boards[0].cells {
                let witness = tracker.witness("closure")
                tokens.append(cell.onChange { _, _ in witness.look() })
                tracker.track(try #require(cell.delegate), "adapter")
                cell.associated.retain(tracker.witness("value"), for: AssociationKey<Witness>("value"))
            }
            try table.write("a", on: "a1", by: .ann)
            #expect(tracker.living.count == 29 + 75)
        }
        #expect(tracker.tracked == 29 + 75 && tracker.living == [])
        for token in tokens { token.cancel() }
    }

    @Test("releasing view models frees them and their listeners, even if tokens are still held")
    func viewModels() throws {
        let tracker = LifetimeTracker()
        var tokens: [Subscription] = []
        do {
            let game = try Table(seated: 1).game
            let board = BoardViewModel(game.state.boards[0])
            let clock = ClockModel(started: .start)
            let face = ObservableClockViewModel(clock)
            let witness = tracker.witness("listener")
            tokens.append(board.board.bind { _ in witness.look() })
            tokens.append(clock.reading.bind { _ in witness.look() })
            tokens.append(face.face.bind { _ in witness.look() })
            for object in [board, board.board, clock, clock.reading, face, face.face] as [AnyObject] {
                tracker.track(object, "\(type(of: object))")
            }
            board.show(game.state.boards[0])
            clock.advance(to: .second(1))
        }
        #expect(tracker.tracked == 7 && tracker.living == [])
        for token in tokens { token.cancel() }
    }

    @Test("a game state does not keep the game alive")
    func states() throws {
        let tracker = LifetimeTracker()
        let state: GameState
        do {
            let table = try Table(seated: 1)
            track(table.game, tracker)
            try table.write("a", on: "a1", by: .ann)
            state = table.game.state
        }
        #expect(tracker.living == [])
        #expect(state.boards[0].text == "A..../...../...../...../.....")
    }

    @Test("a cell that outlives its game refuses edits, with and without closures")
    func cellOutlivesGame() throws {
        var cells: [Cell] = []
        var tokens: [Subscription] = []
        do {
            let table = try Table(seated: 1)
            try table.edit(["a1": "a", "b1": "b"], by: .ann)
            cells = Array(table.game.controller.boards[0].cells.prefix(2))
            tokens = [cells[1].onChange { _, _ in }]
        }
        for cell in cells {
            for text in ["x", ""] { #expect(refusal { try cell.type(text) }?.code == .orphanedCell) }
        }
        #expect(cells.map(\.letter) == [Letter("A"), Letter("B")])
        for token in tokens { token.cancel() }
    }

    @Test("releasing a board without a game frees its cells")
    func board() {
        let tracker = LifetimeTracker()
        do {
            let board = Board()
            tracker.track(board, "board")
            for cell in board.cells { tracker.track(cell, "cell") }
            #expect(tracker.living.count == 26)
        }
        #expect(tracker.living == [])
    }

    /// Tracks the 29 objects of a game with one board.
    private func track(_ game: Game, _ tracker: LifetimeTracker) {
        tracker.track(game, "game")
        tracker.track(game.controller, "controller")
        tracker.track(game.controller.actions, "actions")
        for board in game.controller.boards {
            tracker.track(board, "board")
            for (index, cell) in board.cells.enumerated() { tracker.track(cell, "cell \(index)") }
        }
    }
}
