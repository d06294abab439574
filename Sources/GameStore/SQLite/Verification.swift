import Foundation
import GRDB
import GameCore
import GameJSON

/// A full check of the stored games: SQLite's integrity check, and a replay of every journal.
///
/// The replay checks each event's sequence, that the rules admit it, and its hash. It compares seats, result,
/// phase, tokens and moves with the replayed state, because the hash covers only boards and sequence.
package nonisolated struct Verification {
    /// One sentence for each problem found; the check stops after `maximumProblems`.
    package private(set) var problems: [String] = []
    package private(set) var games = 0
    package private(set) var events = 0
    private static let maximumProblems = 50

    /// - Complexity: O(events), some ten microseconds each.
    @MainActor package init(_ archive: SQLiteArchive, progress: SQLiteArchive.Progress) throws {
        problems = try archive.database.connection.inDatabase { db in try db.integrityProblems() }
        let ids = try archive.games().map(\.id)
        for id in ids where problems.count < Self.maximumProblems {
            do {
                events += try archive.database.connection.inDatabase { db in try db.verify(id, archive.rules)
                }
            } catch {
                problems.append("Game “\(id)”: \(StoreFailure(error).reason)")
            }
            games += 1
            progress(games, ids.count)
        }
    }
}

nonisolated extension Database {
    fileprivate func integrityProblems() throws -> [String] {
        let found = try String.fetchAll(self, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").map { row in
            "A row of the table “\(row[0] as String)” belongs to no game."
        }
        return found.map { "SQLite: \($0)" } + orphans.prefix(20)
    }

    /// Replays a journal and compares everything that is stored beside it.
    ///
    /// - Returns: The number of events.
    /// - Throws: `StoreFailure` with the first difference.
    fileprivate func verify(_ id: GameID, _ rules: RuleCatalog) throws -> Int {
        guard let setup = try setup(of: id) else { throw StoreFailure(reason: "it has no setup") }
        var state = try rules.newGame(setup)
        let rows = try Row.fetchCursor(
            self,
            sql: "SELECT sequence, time, away, hash, change FROM event WHERE game = ? ORDER BY sequence",
            arguments: [id.text])
        while let row = try rows.next() {
            let event = try GameEvent(row)
            guard event.sequence == state.sequence.next else {
                throw StoreFailure(reason: "event \(state.sequence.next) is missing")
            }
            guard state.canApply(event.change) else {
                throw StoreFailure(reason: "event \(event.sequence) cannot follow the event before it")
            }
            state.apply(event)
            guard state.hash == event.hash else {
                throw StoreFailure(reason: "event \(event.sequence) does not match its hash")
            }
        }
        try compare(state)
        return state.sequence.value
    }

    private func compare(_ state: GameState) throws {
        let id = state.setup.id
        let seats = try Row.fetchAll(
            self, sql: "SELECT seat, name, colour FROM seat WHERE game = ? ORDER BY seat",
            arguments: [id.text]
        ).map { row in "\(row[0] as Int) \(row[1] as String) \(row[2] as String)" }
        let seated = state.seats.map { "\($0.seat.number) \($0.name.text) \($0.colour.text)" }
        guard seats == seated else { throw StoreFailure(reason: "the seats differ from the journal") }
        let finished = try Int64.fetchOne(
            self, sql: "SELECT milliseconds FROM result WHERE game = ?", arguments: [id.text])
        guard finished == state.result?.elapsed.wholeMilliseconds else {
            throw StoreFailure(reason: "the result differs from the journal")
        }
        let phase = try String.fetchOne(
            self, sql: "SELECT phase FROM game WHERE id = ?", arguments: [id.text])
        guard phase == state.phase.rawValue else {
            throw StoreFailure(reason: "the phase differs from the journal")
        }
        let last = state.sequence.value
        let isAhead = try Bool.fetchOne(
            self,
            sql:
                "SELECT EXISTS (SELECT 1 FROM move WHERE game = ?1 AND (sequence > ?2 OR before > sequence))",
            arguments: [id.text, last])
        guard isAhead == false else { throw StoreFailure(reason: "a move is newer than the journal") }
        for token in try tokens(of: id) {
            guard let seat = token.player.seat else { continue }
            guard state.player(on: seat) != nil else {
                throw StoreFailure(reason: "a token is for seat \(seat.number), which is empty")
            }
        }
    }
}
