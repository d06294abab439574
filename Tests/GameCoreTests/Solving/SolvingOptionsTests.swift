import GameCore
import Testing

/// The options of a mini and of a guess game, and the answers that they choose.
@Suite("The options of a solving game")
struct SolvingOptionsTests {
    private typealias Options = [String: Parameters.Value]

    /// The setup of a new game, completed with its hidden answer.
    private func setup(_ rules: String, _ options: Options, seed: UInt64 = 7) throws -> GameSetup {
        let words = TestLexicons.shipped.map { [$0] } ?? []
        let few = try TestLexicons.of("CAT DOG TREE", name: "few")
        let library = TestLibrary(lexicons: Lexicons(words + [few]), english: TestClues.shippedGenerator)
        let setup = GameSetup(
            id: .lobby, rules: rules, options: Parameters(options), created: .start, seed: seed)
        let complete = try allRules.completing(setup, from: library)
        _ = try allRules.newGame(complete)
        return complete
    }

    private func refused(_ rules: String, _ options: Options) -> RuleViolation? {
        refusal { try setup(rules, options) }
    }

    @Test(
        "of a mini are refused when a value is invalid",
        arguments: [
            ["mode": .text("solo")], ["mode": .text("Together")], ["mode": .number(5)],
            ["autocheck": .text("yes")], ["autocheck": .number(1)], ["difficulty": .text("brutal")],
            ["difficulty": .number(3)], ["seed": .number(-1)], ["seed": .number(1 << 53)],
            ["seed": .seconds(.milliseconds(1500))], ["seed": .text("5")], ["puzzle": .number(5)],
            ["puzzle": .list([])], ["day": .number(5)], ["day": .text("tomorrow")],
            ["day": .text("2026-02-30")], ["day": .text("")], ["lexicon": .number(5)],
            ["mode": .text("race"), "day": .text("2024-11-20")],
            ["day": .text("2024-11-20"), "seed": .number(5)],
            ["puzzle": .text("ewe"), "seed": .number(5)], ["puzzle": .text("ewe"), "lexicon": .text("en")],
            ["puzzle": .text("ewe"), "difficulty": .text("easy")],
            ["puzzle": .text("ewe"), "day": .text("2024-11-20")],
        ] as [[String: Parameters.Value]])
    func mini(options: [String: Parameters.Value]) {
        #expect(refused("mini", options)?.code == .invalidValue)
    }

    @Test(
        "of a guess game are refused when a value is invalid",
        arguments: [
            ["mode": .text("duel")], ["mode": .number(1)], ["hard": .text("yes")], ["hard": .number(1)],
            ["seed": .number(-1)], ["seed": .number(1 << 53)], ["seed": .seconds(.milliseconds(1500))],
            ["seed": .text("1")], ["day": .text("2024-11-20")], ["lexicon": .list([])],
            ["mode": .text("daily")], ["mode": .text("race"), "day": .text("2024-11-20")],
            ["mode": .text("daily"), "day": .text("x")], ["mode": .text("daily"), "day": .number(5)],
            ["mode": .text("daily"), "day": .text("2024-11-20"), "seed": .number(5)],
        ] as [[String: Parameters.Value]])
    func guess(options: [String: Parameters.Value]) {
        #expect(refused("guess", options)?.code == .invalidValue)
    }

    @Test(
        "are refused by name when they belong to other rules",
        arguments: [
            ("mini", "hard preset open clock board Mode pencil colour"),
            ("guess", "autocheck puzzle difficulty answer word rows open Hard"),
        ])
    func unknown(rules: String, names: String) {
        for name in names.split(separator: " ").map(String.init) {
            let refused = refused(rules, [name: .flag(true)])
            #expect(refused?.code == .unknownKey && refused?.detail.contains("“\(name)”") == true)
        }
    }

    @Test("name a lexicon and a puzzle that exist, with the words and clues that the game needs")
    func missing() throws {
        #expect(refused("mini", ["lexicon": .text("xx")])?.code == .unknownLexicon)
        #expect(refused("guess", ["lexicon": .text("xx")])?.code == .unknownLexicon)
        #expect(refused("mini", ["lexicon": .text("few")])?.code == .noClues)
        #expect(refused("guess", ["lexicon": .text("few")])?.code == .unknownLexicon)
        for id in ["nosuchpuzzle", "", "../en", "<b>"] {
            #expect(refused("mini", ["puzzle": .text(id)])?.code == .noSuchPuzzle)
        }
        let stored = try setup("mini", ["puzzle": .text("ewe")])
        #expect(try allRules.newGame(stored).boards.first?.text == "##.../...../...../...../...##")
    }

    @Test("choose the same crossword for the same seed and difficulty, or for the same day")
    func crosswords() throws {
        func answer(_ options: Options, seed: UInt64 = 7) throws -> Parameters? {
            try setup("mini", options, seed: seed).answer
        }
        let five = try answer(["seed": .number(5)])
        #expect(try answer(["seed": .number(5)], seed: 8) == five)
        #expect(try answer(["seed": .number(5), "difficulty": .text("medium")]) == five)
        #expect(try answer(["seed": .number(6)]) != five)
        #expect(try answer(["seed": .number(5), "difficulty": .text("easy")]) != five)
        #expect(try answer([:]) != answer([:], seed: 8))
        let day: Options = ["day": .text("2026-11-21")]
        #expect(try answer(day) == answer(day, seed: 8))
        #expect(try answer(day) != answer(["day": .text("2026-11-22")]))
        #expect(try answer(["seed": .number(1 << 53 - 1)]) != nil)
    }

    @Test("choose the same word for the same seed or day, whatever the secret seed of the game")
    func words() throws {
        func word(_ options: Options, seed: UInt64 = 7) throws -> String? {
            try setup("guess", options, seed: seed).answer?.text("word")
        }
        let day: Options = ["mode": .text("daily"), "day": .text("2026-11-21")]
        #expect(try word(day) == word(day, seed: 8))
        for number in [0, 1 << 53 - 1] {
            #expect(try word(["seed": .number(number)]) == word(["seed": .number(number)], seed: 8))
        }
        #expect(try Set((1...60).map { try word(["seed": .number($0)]) }).count > 50)
        #expect(try Set((1...60).map { try word([:], seed: $0) }).count > 50)
    }

    @Test("are kept in the next round, except those that choose the answer")
    func nextRound() throws {
        let race: Options = ["mode": .text("race"), "autocheck": .flag(true)]
        let chosen = race.merging(["seed": .number(5), "difficulty": .text("hard")]) { $1 }
        #expect(
            try allRules.nextRoundOptions(setup("mini", chosen))
                == Parameters(race.merging(["difficulty": .text("hard")]) { $1 }))
        #expect(
            try allRules.nextRoundOptions(setup("mini", race.merging(["puzzle": .text("ewe")]) { $1 }))
                == Parameters(race))
        let daily: Options = ["mode": .text("daily"), "day": .text("2026-11-21"), "hard": .flag(true)]
        #expect(
            try allRules.nextRoundOptions(setup("guess", daily)) == Parameters(["hard": .flag(true)]))
    }
}
