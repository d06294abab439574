import Foundation
import GRDB
package import GameCore
import GameJSON

/// The list of public games, or of public rooms.
nonisolated extension Database {
    func list(_ query: GameListQuery, _ rules: RuleCatalog) throws -> [GameSummary] {
        let statement = try cachedStatement(sql: query.sql)
        let rows = try Row.fetchAll(statement, arguments: query.arguments)
        // An unreadable game must not hide the others; `verify` reports it.
        return rows.compactMap { try? GameSummary($0, rules) }
    }
}

nonisolated extension GameListQuery {
    /// The query in SQL; each combination of filters has an index.
    var sql: String {
        """
        SELECT ordinal, setup, phase,
            (SELECT max(sequence) FROM event WHERE game = id) AS sequence,
            (SELECT hash FROM event WHERE game = id ORDER BY sequence DESC LIMIT 1) AS hash,
            (SELECT count(*) FROM seat WHERE game = id) AS seated
        FROM game
        WHERE public = 1 AND ordinal < :cursor AND \(rules == nil ? "rules <> 'room'" : "rules = :rules")
            \(phase == nil ? "" : "AND phase = :phase")
        ORDER BY ordinal DESC LIMIT :limit
        """
    }

    var arguments: StatementArguments {
        var arguments: StatementArguments = ["cursor": cursor ?? .max, "limit": limit]
        if let rules { arguments += ["rules": rules] }
        if let phase { arguments += ["phase": phase.rawValue] }
        return arguments
    }
}

nonisolated extension GameSummary {
    fileprivate init(_ row: Row, _ rules: RuleCatalog) throws {
        try self.init(
            ordinal: row[0], setup: try GameSetup(record: row[1]),
            phase: GameState.Phase(rawValue: row[2]) ?? .playing,
            sequence: (row[3] as Int?).flatMap(SequenceNumber.init(_:)) ?? .zero,
            hash: (row[4] as Int64?).flatMap(UInt32.init(exactly:)).map(StateHash.init(value:)),
            seated: row[5], rules: rules)
    }

    /// Builds a summary from the tables beside the journal, without replaying the game.
    ///
    /// - Parameter hash: The hash of the last event, which the summary leaves out while boards may be hidden;
    ///   nil before the first event.
    /// - Throws: `RuleViolation` for unregistered rules or invalid options.
    package init(
        ordinal: Int, setup: GameSetup, phase: GameState.Phase, sequence: SequenceNumber, hash: StateHash?,
        seated: Int, rules: RuleCatalog
    ) throws(RuleViolation) {
        let outline = try rules.outline(of: setup)
        let isRunning = phase != .finished
        // A game with a hidden answer hides its board during a pause.
        let mayHide = isRunning && (outline.hasPrivateBoards || rules.hasHiddenAnswer(setup.rules))
        let known = mayHide ? nil : hash
        // Before the first event the hash is the layout's.
        let visible = mayHide || known != nil ? known : try rules.newGame(setup).hash
        self.init(
            ordinal: ordinal, setup: setup, sequence: sequence,
            hash: visible ?? .empty(at: sequence), phase: phase, outline: outline,
            seated: seated)
    }
}

nonisolated extension Database {
    func insertPuzzle(_ puzzle: StoredPuzzle) throws {
        try cachedStatement(sql: "INSERT INTO puzzle VALUES (?, ?, ?, ?, ?, ?, ?)").execute(arguments: [
            puzzle.id, puzzle.format.rawValue, Data(puzzle.file), puzzle.content, puzzle.owner.data,
            puzzle.isPublic, puzzle.created.milliseconds,
        ])
    }

    func puzzle(_ id: String) throws -> StoredPuzzle? {
        let statement = try cachedStatement(
            sql: "SELECT format, file, owner, public, made, content FROM puzzle WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try StoredPuzzle(id, $0) }
    }

    func puzzles(_ query: PuzzleListQuery) throws -> [PuzzleSummary] {
        let statement = try cachedStatement(sql: PuzzleListQuery.sql)
        let rows = try Row.fetchAll(statement, arguments: [query.cursor ?? .max, query.limit])
        // An unreadable puzzle must not hide the others.
        return rows.compactMap { row in
            (try? StoredPuzzle(row[7], row)).map { PuzzleSummary(ordinal: row[6], $0) }
        }
    }
}

nonisolated extension PuzzleListQuery {
    /// The query in SQL; a file is read only where it has to be parsed again.
    static let sql = """
        SELECT format, iif(content IS NULL, file, x''), owner, public, made, content, rowid, id
        FROM puzzle WHERE public = 1 AND rowid < ? ORDER BY rowid DESC LIMIT ?
        """
}

nonisolated extension StoredPuzzle {
    /// Reads the columns `format, file, owner, public, made, content`.
    fileprivate init(_ id: String, _ row: Row) throws {
        guard let format = PuzzleFile.Format(rawValue: row[0]),
            let owner = Digest(bytes: Array(row[2] as Data))
        else {
            throw StoreFailure(reason: "The puzzle “\(id)” cannot be read.")
        }
        self.init(
            id: id, format: format, file: Array(row[1] as Data), content: row[5], owner: owner,
            isPublic: row[3],
            created: Timestamp(milliseconds: row[4]))
    }
}
