import Foundation
import GRDB
package import GameCore
import GameJSON

/// The games of a data folder or a backup while no server has them, for the commands.
///
/// Waits for the disk; not for the thread of a loop.
package nonisolated struct StoredGames: Sendable {
    /// Hears how many of how many steps are done.
    package typealias Progress = (_ done: Int, _ total: Int) -> Void

    let database: GameDatabase
    /// When a server lived last; nil where none ever has.
    package let moment: Timestamp?
    /// Keeps others out; nil with a backup.
    package let folder: DataFolder?
    private let clock: SystemClock

    /// The games in the data folder `path`.
    ///
    /// With `isOneTransaction` one may stay open from call to call.
    /// - Throws: `StoreRefusal` when there are none and `isMade` is false, or when a server has them.
    package init(folder path: String, isMade: Bool = false, isOneTransaction: Bool = false) throws {
        let folder = try DataFolder(path, isMade: isMade)
        self.folder = folder
        let reading = Pulse.reading(folder.pulse)
        database = try GameDatabase(
            folder.database, isMade: isMade && reading == nil, isOneTransaction: isOneTransaction)
        try database.refuseIfCut(folder, reading)
        moment = database.moment(reading)
        clock = SystemClock(away: database.away(reading))
    }

    /// The games in the backup `path`, which is only read.
    package init(file path: String) throws {
        folder = nil
        database = try GameDatabase(path, isMade: false, isReadOnly: true)
        moment = database.moment(nil)
        clock = SystemClock(away: database.away(nil))
    }

    /// The ids of all games, oldest first.
    package var ids: [GameID] {
        get throws {
            try database.connection.inDatabase { db in
                try String.fetchAll(db, sql: "SELECT id FROM game ORDER BY ordinal").compactMap(
                    GameID.init(_:))
            }
        }
    }

    /// The game `id` as a document; nil when there is none.
    package func document(of id: GameID) throws -> GameDocument? {
        try database.connection.inDatabase { db in
            guard let setup = try db.setup(of: id) else { return nil }
            let events = try db.events(of: id, after: 0, limit: .max)
            return GameDocument(setup: setup, events: events, written: clock.now)
        }
    }

    /// Adds the game that one line of an export is; under a new id when its own is taken.
    ///
    /// - Returns: its id here.
    /// - Throws: `RuleViolation`, saying what cannot be.
    package func add(line: String) throws -> GameID {
        guard case .object(let json) = JSONValue(parsing: line) else {
            throw RuleViolation.invalidValue("It is not one JSON object.")
        }
        let now = clock.now
        return try database.connection.inDatabase { db in
            let wanted = try GameDocument(json, as: nil, at: now)
            let isFree = try db.setup(of: wanted.setup.id) == nil
            let document = isFree ? wanted : try GameDocument(json, as: GameID.random(), at: now)
            let picture = try document.picture
            var entry = JournalEntry(opening: document.setup, events: document.events, to: picture.state)
            if document.events.count >= StoreLimits.snapshotInterval {
                entry.snapshot = GameSnapshot(of: picture)
            }
            let number = try GameDatabase.Ledger(db).commits + 1
            try db.append(EventBatch(entries: [entry]), number: number, at: now)
            return document.setup.id
        }
    }

    /// Copies everything into a new file.
    package func backup(to path: String, progress: Progress) throws {
        let backup = try database.connection.inDatabase { db in try PagewiseBackup(of: db, to: path) }
        var (copied, total) = (0, 1)
        while copied < total {
            (copied, total) = try database.connection.inDatabase { _ in try backup.step() }
            progress(copied, total)
        }
    }
}

nonisolated extension GameDatabase {
    /// Refuses a database that has lost commits of which the pulse knows.
    func refuseIfCut(_ folder: DataFolder, _ reading: Pulse.Reading?) throws(StoreRefusal) {
        guard let reading, reading.identity == ledger.identity, reading.commits > ledger.commits else {
            return
        }
        throw StoreRefusal(
            """
            The log of “\(folder.database)” was cut: \(reading.commits - ledger.commits) acknowledged \
            commits are missing. Put the files back as they were; to go on without them, remove \
            “\(folder.pulse)”.
            """, untouched: connection)
    }

    /// How long, in milliseconds, the server has been down in all.
    ///
    /// That is what it had been before, and the time since it lived last, as last commit and pulse tell.
    package func away(_ reading: Pulse.Reading?) -> Int64 {
        guard let moment = moment(reading) else { return 0 }
        return moment.away + max(Timestamp.systemNow().milliseconds - moment.milliseconds, 0)
    }

    /// When the server lived last; nil before its first commit.
    package func moment(_ reading: Pulse.Reading?) -> Timestamp? {
        let reading = reading.flatMap { $0.identity == ledger.identity ? $0 : nil }
        guard ledger.time > 0 else { return nil }
        return Timestamp(
            milliseconds: max(reading?.alive ?? 0, ledger.time), away: max(reading?.away ?? 0, ledger.away))
    }
}
