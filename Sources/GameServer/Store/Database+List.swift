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
        try self.init(
            ordinal: row[0], setup: try GameSetup(record: row[1]),
            phase: GameState.Phase(rawValue: row[2]) ?? .playing,
            sequence: (row[3] as Int?).flatMap(SequenceNumber.init(_:)) ?? .zero,
            hash: (row[4] as Int64?).flatMap(UInt32.init(exactly:)).map(StateHash.init(value:)),
            seated: row[5])
    }

    /// A line from what a store keeps beside the journal; the hash is the last event's.
    ///
    /// - Throws: when there are no such rules.
    init(
        ordinal: Int, setup: GameSetup, phase: GameState.Phase, sequence: SequenceNumber, hash: StateHash?,
        seated: Int
    ) throws(RuleViolation) {
        // What is to be found there is not read for a list, and without it there are no rules.
        let first = RuleSets.hidesAnswer(setup) ? nil : try GamePicture(setup)
        let mayHide = phase != .finished && first?.hasPrivateBoards != false
        let told = mayHide ? .ofNothing(at: sequence) : hash ?? first?.hash ?? .ofNothing(at: sequence)
        self.init(
            ordinal: ordinal, setup: setup, sequence: sequence, hash: told, phase: phase,
            isOpen: first?.isOpen ?? false, seated: seated)
    }
}
