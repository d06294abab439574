@testable import GameCore
import Testing

@Suite("Reviews")
struct ReviewTests {
    /// The tables of all tests, of which some take a second.
    private static let tables = TestBotCache()

    @Test("losses and luck add up exactly in random games of those who solve", arguments: UInt64(0)..<40)
    func solvers(seed: UInt64) throws {
        let lexicons = try RandomSolvers.lexicons()
        let game = try RandomGame(seed: seed, RandomSolvers(seed: seed), lexicons: lexicons, commands: 150)
        for board in game.state.boards where game.state.start != nil {
            let review = try #require(
                reviewed(of: board.number, game.state, game.events, lexicons["en"]?.lexicon))
            expectBalance(review)
            switch game.setup.rules {
            case "guess": #expect(review.reached == review.amount("left") + review.amount("guesses"))
            case "lattice": #expect(review.reached == review.amount("left") + review.amount("made"))
            default: #expect(review.reached == review.moves.reduce(.zero) { $0 + $1.seconds })
            }
        }
    }

    @Test("losses and luck of a word square add up to its points", arguments: ["family", "classic-all"])
    func squares(preset: String) throws {
        let table = try SquareTable(
            people: 1, bots: [.easy], lexicon: nil, seed: 7, ["preset": .text(preset)])
        try table.start()
        var random = SplitMix64(seed: 7)
        while table.result == nil {
            try table.playBots()
            guard let round = table.round, round.step != nil else { continue }
            let board = try #require(table.game.controller.boards.numbered(1))
            if round.step == .call {
                try table.call(random.pick(["C", "A", "T", "E", "D", "O", "G"]), by: .ann)
            } else {
                let cell = random.pick(CellIndex.all.filter { board[$0].letter == nil })
                try table.place(cell.square, round.step == .last ? "S" : nil, by: .ann)
            }
        }
        for score in try #require(table.result).scores {
            let review = try #require(
                reviewed(of: score.seat.number, table.state, table.events, table.game.controller.lexicon))
            expectBalance(review)
            #expect(review.reached == Amount(score.points))
            #expect(review.moves.count == CellIndex.count)
        }
    }

    @Test("a word square of the hard bot has no blunder, and loses less than one of the easy bot")
    func bots() throws {
        let shipped = try #require(TestLexicons.shipped)
        let table = try SquareTable(people: 0, bots: [.hard, .easy], lexicon: shipped, seed: 8)
        try table.start()
        try table.playBots()
        let reviews = try [1, 2].map { try #require(reviewed(of: $0, table.state, table.events, shipped)) }
        #expect(!reviews[0].moves.contains { $0.mark == .blunder })
        #expect(reviews[0].lost < reviews[1].lost)
        #expect(reviews[1].moves.contains { $0.mark == .blunder })
    }

    @Test("a word square that was played with other words has no review")
    func otherWords() throws {
        let table = try SquareTable(people: 0, bots: [.easy], seed: 3)
        try table.start()
        try table.playBots()
        #expect(reviewed(of: 1, table.state, table.events, try TestLexicons.of("DOT")) == nil)
        #expect(reviewed(of: 1, table.state, table.events, nil) == nil)
        #expect(reviewed(of: 2, table.state, table.events, table.game.controller.lexicon) == nil)
    }

    @Test("a guess that tells fewer words apart costs the difference, and lucky marks win it back")
    func guesses() throws {
        let words = "BATCH CATCH HATCH LATCH MATCH PATCH WATCH CHAMP"
        let table = try SolvingTable(people: 1, word: "WATCH", words: words)
        for word in ["CATCH", "CHAMP", "WATCH"] {
            try table.write(word, from: "a\(table.state.boards[0].rowsSubmitted + 1)")
            try table.act("submit")
        }
        let found = try #require(
            reviewed(of: 0, table.state, table.events, table.game.controller.lexicon))
        expectBalance(found)
        #expect(
            found.moves.map { $0.fields.values["remaining"] } == [
                .list([.number(8), .number(6)]), .list([.number(6), .number(4)]),
                .list([.number(4), .number(1)]),
            ])
        #expect(found.reached == Amount(3))
        #expect(found.moves[2].played.values["expected"] == .amount(Amount(thousandths: 2500)))
        #expect(found.moves[2].luck == Amount(thousandths: 1500))
        #expect(found.moves[2].mark == .best)
    }

    @Test("a hidden word that the lexicon lacks is possible from the start")
    func ownWord() throws {
        let lexicon = try TestLexicons.of("CRANE SKILL LABEL PANDA RIVER")
        let setup = GameSetup(
            id: .lobby, rules: "guess", options: .none, created: .start,
            answer: Parameters(["word": .text("LINEN"), "own": .texts(["LINEN", "ALIEN"])]))
        let game = try Game(setup, lexicons: Lexicons([lexicon]))
        let table = GameTable(game)
        try table.sit("Ann")
        for (row, word) in ["ALIEN", "LINEN"].enumerated() {
            try table.edit(
                [
                    "a\(row + 1)": String(word.prefix(1)), "b\(row + 1)": String(word.dropFirst().prefix(1)),
                    "c\(row + 1)": String(word.dropFirst(2).prefix(1)), "d\(row + 1)": "E",
                    "e\(row + 1)": "N",
                ])
            try table.act("submit")
        }
        let review = try #require(reviewed(of: 0, table.state, table.events, lexicon))
        expectBalance(review)
        #expect(review.moves.first?.fields.values["remaining"] == .list([.number(6), .number(1)]))
        #expect(review.reached == Amount(2))
    }

    @Test("a wasted swap of a lattice costs one, and the shortest way leads to the solution")
    func lattice() throws {
        let table = try LatticeTable.of(people: 1)
        try table.waste(2)
        try table.solve()
        let review = try #require(reviewed(of: 0, table.state, table.events, nil))
        expectBalance(review)
        let made = table.events.count { if case .cellsMarked = $0.change { true } else { false } }
        #expect(review.amount("made") == Amount(made) && review.amount("least") == Amount(10))
        #expect(review.lost == Amount(made - 10) && review.reached == Amount(made))
        #expect(review.moves.dropFirst(2).allSatisfy { $0.mark == .best })
        guard case .list(let shortest) = review.fields.values["shortest"] else {
            Issue.record("no shortest solution")
            return
        }
        #expect(shortest.count == 10)
    }

    @Test("the time of a mini goes to the clues that were worked on, without pauses")
    func mini() throws {
        let table = try SolvingTable(people: 1)
        for (text, cell) in [("EWE", "c1"), ("IDLED", "a2"), ("ROBED", "a3"), ("IVORY", "a4"), ("SEW", "a5")]
        {
            let first = try #require(CellIndex(name: cell))
            for (place, letter) in text.enumerated() {
                table.now = table.now + .seconds(1)
                let next = try #require(CellIndex(row: first.row, column: first.column + place))
                try table.edit([next.square: String(letter)])
            }
            if cell == "a2" {
                try table.act("pause")
                table.now = table.now + .seconds(1000)
                try table.act("resume")
            }
        }
        let review = try #require(reviewed(of: 0, table.state, table.events, nil))
        expectBalance(review)
        let across = review.moves.prefix(5).map { $0.seconds.thousandths }
        #expect(across == [3000, 5000, 5000, 5000, 3000])
        #expect(review.moves.dropFirst(5).allSatisfy { $0.seconds == .zero })
        #expect(review.reached == Amount(21) && review.lost == .zero)
        #expect(review.moves.allSatisfy { $0.fields.values["median"] == .null })
    }

    @Test("a clue of a race is compared with the median of all who solved it")
    func miniRace() throws {
        let table = try SolvingTable(people: 2, ["mode": .text("race")])
        try table.act("start", by: .hostOnSeat1)
        table.now = table.now + .seconds(10)
        try table.write(TestPuzzles.ewe.filter { $0.isLetter }.description, from: "c1", by: .ann)
        table.now = table.now + .seconds(20)
        try table.write(TestPuzzles.ewe.filter { $0.isLetter }.description, from: "c1", by: .bea)
        let reviews = try [1, 2].map { try #require(reviewed(of: $0, table.state, table.events, nil)) }
        for review in reviews { expectBalance(review) }
        #expect(reviews[0].luck == Amount(10) && reviews[0].lost == .zero)
        #expect(reviews[1].lost == Amount(10) && reviews[1].luck == .zero)
        #expect(reviews[0].expected == Amount(20) && reviews[1].expected == Amount(20))
    }

    // MARK: Helpers

    private func reviewed(
        of board: Int, _ state: GameState, _ events: [GameEvent], _ lexicon: Lexicon?
    ) -> GameReview? {
        let game = FinishedGame(state: state, events: events, lexicon: lexicon)
        return (state.rules as? any ReviewRules)?.review(of: board, in: game, Self.tables)
    }

    private func expectBalance(_ review: GameReview, at location: SourceLocation = #_sourceLocation) {
        let change = review.unit.isMoreBetter ? review.luck - review.lost : review.lost - review.luck
        #expect(review.expected + change == review.reached, sourceLocation: location)
        #expect(review.moves.allSatisfy { $0.loss >= .zero }, sourceLocation: location)
        #expect(review.reached >= .zero, sourceLocation: location)
    }
}

extension GameReview {
    /// The number or amount under `name` in the summary.
    fileprivate func amount(_ name: String) -> Amount {
        switch fields.values[name] {
        case .number(let number): Amount(number)
        case .amount(let amount): amount
        default: Amount(-1)
        }
    }
}

extension GameReview.Move {
    fileprivate var seconds: Amount {
        if case .amount(let amount) = fields.values["seconds"] { amount } else { .zero }
    }
}
