import GRDB
import GameCore
import Testing

@testable import GameJSON
@testable import GameStore

/// Laws about games that have been away: in a database, or in a document on their way to another server.
extension Laws {
    /// A database without games.
    static func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        return queue
    }

    /// Saves `game` as play does, with a snapshot after `count` events, and reads it back: the whole, and as
    /// it was after `count` events and after a few more.
    static func resumedEqualsLive(_ game: RandomGame, after count: Int, in database: DatabaseQueue) throws {
        let (events, live) = (game.events, game.state)
        let middle = min(count, events.count)
        let first = try allRules.newGame(game.setup).followed(by: events[..<middle])
        try database.inDatabase { db in
            try db.inTransaction(.deferred) {
                var opening = JournalEntry(opening: game.setup, events: Array(events[..<middle]), to: first)
                if middle > 0 { opening.snapshot = first }
                try db.append(opening)
                let before = GameEffects.Origin(first)
                let rest = Array(events[middle...])
                try db.append(JournalEntry(game: game.setup.id, events: rest, from: before, to: live))
                let stored = try db.storedGame(game.setup.id, allRules, now: live.setup.created)
                if stored?.state != live { Issue.record("seed \(game.seed): resumed from \(middle)") }
                for place in [middle, middle + 3] where place <= events.count {
                    guard let moment = SequenceNumber(place) else { continue }
                    let past = try db.state(of: game.setup.id, at: moment, allRules)
                    let hash = place == 0 ? try allRules.newGame(game.setup).hash : events[place - 1].hash
                    if past?.hash != hash { Issue.record("seed \(game.seed): as it was at \(place)") }
                }
                return .rollback
            }
        }
    }

    /// Writes `game` as a document and reads it, on a server whose clock shows the same.
    static func importedEqualsLive(_ game: RandomGame) throws {
        let now = game.events.map(\.time).max() ?? game.setup.created
        let document = GameDocument(setup: game.setup, events: game.events, written: now)
        let text = String(decoding: document.json, as: UTF8.self)
        guard case .object(let json) = JSONValue(parsing: text) else {
            Issue.record("seed \(game.seed): a document is one object")
            return
        }
        let read = try GameDocument(json, as: nil, allRules, at: now)
        // The setup says that the game comes from elsewhere; everything else is the same.
        if try read.state(allRules).snapshot != game.state.snapshot {
            Issue.record("seed \(game.seed): imported")
        }
    }
}
