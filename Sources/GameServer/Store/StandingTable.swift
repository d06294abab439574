import GRDB

/// Standings in memory, for stores that keep them elsewhere or not at all: leaderboards need a table.
///
/// A standing takes some 200 bytes.
final class StandingTable {
    private let connection: DatabaseQueue

    /// An empty table.
    ///
    /// - Throws: when SQLite cannot make a database in memory.
    init() throws {
        connection = try DatabaseQueue()
        try connection.inDatabase { db in try db.execute(sql: Schema.aside) }
    }

    /// Adds `standings`, of each name and day the first that ever comes.
    func add(_ standings: [Standing]) throws {
        guard !standings.isEmpty else { return }
        try connection.write { db in for standing in standings { try db.insert(standing) } }
    }

    /// The best in the days that are asked for.
    func leaders(_ wanted: LeaderListing) throws -> Leaders {
        try connection.inDatabase { db in try db.leaders(wanted) }
    }
}
