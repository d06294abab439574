import EventIO
import GameCore
import GameJSON
import GameStore

/// `players …` and `leaders remove`.
enum AdminPlayers {
    static let commands: [(String, Administration.Command)] = [
        ("players list", list), ("players rename", rename), ("players delete", delete),
        ("leaders remove", removeStandings),
    ]

    /// Lists the names in seats, with the number of games.
    private static func list(_ call: AdminCall) throws {
        let search = try call.body.text("search")?.lowercased() ?? ""
        var games: [String: Int] = [:]
        visit(call) { game, goOn in
            for name in game.players where search.isEmpty || name.lowercased().contains(search) {
                games[name, default: 0] += 1
            }
            goOn(.success(()))
        } _: { result in
            call.finish(result) {
                .list(
                    "players", ["name", "games"],
                    games.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
                        [.text($0.key), .number($0.value)]
                    })
            }
        }
    }

    private static func rename(_ call: AdminCall) throws {
        if let player = try call.playerID { return try rename(player, call) }
        renameGuests(try call.name("name"), to: try call.name("to"), call)
    }

    /// Renames a player with a key, as if the player had asked for it.
    private static func rename(_ player: PlayerID, _ call: AdminCall) throws {
        let name = try call.name("to")
        call.world.players.store.record(of: player) { found in
            guard case .success(let record) = found else { return call.finish(.storeUnavailable) }
            guard var record else { return call.finish(Problem.noSuchPlayer) }
            record.name = name
            PlayerChange(to: record, in: call.world, for: .server).run { result in
                call.finish(result) { .record([("player", .text(player.text)), ("name", .text(name.text))]) }
            }
        }
    }

    private static func delete(_ call: AdminCall) throws {
        if let player = try call.playerID { return erase(player, call) }
        renameGuests(try call.name("name"), to: .deleted, call)
    }

    /// Erases a player with a key, as if the player had asked for it, or a player whom only imported games
    /// name.
    private static func erase(_ player: PlayerID, _ call: AdminCall) {
        let store = call.world.players.store
        store.record(of: player) { found in
            guard case .success(let record) = found else { return call.finish(.storeUnavailable) }
            store.games(of: player, .all, limit: 1, for: .server) { found in
                guard case .success(let games) = found else { return call.finish(.storeUnavailable) }
                guard record != nil || !games.isEmpty else { return call.finish(Problem.noSuchPlayer) }
                PlayerErasure(of: player, in: call.world, for: .server).run { result in
                    call.finish(result) { .record([("player", .text(player.text))]) }
                }
            }
        }
    }

    private static func removeStandings(_ call: AdminCall) throws {
        let day = try call.body.text("day").map { text in
            guard let day = Day(text) else { throw RuleViolation(.invalidValue, "A day is like 2026-11-21.") }
            return day
        }
        guard let player = try call.playerID else {
            throw RuleViolation(.invalidValue, "Results belong to players, which have ids like p7k3m9x2qv0.")
        }
        let selection = StandingSelection(of: player, rules: try call.body.text("rules"), day: day)
        call.store.removeStandings(selection) { result in
            guard case .success(0) = result else {
                return call.finish(result) { .record([("standings", .number($0))]) }
            }
            call.world.players.store.record(of: player) { found in
                if case .success(nil) = found { return call.finish(Problem.noSuchPlayer) }
                call.finish(found) { _ in .record([("standings", .number(0))]) }
            }
        }
    }

    /// Renames everybody called `old`, except players with keys, in all games.
    private static func renameGuests(_ old: PlayerName, to new: PlayerName, _ call: AdminCall) {
        call.store.renameGuests(old, to: new) { renamed in
            guard case .success(let games) = renamed else { return call.finish(.storeUnavailable) }
            guard !games.isEmpty else {
                return call.finish(
                    Problem(ProblemTable["no-such-player"], "Nobody in any game is called “\(old.text)”."))
            }
            for game in games { call.world.games.reload(game) }
            call.finishDeletion(.record([("games", .number(games.count))]))
        }
    }

    /// Calls `work` for each stored game, one after the other, until it fails.
    private static func visit(
        _ call: AdminCall, after cursor: String? = nil,
        _ work: @escaping (StoredGameSummary, @escaping StoreAnswer<Void>) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        call.store.inventory(after: cursor, limit: Settings.administrationPage) { found in
            guard case .success(let page) = found else { return done(found.map { _ in }) }
            visit(page.rows[...], work) { result in
                guard case .success = result, let next = page.next else { return done(result) }
                visit(call, after: next, work, done)
            }
        }
    }

    private static func visit(
        _ games: ArraySlice<StoredGameSummary>,
        _ work: @escaping (StoredGameSummary, @escaping StoreAnswer<Void>) -> Void,
        _ done: @escaping StoreAnswer<Void>
    ) {
        guard let first = games.first else { return done(.success(())) }
        work(first) { result in
            guard case .success = result else { return done(result) }
            visit(games.dropFirst(), work, done)
        }
    }
}
