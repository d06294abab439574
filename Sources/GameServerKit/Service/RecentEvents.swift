import GameCore
import GameJSON
import GameStore

/// The last events of a game, at least as many as a resuming stream may receive one by one.
nonisolated struct RecentEvents {
    private var events: [PackedEvent]
    /// The sequence of the last event.
    private var last: SequenceNumber
    /// The time of the last event; nil without events.
    private(set) var time: Timestamp?
    /// The number of events that are boxed.
    private var boxes: Int

    /// The last events as the store has them, oldest first.
    init(_ events: [GameEvent]) {
        self.events = events.map(PackedEvent.init(_:))
        last = events.last?.sequence ?? .zero
        time = events.last?.time
        boxes = self.events.count(where: \.isBoxed)
    }

    var count: Int { events.count }

    /// Allocated bytes.
    var footprint: Int {
        events.capacity * MemoryLayout<PackedEvent>.stride + boxes * (MemoryLayout<GameEvent>.stride + 16)
    }

    /// Appends new events, and forgets old ones in bulk.
    ///
    /// - Complexity: O(new events), amortised.
    mutating func append(_ new: [GameEvent]) {
        // Growth by a quarter: doubling would waste half of the memory in most games.
        let count = events.count + new.count
        if count > events.capacity { events.reserveCapacity(count + count / 4) }
        for event in new {
            let packed = PackedEvent(event)
            events.append(packed)
            if packed.isBoxed { boxes += 1 }
        }
        last = new.last?.sequence ?? last
        time = new.last?.time ?? time
        guard events.count >= StoreLimits.resumableEvents * 5 / 4 else { return }
        events.removeFirst(events.count - StoreLimits.resumableEvents)
        boxes = events.count(where: \.isBoxed)
    }

    /// The events after `sequence` up to `last`; nil when they are too many or forgotten.
    func events(after sequence: SequenceNumber, upTo last: SequenceNumber) -> [GameEvent]? {
        let missing = last.value - sequence.value
        guard last == self.last, (0...min(events.count, StoreLimits.resumableEvents)).contains(missing) else {
            return nil
        }
        var number = sequence
        return events.suffix(missing).map { packed in
            number = number.next
            return packed.event(number)
        }
    }
}

/// An event in a third of the memory: nearly all events change one cell and one ASCII letter, for one of the
/// common causes.
///
/// The sequence is not stored: it follows from the index.
nonisolated enum PackedEvent {
    /// A change of a cell from one letter A to Z, or none, to another.
    struct Change {
        let time: Timestamp
        let hash: StateHash
        /// ASCII; 0 for an empty cell.
        let value: UInt8
        let previous: UInt8
        let board: UInt8
        let cell: CellIndex
        let by: Seat?
        /// The index of the cause in ``Cause/common``.
        let cause: UInt8
        let isPencil: Bool
        let wasPencil: Bool
    }

    case cellChanged(Change)
    /// Boxed, to keep the other case small.
    indirect case other(GameEvent)

    init(_ event: GameEvent) {
        guard case .cellChanged(let change) = event.change, let board = UInt8(exactly: change.board),
            let value = Self.byte(of: change.value), let previous = Self.byte(of: change.previous),
            let cause = Cause.common.firstIndex(of: change.cause)
        else {
            self = .other(event)
            return
        }
        self = .cellChanged(
            Change(
                time: event.time, hash: event.hash, value: value, previous: previous, board: board,
                cell: change.cell, by: change.by, cause: UInt8(cause), isPencil: change.isPencil,
                wasPencil: change.wasPencil))
    }

    var isBoxed: Bool { if case .other = self { true } else { false } }

    /// The unpacked event, with `sequence` as its number.
    func event(_ sequence: SequenceNumber) -> GameEvent {
        switch self {
        case .other(let event): event
        case .cellChanged(let packed):
            GameEvent(
                sequence: sequence, time: packed.time, change: .cellChanged(packed.change), hash: packed.hash)
        }
    }

    /// The ASCII byte of `letter`, 0 for nil; nil for a letter that is not A to Z.
    private static func byte(of letter: Letter?) -> UInt8? {
        guard let letter else { return 0 }
        return letter.ascii.flatMap { (0x41...0x5A).contains($0) ? $0 : nil }
    }
}

nonisolated extension PackedEvent.Change {
    fileprivate var change: CellChange {
        CellChange(
            board: Int(board), cell: cell, value: letter(value), previous: letter(previous), by: by,
            cause: Cause.common[Int(cause)], isPencil: isPencil, wasPencil: wasPencil)
    }

    private func letter(_ byte: UInt8) -> Letter? {
        byte == 0 ? nil : Letter(String(Unicode.Scalar(byte)))
    }
}
