import GRDB
import GameCore

/// The list of public games.
nonisolated extension Database {
    /// Public games, newest first.
    func list(_ wanted: GameListing) throws -> [GameSummary] {
        let statement = try cachedStatement(
            sql: """
                SELECT ordinal, setup, phase,
                    (SELECT max(sequence) FROM event WHERE game = id) AS sequence,
                    (SELECT hash FROM event WHERE game = id ORDER BY sequence DESC LIMIT 1) AS hash,
                    (SELECT count(*) FROM seat WHERE game = id) AS seated
                FROM game
                WHERE public = 1 AND ordinal < :cursor AND rules = coalesce(:rules, rules)
                    AND phase = coalesce(:phase, phase)
                ORDER BY ordinal DESC LIMIT :limit
                """)
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                "cursor": wanted.cursor ?? .max, "rules": wanted.rules, "limit": wanted.limit,
                "phase": wanted.phase?.rawValue,
            ])
        // One that cannot be read must not hide the others; `verify` tells of it.
        return rows.compactMap { try? GameSummary($0) }
    }
}

nonisolated extension GameSummary {
    fileprivate init(_ row: Row) throws {
        let setup = try GameSetup(record: row[1])
        let first = try GamePicture(setup)
        let phase = GameState.Phase(rawValue: row[2]) ?? .playing
        let sequence = (row[3] as Int?).flatMap(SequenceNumber.init(_:)) ?? .zero
        let hash = (row[4] as Int64?).flatMap(UInt32.init(exactly:)).map(StateHash.init(value:))
        // The journal's fingerprint is of everything, and so of what nobody is told before the end.
        let isHidden = first.hasPrivateBoards && phase != .finished
        self.init(
            ordinal: row[0], setup: setup, sequence: sequence,
            hash: isHidden ? StateHash(sequence: sequence, boards: [BoardPicture]()) : hash ?? first.hash,
            phase: phase, isOpen: first.isOpen, seated: row[5])
    }
}
