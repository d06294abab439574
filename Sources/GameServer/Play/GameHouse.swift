import GameCore

/// All games of this server, by their ids.
final class GameHouse {
    private var games: [GameID: LiveGame] = [:]
    /// Public games in the order in which they were made.
    private var listed: [LiveGame] = []
    private let make: (GameSetup, Int) throws(RuleViolation) -> LiveGame
    private var made = 0
    /// The house board: a free, open board that always exists.
    let lobby: LiveGame

    /// A house with the house board in it; `make` brings a setup to life.
    init(
        now: Timestamp, make: @escaping (GameSetup, Int) throws(RuleViolation) -> LiveGame
    ) throws(RuleViolation) {
        self.make = make
        let setup = GameSetup(
            id: .lobby, rules: FreeRules.name, options: Parameters(["open": .flag(true)]),
            title: try GameTitle("The house board"), isPublic: true, created: now)
        lobby = try make(setup, 0)
        games[.lobby] = lobby
        listed = [lobby]
    }

    subscript(id: GameID) -> LiveGame? { games[id] }

    var count: Int { games.count }
    var all: some Collection<LiveGame> { games.values }

    /// Makes a game; who has saved it lists it.
    ///
    /// - Throws: what the rules say of its options; `too-many-games` when the house is full.
    func open(
        rules: String, options: Parameters, title: GameTitle?, isPublic: Bool, at now: Timestamp
    ) throws(Problem) -> LiveGame {
        guard games.count < Settings.games else {
            throw .retryLater("too-many-games", "This server holds as many games as it can.", retryAfter: 60)
        }
        let setup = GameSetup(
            id: freeID(), rules: rules, options: options, title: title, isPublic: isPublic, created: now)
        do {
            made += 1
            let game = try make(setup, made)
            games[setup.id] = game
            return game
        } catch {
            throw Problem(error)
        }
    }

    /// Forgets a game that could not be saved.
    func close(_ game: LiveGame) {
        games[game.id] = nil
    }

    /// Shows a saved game to everybody, if it is public.
    func list(_ game: LiveGame) {
        if game.setup.isPublic { listed.append(game) }
    }

    /// Public games, newest first, made before the game with ordinal `cursor`.
    func list(before cursor: Int?, limit: Int, where isWanted: (LiveGame) -> Bool) -> [LiveGame] {
        var page: [LiveGame] = []
        for game in listed.reversed() where game.ordinal < cursor ?? .max && isWanted(game) {
            page.append(game)
            if page.count == limit { break }
        }
        return page
    }

    private func freeID() -> GameID {
        while true {
            if let id = GameID(RandomText.make(length: 10)), games[id] == nil { return id }
        }
    }
}
