import DequeModule
import Foundation
import GRDB
package import GameCore
import GameJSON

/// Keeps the games in one SQLite file, durably: what is said to be saved survives the process, however it
/// ends.
///
/// The state is the main actor's; the work runs on the connection's own thread, one job after the other, and
/// its outcome comes back through the loop.
package final class SQLiteEventStore: EventStore {
    /// A commit that failed in a way that leaves open whether it is on the disk.
    private struct Undecided {
        let number: Int
        /// Games that it makes, if it has happened.
        let newGames: Set<GameID>
        let failure: StoreFailure
        let done: @MainActor (AppendResult) -> Void
    }

    package let away: Int64
    /// The socket in the data folder.
    package var controlPath: String { folder.control }
    package var onTrouble: (StoreFailure?) -> Void = { _ in }

    private let rules: RuleCatalog
    private let folder: DataFolder
    let loop: any StoreLoop
    private let identity: String
    private let pulse: Pulse
    private let clock: SystemClock
    /// Nil while it is being opened again, and when the store is closed.
    private(set) var connection: DatabaseQueue?
    /// The copy that is being made, if one is.
    var copying: PagewiseBackup?
    var isCopying = false
    /// Who waits for the end of a store that is being opened again.
    private var whenClosed: (@MainActor () -> Void)?
    private var isReopening = false
    /// Questions that wait for their turn.
    private var waiting: Deque<(DatabaseQueue) -> Void> = []
    /// The number of the last commit.
    private var commits: Int
    private var undecided: Undecided?
    private var trouble: StoreFailure? {
        didSet { if trouble != oldValue { onTrouble(trouble) } }
    }
    private var retry: AnyObject?
    private var heart: AnyObject?
    private var isBeating = false
    /// Questions that are with the store's thread.
    private var asked = 0

    /// Opens the games of `folder`, which are of `rules`.
    ///
    /// - Throws: `StoreRefusal` or `DatabaseError` when that cannot be.
    package init(_ folder: DataFolder, _ rules: RuleCatalog, loop: any StoreLoop) throws {
        self.rules = rules
        self.folder = folder
        self.loop = loop
        let last = Pulse.reading(folder.pulse)
        // Where games were acknowledged there must be some.
        let database = try GameDatabase(folder.database, isMade: (last?.commits ?? 0) == 0)
        try database.refuseIfCut(folder, last)
        let ledger = database.ledger
        identity = ledger.identity
        pulse = try Pulse(folder.pulse)
        connection = database.connection
        commits = ledger.commits
        away = database.away(last)
        clock = SystemClock(away: away)
        pulse.write(
            Pulse.Reading(
                identity: ledger.identity, commits: commits, alive: clock.now.milliseconds, away: away))
        heart = loop.timer(after: StoreLimits.pulse, repeating: true) { [weak self] in self?.beat() }
    }

    private func beat() {
        guard !isBeating, let connection else { return }
        isBeating = true
        let (pulse, clock, loop) = (pulse, clock, loop)
        connection.asyncWriteWithoutTransaction { [weak self] _ in
            pulse.beat(at: clock.now.milliseconds)
            loop.enter { self?.isBeating = false }
        }
    }

    // MARK: Writing

    package func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame {
        guard let connection else { throw .silent }
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
        guard let connection else { return done(.failed(trouble ?? .silent)) }
        let number = commits + 1
        let newGames = Set(batch.entries.compactMap(\.setup?.id))
        let (pulse, clock, loop) = (pulse, clock, loop)
        connection.asyncWriteWithoutTransaction { [weak self] db in
            var failure: StoreFailure?
            do {
                try db.append(batch, number: number, at: clock.now)
                pulse.acknowledge(number)
            } catch {
                failure = StoreFailure(error)
            }
            loop.enter { [failure] in self?.appended(number, newGames, failure, done) }
        }
    }

    private func appended(
        _ number: Int, _ newGames: Set<GameID>, _ failure: StoreFailure?,
        _ done: @escaping @MainActor (AppendResult) -> Void
    ) {
        guard let failure else {
            commits = number
            return done(.saved)
        }
        // What SQLite refused before it wrote anything is no trouble of the disk.
        guard !failure.isCertain else { return done(.failed(failure)) }
        undecided = Undecided(number: number, newGames: newGames, failure: failure, done: done)
        trouble = failure
        reopen()
    }

    // MARK: Trouble

    /// A connection that has failed to write is not believed any more.
    ///
    /// What of the commit has reached the disk is known once the file is opened anew, as after a crash.
    private func reopen() {
        let (old, copying, path, loop) = (connection, copying, folder.database, loop)
        let isOurs = { @Sendable [identity, commits] (ledger: GameDatabase.Ledger) in
            ledger.identity == identity && ledger.commits >= commits
        }
        connection = nil
        isReopening = true
        DispatchQueue.global().async { [weak self] in
            Self.close(old, copying)
            let database = Result { try GameDatabase(path, isMade: false, requiring: isOurs) }
            let probe = Result { try database.get().probe() }
            loop.enter { self?.reopened(database, probe) }
        }
    }

    /// A copy under way would keep the connection, and its lock, alive.
    nonisolated private static func close(_ connection: DatabaseQueue?, _ copying: PagewiseBackup?) {
        connection?.inDatabase { _ in copying?.giveUp() }
        try? connection?.close()
    }

    private func reopened(_ database: Result<GameDatabase, any Error>, _ probe: Result<Void, any Error>) {
        isReopening = false
        switch database {
        case .failure(let error): trouble = StoreFailure(error)
        case .success(let database):
            connection = database.connection
            decide(database.ledger.commits, probe)
        }
        if let whenClosed { return close(whenClosed) }
        ask()
        guard trouble != nil else { return }
        retry = loop.timer(after: StoreLimits.retry) { [weak self] in self?.reopen() }
    }

    /// A commit that is not in the file has not happened.
    ///
    /// One that is there has happened once the disk has it for certain, which the probe proves.
    private func decide(_ found: Int, _ probe: Result<Void, any Error>) {
        if case .failure(let error) = probe { trouble = StoreFailure(error) } else { trouble = nil }
        guard let undecided else { return }
        if found < undecided.number {
            self.undecided = nil
            undecided.done(.failed(undecided.failure))
        } else if trouble == nil {
            self.undecided = nil
            commits = undecided.number
            pulse.acknowledge(commits)
            undecided.done(.saved)
        }
    }

    // MARK: Reading

    package func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard undecided?.newGames.contains(id) != true else { return done(.failure(.silent)) }
        let (rules, clock) = (rules, clock)
        read(done) { db in try db.storedGame(id, rules, now: clock.now) }
    }

    package func state(
        of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GameState?>
    ) {
        let rules = rules
        read(done) { db in try db.state(of: game, at: moment, rules) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(done) { db in try db.events(of: game, after: sequence.value, limit: limit) }
    }

    package func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>) {
        // While it is open whether a commit has happened, nobody is shown what would come of it.
        let (rules, hidden) = (rules, undecided?.newGames ?? [])
        read(done) { db in try db.list(wanted, rules).filter { !hidden.contains($0.setup.id) } }
    }

    package func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) {
        read(done) { db in try db.puzzle(id) }
    }

    package func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        read(done) { db in try db.dailyPerson(token, rules: rules, day: day) }
    }

    package func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>) {
        read(done) { db in try db.leaders(wanted) }
    }

    /// Answers with what `work` finds, or that the store is silent when that takes too long.
    private func read<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>, _ work: @escaping @Sendable (Database) throws -> Value
    ) {
        guard waiting.count < StoreLimits.questions else { return done(.failure(.silent)) }
        let loop = loop
        let question = Question(loop, done)
        waiting.append { connection in
            connection.asyncWriteWithoutTransaction { [weak self] db in
                // Whoever has lost patience costs nothing more.
                let found =
                    question.isOpen
                    ? Result { try work(db) }.mapError(StoreFailure.init) : .failure(.silent)
                loop.enter {
                    question.answer(found)
                    self?.asked -= 1
                    self?.ask()
                }
            }
        }
        ask()
    }

    /// Puts questions to the store's thread, a few at a time, so that a commit waits for a few at most.
    private func ask() {
        guard let connection else { return }
        while asked < StoreLimits.questionsAtOnce, !waiting.isEmpty {
            asked += 1
            waiting.removeFirst()(connection)
        }
    }

    package func close(_ done: @escaping @MainActor () -> Void) {
        heart = nil
        retry = nil
        // Somebody is opening it just now, and closes it then.
        guard let old = connection else {
            if isReopening { whenClosed = done } else { done() }
            return
        }
        let (pulse, clock, loop, copying) = (pulse, clock, loop, copying)
        connection = nil
        DispatchQueue.global().async {
            Self.close(old, copying)
            pulse.beat(at: clock.now.milliseconds)
            loop.enter(done)
        }
    }
}
