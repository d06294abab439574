import Foundation
import GRDB
import GameCore
import Testing

@testable import GameServer
@testable import GameStore

/// SQLite's plans for the queries over many games: an index finds the rows, in their order.
@Suite("A query over many games")
struct QueryPlanTests {
    private let database: DatabaseQueue

    init() throws {
        database = try DatabaseQueue()
        try database.write(Schema.create)
    }

    /// The plan of each statement that `work` runs.
    private func plans(_ work: (Database) throws -> Void) throws -> [String] {
        try database.inDatabase { db in
            var statements: Set<String> = []
            db.trace { statements.insert($0.expandedDescription) }
            try work(db)
            db.trace(options: [])
            return try statements.flatMap { statement in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + statement).map { $0["detail"] as String }
            }
        }
    }

    private func expectIndexes(_ work: (Database) throws -> Void) throws {
        let found = try plans(work)
        #expect(!found.isEmpty)
        for plan in found { #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)") }
    }

    private nonisolated static let filters: [(String?, GameState.Phase?)] = [
        (nil, nil), ("mini", nil), (nil, .waiting), ("mini", .finished),
    ]

    @Test("finds a page of the list of games, with any filter", arguments: filters, [nil, 1000])
    func lists(filter: (rules: String?, phase: GameState.Phase?), cursor: Int?) throws {
        let query = GameListQuery(limit: 20, cursor: cursor, rules: filter.rules, phase: filter.phase)
        try expectIndexes { db in _ = try db.list(query, .registered) }
        let search = try #require(
            plans { db in _ = try db.list(query, .registered) }.first { $0.contains(" game USING ") })
        #expect(search.contains("ordinal<?") || cursor == nil)
        #expect(search.contains("rules=?") == (filter.rules != nil))
        #expect(search.contains("phase=?") == (filter.phase != nil))
    }

    @Test("finds a page of the list of puzzles", arguments: [nil, 1000])
    func puzzles(cursor: Int?) throws {
        try expectIndexes { db in _ = try db.puzzles(PuzzleListQuery(limit: 20, cursor: cursor)) }
    }

    @Test("finds the leaders of a day, of a week and of all days", arguments: [20_000, 19_994, nil])
    func leaders(from: Int?) throws {
        let (first, last) = (from.map { Day(number: $0) }, Day(number: 20_000))
        let query = LeaderboardQuery(rules: "mini", from: first, to: last, limit: 20)
        let sum = LeaderboardSum(query, namesPlayers: true)
        try expectIndexes { db in
            while case .more = try sum.step(db) {}
        }
    }
}
