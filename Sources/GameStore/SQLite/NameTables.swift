import GRDB
import GameCore
import GameJSON

/// The present names of people; no other table has names.
nonisolated extension Database {
    /// The events of `game` under the present names.
    ///
    /// - Complexity: O(events), and a look-up for each person whom the events name.
    func naming(_ events: [GameEvent], of game: GameID) throws -> [GameEvent] {
        guard events.contains(where: { $0.named != nil }) else { return events }
        var names: [Person: PlayerName] = [:]
        for case (let person, _)? in events.map(\.named) where names[person] == nil {
            names[person] = try name(of: person, in: game)
        }
        return events.map { $0.naming(names) }
    }

    private func name(of person: Person, in game: GameID) throws -> PlayerName? {
        switch person {
        case .player(let player): try name(of: player)
        case .member(let player):
            try name("SELECT name FROM member_name WHERE game = ? AND player = ?", [game.text, player.text])
        case .guest(let since):
            try name("SELECT name FROM guest_name WHERE game = ? AND since = ?", [game.text, since.value])
        }
    }

    func name(of player: PlayerID) throws -> PlayerName? {
        try name("SELECT name FROM player_name WHERE player = ?", [player.text])
    }

    private func name(_ sql: String, _ arguments: StatementArguments) throws -> PlayerName? {
        try String.fetchOne(cachedStatement(sql: sql), arguments: arguments).map { try PlayerName($0) }
    }

    func setName(of player: PlayerID, to name: PlayerName) throws {
        try run("INSERT OR REPLACE INTO player_name VALUES (?, ?)", [player.text, name.text])
    }

    /// Saves the names that count only in `game`: those of guests, and the nicknames from the host of a room.
    func setNames(ofGuests names: [Person: PlayerName], in game: GameID) throws {
        for (person, name) in names {
            switch person {
            case .guest(let since):
                try run(
                    "INSERT OR REPLACE INTO guest_name VALUES (?, ?, ?)", [game.text, since.value, name.text])
            case .member(let player):
                try run(
                    "INSERT OR REPLACE INTO member_name VALUES (?, ?, ?)",
                    [game.text, player.text, name.text])
            case .player: break
            }
        }
    }

    /// Saves the names of players who have no name yet.
    func setNames(ofUnknownPlayers names: [Person: PlayerName]) throws {
        for case (.player(let player), let name) in names where name != .deleted {
            try run("INSERT OR IGNORE INTO player_name VALUES (?, ?)", [player.text, name.text])
        }
    }

    /// Deletes the names of the guests who sat down up to event `last`, except with one of the events `kept`.
    func deleteNames(ofGuestsIn game: GameID, through last: SequenceNumber, except kept: [GameEvent]) throws {
        let rows = "FROM guest_name WHERE game = ? AND since <= ?"
        let found = try Int.fetchAll(
            self, sql: "SELECT since \(rows)", arguments: [game.text, last.value])
        for since in Set(found).subtracting(kept.map(\.sequence.value)) {
            try run("DELETE FROM guest_name WHERE game = ? AND since = ?", [game.text, since])
        }
    }

    func deleteName(of player: PlayerID) throws {
        try run("DELETE FROM player_name WHERE player = ?", [player.text])
        try rewrite("player_name")
        try run("DELETE FROM member_name WHERE player = ?", [player.text])
        if changesCount > 0 { try rewrite("member_name") }
    }

    /// Deletes the names of players of `game` whom only imported games name, unless they are in another game.
    func deleteNames(ofUnknownPlayersIn game: GameID) throws {
        try run(
            """
            DELETE FROM player_name WHERE player IN (SELECT player FROM player_game WHERE game = ?1)
            AND \(Self.isUnknown)
            AND NOT EXISTS (SELECT 1 FROM player_game WHERE player = player_name.player AND game <> ?1)
            """, [game.text])
    }

    private static let isUnknown = "NOT EXISTS (SELECT 1 FROM player WHERE id = player_name.player)"

    /// Renames everybody called `old` except players with keys; returns the games in which they sat.
    func renameGuests(_ old: PlayerName, to new: PlayerName) throws -> [GameID] {
        var games = try rename(old, to: new, in: "guest_name")
        for player in try rename(old, to: new, in: "player_name", where: Self.isUnknown) {
            let sql = "SELECT game FROM player_game WHERE player = ?"
            games += try String.fetchAll(self, sql: sql, arguments: [player])
        }
        return Set(games).sorted().compactMap(GameID.init(_:))
    }

    /// Renames rows of a table; returns the first column of each.
    ///
    /// Names are compared without case, and in Swift, because SQLite knows only the case of ASCII letters.
    private func rename(
        _ old: PlayerName, to new: PlayerName, in table: String, where condition: String = "true"
    ) throws -> [String] {
        var renamed: [String] = []
        for name in try String.fetchAll(self, sql: "SELECT DISTINCT name FROM \(table) WHERE \(condition)")
        where name.lowercased() == old.text.lowercased() {
            let sql = "UPDATE \(table) SET name = ? WHERE name = ? AND \(condition) RETURNING *"
            renamed += try String.fetchAll(self, sql: sql, arguments: [new.text, name])
        }
        if !renamed.isEmpty { try rewrite(table) }
        return renamed
    }

    /// Rewrites all rows of a table of names, so that the file keeps no copy of a deleted name.
    ///
    /// SQLite overwrites a row where it is deleted (`PRAGMA secure_delete`). But when a page is full and
    /// SQLite moves some of its rows, copies stay in the unused space of the page. An emptied table gives all
    /// of its pages back, and SQLite overwrites those.
    private func rewrite(_ table: String) throws {
        try execute(
            sql: """
                CREATE TEMPORARY TABLE present AS SELECT * FROM \(table);
                DELETE FROM \(table);
                INSERT INTO \(table) SELECT * FROM present ORDER BY 1, 2;
                DROP TABLE present;
                """)
    }
}
