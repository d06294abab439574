import Foundation
import GRDB
package import GameCore
import GameJSON

/// Stores games durably in one SQLite file: a saved commit survives a crash of the process or the machine.
///
/// The properties belong to the main actor. Work runs on the connection's queue, one job at a time, and
/// results return through the loop.
///
/// A commit that fails with an I/O error may or may not be on disk. The store then closes the connection,
/// reopens the file as after a crash and reads the number of the last commit from the ledger. If the commit
/// is missing, it has failed; if it is there, it counts as saved once a probe has shown that the disk accepts
/// writes. Until then no other commit is possible; queries continue as soon as the file is open.
package final class SQLiteEventStore: EventStore {
    /// A failed commit that may or may not be on disk.
    private struct UnresolvedCommit {
        let number: Int
        /// The games that it would create; they are hidden until the outcome is known.
        let newGames: Set<GameID>
        let failure: StoreFailure
        let done: @MainActor (AppendResult) -> Void
    }

    package let clock: SystemClock
    package var onFailureChange: (StoreFailure?) -> Void = { _ in }
    /// Never called: the data folder belongs to one server.
    package var onPlayerChange: (PlayerID?) -> Void = { _ in }
    package var players: any PlayerStore { self }
    package var roomCodes: any RoomCodeStore { self }
    package var answers: any AnswerStore { self }

    package let epoch: String
    let rules: RuleCatalog
    let folder: DataFolder
    let loop: any StoreLoop
    private let identity: String
    private let heartbeat: HeartbeatFile
    private(set) var files: FileWatch
    /// Nil while the file is being reopened, and after `close`.
    private(set) var connection: DatabaseQueue?
    var runningBackup: PagewiseBackup?
    /// Also true while a backup begins, before `runningBackup` is set.
    var isBackingUp = false
    /// The completion of a `close` that waits for the file to be reopened.
    private var closeCompletion: (@MainActor () -> Void)?
    private var isReopening = false
    private lazy var queries = QueryQueue<DatabaseQueue>(limit: StoreLimits.concurrentQueries) {
        [weak self] in self?.connection
    }
    /// The number of the last commit.
    private var commits: Int
    private var unresolved: UnresolvedCommit?
    /// Why nothing may be written to the files of the open database; nil if they are whole.
    private var fileFault: StoreFailure?
    private var currentFailure: StoreFailure? {
        didSet { if currentFailure != oldValue { onFailureChange(currentFailure) } }
    }
    private var retryTimer: AnyObject?
    private var heartbeatTimer: AnyObject?
    private var isWritingHeartbeat = false

    /// Opens or creates the database in `folder`.
    ///
    /// - Throws: `StoreRefusal` or `DatabaseError` if it cannot be opened or has lost commits.
    package init(_ folder: DataFolder, _ rules: RuleCatalog, loop: any StoreLoop) throws {
        self.rules = rules
        self.folder = folder
        self.loop = loop
        BackupCopy.removeLeftovers(in: folder.path)
        PartialFile.removeInterrupted(in: folder.path)
        let last = HeartbeatFile.read(folder.heartbeat)
        // Never create a database where commits were acknowledged: the file is missing.
        var database = try GameDatabase(
            folder.database, createIfMissing: (last?.commits ?? 0) == 0,
            refusing: { last.refusal(of: $0, in: folder) })
        // Before the database gets another identity.
        clock = SystemClock(after: database.ledger.lastActive(last))
        try database.noticeRestore(last)
        let ledger = database.ledger
        (identity, epoch) = (ledger.identity, ledger.epoch)
        heartbeat = try HeartbeatFile(folder.heartbeat)
        files = FileWatch(database: folder.database)
        connection = database.connection
        commits = ledger.commits
        heartbeat.write(
            HeartbeatFile.Record(identity: ledger.identity, commits: commits, lastActive: clock.now))
        heartbeatTimer = loop.timer(after: StoreLimits.heartbeatInterval, repeating: true) { [weak self] in
            self?.writeHeartbeat()
        }
    }

    /// Records that the server runs, and checks the files.
    private func writeHeartbeat() {
        guard !isWritingHeartbeat, let connection else { return }
        isWritingHeartbeat = true
        let (heartbeat, clock, files, loop) = (heartbeat, clock, files, loop)
        connection.asyncWriteWithoutTransaction { [weak self] db in
            heartbeat.recordHeartbeat(at: clock.now)
            let fault = files.fault(of: db)
            loop.enter { self?.didWriteHeartbeat(fault) }
        }
    }

    /// Updates the failure: commits are possible again once the files have been put back.
    private func didWriteHeartbeat(_ fault: StoreFailure?) {
        isWritingHeartbeat = false
        guard connection != nil, fault != fileFault else { return }
        if currentFailure == fileFault { currentFailure = fault }
        fileFault = fault
    }

    // MARK: Writing

    package func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame {
        guard let connection else { throw .unavailable }
        let (rules, clock, number) = (rules, clock, commits + 1)
        do {
            return try connection.writeWithoutTransaction { db in
                if let stored = try db.storedGame(setup.id, rules, now: clock.now) { return stored }
                let new = try rules.newGame(setup)
                let entry = JournalEntry(opening: setup, to: new)
                try db.append(EventBatch(entries: [entry]), number: number, at: clock.now)
                commits = number
                return StoredGame(new)
            }
        } catch {
            throw StoreFailure(error)
        }
    }

    package func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        guard let connection, fileFault == nil else {
            return done(.failed(currentFailure ?? .unavailable))
        }
        let number = commits + 1
        let newGames = Set(batch.entries.compactMap(\.setup?.id))
        let (heartbeat, clock, loop) = (heartbeat, clock, loop)
        connection.asyncWriteWithoutTransaction { [weak self] db in
            var failure: StoreFailure?
            do {
                try db.append(batch, number: number, at: clock.now)
                heartbeat.acknowledge(number)
            } catch {
                failure = StoreFailure(error)
            }
            loop.enter { [failure] in self?.didAppend(number, newGames, failure, done) }
        }
    }

    private func didAppend(
        _ number: Int, _ newGames: Set<GameID>, _ failure: StoreFailure?,
        _ done: @escaping @MainActor (AppendResult) -> Void
    ) {
        guard let failure else {
            commits = number
            return done(.saved)
        }
        // SQLite rejected the batch before any write: the disk is fine and the outcome is known.
        guard !failure.isDefinite else { return done(.failed(failure)) }
        unresolved = UnresolvedCommit(number: number, newGames: newGames, failure: failure, done: done)
        currentFailure = failure
        reopen()
    }

    // MARK: Recovery

    /// Closes the connection and opens the file again, which recovers the log as after a crash.
    ///
    /// After a failed write the old connection's view of the file cannot be trusted.
    private func reopen() {
        let (old, backup, path, loop) = (connection, runningBackup, folder.database, loop)
        let refusal = { @Sendable [identity, commits] (ledger: GameDatabase.Ledger) -> String? in
            ledger.identity == identity && ledger.commits >= commits
                ? nil : "“\(path)” was replaced by another or an older database."
        }
        connection = nil
        isReopening = true
        DispatchQueue.global().async { [weak self] in
            Self.close(old, backup)
            let database = Result { try GameDatabase(path, createIfMissing: false, refusing: refusal) }
            let probe = Result { try database.get().probe() }
            loop.enter { self?.didReopen(database, probe) }
        }
    }

    /// Aborts a running backup first, because it would keep the connection and its lock alive.
    nonisolated private static func close(_ connection: DatabaseQueue?, _ backup: PagewiseBackup?) {
        connection?.inDatabase { _ in backup?.abort() }
        try? connection?.close()
    }

    private func didReopen(_ database: Result<GameDatabase, any Error>, _ probe: Result<Void, any Error>) {
        isReopening = false
        switch database {
        case .failure(let error): currentFailure = StoreFailure(error)
        case .success(let database):
            connection = database.connection
            (files, fileFault) = (FileWatch(database: folder.database), nil)
            resolve(database.ledger.commits, probe)
        }
        if let closeCompletion { return close(closeCompletion) }
        queries.startNext()
        guard currentFailure != nil else { return }
        retryTimer = loop.timer(after: StoreLimits.retryInterval) { [weak self] in self?.reopen() }
    }

    /// Reports the outcome of the unresolved commit, if it is known.
    ///
    /// A commit that is missing in the reopened file has failed. One that is present is durable only after
    /// the probe has succeeded: until then it may exist in the page cache alone.
    private func resolve(_ found: Int, _ probe: Result<Void, any Error>) {
        if case .failure(let error) = probe {
            currentFailure = StoreFailure(error)
        } else {
            currentFailure = nil
        }
        guard let unresolved else { return }
        if found < unresolved.number {
            self.unresolved = nil
            unresolved.done(.failed(unresolved.failure))
        } else if currentFailure == nil {
            self.unresolved = nil
            commits = unresolved.number
            heartbeat.acknowledge(commits)
            unresolved.done(.saved)
        }
    }

    // MARK: Reading

    package func game(_ id: GameID, for requester: Requester, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard unresolved?.newGames.contains(id) != true else { return done(.failure(.unavailable)) }
        let reading = GameReading(id, rules, now: clock.now)
        readInSteps(for: requester, done) { db in try reading.step(db) }
    }

    package func state(
        of game: GameID, at sequence: SequenceNumber, for requester: Requester,
        _ done: @escaping StoreAnswer<GameState?>
    ) {
        let replay = JournalReplay(of: game, through: sequence, rules)
        readInSteps(for: requester, { done($0.map { $0?.state }) }) { db in try replay.step(db) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int, for requester: Requester,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(for: requester, done) { db in try db.events(of: game, after: sequence.value, limit: limit) }
    }

    package func list(
        _ query: GameListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[GameSummary]>
    ) {
        // Games of an unresolved commit may still disappear.
        let (rules, hidden) = (rules, unresolved?.newGames ?? [])
        read(for: requester, done) { db in
            try db.list(query, rules).filter { !hidden.contains($0.setup.id) }
        }
    }

    package func puzzle(_ id: String, for requester: Requester, _ done: @escaping StoreAnswer<StoredPuzzle?>)
    {
        read(for: requester, done) { db in try db.puzzle(id) }
    }

    package func puzzles(
        _ query: PuzzleListQuery, for requester: Requester, _ done: @escaping StoreAnswer<[PuzzleSummary]>
    ) {
        read(for: requester, done) { db in try db.puzzles(query) }
    }

    package func leaders(
        _ query: LeaderboardQuery, for requester: Requester, _ done: @escaping StoreAnswer<Leaders>
    ) {
        let sum = LeaderboardSum(query, namesPlayers: true)
        readInSteps(for: requester, done) { db in try sum.step(db) }
    }

    /// Changes the database in a transaction; it is durable when `done` is called.
    func change<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>, _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        guard let connection, fileFault == nil else { return done(.failure(currentFailure ?? .unavailable)) }
        let loop = loop
        connection.asyncWriteWithoutTransaction { db in
            let result = Result {
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try work(db)
                    return .commit
                }
                guard let value else { throw StoreFailure.unavailable }
                return value
            }.mapError(StoreFailure.init)
            loop.enter { done(result) }
        }
    }

    /// Queues a query; fails with `unavailable` if the queue is full or the query times out.
    func read<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        let loop = loop
        let query = StoreQuery(loop, done)
        queries.add(query, for: requester) { connection, finish in
            connection.asyncWriteWithoutTransaction { db in
                let began = ContinuousClock.now
                // A query that has timed out is not run.
                let found =
                    query.isOpen
                    ? Result { try work(db) }.mapError(StoreFailure.init) : .failure(.unavailable)
                let time = ContinuousClock.now - began
                loop.enter { finish((found, time)) }
            }
        }
    }

    /// Queues the steps of a query, one after the other.
    private func readInSteps<Value: Sendable>(
        for requester: Requester, _ done: @escaping StoreAnswer<Value>,
        _ step: @escaping @Sendable (Database) throws -> Step<Value>
    ) {
        let answer: StoreAnswer<Step<Value>> = { [weak self] found in
            switch found {
            case .failure(let failure): done(.failure(failure))
            case .success(.done(let value)): done(.success(value))
            case .success(.more): self?.readInSteps(for: requester, done, step)
            }
        }
        read(for: requester, answer, step)
    }

    package func close(_ done: @escaping @MainActor () -> Void) {
        heartbeatTimer = nil
        retryTimer = nil
        // While the file is being reopened, `didReopen` closes it.
        guard let old = connection else {
            if isReopening { closeCompletion = done } else { done() }
            return
        }
        let (heartbeat, clock, loop, backup) = (heartbeat, clock, loop, runningBackup)
        connection = nil
        DispatchQueue.global().async {
            Self.close(old, backup)
            heartbeat.recordHeartbeat(at: clock.now)
            loop.enter(done)
        }
    }
}
