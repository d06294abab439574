import GRDB
import GameCore
import Testing

@testable import GameJSON
@testable import GameStore

/// Invariants of games that were stored in a database, or exported and imported as documents.
extension Laws {
    /// An empty database with the current schema.
    static func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write(Schema.create)
        return queue
    }

    /// Stores `game` in two entries, the first of `count` events, then reads its final state and two past states.
    static func storedEqualsLive(_ game: RandomGame, after count: Int, in database: DatabaseQueue) throws {
        let (events, live) = (game.events, game.state)
        let middle = min(count, events.count)
        let first = try allRules.newGame(game.setup).replaying(events[..<middle])
        try database.inDatabase { db in
            try db.inTransaction(.deferred) {
                try db.append(
                    JournalEntry(opening: game.setup, events: Array(events[..<middle]), to: first))
                let before = GameEffects.Origin(first)
                let rest = Array(events[middle...])
                try db.append(JournalEntry(game: game.setup.id, events: rest, from: before, to: live))
                let stored = try db.storedGame(game.setup.id, allRules, now: live.setup.created)
                if stored?.state != live { Issue.record("seed \(game.seed): stored after \(middle)") }
                for number in [middle, middle + 3] where number <= events.count {
                    guard let sequence = SequenceNumber(number) else { continue }
                    let past = try JournalReplay(of: game.setup.id, through: sequence, allRules).run(db)?
                        .state
                    let hash = number == 0 ? try allRules.newGame(game.setup).hash : events[number - 1].hash
                    if past?.hash != hash { Issue.record("seed \(game.seed): stored state at \(number)") }
                }
                return .rollback
            }
        }
    }

    /// Writes `game` as a document and reads it at the time of its last event.
    ///
    /// - Parameter count: The first events, which are compacted if such a game's are.
    static func importedEqualsLive(_ game: RandomGame, compacting count: Int = 0) throws {
        let now = game.events.map(\.time).max() ?? game.setup.created
        let first = game.events.prefix(game.state.rules is any LobbyRules ? count : 0)
        let start = try allRules.newGame(game.setup).replaying(first)
        let document = GameDocument(
            setup: game.setup.withOpening(JournalCompaction(first).opening(of: start)),
            events: Array(game.events.dropFirst(first.count)), written: now)
        let text = String(decoding: document.json, as: UTF8.self)
        guard case .object(let json) = JSONValue(parsing: text) else {
            Issue.record("seed \(game.seed): the document is not an object")
            return
        }
        let read = try GameDocument(json, as: nil, allRules, at: now)
        // The setup of an imported game is marked as imported.
        if try !read.state(allRules).hasSameContent(as: game.state) {
            Issue.record("seed \(game.seed): imported, with \(first.count) events compacted")
        }
    }
}
