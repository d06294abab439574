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

    package func rewrite(
        _ game: GameID, _ rewriting: NameRewriting, _ done: @escaping StoreAnswer<Void>
    ) {
        change(done) { db in
            if let opening = rewriting.opening {
                try db.run("UPDATE game SET opening = ? WHERE id = ?", [opening.openingRecord, game.text])
            }
            for event in rewriting.events {
                try db.run(
                    "UPDATE event SET change = ? WHERE game = ? AND sequence = ?",
                    [event.change.record, game.text, event.sequence.value])
            }
            for seat in rewriting.seats {
                try db.run(
                    "UPDATE seat SET name = ? WHERE game = ? AND seat = ? AND since = ?",
                    [seat.name.text, game.text, seat.seat.number, seat.since.value])
            }
        }
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

    /// Copies the log into the database file, empties it, and overwrites the unused space of all pages.
    ///
    /// A purge that is requested while another one runs begins after that one, together with all others.
    package func purge(for requester: Requester, _ done: @escaping StoreAnswer<Void>) {
        waitingPurges.append((requester, done))
        if !isPurging { startPurge() }
    }

    private func startPurge() {
        guard !waitingPurges.isEmpty else { return }
        let waiting = waitingPurges
        (waitingPurges, isPurging) = ([], true)
        let charge = { (time: Duration) in
            for (requester, _) in waiting { requester.charge(time / waiting.count) }
        }
        let requester = Requester(client: Requester.server.client, charge: charge)
        purge(from: 1, for: requester) { [weak self] result in
            for (_, done) in waiting { done(result) }
            self?.isPurging = false
            self?.startPurge()
        }
    }

    /// Purges some pages at a time, with a pause in which the store works for others.
    private func purge(from page: Int, for requester: Requester, _ done: @escaping StoreAnswer<Void>) {
        let (files, loop) = (files, loop)
        let goOn: StoreAnswer<Int?> = { [weak self] found in
            guard case .success(let next?) = found, let self else { return done(found.map { _ in }) }
            purgeTimer = loop.timer(after: StoreLimits.purgePause) { [weak self] in
                self?.purge(from: next, for: requester, done)
            }
        }
        read(for: requester, goOn) { db in
            try db.checkpoint(.truncate)
            files.didEmptyLog()
            return try db.overwriteUnusedSpace(ofPages: page..<page + StoreLimits.pagesPerPurge)
        }
    }

    /// The data folder belongs to one server.
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
                    (SELECT json_group_array(name) FROM seat WHERE game = id)
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
        for table in ["event", "move", "token", "seat", "result", "player_game", "player_day"] {
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
