package import GameCore
import GameJSON

/// What the events of a journal entry change beside the journal: the phase, the seats, the tokens, the
/// result.
///
/// Computed once, from the state before and after the events; stores and live games apply it and never
/// interpret an event themselves.
package nonisolated struct GameEffects: Equatable, Sendable {
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

    /// No event, or events that change nothing but cells.
    package static let none = GameEffects()

    /// The new phase; nil when it is as before.
    package private(set) var phase: GameState.Phase?
    /// Everybody who is seated, by seat; nil when the seats are as before.
    private(set) var seats: [Seating]?
    /// How many more people are seated than before.
    package private(set) var arrivals = 0
    /// Seats that were left or taken anew, or whose token is exchanged: all earlier tokens of them end.
    package private(set) var endedTokens: [Seat] = []
    /// The end of the game, when one of the events is that.
    package private(set) var end: End?

    private init() {}

    /// The effects of `events`, which lead from `before` to `after`; of a new game there is no state before.
    ///
    /// - Complexity: O(seats) when nothing but cells changes, without an allocation.
    package init(of events: [GameEvent], from before: GameState?, to after: GameState) {
        if before?.phase != after.phase { phase = after.phase }
        noteSeats(from: before, to: after)
        // A rematch may follow the end in the same entry, so the last event need not be the one.
        if before?.result == nil, let result = after.result,
            let event = events.first(where: { $0.change == .gameFinished(result) })
        {
            end = End(sequence: event.sequence, time: event.time, elapsed: result.elapsed)
        }
    }

    private mutating func noteSeats(from before: GameState?, to after: GameState) {
        let (old, new) = (before?.seats ?? [], after.seats)
        let start = before?.sequence ?? .zero
        func isTaken(_ seated: SeatedPlayer) -> Bool { after.taken(seated.seat).map { $0 > start } ?? false }
        // Somebody may have left a seat and taken it again under the same name.
        guard old != new || new.contains(where: isTaken) else { return }
        arrivals = new.count - old.count
        seats = new.map { seated in
            Seating(
                seat: seated.seat, name: seated.name, colour: seated.colour,
                since: after.taken(seated.seat) ?? .zero)
        }
        endedTokens = old.map(\.seat).filter { seat in after.player(on: seat).map(isTaken) ?? true }
    }

    /// The exchange of the token of `seat`, which is no event.
    package static func renewal(of seat: Seat) -> GameEffects {
        var effects = none
        effects.endedTokens = [seat]
        return effects
    }
}
