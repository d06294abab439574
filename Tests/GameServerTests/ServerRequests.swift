import GameCore

@testable import GameServerKit
@testable import GameStore

/// Queries by the server itself, for tests in which it does not matter who asks.
extension EventStore {
    func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) { game(id, for: .server, done) }

    func state(of game: GameID, at sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>) {
        state(of: game, at: sequence, for: .server, done)
    }

    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        events(of: game, after: sequence, limit: limit, for: .server, done)
    }

    func list(_ query: GameListQuery, _ done: @escaping StoreAnswer<[GameSummary]>) {
        list(query, for: .server, done)
    }

    func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) {
        puzzle(id, for: .server, done)
    }

    func leaders(_ query: LeaderboardQuery, _ done: @escaping StoreAnswer<Leaders>) {
        leaders(query, for: .server, done)
    }
}

extension GameRegistry {
    func open(
        rules: String, options: Parameters, title: GameTitle?, isPublic: Bool,
        _ answer: @escaping (Result<(LiveGame, Token), Problem>) -> Void
    ) {
        let draft = GameDraft(rules: rules, options: options, title: title, isPublic: isPublic)
        open(draft, for: .server, answer)
    }

    func wake(_ id: GameID, _ done: @escaping StoreAnswer<LiveGame?>) { wake(id, for: .server, done) }
}
