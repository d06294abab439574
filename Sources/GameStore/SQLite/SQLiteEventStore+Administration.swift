import Foundation
import GRDB
package import GameCore
import GameJSON

extension SQLiteEventStore: StoreAdministration {
    package var administration: (any StoreAdministration)? { self }

    package func inventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredGameSummary>>
    ) {
        read(for: .server, done) { db in
            try db.inventory(after: cursor.flatMap { Int($0) } ?? 0, limit: limit)
        }
    }

    package func puzzleInventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredPuzzleSummary>>
    ) {
        read(for: .server, done) { db in try db.puzzleInventory(after: cursor ?? "", limit: limit) }
    }

    package func delete(_ games: [GameDeletion], _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in for game in games { try db.delete(game) } }
    }

    package func setPublic(_ isPublic: Bool, _ game: GameID, _ done: @escaping StoreAnswer<Void>) {
        change(done) { db in
            guard let setup = try db.setup(of: game) else { return }
            try db.run(
                "UPDATE game SET public = ?, setup = ? WHERE id = ?",
                [isPublic, setup.outline.withPublic(isPublic).record, game.text])
        }
    }

    package func renameGuests(
        _ old: PlayerName, to new: PlayerName, _ done: @escaping StoreAnswer<[GameID]>
    ) {
        change(done) { db in try db.renameGuests(old, to: new) }
    }

    package func trim(_ game: GameID, to opening: [GameEvent], _ done: @escaping StoreAnswer<Void>) {
        guard let last = opening.last else { return done(.success(())) }
        change(done) { db in
            let base = try db.setup(of: game)?.opening.last?.sequence ?? .zero
            guard last.sequence > base else { return }
            try db.run("UPDATE game SET opening = ? WHERE id = ?", [opening.openingRecord, game.text])
            for table in ["event", "move"] {
                try db.run(
                    "DELETE FROM \(table) WHERE game = ? AND sequence <= ?", [game.text, last.sequence.value])
            }
            try db.deleteNames(ofGuestsIn: game, through: last.sequence, except: opening)
        }
    }

    package func deletePuzzle(_ id: String, _ done: @escaping StoreAnswer<Bool>) {
        change(done) { db in
            try db.run("DELETE FROM puzzle WHERE id = ?", [id])
            return db.changesCount > 0
        }
    }

    package func removeStandings(_ selection: StandingSelection, _ done: @escaping StoreAnswer<Int>) {
        change(done) { db in try db.removeStandings(selection) }
    }

    /// Copies the log into the database file, and empties it.
    package func purge(_ done: @escaping StoreAnswer<Void>) {
        let files = files
        read(for: .server, done) { db in
            try db.checkpoint(.truncate)
            files.didEmptyLog()
        }
    }

    /// Answers an empty set: the data folder belongs to one server.
    package func gamesInMemoryElsewhere(
        among games: [GameID], _ done: @escaping StoreAnswer<Set<GameID>>
    ) {
        done(.success([]))
    }
}

nonisolated extension Database {
    /// - Complexity: O(limit), some 20 microseconds a game.
    fileprivate func inventory(after ordinal: Int, limit: Int) throws -> InventoryPage<StoredGameSummary> {
        let statement = try cachedStatement(
            sql: """
                SELECT ordinal, setup, phase,
                    (SELECT max(sequence) FROM event WHERE game = id),
                    (SELECT time FROM event WHERE game = id ORDER BY sequence DESC LIMIT 1),
                    (SELECT away FROM event WHERE game = id ORDER BY sequence DESC LIMIT 1),
                    (SELECT json_group_array(coalesce(player_name.name, guest_name.name)) FROM seat
                        LEFT JOIN player_name USING (player) LEFT JOIN guest_name USING (game, since)
                        WHERE game = id)
                FROM game WHERE ordinal > ? ORDER BY ordinal LIMIT ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [ordinal, limit])
        // An unreadable game must not hide the others; `verify` reports it.
        let games = rows.compactMap { try? StoredGameSummary($0) }
        return InventoryPage(
            rows: games, next: rows.count < limit ? nil : rows.last.map { "\($0[0] as Int)" })
    }

    fileprivate func puzzleInventory(
        after id: String, limit: Int
    ) throws -> InventoryPage<StoredPuzzleSummary> {
        let statement = try cachedStatement(
            sql: """
                SELECT id, format, length(file), public, made FROM puzzle WHERE id > ? ORDER BY id LIMIT ?
                """)
        let puzzles = try Row.fetchAll(statement, arguments: [id, limit]).map { row in
            StoredPuzzleSummary(
                id: row[0], format: row[1], bytes: row[2], isPublic: row[3],
                created: Timestamp(milliseconds: row[4]))
        }
        return InventoryPage(rows: puzzles, next: puzzles.count < limit ? nil : puzzles.last?.id)
    }

    fileprivate func delete(_ deletion: GameDeletion) throws {
        let game = deletion.game
        if let events = deletion.events, try lastSequence(of: game) != events { return }
        try deleteNames(ofUnknownPlayersIn: game)
        let tables = ["event", "move", "token", "seat", "guest_name", "member_name", "result"]
        for table in tables + ["player_game", "player_day"] {
            try run("DELETE FROM \(table) WHERE game = ?", [game.text])
        }
        if !deletion.keepsStandings { try deleteStandings(of: game) }
        try run("DELETE FROM game WHERE id = ?", [game.text])
    }
}

nonisolated extension StoredGameSummary {
    /// Reads a row of `ordinal, setup, phase, events, time, away, names`.
    fileprivate init(_ row: Row) throws {
        let setup = try GameSetup(record: row[1])
        let names = (row[6] as String?).flatMap { JSONValue(parsing: $0) }
        var players: [String] = []
        if case .list(let list) = names {
            players = list.compactMap { if case .text(let name) = $0 { name } else { nil } }
        }
        self.init(
            setup: setup, phase: GameState.Phase(rawValue: row[2]) ?? .playing, events: row[3] ?? 0,
            changed: (row[4] as Int64?).map { Timestamp(milliseconds: $0, away: row[5]) } ?? setup.created,
            players: players)
    }
}
