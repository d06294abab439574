@testable import GameCore
import Testing

@testable import GameJSON

/// The journal of a challenge by Ann; its clock advances by a second for each command.
final class ChallengeTable: GameTable {
    static let server = Player(seat: nil, isHost: true)

    let task: ChallengeTask

    init() throws {
        task = ChallengeTask(
            rules: "guess", options: Parameters(["hard": .flag(true)]),
            answer: Parameters(["word": .text("ZEBRA")]), seed: 7, isKnownToMaker: true)
        let id = try #require(ChallengeID("stripes"))
        let setup = task.setup(id, title: nil, by: Self.player(0), at: .start)
        super.init(try Game(allRules.newGame(setup)))
    }

    private static let players = (0...1000).compactMap { number in
        PlayerID("pplayer" + String(10_000 + number).dropFirst())
    }

    static func player(_ number: Int) -> PlayerID { players[number] }

    @discardableResult
    override func apply(_ command: Command, by player: Player) throws(RuleViolation) -> [GameEvent] {
        now = now + .seconds(1)
        return try super.apply(command, by: player)
    }

    @discardableResult
    func claim(_ game: String, by number: Int) throws -> [GameEvent] {
        try act("claim", ["player": .text(Self.player(number).text), "game": .text(game)], by: Self.server)
    }

    @discardableResult
    func record(_ game: String, by number: Int, _ score: DailyScore) throws -> [GameEvent] {
        try act(
            "record",
            ["player": .text(Self.player(number).text), "game": .text(game), "result": .group(score.values)],
            by: Self.server)
    }

    var ranks: [String] {
        (game.state.challenge?.ranking ?? []).map { "\($0.rank) \($0.player.text.suffix(1))" }
    }
}

@Suite("A challenge")
struct ChallengeTests {
    private func score(
        solved: Bool = true, assisted: Bool = false, seconds: Int = 60, score: Int? = nil, tries: Int? = nil
    ) -> DailyScore {
        DailyScore(
            isSolved: solved, isAssisted: assisted, elapsed: .seconds(seconds), score: score, tries: tries)
    }

    @Test("gives each player one game, and records its result once")
    func claims() throws {
        let table = try ChallengeTable()
        #expect(try table.claim("abc", by: 1).count == 1)
        #expect(try table.claim("def", by: 1).isEmpty, "already there")
        #expect(try table.record("def", by: 1, score()).isEmpty, "another game")
        #expect(try table.record("abc", by: 2, score()).isEmpty, "another player")
        #expect(try table.record("abc", by: 1, score(seconds: 42)).count == 1)
        #expect(try table.record("abc", by: 1, score(seconds: 1)).isEmpty, "once")
        let attempt = try #require(table.game.state.challenge?.attempts[ChallengeTable.player(1)])
        #expect(attempt.game == GameID("abc") && attempt.result == score(seconds: 42))
        #expect(attempt.finished.map { $0 - attempt.started } == .seconds(4))
    }

    @Test(
        "ranks solved before helped before unsolved, then by points, tries and time; equal results share a rank"
    )
    func ranking() throws {
        let table = try ChallengeTable()
        let results = [
            score(solved: false, seconds: 5), score(assisted: true, seconds: 5), score(seconds: 90, tries: 3),
            score(seconds: 80, tries: 4), score(seconds: 90, tries: 3),
        ]
        for (number, result) in results.enumerated() {
            try table.claim("game\(number)", by: number)
            try table.record("game\(number)", by: number, result)
        }
        #expect(table.ranks == ["1 2", "1 4", "3 3", "4 1", "5 0"])
    }

    @Test("ranks more points first")
    func points() throws {
        let table = try ChallengeTable()
        for (number, points) in [20, 31, 31].enumerated() {
            try table.claim("game\(number)", by: number)
            try table.record("game\(number)", by: number, score(seconds: 9 - number, score: points))
        }
        #expect(table.ranks == ["1 2", "2 1", "3 0"])
    }

    @Test("takes nobody else once it is full")
    func full() throws {
        let table = try ChallengeTable()
        for number in 0..<ChallengeState.maximumPlayers { try table.claim("game\(number)", by: number) }
        #expect(table.refused { try table.claim("more", by: 1000) } == .challengeFull)
        #expect(try table.claim("again", by: 3).isEmpty)
    }

    @Test("has no board and no seats")
    func noGame() throws {
        let table = try ChallengeTable()
        #expect(
            table.refused {
                try table.apply(
                    .takeSeat(PlayerName("Bea"), nil, player: ChallengeTable.player(1)), by: .spectator)
            } != nil)
        #expect(table.game.state.challenge?.attempts.isEmpty == true)
    }

    @Test("is read again from its setup and its events")
    func replay() throws {
        let table = try ChallengeTable()
        try table.claim("abc", by: 1)
        try table.record("abc", by: 1, score(seconds: 42, tries: 3))
        try table.claim("def", by: 2)
        let setup = try GameSetup(record: table.game.setup.record)
        #expect(setup == table.game.setup)
        #expect(try ChallengeTask(setup) == table.task)
        var state = try allRules.newGame(setup)
        for event in table.events { state.apply(event) }
        #expect(state.challenge == table.game.state.challenge && state.hash == table.game.state.hash)
    }

    @Test("makes games with its task, for their players alone")
    func games() throws {
        let table = try ChallengeTable()
        let id = try #require(ChallengeID("stripes"))
        let setup = table.task.setup(.lobby, of: id, title: nil, for: ChallengeTable.player(1), at: .start)
        #expect(setup.isPersonal && setup.challenge == id && setup.parents == [GameID(challenge: id)])
        #expect(setup.answer == table.task.answer && setup.options == table.task.options && setup.seed == 7)
        #expect(try GameSetup(record: setup.record) == setup)
    }

    @Test("has an id that is that of no game and no room")
    func ids() throws {
        let id = try #require(ChallengeID("k7qm2"))
        let journal = GameID(challenge: id)
        #expect(journal.challenge == id && journal.room == nil && !journal.isGame)
        #expect(GameID(journal.text) == journal && GameID("k7qm2")?.isGame == true)
        #expect(ChallengeID("K7QM2") == nil && ChallengeID("a.b") == nil && ChallengeID("") == nil)
        #expect(GameID("challenge.K7") == nil && GameID("challenge.") == nil)
    }
}
