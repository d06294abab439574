package import GameCore
import GameJSON

/// What the events of a journal entry change beside the journal: the phase, the seats, the tokens, the
/// result.
///
/// Computed once, from the state before and after the events; stores and live games apply it and never
/// interpret an event themselves.
package nonisolated struct GameEffects: Equatable, Sendable {
    /// What of a state the effects of the events after it depend on.
    ///
    /// Taken for each command in place of a copy of the whole state, which would cost more than the rest.
    package struct Origin: Sendable {
        /// A game that is not made yet.
        fileprivate static let nothing = Origin(sequence: .zero, phase: nil, seats: [])

        /// The last event of the state.
        package let sequence: SequenceNumber
        fileprivate let phase: GameState.Phase?
        fileprivate let seats: [SeatedPlayer]

        package init(sequence: SequenceNumber, phase: GameState.Phase?, seats: [SeatedPlayer]) {
            (self.sequence, self.phase, self.seats) = (sequence, phase, seats)
        }

        package init(_ state: GameState) {
            self.init(sequence: state.sequence, phase: state.phase, seats: state.seats)
        }
    }

    /// A person or bot on a seat, as lists and questions about many games need them.
    struct Seating: Equatable, Sendable {
        let seat: Seat
        let name: PlayerName
        let colour: Colour
        /// The event with which the seat was taken.
        let since: SequenceNumber
    }

    /// How and when the game ended.
    package struct End: Equatable, Sendable {
        /// The event that ended it.
        package let sequence: SequenceNumber
        package let time: Timestamp
        package let elapsed: Duration
    }

    /// What is not as before.
    fileprivate struct Changes: Equatable, Sendable {
        var phase: GameState.Phase?
        var seats: [Seating]?
        var arrivals = 0
        var endedTokens: [Seat] = []
        var end: End?
    }

    /// In a box, as entries are copied often and most events change nothing but cells.
    private indirect enum Box: Equatable, Sendable {
        case changes(Changes)
    }

    /// No event, or events that change nothing but cells.
    static let none = GameEffects(nil)

    private let box: Box?

    /// The new phase; nil when it is as before.
    package var phase: GameState.Phase? { changes?.phase }
    /// Everybody who is seated, by seat; nil when the seats are as before.
    var seats: [Seating]? { changes?.seats }
    /// How many more people are seated than before.
    package var arrivals: Int { changes?.arrivals ?? 0 }
    /// Seats that were left or taken anew, or whose token is exchanged: all earlier tokens of them end.
    package var endedTokens: [Seat] { changes?.endedTokens ?? [] }
    /// The end of the game, when one of the events is that.
    package var end: End? { changes?.end }

    private var changes: Changes? {
        guard case .changes(let changes) = box else { return nil }
        return changes
    }

    private init(_ changes: Changes?) {
        box = changes.map(Box.changes)
    }

    /// The effects of `events`, which make a new game that stands at `state`.
    package init(opening events: [GameEvent], to state: GameState) {
        self.init(of: events, from: .nothing, to: state)
    }

    /// The effects of `events`, which lead from `before` to `after`.
    ///
    /// - Complexity: O(seats) when nothing but cells changes, without an allocation.
    package init(of events: [GameEvent], from before: Origin, to after: borrowing GameState) {
        let isMoved = before.phase != after.phase
        // Somebody may have left a seat and taken it again under the same name.
        let isReseated = Self.isReseated(after, since: before)
        guard isMoved || isReseated else {
            self = .none
            return
        }
        var changes = Changes()
        if isMoved {
            changes.phase = after.phase
            if after.phase == .finished { changes.end = Self.end(in: events, after.result) }
        }
        if isReseated { changes.noteSeats(from: before, to: copy after) }
        self.init(changes)
    }

    /// The event that ended the game: a rematch may follow it in the same entry.
    private static func end(in events: [GameEvent], _ result: GameResult?) -> End? {
        guard let result, let event = events.first(where: { $0.change == .gameFinished(result) }) else {
            return nil
        }
        return End(sequence: event.sequence, time: event.time, elapsed: result.elapsed)
    }

    /// Whether other people sit in `state` than `before`, or somebody has taken a seat since then.
    private static func isReseated(_ state: borrowing GameState, since before: Origin) -> Bool {
        if before.seats != state.seats { return true }
        // A closure would copy the state.
        for seated in state.seats {
            if let taken = state.taken(seated.seat), taken > before.sequence { return true }
        }
        return false
    }

    /// The exchange of the token of `seat`, which is no event.
    static func renewal(of seat: Seat) -> GameEffects {
        GameEffects(Changes(endedTokens: [seat]))
    }
}

nonisolated extension GameEffects.Changes {
    fileprivate mutating func noteSeats(from before: GameEffects.Origin, to after: GameState) {
        arrivals = after.seats.count - before.seats.count
        seats = after.seats.map { seated in
            GameEffects.Seating(
                seat: seated.seat, name: seated.name, colour: seated.colour,
                since: after.taken(seated.seat) ?? .zero)
        }
        endedTokens = before.seats.map(\.seat).filter { seat in
            after.taken(seat).map { $0 > before.sequence } ?? true
        }
    }
}
