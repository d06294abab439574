package import GameCore
import GameJSON

/// The changes that a journal entry makes to the rows of phase, seats, tokens, result and setup.
///
/// They are computed once, from the states before and after the events, so that no store interprets events.
package nonisolated struct GameEffects: Equatable, Sendable {
    /// The parts of the state before the events that the effects depend on.
    ///
    /// Every command captures them; a copy of the whole state would cost more than the rest of the command.
    package struct Origin: Sendable {
        /// The origin of a game that does not exist yet.
        fileprivate static let newGame = Origin(sequence: .zero, phase: nil, seats: [], seatedSince: [:])

        package let sequence: SequenceNumber
        fileprivate let phase: GameState.Phase?
        fileprivate let seats: [SeatedPlayer]
        fileprivate let seatedSince: [Seat: SequenceNumber]

        package init(
            sequence: SequenceNumber, phase: GameState.Phase?, seats: [SeatedPlayer],
            seatedSince: [Seat: SequenceNumber]
        ) {
            (self.sequence, self.phase) = (sequence, phase)
            (self.seats, self.seatedSince) = (seats, seatedSince)
        }

        package init(_ state: GameState) {
            self.init(
                sequence: state.sequence, phase: state.phase, seats: state.seats,
                seatedSince: state.seatedSince)
        }
    }

    /// A row of the table of seats, which serves queries over many games.
    struct Seating: Equatable, Sendable {
        let seat: Seat
        let colour: Colour
        /// The number of the event that took the seat.
        let since: SequenceNumber
        /// The player's id, if they sat down with a key.
        var player: PlayerID?
    }

    /// How and when the game ended.
    package struct End: Equatable, Sendable {
        /// The number of the event that ended the game.
        package let sequence: SequenceNumber
        package let time: Timestamp
        package let elapsed: Duration
    }

    /// The effects that differ from none; nil fields are unchanged.
    fileprivate struct Changes: Equatable, Sendable {
        var phase: GameState.Phase?
        var seats: [Seating]?
        var seatCountChange = 0
        var endedTokens: [Seat] = []
        var end: End?
        var setup: GameSetup?
    }

    /// The effects of events that change only cells.
    static let none = GameEffects(nil)

    private let boxed: Boxed<Changes>
    private var changes: Changes? { boxed.value }

    /// The new phase; nil if unchanged.
    package var phase: GameState.Phase? { changes?.phase }
    /// All occupied seats in order; nil if unchanged.
    var seats: [Seating]? { changes?.seats }
    /// The change in the number of occupied seats; negative when more players left than came.
    package var seatCountChange: Int { changes?.seatCountChange ?? 0 }
    /// Seats whose earlier tokens become invalid: the player left or was replaced, or the token was renewed.
    package var endedTokens: [Seat] { changes?.endedTokens ?? [] }
    /// The end of the game, if one of the events ended it.
    package var end: End? { changes?.end }
    /// The setup as lists show it from now on; nil if unchanged.
    package var setup: GameSetup? { changes?.setup }

    private init(_ changes: Changes?) {
        boxed = Boxed(changes)
    }

    /// The effects of creating a game, with `events` that lead to `state`.
    package init(opening events: [GameEvent], to state: GameState) {
        self.init(of: events, from: .newGame, to: state)
    }

    /// The effects of `events`, which lead from `before` to `after`.
    ///
    /// - Complexity: O(1) and no allocation if the events change only cells.
    package init(of events: [GameEvent], from before: Origin, to after: borrowing GameState) {
        let hasNewPhase = before.phase != after.phase
        // A player may have left and taken the same seat again under the same name. Collections that share
        // their memory are equal without being compared.
        var isReseated = before.seats != after.seats
        if !isReseated { isReseated = before.seatedSince != after.seatedSince }
        let hasNewSetup = events.contains(where: \.changesSetup)
        guard hasNewPhase || isReseated || hasNewSetup else {
            self = .none
            return
        }
        var changes = Changes()
        if hasNewSetup { changes.setup = after.setup.outline }
        if hasNewPhase {
            changes.phase = after.phase
            if after.phase == .finished { changes.end = Self.end(in: events, after.result) }
        }
        if isReseated { changes.recordSeats(from: before, to: copy after) }
        self.init(changes)
    }

    /// Finds the event that ended the game; it need not be the last, since a rematch may follow it.
    private static func end(in events: [GameEvent], _ result: GameResult?) -> End? {
        guard let result, let event = events.first(where: { $0.change == .gameFinished(result) }) else {
            return nil
        }
        return End(sequence: event.sequence, time: event.time, elapsed: result.elapsed)
    }

    /// The effects of renewing the token of `seat`, for which there is no event.
    static func renewal(of seat: Seat) -> GameEffects {
        GameEffects(Changes(endedTokens: [seat]))
    }
}

nonisolated extension GameEvent {
    fileprivate var changesSetup: Bool {
        if case .ruleEvent(let event) = change { event.changesSetup } else { false }
    }
}

nonisolated extension GameEffects.Changes {
    fileprivate mutating func recordSeats(from before: GameEffects.Origin, to after: GameState) {
        seatCountChange = after.seats.count - before.seats.count
        seats = after.seats.map { seated in
            GameEffects.Seating(
                seat: seated.seat, colour: seated.colour,
                since: after.seatedSince(seated.seat) ?? .zero, player: seated.player)
        }
        endedTokens = before.seats.map(\.seat).filter { seat in
            after.seatedSince(seat).map { $0 > before.sequence } ?? true
        }
    }
}
