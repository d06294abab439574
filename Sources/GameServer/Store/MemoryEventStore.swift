import GameCore

/// Keeps the events in memory, as long as the process lives.
final class MemoryEventStore: EventStore {
    private var journals: [GameID: [GameEvent]] = [:]

    func append(_ batch: EventBatch, _ done: @escaping (StoreFailure?) -> Void) {
        for setup in batch.setups { journals[setup.id] = [] }
        for (game, event) in batch.events { journals[game, default: []].append(event) }
        done(nil)
    }

    func events(of game: GameID, after sequence: SequenceNumber, limit: Int) -> [GameEvent] {
        // Sequence numbers are dense from 1, so an event stands at its number less one.
        Array((journals[game] ?? []).dropFirst(sequence.value).prefix(limit))
    }
}
