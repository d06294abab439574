import GRDB
import GameCore
import GameJSON

/// The checks of `verify` that need SQL.
nonisolated extension Database {
    func integrityProblems() throws -> [String] {
        let found = try String.fetchAll(self, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
        let orphans = try Row.fetchAll(self, sql: "PRAGMA foreign_key_check").map { row in
            "A row of the table “\(row[0] as String)” belongs to no game."
        }
        return found.map { "SQLite: \($0)" } + orphans.prefix(20)
    }

    /// Compares seats, result, phase, moves and tokens with `state`, to which the journal leads.
    ///
    /// - Throws: `StoreFailure` with the first difference.
    func compare(_ state: GameState) throws {
        let id = state.setup.id
        let seats = try Row.fetchAll(
            self, sql: "SELECT seat, colour, player FROM seat WHERE game = ? ORDER BY seat",
            arguments: [id.text])
        // An erased player has no id in the state.
        let isSame =
            seats.count == state.seats.count
            && zip(seats, state.seats).allSatisfy { row, seated in
                row[0] == seated.seat.number && row[1] == seated.colour.text
                    && (seated.player == nil || row[2] == seated.player?.text)
            }
        guard isSame else { throw StoreFailure(reason: "the seats differ from the journal") }
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
