import GameCore

/// The last events of a game: at least those that a stream may be given when it resumes.
nonisolated struct RecentEvents {
    private var events: [PackedEvent]
    /// The number of the last one.
    private var last: SequenceNumber
    /// How many are kept whole, in a box each.
    private var boxes: Int

    /// The last events as the store has them, oldest first.
    init(_ events: [GameEvent]) {
        self.events = events.map(PackedEvent.init(_:))
        last = events.last?.sequence ?? .zero
        boxes = self.events.count(where: \.isBoxed)
    }

    var count: Int { events.count }

    /// Bytes that they take, with the room for more.
    var footprint: Int {
        events.capacity * MemoryLayout<PackedEvent>.stride + boxes * (MemoryLayout<GameEvent>.stride + 16)
    }

    /// Takes in what has happened since; forgets in bulk, so that this costs little each time.
    mutating func append(_ new: [GameEvent]) {
        // Grows by quarters: doubling would have most games keep room for as many events again.
        let count = events.count + new.count
        if count > events.capacity { events.reserveCapacity(count + count / 4) }
        for event in new {
            let packed = PackedEvent(event)
            events.append(packed)
            if packed.isBoxed { boxes += 1 }
        }
        last = new.last?.sequence ?? last
        guard events.count >= Settings.resumableEvents * 5 / 4 else { return }
        events.removeFirst(events.count - Settings.resumableEvents)
        boxes = events.count(where: \.isBoxed)
    }

    /// The events after `sequence` up to `last`; nil when they are too many or not remembered any more.
    func events(after sequence: SequenceNumber, upTo last: SequenceNumber) -> [GameEvent]? {
        let missing = last.value - sequence.value
        guard last == self.last, (0...min(events.count, Settings.resumableEvents)).contains(missing) else {
            return nil
        }
        var number = sequence
        return events.suffix(missing).map { packed in
            number = number.next
            return packed.event(number)
        }
    }
}
