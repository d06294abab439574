/// An event as one viewer is told of it.
public struct EventView: Sendable {
    /// The event.
    public let event: GameEvent
    /// Whether all of it may be told; else only that somebody has placed a letter.
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
extension GamePicture {
    /// Whether `viewer`, a seat or nobody's, may see the board with this number now.
    public func shows(_ board: Int, to viewer: Seat?) -> Bool {
        !hasPrivateBoards || state.phase == .finished || viewer?.number == board
    }

    /// The boards that `viewer` may see now.
    public func boards(for viewer: Seat?) -> [BoardPicture] {
        boards.filter { shows($0.number, to: viewer) }
    }

    /// The fingerprint of what `viewer` may see now.
    public func hash(for viewer: Seat?) -> StateHash {
        StateHash(sequence: sequence, boards: boards(for: viewer))
    }

    /// Whether `viewer` may be told all of `event` now.
    public func tells(_ event: GameEvent, to viewer: Seat?) -> Bool {
        guard case .cellChanged(let change) = event.change else { return true }
        return shows(change.board, to: viewer)
    }

    /// The events that have led here, the last of which is the last of all, as `viewer` is told of them now.
    ///
    /// Each with the fingerprint of what the viewer could see then: it is found by going back from here.
    public func views(
        of events: some BidirectionalCollection<GameEvent>, for viewer: Seat?
    ) -> [EventView] {
        guard hasPrivateBoards else {
            return events.map { EventView(event: $0, isWhole: true, hash: $0.hash) }
        }
        var past = self
        var views: [EventView] = []
        for event in events.reversed() {
            let hash = past.hash(for: viewer)
            views.append(EventView(event: event, isWhole: tells(event, to: viewer), hash: hash))
            past.goBack(before: event)
        }
        return views.reversed()
    }
}

extension Game {
    /// The fingerprint of what `viewer` may see now.
    public func hash(for viewer: Seat?) -> StateHash {
        controller.rules.hasPrivateBoards ? GamePicture(of: self).hash(for: viewer) : hash
    }

    /// The lexicon without which this game cannot be played, if it is not there.
    public var missingLexicon: String? {
        guard let words = controller.rules.words, words.isRequired, controller.scorer == nil else {
            return nil
        }
        return words.lexicon
    }
}
