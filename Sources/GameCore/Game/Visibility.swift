/// An event as one viewer may see it.
public struct EventView: Sendable {
    /// The event in full; ``isComplete`` says whether the viewer may see all of it.
    public let event: GameEvent
    /// Whether the viewer may see all of it; otherwise only that it happened, and on which board.
    public let isComplete: Bool
    /// The hash of the visible part of the game after the event.
    public let hash: StateHash

    /// Creates a view.
    public init(event: GameEvent, isComplete: Bool, hash: StateHash) {
        self.event = event
        self.isComplete = isComplete
        self.hash = hash
    }
}

/// Visibility: a viewer never gets anything derived from a board that is hidden from them.
///
/// A viewer is the seat of a player, or nil for people without a seat.
extension GameState {
    /// Whether `viewer` may see board `board` now.
    public func shows(_ board: Int, to viewer: Seat?) -> Bool {
        guard phase != .finished else { return true }
        return paused == nil && (!hasPrivateBoards || viewer?.number == board)
    }

    /// Whether boards of this game can be hidden during `phase`: private boards are, and a game with a hidden
    /// answer hides its boards while it is paused.
    public func mayHideBoards(at phase: Phase) -> Bool {
        phase != .finished && (hasPrivateBoards || setup.answer != nil)
    }

    /// Whether boards have to be filtered by viewer.
    public var hidesBoards: Bool { hasPrivateBoards || paused != nil }

    /// The boards that `viewer` may see now.
    public func boards(for viewer: Seat?) -> [BoardState] {
        boards.filter { shows($0.number, to: viewer) }
    }

    /// The hash of the part of the game that `viewer` may see now.
    public func hash(for viewer: Seat?) -> StateHash {
        hidesBoards ? StateHash(sequence: sequence, boards: boards(for: viewer)) : hash
    }

    /// Whether `viewer` may see all of `event` now.
    public func reveals(_ event: GameEvent, to viewer: Seat?) -> Bool {
        switch event.change {
        case .cellChanged(let change): shows(change.board, to: viewer)
        case .cellsMarked(let marks): revealsMarks(of: marks.board) || shows(marks.board, to: viewer)
        case .boardWrong(let board): shows(board, to: viewer)
        case .ruleEvent(let event): rules.reveals(event, to: viewer, in: self)
        default: true
        }
    }

    /// Whether every viewer may see the marks on board `board`, though not its letters.
    public func revealsMarks(of board: Int) -> Bool {
        (rules as? any PrivateBoardRules)?.revealsMarks(of: board, in: self) ?? false
    }

    /// The latest events, `events`, as `viewer` may see them now.
    ///
    /// The events must be consecutive and end with the last event of the game. The hash of each view covers
    /// the boards that the viewer could see at that event; it is computed by reverting the events one by one.
    public func views(of events: [GameEvent], for viewer: Seat?) -> [EventView] {
        guard hidesBoards || events.contains(where: \.change.isPauseOrResume) else {
            return events.map { EventView(event: $0.naming(self), isComplete: true, hash: $0.hash) }
        }
        var past = self
        var views: [EventView] = []
        for event in events.reversed() {
            // During a pause, a hash from before the pause would reveal the hidden board.
            let hash = paused == nil ? past.hash(for: viewer) : .empty(at: event.sequence)
            views.append(
                EventView(event: event.naming(self), isComplete: reveals(event, to: viewer), hash: hash))
            past.revert(event)
        }
        return views.reversed()
    }
}

extension GameEvent.Change {
    fileprivate var isPauseOrResume: Bool {
        switch self {
        case .gamePaused, .gameResumed: true
        default: false
        }
    }
}
