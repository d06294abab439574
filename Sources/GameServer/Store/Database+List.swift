import GRDB
import GameCore

/// The list of public games.
nonisolated extension Database {
    /// Public games, newest first.
    func list(_ wanted: GameListing) throws -> [GameSummary] {
        let statement = try cachedStatement(
            sql: """
                SELECT ordinal, setup, finished, sequence, hash, seated FROM (
                    SELECT ordinal, setup,
                        EXISTS (SELECT 1 FROM result WHERE game = id) AS finished,
                        (SELECT max(sequence) FROM event WHERE game = id) AS sequence,
                        (SELECT hash FROM event WHERE game = id ORDER BY sequence DESC LIMIT 1) AS hash,
                        (SELECT count(*) FROM seat WHERE game = id) AS seated
                    FROM game
                    WHERE public = 1 AND ordinal < :cursor AND rules = coalesce(:rules, rules)
                )
                WHERE finished = coalesce(:finished, finished)
                ORDER BY ordinal DESC LIMIT :limit
                """)
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                "cursor": wanted.cursor ?? .max, "rules": wanted.rules, "limit": wanted.limit,
                "finished": wanted.phase.map { $0 == .finished },
            ])
        // One that cannot be read must not hide the others; `verify` tells of it.
        return rows.compactMap { try? GameSummary($0) }
    }
}

nonisolated extension GameSummary {
    fileprivate init(_ row: Row) throws {
        let setup = try GameSetup(record: row[1])
        let first = try GamePicture(setup)
        self.init(
            ordinal: row[0], setup: setup,
            sequence: (row[3] as Int?).flatMap(SequenceNumber.init(_:)) ?? .zero,
            hash: (row[4] as Int64?).flatMap(UInt32.init(exactly:)).map(StateHash.init(value:)) ?? first.hash,
            phase: row[2] ? .finished : .playing, isOpen: first.isOpen, seated: row[5])
    }
}
