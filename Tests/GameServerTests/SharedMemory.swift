import GameCore

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// A shared store in memory, with the guarantees of `RedisEventStore`.
final class SharedMemory {
    fileprivate let games: MemoryEventStore
    fileprivate var nodes: [SharedMemoryStore] = []
    fileprivate var leases: [GameID: (holder: Int, lease: Lease)] = [:]
    fileprivate var fences = 0

    init() throws {
        games = try MemoryEventStore(allRules)
    }

    /// The store of one more node.
    func addNode() -> SharedMemoryStore {
        let node = SharedMemoryStore(self, number: nodes.count)
        nodes.append(node)
        return node
    }

    func expireLease(of game: GameID) { leases[game] = nil }

    func saved(_ game: GameID) -> [GameEvent] {
        var found: [GameEvent] = []
        games.events(of: game, after: .zero, limit: .max) { found = (try? $0.get()) ?? [] }
        return found
    }

    fileprivate func stored(_ game: GameID) -> StoredGame? {
        var found: StoredGame?
        games.game(game) { found = (try? $0.get()) ?? nil }
        return found
    }
}

/// The store as one node uses it.
final class SharedMemoryStore: ForwardingStore, SharedStore {
    private let memory: SharedMemory
    private let number: Int
    private var followed: Set<GameID> = []
    /// Whether messages of other nodes are lost.
    var dropsNews = false
    /// Whether commits and catch-up queries wait until `release`.
    var isHeld = false
    private var held: [() -> Void] = []
    /// The number of catch-up queries.
    private(set) var catchUps = 0

    var onNews: (GameNews) -> Void = { _ in }
    var onAttendance: (GameID, AttendanceMessage) -> Void = { _, _ in }
    var onWithdrawal: (GameID) -> Void = { _ in }
    var onLoss: (GameID) -> Void = { _ in }
    /// The attendances that this node has published.
    private(set) var published: [Attendance] = []
    override var sharing: (any SharedStore)? { self }

    fileprivate init(_ memory: SharedMemory, number: Int) {
        self.memory = memory
        self.number = number
        super.init(memory.games)
    }

    /// Runs the held work, in order.
    func release() {
        isHeld = false
        let work = held
        held = []
        for work in work { work() }
    }

    private func whenReleased(_ work: @escaping () -> Void) {
        if isHeld { held.append(work) } else { work() }
    }

    // MARK: Sharing

    func follow(_ game: GameID) { followed.insert(game) }
    func unfollow(_ game: GameID) { followed.remove(game) }

    func catchUp(_ game: GameID, after sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameNews?>) {
        catchUps += 1
        whenReleased { [self] in done(.success(news(of: game, after: sequence))) }
    }

    func publishAttendance(_ attendance: Attendance, of game: GameID) {
        published.append(attendance)
        for node in memory.nodes where node !== self && !node.dropsNews {
            node.onAttendance(game, .report(attendance, by: "\(number)"))
        }
    }

    func publishReaction(_ reaction: Reaction, by seat: Seat, of game: GameID) {
        for node in memory.nodes where node !== self {
            node.onAttendance(game, .reaction(reaction, by: seat))
        }
    }

    func acquireLease(for game: GameID, _ done: @escaping StoreAnswer<Lease?>) {
        let held = memory.leases[game]
        guard held == nil || held?.holder == number else { return done(.success(nil)) }
        memory.fences += held == nil ? 1 : 0
        let lease = held?.lease ?? Lease(fence: memory.fences, until: .now + RedisLimits.leaseLifetime)
        memory.leases[game] = (number, lease)
        done(.success(lease))
    }

    private func news(of game: GameID, after sequence: SequenceNumber) -> GameNews? {
        guard let stored = memory.stored(game) else { return nil }
        let events = memory.saved(game).filter { $0.sequence > sequence }
        let moves = stored.moves.filter { $0.sequence > sequence }
        return GameNews(game: game, before: sequence, events: events, moves: moves, tokens: stored.tokens)
    }

    // MARK: Games

    override func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        whenReleased { [self] in
            var rejections: [GameID: AppendResult.Rejection] = [:]
            for group in batch.groups {
                let found = group.map { ($0.game, rejection(of: $0.game, $0.entries)) }
                if found.allSatisfy({ $0.1 == nil }) {
                    for (game, entries) in group { save(game, entries) }
                } else {
                    for (game, rejection) in found { rejections[game] = rejection ?? .withheld }
                }
            }
            done(.saved(except: rejections))
        }
    }

    private func rejection(of game: GameID, _ entries: [JournalEntry]) -> AppendResult.Rejection? {
        if isFenced(game, entries) { return .fenced }
        guard isOvertaken(game, entries) else { return nil }
        let before = entries.lazy.compactMap(\.before).first ?? .zero
        return news(of: game, after: before).map(AppendResult.Rejection.overtaken)
    }

    private func isFenced(_ game: GameID, _ entries: [JournalEntry]) -> Bool {
        entries.contains { $0.fence.map { $0 != memory.leases[game]?.lease.fence } ?? false }
    }

    private func isOvertaken(_ game: GameID, _ entries: [JournalEntry]) -> Bool {
        guard let stored = memory.stored(game) else { return false }
        let known = Set(stored.moves.map(\.key))
        let isRepeated = entries.contains { entry in
            (entry.move?.key ?? entry.unusedMove).map(known.contains) ?? false
        }
        let before = entries.lazy.compactMap(\.before).first
        return isRepeated || before.map { $0 != stored.state.sequence } ?? false
    }

    private func save(_ game: GameID, _ entries: [JournalEntry]) {
        let before = memory.stored(game)?.state.sequence ?? .zero
        memory.games.append(EventBatch(entries: entries)) { _ in }
        guard let news = news(of: game, after: before) else { return }
        for node in memory.nodes where node !== self && !node.dropsNews {
            if node.followed.contains(game) { node.onNews(news) }
        }
    }
}

extension JournalEntry {
    /// The last event that the entry builds on; nil if it names none.
    fileprivate var before: SequenceNumber? {
        base ?? events.first.flatMap { SequenceNumber($0.sequence.value - 1) }
    }
}
