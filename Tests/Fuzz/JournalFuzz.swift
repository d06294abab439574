// A libFuzzer target: see run.sh.

import Foundation
import GRDB
import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// Checks one input, whose first letter selects the format of the rest: stored records and exported games.
///
/// Reading must not crash, invalid records are refused, and valid ones round-trip.
#if FUZZING
    @_cdecl("LLVMFuzzerTestOneInput")
#endif
public func fuzzJournal(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = bytes(start, count)
    let rest = Array(input.dropFirst())
    let text = String(decoding: rest, as: UTF8.self)
    switch input.first {
    case UInt8(ascii: "e"): checkEvent(text)
    case UInt8(ascii: "s"): checkSetup(text)
    case UInt8(ascii: "d"): checkDocument(rest)
    default: checkRows(text)
    }
    return 0
}

private func checkEvent(_ text: String) {
    guard let change = try? GameEvent.Change(record: text, at: start) else { return }
    let again = try? GameEvent.Change(record: change.record, at: start)
    precondition(again?.record == change.record, "an event round-trips")
}

private func checkSetup(_ text: String) {
    guard let setup = try? GameSetup(record: text) else { return }
    precondition((try? GameSetup(record: setup.record)) == setup, "a setup round-trips")
    guard let state = try? SampleGame.rules.newGame(setup) else { return }
    precondition(state.sequence == .zero, "a new game has no events")
}

/// Reads the body as an exported game.
private func checkDocument(_ body: [UInt8]) {
    guard case .object(let json)? = try? InputReader.json(body),
        let document = try? GameDocument(json, as: nil, SampleGame.rules, at: start)
    else { return }
    if let state = try? document.state(SampleGame.rules) {
        try? Game(state, lexicons: SampleGame.lexicons).verify()
    }
    guard case .object(let written)? = try? InputReader.json(document.json),
        let again = try? GameDocument(written, as: nil, SampleGame.rules, at: start)
    else { preconditionFailure("an exported game can be imported") }
    precondition(again.setup == document.setup && again.events == document.events, "a document round-trips")
}

// MARK: Rows

/// A database in memory with the sample games; the input adds rows to their journals.
private let database: DatabaseQueue? = {
    guard let queue = try? DatabaseQueue() else { return nil }
    try? queue.write(Schema.create)
    try? queue.inDatabase { db in
        for kind in SampleGame.allCases {
            let setup = try kind.setup()
            let entry = JournalEntry(opening: setup, to: try kind.new())
            try db.append(EventBatch(entries: [entry]), number: 1, at: start)
        }
    }
    return queue
}()

/// Inserts lines of `game|sequence|time|away|hash|record` and reads the games.
private func checkRows(_ text: String) {
    guard let database else { preconditionFailure("SQLite creates a database") }
    try? database.inDatabase { db in
        try db.inTransaction {
            for line in text.split(separator: "\n").prefix(64) { try insert(line, db) }
            for kind in SampleGame.allCases { try read(kind, db) }
            return .rollback
        }
    }
}

private func insert(_ line: Substring, _ db: Database) throws {
    let parts = line.split(separator: "|", maxSplits: 5, omittingEmptySubsequences: false)
    guard parts.count == 6 else { return }
    let numbers = parts[1...4].map { Int64($0) ?? 0 }
    try? db.execute(
        sql: "INSERT OR REPLACE INTO event VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [String(parts[0]), numbers[0], numbers[1], numbers[2], numbers[3], String(parts[5])])
}

private func read(_ kind: SampleGame, _ db: Database) throws {
    let id = try kind.setup().id
    if let stored = try? db.storedGame(id, SampleGame.rules, now: start) {
        precondition(stored.recent.last.map { $0.sequence == stored.state.sequence } ?? true)
        let game = Game(stored.state, lexicons: SampleGame.lexicons)
        precondition(game.state.hash == stored.state.hash, "a game resumes from its state")
    }
    for number in [0, 1, 3] {
        guard let sequence = SequenceNumber(number) else { continue }
        let state = try? JournalReplay(of: id, through: sequence, SampleGame.rules).run(db)?.state
        precondition(state.map { $0.sequence == sequence } ?? true, "a state has the requested sequence")
    }
    _ = try? db.events(of: id, after: 0, limit: 100)
}
