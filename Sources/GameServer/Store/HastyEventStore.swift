import GameCore

/// Says that a batch is saved before it is: the negative control of the crash drill, which must notice.
///
/// Nobody else has a use for it.
final class HastyEventStore: EventStore {
    private let store: any EventStore

    /// Hastens to answer for `store`.
    init(_ store: any EventStore) {
        self.store = store
    }

    var away: Int64 { store.away }
    var onTrouble: (StoreFailure?) -> Void {
        get { store.onTrouble }
        set { store.onTrouble = newValue }
    }

    func start(_ setup: GameSetup) throws(StoreFailure) -> StoredGame { try store.start(setup) }

    func append(_ batch: EventBatch, _ done: @escaping @MainActor (AppendResult) -> Void) {
        store.append(batch) { _ in }
        done(.saved)
    }

    func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) { store.game(id, done) }

    func picture(of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GamePicture?>) {
        store.picture(of: game, at: moment, done)
    }

    func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        store.events(of: game, after: sequence, limit: limit, done)
    }

    func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>) {
        store.list(wanted, done)
    }

    func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) { store.puzzle(id, done) }

    func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        store.dailyPerson(token, rules: rules, day: day, done)
    }

    func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>) {
        store.leaders(wanted, done)
    }

    func close(_ done: @escaping @MainActor () -> Void) { store.close(done) }
}
