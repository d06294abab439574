/// An event as one viewer is told of it.
public struct EventView: Sendable {
    /// The event.
    public let event: GameEvent
    /// Whether all of it may be told; else only that it has happened, and on which board.
    public let isWhole: Bool
    /// The fingerprint of what the viewer may see after it.
    public let hash: StateHash

    /// An event as it is told.
    public init(event: GameEvent, isWhole: Bool, hash: StateHash) {
        self.event = event
        self.isWhole = isWhole
        self.hash = hash
    }
}

/// Who may see what: nobody gets anything that is derived from a board that is hidden from them.
extension GameState {
    /// Whether `viewer`, a seat or nobody's, may see the board with this number now.
    public func shows(_ board: Int, to viewer: Seat?) -> Bool {
        guard phase != .finished else { return true }
        return paused == nil && (!hasPrivateBoards || viewer?.number == board)
    }

    /// Whether boards of this game can be hidden at `phase`: private ones are, and those of a game with a
    /// hidden answer may be paused.
    public func mayHideBoards(at phase: Phase) -> Bool {
        phase != .finished && (hasPrivateBoards || setup.answer != nil)
    }

    /// Whether some viewers may not see all boards.
    public var hidesBoards: Bool { hasPrivateBoards || paused != nil }

    /// The boards that `viewer` may see now.
    public func boards(for viewer: Seat?) -> [BoardState] {
        boards.filter { shows($0.number, to: viewer) }
    }

    /// The fingerprint of what `viewer` may see now.
    public func hash(for viewer: Seat?) -> StateHash {
        hidesBoards ? StateHash(sequence: sequence, boards: boards(for: viewer)) : hash
    }

    /// Whether `viewer` may be told all of `event` now.
    public func tells(_ event: GameEvent, to viewer: Seat?) -> Bool {
        switch event.change {
        case .cellChanged(let change): shows(change.board, to: viewer)
        case .cellsMarked(let marks): tellsMarks(marks.board) || shows(marks.board, to: viewer)
        case .boardWrong(let board): shows(board, to: viewer)
        case .ruled(let event): rules.tells(event, to: viewer, in: self)
        default: true
        }
    }

    /// Whether everybody is told the marks on the board with this number, though not its letters.
    public func tellsMarks(_ board: Int) -> Bool {
        (rules as? any PrivateBoardRules)?.tellsMarks(of: board, in: self) ?? false
    }

    /// The events that have led here, the last of which is the last of all, as `viewer` is told of them now.
    ///
    /// Each with the fingerprint of what the viewer could see then: it is found by going back from here.
    public func views(of events: [GameEvent], for viewer: Seat?) -> [EventView] {
        guard hidesBoards || events.contains(where: \.change.pauses) else {
            return events.map { EventView(event: $0, isWhole: true, hash: $0.hash) }
        }
        var past = self
        var views: [EventView] = []
        for event in events.reversed() {
            // What is hidden now must not be told by old fingerprints either.
            let hash = paused == nil ? past.hash(for: viewer) : .ofNothing(at: event.sequence)
            views.append(EventView(event: event, isWhole: tells(event, to: viewer), hash: hash))
            past.goBack(before: event)
        }
        return views.reversed()
    }
}

extension GameEvent.Change {
    /// Whether the boards are hidden or shown again.
    fileprivate var pauses: Bool {
        switch self {
        case .gamePaused, .gameResumed: true
        default: false
        }
    }
}
