import Foundation
import GRDB
import GameCore
import GameJSON

/// The tables of version 1.0, its ninth and last schema, opened to be read.
final class Version1Database {
    private static let lastMigration = "9 rooms"

    let ledger: GameDatabase.Ledger
    private let connection: DatabaseQueue
    /// The file of shared memory that SQLite makes for a write-ahead log; nil if it was there before.
    private let sharedMemory: String?

    /// Opens the database at `path`.
    ///
    /// - Throws: `StoreRefusal` for a file that is not a database of version 1.0, or that a server uses.
    init(_ path: String) throws {
        try DatabaseFile(path: path).require(createIfMissing: false)
        let memory = path + "-shm"
        sharedMemory = FileManager.default.fileExists(atPath: memory) ? nil : memory
        do { (connection, ledger) = try Self.open(path) } catch {
            if let sharedMemory { unlink(sharedMemory) }
            throw error
        }
    }

    deinit {
        try? connection.close()
        if let sharedMemory { unlink(sharedMemory) }
    }

    private static func open(_ path: String) throws -> (DatabaseQueue, GameDatabase.Ledger) {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let connection = try DatabaseQueue(path: path, configuration: configuration)
            guard try connection.inDatabase(hasLastMigration) else {
                throw try connection.inDatabase { db in try refusal(of: db, at: path) }
            }
            return (connection, try connection.inDatabase(GameDatabase.Ledger.init))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreRefusal("“\(path)” is in use by a server.")
        } catch let error as DatabaseError {
            throw StoreRefusal("“\(path)” cannot be read: \(error.reason).")
        }
    }

    private static func refusal(of other: Database, at path: String) throws -> StoreRefusal {
        let isPresent = try Schema.refusal(of: other, at: path) == nil
        return StoreRefusal(
            "“\(path)” was not written by version 1.0 of this program."
                + (isPresent ? " “GameServer restore” puts back a backup of this version." : ""))
    }

    private static func hasLastMigration(_ db: Database) throws -> Bool {
        guard try db.tableExists("grdb_migrations") else { return false }
        let last = "SELECT identifier FROM grdb_migrations ORDER BY rowid DESC LIMIT 1"
        return try String.fetchOne(db, sql: last) == lastMigration
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try connection.inDatabase { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        }
    }

    func setup(of id: GameID) throws -> GameSetup? {
        try rows("SELECT setup, answer, opening FROM game WHERE id = ?", [id.text]).first.map { row in
            let answer = try (row[1] as String?).map { record in try Parameters(record: record) }
            let opening = try (row[2] as String?).map { record in try [GameEvent](openingRecord: record) }
            return try GameSetup(record: row[0]).withAnswer(answer).withOpening(opening ?? [])
        }
    }

    /// The whole journal after the opening.
    func events(of id: GameID) throws -> [GameEvent] {
        try rows(
            "SELECT sequence, time, away, hash, change FROM event WHERE game = ? ORDER BY sequence", [id.text]
        ).map { row in try GameEvent(row) }
    }

    func playerNames() throws -> [Person: PlayerName] {
        try rows("SELECT id, name FROM player").reduce(into: [:]) { names, row in
            if let id = PlayerID(row[0] as String) { names[.player(id)] = try PlayerName(row[1]) }
        }
    }

    func tokens(of id: GameID) throws -> [HeldToken] {
        try rows("SELECT digest, seat, host, since FROM token WHERE game = ?", [id.text]).map { row in
            let player = Player(
                seat: (row[1] as Int?).flatMap(Seat.init(_:)), isHost: row[2],
                since: (row[3] as Int?).flatMap(SequenceNumber.init(_:)))
            return HeldToken(digest: try digest(row[0]), player: player)
        }
    }

    /// The moves that are remembered at `now`, oldest first.
    func moves(of id: GameID, at now: Timestamp) throws -> [Move] {
        let oldest = now.milliseconds - now.away - StoreLimits.moveLifetime.wholeMilliseconds
        return try rows(
            """
            SELECT key, command, before, sequence, hash, time, away FROM move
            WHERE game = ? AND time - away >= ? ORDER BY sequence DESC, time DESC LIMIT ?
            """, [id.text, oldest, StoreLimits.movesPerGame]
        ).reversed().compactMap(Move.init)
    }

    func puzzle(_ id: String) throws -> StoredPuzzle? {
        try rows("SELECT format, file, owner, public, made, content FROM puzzle WHERE id = ?", [id]).first
            .map { row in
                guard let format = PuzzleFile.Format(rawValue: row[0]) else {
                    throw StoreFailure(reason: "The puzzle has the unknown format “\(row[0] as String)”.")
                }
                return StoredPuzzle(
                    id: id, format: format, file: Array(row[1] as Data), content: row[5],
                    owner: try digest(row[2]), isPublic: row[3], created: Timestamp(milliseconds: row[4]))
            }
    }

    /// The standings of players with keys, whose `key` is this text and the id.
    func standings() throws -> [Standing] {
        let mark = "player:"
        return try rows(
            "SELECT rules, day, game, solved, assisted, milliseconds, score, guesses, key FROM standing"
        ).compactMap { row in
            let key: String = row[8]
            guard key.hasPrefix(mark), let player = PlayerID(String(key.dropFirst(mark.count))) else {
                return nil
            }
            return Standing(
                rules: row[0], day: Day(number: row[1]), player: player, game: try game(row[2]),
                isSolved: row[3], isAssisted: row[4], elapsed: .milliseconds(row[5] as Int64), score: row[6],
                guesses: row[7])
        }
    }

    func players() throws -> [ArchivedPlayer] {
        try rows("SELECT id, name, colour, made FROM player ORDER BY id").map { row in
            let text: String = row[0]
            guard let id = PlayerID(text) else {
                throw StoreFailure(reason: "The id “\(text)” of a player is malformed.")
            }
            let record = PlayerRecord(
                id: id, name: try PlayerName(row[1]), colour: (row[2] as String?).flatMap(Colour.init(_:)),
                created: Timestamp(milliseconds: row[3]))
            return ArchivedPlayer(
                record: record, keys: try keys(of: text), days: try days(of: text), games: try games(of: text)
            )
        }
    }

    private func keys(of player: String) throws -> [ArchivedPlayer.Key] {
        try rows("SELECT digest, number, made, used FROM player_key WHERE player = ?", [player]).map { row in
            let key = PlayerKey(
                number: row[1], created: Timestamp(milliseconds: row[2]),
                lastUsed: Timestamp(milliseconds: row[3]))
            return ArchivedPlayer.Key(key: key, digest: try digest(row[0]))
        }
    }

    private func days(of player: String) throws -> [ArchivedPlayer.DailyClaim] {
        try rows("SELECT rules, day, game FROM player_day WHERE player = ?", [player]).map { row in
            .init(rules: row[0], day: Day(number: row[1]), game: try game(row[2]))
        }
    }

    private func games(of player: String) throws -> [ArchivedPlayer.Appearance] {
        try rows("SELECT game, time FROM player_game WHERE player = ?", [player]).map { row in
            .init(game: try game(row[0]), time: Timestamp(milliseconds: row[1]))
        }
    }

    private func game(_ text: String) throws -> GameID {
        guard let id = GameID(text) else {
            throw StoreFailure(reason: "The id “\(text)” of a game is malformed.")
        }
        return id
    }

    private func digest(_ data: Data) throws -> Digest {
        guard let digest = Digest(bytes: Array(data)) else {
            throw StoreFailure(reason: "The digest of a token or key is malformed.")
        }
        return digest
    }
}
