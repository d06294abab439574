import EventIO
import Foundation
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

/// The stores of one or several nodes, with a loop that runs while a test waits.
protocol StoreWorld: AnyObject {
    var main: MainLoop { get }
    /// Opens the store of another node.
    func openStore() throws -> any EventStore
    func close(_ store: any EventStore) throws
    /// Restarts what outlives the stores, if anything does.
    func restart() throws
}

extension StoreWorld {
    func close(_ store: any EventStore) throws {
        let _: Bool = try main.answer { done in store.close { done(true) } }
    }

    func serve(until isOver: () -> Bool) { main.wait(until: isOver) }

    func answer<Value>(_ ask: (@escaping @MainActor (Value) -> Void) throws -> Void) throws -> Value {
        try main.answer(ask)
    }

    /// Appends `entries` as one batch, and waits for the result.
    @discardableResult
    func append(_ entries: JournalEntry..., to store: any EventStore) throws -> AppendResult {
        try answer { store.append(EventBatch(entries: entries), $0) }
    }

    func stored(_ id: GameID, in store: any EventStore) throws -> StoredGame {
        try #require(try answer { store.game(id, $0) }.get())
    }
}

@MainActor extension MainLoop {
    /// Runs the loop until `isOver` returns true; fails after 30 s.
    func wait(until isOver: () -> Bool, at location: SourceLocation = #_sourceLocation) {
        var isLate = false
        let limit = timer(after: .seconds(30)) { isLate = true }
        // The loop notices conditions that no event of it announces.
        let pulse = timer(after: .milliseconds(5), repeating: true) {}
        serve { isLate || isOver() }
        limit.cancel()
        pulse.cancel()
        #expect(!isLate, "the condition did not become true in 30 s", sourceLocation: location)
    }

    /// Calls `ask`, and waits for its answer.
    func answer<Value>(_ ask: (@escaping @MainActor (Value) -> Void) throws -> Void) throws -> Value {
        var answer: Value?
        try ask { answer = $0 }
        wait { answer != nil }
        return try #require(answer)
    }
}

/// The stores of a SQLite file.
final class SQLiteWorld: StoreWorld {
    let main: MainLoop
    private let folder: String

    private init(_ folder: String) throws {
        self.folder = folder
        main = try MainLoop()
    }

    /// Runs `work` with a new folder.
    static func run(_ work: (SQLiteWorld) throws -> Void) throws {
        try StoredWorld.inFolder { try work(SQLiteWorld($0)) }
    }

    func openStore() throws -> any EventStore {
        try SQLiteEventStore(DataFolder(folder, createIfMissing: true), allRules, loop: main)
    }

    func restart() {}
}

/// The kinds of stores that keep games.
enum StoreKind: CaseIterable {
    case sqlite, redis

    /// Runs `work` with an empty place for stores.
    func run(_ work: (any StoreWorld) throws -> Void) throws {
        switch self {
        case .sqlite: try SQLiteWorld.run(work)
        case .redis: try RedisWorld.run(work)
        }
    }
}
