import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("A leaderboard")
struct LeaderboardTests {
    private static let today = 20_000

    private let table: StandingTable

    init() throws {
        table = try StandingTable()
    }

    /// Adds a standing of a guess game; `guesses` is nil for an unsolved one.
    private func guess(_ name: String, _ day: Int, _ guesses: Int?, seconds: Int = 60) throws {
        try add("guess", name, day, isSolved: guesses != nil, seconds: seconds, guesses: guesses)
    }

    private func add(
        _ rules: String, _ name: String, _ day: Int, isSolved: Bool = true, isAssisted: Bool = false,
        seconds: Int = 60, score: Int? = nil, guesses: Int? = nil
    ) throws {
        let standing = Standing(
            rules: rules, day: Day(number: day), player: try player(name), game: .random(),
            isSolved: isSolved, isAssisted: isAssisted, elapsed: .seconds(seconds), score: score,
            guesses: guesses)
        try table.add([standing])
    }

    private func leaders(
        _ rules: String = "guess", days: Int? = 1, upTo last: Int = today, limit: Int = 9
    ) throws -> Leaders {
        let first = days.map { Day(number: last - $0 + 1) }
        return try table.leaders(
            LeaderboardQuery(rules: rules, from: first, to: Day(number: last), limit: limit))
    }

    private func ranks(_ leaders: [Leader]) -> [String] { leaders.map { "\($0.rank) \($0.player.name)" } }

    // MARK: Order

    @Test("ranks fewer guesses first, then less time; equal results share a rank")
    func order() throws {
        try guess("Dov", 20_000, 2, seconds: 50)
        try guess("Ann", 20_000, 3, seconds: 9)
        try guess("Bea", 20_000, 2, seconds: 40)
        try guess("Cem", 20_000, 2, seconds: 40)
        #expect(try ranks(leaders().best) == ["1 bea", "1 cem", "3 dov", "4 ann"])
        #expect(try ranks(leaders(limit: 2).best) == ["1 bea", "1 cem"])
    }

    @Test("adds up the days of its period: more solved games first, with the guesses and times of those")
    func period() throws {
        for (day, guesses) in [(19_994, 4), (19_999, 2), (20_000, 5)] { try guess("Ann", day, guesses) }
        try guess("Bea", 19_999, 1)
        try guess("Bea", 20_000, nil, seconds: 999)
        try guess("Cem", 19_993, 1)
        let week = try leaders(days: 7).best
        #expect(ranks(week) == ["1 ann", "2 bea"])
        #expect((week[0].played, week[0].solved, week[0].guesses) == (3, 3, 11))
        #expect(week[0].elapsed == .seconds(180))
        #expect((week[1].played, week[1].solved, week[1].guesses) == (2, 1, 1))
        #expect(week[1].elapsed == .seconds(60))
        #expect(try ranks(leaders(days: nil).best) == ["1 ann", "2 bea", "2 cem"])
        #expect(try ranks(leaders(days: nil, upTo: 19_993).best) == ["1 cem"])
    }

    @Test("does not list a player who has solved nothing")
    func unsolved() throws {
        try guess("Ann", 20_000, nil)
        #expect(try leaders().best.isEmpty && leaders().assisted.isEmpty)
    }

    @Test("ranks word squares by their points")
    func points() throws {
        try add("square", "Ann", 20_000, seconds: 9, score: 20)
        try add("square", "Bea", 20_000, score: 31)
        try add("square", "Ann", 19_999, score: 12)
        #expect(try ranks(leaders("square").best) == ["1 bea", "2 ann"])
        let week = try leaders("square", days: 7).best
        #expect(ranks(week) == ["1 ann", "2 bea"] && week.map(\.score) == [32, 31])
        #expect(week.map(\.guesses) == [nil, nil] && week.map(\.streak) == [2, 1])
    }

    @Test("lists players whom the server helped apart from the others")
    func assisted() throws {
        try add("mini", "Ann", 20_000, seconds: 90)
        try add("mini", "Bea", 20_000, isAssisted: true, seconds: 9)
        try add("mini", "Bea", 19_999, seconds: 80)
        #expect(try ranks(leaders("mini").best) == ["1 ann"])
        #expect(try ranks(leaders("mini").assisted) == ["1 bea"])
        let week = try leaders("mini", days: 7)
        #expect(ranks(week.best) == ["1 bea", "2 ann"] && week.best.map(\.played) == [1, 1])
        #expect(try leaders("guess").best.isEmpty)
    }

    // MARK: Streaks

    /// The streak and the longest streak of Ann on the leaderboard up to `day`.
    private func streak(_ day: Int) throws -> [Int] {
        let ann = try leaders(days: nil, upTo: day).best.first { $0.player.name == "ann" }
        return ann.map { [$0.streak, $0.longest] } ?? []
    }

    @Test("counts solved days in a row, up to the last day or shortly before it")
    func streaks() throws {
        for day in [19_990, 19_991, 19_992, 19_995, 19_996] { try guess("Ann", day, 3) }
        #expect(try streak(19_990) == [1, 1])
        #expect(try streak(19_992) == [3, 3])
        #expect(try streak(19_993) == [3, 3])
        #expect(try streak(19_994) == [3, 3])
        #expect(try streak(19_995) == [1, 3])
        #expect(try streak(19_996) == [2, 3])
        #expect(try streak(20_000) == [0, 3])
    }

    @Test("ends a streak on a day that was played and not solved, or solved with help")
    func endedStreaks() throws {
        for day in [19_990, 19_991] { try guess("Ann", day, 3) }
        try guess("Ann", 19_992, nil)
        #expect(try streak(19_991) == [2, 2] && streak(19_992) == [0, 2])
        for day in [19_993, 19_994] { try guess("Ann", day, 3) }
        try add("guess", "Ann", 19_995, isAssisted: true, guesses: 3)
        #expect(try streak(19_994) == [2, 2] && streak(19_995) == [0, 2])
    }

    @Test("forgets removed days: the streaks before and after them no longer join")
    func removedDays() throws {
        for day in 19_996...20_000 { try guess("Ann", day, 2) }
        #expect(try streak(20_000) == [5, 5])
        for day in 19_998...19_999 {
            let selection = StandingSelection(of: try player("ann"), day: Day(number: day))
            #expect(try table.change { db in try db.removeStandings(selection) } == 1)
        }
        #expect(try streak(20_000) == [1, 2])
    }

    @Test("counts only the days of its period towards the totals, but all days towards the longest streak")
    func longest() throws {
        for day in 19_980...19_984 { try guess("Ann", day, 3) }
        try guess("Ann", 20_000, 3)
        let ann = try #require(try leaders(days: 7).best.first)
        #expect((ann.played, ann.streak, ann.longest) == (1, 1, 5))
    }

    // MARK: Sums

    /// The ranking computed plainly: every standing of those days, grouped by player.
    private func reference(_ standings: [Standing], _ days: ClosedRange<Int>, assisted: Bool) -> [String] {
        let counted = standings.filter { days.contains($0.day.number) && $0.isAssisted == assisted }
        let players = Dictionary(grouping: counted, by: \.player).filter { $1.contains(where: \.isSolved) }
        let results = players.map { player, games in
            let solved = games.filter(\.isSolved)
            let seconds = solved.reduce(0) { $0 + Int($1.elapsed.components.seconds) }
            let guesses = games.reduce(0) { $0 + ($1.guesses ?? 0) }
            return (order: [-solved.count, guesses, seconds], player: player)
        }
        let sorted = results.sorted {
            ($0.order + [0]).lexicographicallyPrecedes($1.order + [$0.player.text < $1.player.text ? 1 : -1])
        }
        return sorted.prefix(9).map { result in
            "\(results.count { $0.order.lexicographicallyPrecedes(result.order) } + 1) \(result.player.name)"
        }
    }

    /// Standings of some 60 players on 30 days; of each player and day one.
    private func randomStandings(_ seed: UInt64) throws -> [Standing] {
        var random = SeededGenerator(seed: seed)
        var standings: [Standing] = []
        for day in 19_971...20_000 {
            for number in 0..<60 where Bool.random(using: &random) {
                let isSolved = Int.random(in: 0..<4, using: &random) > 0
                standings.append(
                    Standing(
                        rules: "guess", day: Day(number: day),
                        player: try player("number\(number)"), game: .random(), isSolved: isSolved,
                        isAssisted: Int.random(in: 0..<5, using: &random) == 0,
                        elapsed: .seconds(Int.random(in: 1...3, using: &random)), score: nil,
                        guesses: isSolved ? Int.random(in: 1...3, using: &random) : nil))
            }
        }
        return standings.shuffled(using: &random)
    }

    private func expectReference(_ standings: [Standing]) throws {
        for (days, last) in [(1, 20_000), (7, 20_000), (nil, 20_000), (nil, 19_990), (7, 19_990)]
            as [(Int?, Int)]
        {
            let found = try leaders(days: days, upTo: last)
            let range = (days.map { last - $0 + 1 } ?? 0)...last
            #expect(ranks(found.best) == reference(standings, range, assisted: false))
            #expect(ranks(found.assisted) == reference(standings, range, assisted: true))
        }
    }

    @Test("counts a player's first game of a day, from its beginning, and its end once")
    func beginnings() throws {
        let player = try #require(PlayerID("paaaaaaaaaa"))
        let (first, second) = (GameID.random(), GameID.random())
        func standing(_ game: GameID, _ guesses: Int?) -> Standing {
            Standing(
                rules: "guess", day: Day(number: Self.today), player: player, game: game,
                isSolved: guesses != nil, elapsed: guesses == nil ? .zero : .seconds(40), guesses: guesses)
        }
        func counted() throws -> [Int?] {
            try table.change { db in
                try db.results(of: player, firstOpen: Day(number: Self.today)).statistics
                    .flatMap { [$0.played, $0.won] }
            }
        }
        try table.add([standing(first, nil)])
        #expect(try counted() == [1, 0])
        try table.add([standing(second, 1), standing(first, 3), standing(first, nil), standing(first, 2)])
        #expect(try counted() == [1, 1])
        #expect(try leaders().best.map(\.guesses) == [3] && leaders(days: nil).best.map(\.guesses) == [3])
    }

    @Test("equals a plain computation, whatever its days", arguments: 1...5 as ClosedRange<UInt64>)
    func sums(seed: UInt64) throws {
        let standings = try randomStandings(seed)
        #expect(standings.count > 2 * StoreLimits.standingsPerQuery)
        for standing in standings { try table.add([standing]) }
        try expectReference(standings)
    }

    @Test("equals a plain computation after a player was removed")
    func changedSums() throws {
        let standings = try randomStandings(9)
        try table.add(standings)
        let gone = try player("number7")
        let removed = try table.change { db in try db.removeStandings(StandingSelection(of: gone)) }
        #expect(removed == standings.count { $0.player == gone })
        try expectReference(standings.filter { $0.player != gone })
    }
}

/// A player whose id tells the name, of at most ten letters and digits.
private func player(_ name: String) throws -> PlayerID {
    let letters = name.lowercased() + String(repeating: "x", count: 10 - name.count)
    return try #require(PlayerID("p" + letters))
}

extension PlayerID {
    fileprivate var name: String { String(text.dropFirst().prefix { $0 != "x" }) }
}

@Suite("A standing")
struct StandingTests {
    private static let day = Day(number: 20_000)
    private static let ann = PlayerID("paaaaaaaaaa")
    private static let noon = Timestamp(milliseconds: 20_000 * 86_400_000 + 43_200_000)

    private let lexicon: Lexicon

    init() throws {
        let words = ["SKILL", "LABEL"].map { $0.compactMap { Letter(String($0)) } }
        lexicon = try Lexicon(name: "en", words: words)
    }

    /// A guess game with `options`, made by Ann for herself, in which she submits `words`.
    private func played(
        _ options: Parameters, _ words: [String], created: Timestamp = noon, isImported: Bool = false,
        change: (GameSetup) -> GameSetup = { $0 }
    ) throws -> GameState {
        let setup = GameSetup(
            id: try #require(GameID("abc")), rules: "guess", options: options, created: created, seed: 1,
            answer: Parameters(["word": .text("SKILL")]), isImported: isImported)
        let game = try Game(change(setup.withHost(Self.ann).personal), lexicons: Lexicons([lexicon]))
        _ = try game.apply(.takeSeat(PlayerName("Ann"), nil, player: Self.ann), by: .spectator, at: created)
        let (ann, later) = (Player(seat: .first), created + .seconds(12))
        for (row, word) in words.enumerated() {
            let entries = zip(CellIndex.all.filter { $0.row == row }, word).map {
                BoardEdit.Entry(cell: $0, text: String($1))
            }
            _ = try game.apply(.edit(BoardEdit(entries: entries)), by: ann, at: later)
            _ = try game.apply(.act("submit", .none), by: ann, at: later)
        }
        return game.state
    }

    private var daily: Parameters { GuessRules.dailyOptions(Self.day) }

    @Test("is the result of the game of the day, played on its day")
    func counted() throws {
        let standing = try #require(try Standing.all(of: played(daily, ["LABEL", "SKILL"])).first)
        #expect((standing.rules, standing.day) == ("guess", Self.day))
        #expect(standing.player == Self.ann)
        #expect((standing.isSolved, standing.isAssisted, standing.guesses) == (true, false, 2))
        #expect(standing.elapsed == .seconds(12) && standing.score == nil)
        let hard = daily.merging(Parameters(["hard": .flag(true)]))
        #expect(try Standing.all(of: played(hard, ["SKILL"])).count == 1)
    }

    @Test("does not exist before the end of the game, save for its beginning")
    func unfinished() throws {
        let state = try played(daily, ["LABEL"])
        #expect(Standing.all(of: state).isEmpty)
        let standing = try #require(Standing.beginning(of: state).first)
        #expect(!standing.isSolved && standing.elapsed == .zero && standing.guesses == nil)
    }

    @Test("does not exist for a game that the player has not made for themselves")
    func others() throws {
        #expect(try Standing.all(of: played(daily, ["SKILL"]) { $0.withHost(nil) }).isEmpty)
        let bea = PlayerID("pbbbbbbbbbb")
        #expect(try Standing.all(of: played(daily, ["SKILL"]) { $0.withHost(bea) }).isEmpty)
        #expect(Standing.beginning(of: try played(daily, []) { $0.withHost(bea) }).isEmpty)
    }

    @Test("does not exist for the day's game on another day, another game, or an imported one")
    func uncounted() throws {
        let late = Self.noon + .seconds(86_400)
        #expect(try Standing.all(of: played(daily, ["SKILL"], created: late)).isEmpty)
        #expect(try Standing.all(of: played(Parameters(["seed": .number(5)]), ["SKILL"])).isEmpty)
        #expect(try Standing.all(of: played(.none, ["SKILL"])).isEmpty)
        #expect(try Standing.all(of: played(daily, ["SKILL"], isImported: true)).isEmpty)
    }
}
