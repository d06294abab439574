import Foundation
import GRDB
import GameCore
import GameJSON

/// The proof that what is stored can be believed: what SQLite checks, and that every journal leads to its
/// fingerprints.
package nonisolated struct Verification {
    /// What is wrong, a sentence each; at most `most` of them.
    package private(set) var complaints: [String] = []
    package private(set) var games = 0
    package private(set) var events = 0
    private static let most = 50

    /// Checks everything in `archive`.
    ///
    /// - Complexity: O(events), some ten microseconds each.
    @MainActor package init(_ archive: SQLiteArchive, progress: SQLiteArchive.Progress) throws {
        complaints = try archive.database.connection.inDatabase { db in try db.integrityComplaints() }
        let ids = try archive.games().map(\.id)
        for id in ids where complaints.count < Self.most {
            do {
                events += try archive.database.connection.inDatabase { db in try db.verify(id, archive.rules)
                }
            } catch {
                complaints.append("Game “\(id)”: \(StoreFailure(error).reason)")
            }
            games += 1
            progress(games, ids.count)
        }
    }
}

nonisolated extension Database {
    fileprivate func integrityComplaints() throws -> [String] {
        let found = try String.fetchAll(self, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").map { row in
            "A row of “\(row[0] as String)” belongs to no game."
        }
        return found.map { "SQLite: \($0)" } + orphans.prefix(20)
    }

    /// Replays the journal of `id` and compares all that is stored beside it.
    ///
    /// - Returns: how many events it has.
    /// - Throws: `StoreFailure`, saying what differs.
    fileprivate func verify(_ id: GameID, _ rules: RuleCatalog) throws -> Int {
        guard let setup = try setup(of: id) else { throw StoreFailure(reason: "it has no setup") }
        let new = try rules.newGame(setup)
        var state = new
        var snapshots = try storedSnapshots(of: id)
        let rows = try Row.fetchCursor(
            self,
            sql: "SELECT sequence, time, away, hash, change FROM event WHERE game = ? ORDER BY sequence",
            arguments: [id.text])
        while let row = try rows.next() {
            let event = try GameEvent(row)
            guard event.sequence == state.sequence.next else {
                throw StoreFailure(reason: "event \(state.sequence.next) is missing")
            }
            guard state.admits(event.change) else {
                throw StoreFailure(reason: "event \(event.sequence) cannot follow the one before it")
            }
            state.apply(event)
            guard state.hash == event.hash else {
                throw StoreFailure(reason: "event \(event.sequence) does not lead to its fingerprint")
            }
            if let snapshot = snapshots.removeValue(forKey: event.sequence.value) {
                guard let kept = try? GameState(snapshot: snapshot, of: new) else {
                    throw StoreFailure(reason: "the snapshot at \(event.sequence) cannot be read")
                }
                guard kept == state else {
                    throw StoreFailure(reason: "the snapshot at \(event.sequence) differs from its journal")
                }
            }
        }
        guard snapshots.isEmpty else { throw StoreFailure(reason: "a snapshot is ahead of the journal") }
        try compare(state)
        return state.sequence.value
    }

    private func storedSnapshots(of id: GameID) throws -> [Int: [UInt8]] {
        let rows = try Row.fetchAll(
            self, sql: "SELECT sequence, picture FROM snapshot WHERE game = ? AND version = ?",
            arguments: [id.text, GameState.snapshotVersion])
        return Dictionary(rows.map { ($0[0], Array($0[1] as Data)) }) { $1 }
    }

    /// Seats, tokens, moves and the result repeat what the journal says.
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
        guard isAhead == false else { throw StoreFailure(reason: "a move is ahead of the journal") }
        for token in try tokens(of: id) {
            guard let seat = token.player.seat else { continue }
            guard state.player(on: seat) != nil else {
                throw StoreFailure(reason: "a token is for seat \(seat.number), on which nobody sits")
            }
        }
    }
}
