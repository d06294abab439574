import GameCore

/// The last events of a game: at least those that a stream may be given when it resumes.
struct RecentEvents {
    private var events: [GameEvent]

    /// The last events as the store has them, oldest first.
    init(_ events: [GameEvent]) {
        self.events = events
    }

    var count: Int { events.count }

    /// Bytes that they take, with the room for more.
    var footprint: Int { events.capacity * MemoryLayout<GameEvent>.stride }

    /// Takes in what has happened since; forgets in bulk, so that this costs little each time.
    mutating func append(_ new: [GameEvent]) {
        // Grows by quarters: doubling would have most games keep room for as many events again.
        let count = events.count + new.count
        if count > events.capacity { events.reserveCapacity(count + count / 4) }
        events += new
        guard events.count >= Settings.resumableEvents * 5 / 4 else { return }
        events.removeFirst(events.count - Settings.resumableEvents)
    }

    /// The events after `sequence` up to `last`; nil when they are too many or not remembered any more.
    func events(after sequence: SequenceNumber, upTo last: SequenceNumber) -> ArraySlice<GameEvent>? {
        let missing = last.value - sequence.value
        guard (0...min(events.count, Settings.resumableEvents)).contains(missing) else { return nil }
        return events.suffix(missing)
    }
}
