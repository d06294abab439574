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

    /// The name of a player whose own was deleted.
    private static let erased = "Deleted player"

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
        let renaming = Renaming(try call.name("name"), to: try call.name("to"))
        replace(renaming, call) { call.store.renameStandings(renaming, $0) }
    }

    private static func delete(_ call: AdminCall) throws {
        let renaming = Renaming(try call.name("name"), to: try PlayerName(erased))
        replace(renaming, call) {
            call.store.removeStandings(StandingSelection(name: renaming.old), $0)
        }
    }

    private static func removeStandings(_ call: AdminCall) throws {
        let day = try call.body.text("day").map { text in
            guard let day = Day(text) else { throw RuleViolation(.invalidValue, "A day is like 2026-11-21.") }
            return day
        }
        let selection = StandingSelection(
            name: try call.name("name"), rules: try call.body.text("rules"), day: day)
        call.store.removeStandings(selection) { result in
            call.finish(result) { .record([("standings", .number($0))]) }
        }
    }

    /// Renames a player in all games, then on the leaderboards.
    private static func replace(
        _ renaming: Renaming, _ call: AdminCall, standings: @escaping (@escaping StoreAnswer<Int>) -> Void
    ) {
        var count = 0
        visit(call) { game, goOn in
            replace(renaming, in: game.setup.id, call) { result in
                if case .success(true) = result { count += 1 }
                goOn(result.map { _ in })
            }
        } _: { visited in
            guard case .success = visited else { return call.finish(.storeUnavailable) }
            standings { changed in
                guard case .success(let rows) = changed else { return call.finish(.storeUnavailable) }
                call.finishDeletion(.record([("games", .number(count)), ("standings", .number(rows))]))
            }
        }
    }

    /// Renames a player in one game; answers whether the game contained the old name.
    private static func replace(
        _ renaming: Renaming, in game: GameID, _ call: AdminCall, _ done: @escaping StoreAnswer<Bool>
    ) {
        readRenamed(renaming, in: game, call) { found in
            guard case .success(let events) = found, !events.isEmpty else {
                return done(found.map { _ in false })
            }
            call.world.games.withdraw(game) { restore in
                // Read again, because an event may have been added.
                rewrite(renaming, in: game, call) { result in
                    restore()
                    done(result.map { true })
                }
            }
        }
    }

    private static func rewrite(
        _ renaming: Renaming, in game: GameID, _ call: AdminCall, _ done: @escaping StoreAnswer<Void>
    ) {
        readRenamed(renaming, in: game, call) { found in
            guard case .success(let events) = found else { return done(found.map { _ in }) }
            call.store.rewrite(game, events, renaming, done)
        }
    }

    /// Reads the events that contain the old name, and replaces it by the new one.
    private static func readRenamed(
        _ renaming: Renaming, in game: GameID, _ call: AdminCall, _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        call.world.store.allEvents(of: game, after: .zero, limit: .max, for: .server) { found in
            done(found.map { $0.compactMap(renaming.renamed) })
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
