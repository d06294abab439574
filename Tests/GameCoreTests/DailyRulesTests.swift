import GameCore
import Testing

@Suite("The game of the day")
struct DailyRulesTests {
    private static let dailyRules = allRules.all.compactMap { $0 as? any DailyRules.Type }

    private let day = Day(number: 20_780)

    @Test("has options that name the day, and the mini the difficulty of its weekday")
    func options() throws {
        let day = Parameters.Value.text("2026-11-23")
        #expect(SquareRules.dailyOptions(self.day) == Parameters(["day": day, "clock": .null]))
        #expect(GuessRules.dailyOptions(self.day) == Parameters(["day": day, "mode": .text("daily")]))
        let week = (0..<7).map { MiniRules.dailyOptions(Day(number: self.day.number + $0)) }
        #expect(week[0] == Parameters(["day": day, "difficulty": .text("easy")]))
        let levels = ["easy"] + Array(repeating: "medium", count: 3) + Array(repeating: "hard", count: 3)
        let difficulties = try week.map { try $0.text("difficulty") }
        #expect(difficulties == levels)
    }

    @Test("is recognized by its options alone; a guess game may also be in hard mode")
    func recognized() {
        for rules in Self.dailyRules {
            let options = rules.dailyOptions(day)
            #expect(rules.isDaily(options, of: day) && !rules.isDaily(options, of: Day(number: 20_779)))
            let checked = options.merging(Parameters(["autocheck": .flag(true)]))
            #expect(!rules.isDaily(checked, of: day) && !rules.isDaily(.none, of: day))
            let hard = options.merging(Parameters(["hard": .flag(true)]))
            #expect(rules.isDaily(hard, of: day) == (rules.name == "guess"))
        }
    }

    @Test("of a word square has the same letters whatever the secret seed, and others on another day")
    func letters() throws {
        func letters(_ day: Int, seed: UInt64) throws -> String {
            let options = SquareRules.dailyOptions(Day(number: day)).values
            let table = try SquareTable(people: 1, seed: seed, options)
            try table.start()
            try table.play(24, calling: "-")
            return table.events.calledLetters
        }
        #expect(try letters(20_780, seed: 1) == letters(20_780, seed: 2))
        #expect(try letters(20_780, seed: 1) != letters(20_779, seed: 1))
    }

    @Test("of a mini or a guess game is for a single player without bots")
    func alone() throws {
        let mini = try SolvingTable(people: 1, MiniRules.dailyOptions(day).values)
        let guess = try SolvingTable(
            people: 1, word: "SKILL", words: "LABEL", GuessRules.dailyOptions(day).values)
        for table in [mini, guess] {
            #expect(table.refused { try table.sit("Bea") } == .noFreeSeat)
            #expect(table.refused { try table.apply(.seatBot(.easy), by: .ann) } == .noBots)
        }
    }

    @Test("has an ordinary game as its rematch")
    func rematch() {
        for rules in Self.dailyRules {
            let setup = GameSetup(
                id: .lobby, rules: rules.name, options: rules.dailyOptions(day), created: .start)
            let options = allRules.nextRoundOptions(setup)
            #expect(!rules.isDaily(options, of: day) && options.values["day"] == nil, "\(rules.name)")
        }
    }

    @Test("scores a solved task with its time and tries, and says whether the server helped")
    func solvingScores() throws {
        let table = try SolvingTable(people: 1, word: "SKILL", words: "LABEL")
        try table.guess("LABEL")
        table.now = .second(12)
        let rules = try #require(table.game.state.rules as? GuessRules)
        #expect(rules.dailyScore(table.game.state) == nil)
        try table.guess("SKILL")
        #expect(
            rules.dailyScore(table.game.state)
                == DailyScore(isSolved: true, elapsed: .seconds(12), tries: 2, moves: 2))
        let mini = try SolvingTable(people: 1)
        try mini.act("reveal")
        let score = (mini.game.state.rules as? MiniRules)?.dailyScore(mini.game.state)
        #expect(score?.isSolved == true && score?.isAssisted == true && score?.tries == nil)
        let resigned = try SolvingTable(people: 1)
        try resigned.act("resign")
        #expect((resigned.game.state.rules as? MiniRules)?.dailyScore(resigned.game.state)?.isSolved == false)
    }

    @Test("scores a word square with its points, unless a bot has placed a letter")
    func squareScores() throws {
        let table = try SquareTable(people: 1, ["preset": .text("classic"), "clock": .null])
        try table.start()
        let rules = try #require(table.game.state.rules as? SquareRules)
        #expect(rules.dailyScore(table.game.state) == nil)
        try table.play(25, calling: "-")
        let points = try #require(table.game.state.result?.scores.first?.points)
        #expect(
            rules.dailyScore(table.game.state)
                == DailyScore(isSolved: true, elapsed: .zero, score: points, moves: 25))
        let idle = try SquareTable(people: 1, ["preset": .text("classic"), "clock": .null])
        try idle.start()
        try idle.act("resign", by: .ann)
        try idle.playBots()
        #expect(idle.game.state.phase == .finished && rules.dailyScore(idle.game.state) == nil)
    }
}
