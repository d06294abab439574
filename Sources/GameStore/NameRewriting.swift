package import GameCore
import GameJSON

/// The replacement of a player's name in the stored events of one game.
package nonisolated struct NameRewriting: Sendable {
    package enum Change: Sendable {
        /// Replaces a name for every player who uses it.
        case renaming(Renaming)
        /// Replaces the names and the id of one player in the seats of the game.
        case erasing(PlayerID)
    }

    /// The events of the journal that contained the old name, with the new one.
    package let events: [GameEvent]
    /// The whole opening of the setup with the new name; nil if it did not contain the old one.
    package let opening: [GameEvent]?
    /// Everybody who has had a seat, under the new name, by the event that took it.
    let seats: [(seat: Seat, since: SequenceNumber, name: PlayerName)]

    /// The name of a player whose own was deleted.
    package static func erasedName() throws(RuleViolation) -> PlayerName { try PlayerName("Deleted player") }

    package init(_ change: Change, of stored: StoredJournal) throws(RuleViolation) {
        let (opening, journal) = (stored.opening, stored.events)
        let rewrite = try Self.rewriter(change, opening + journal)
        events = journal.compactMap(rewrite)
        let renamed = opening.map { rewrite($0) ?? $0 }
        self.opening = renamed == opening ? nil : renamed
        seats = Self.seats(in: (opening + journal).map { rewrite($0) ?? $0 })
    }

    /// Whether the game does not contain the old name.
    package var isEmpty: Bool { events.isEmpty && opening == nil }

    /// Everybody who has had a seat, with the last name on it.
    private static func seats(
        in events: [GameEvent]
    ) -> [(seat: Seat, since: SequenceNumber, name: PlayerName)] {
        var seats: [(seat: Seat, since: SequenceNumber, name: PlayerName)] = []
        for event in events {
            switch event.change {
            case .seatTaken(let player): seats.append((player.seat, event.sequence, player.name))
            case .seatRenamed(let seat, let name):
                if let index = seats.lastIndex(where: { $0.seat == seat }) { seats[index].name = name }
            default: break
            }
        }
        return seats
    }

    /// Returns the event under the new name; nil for an event without the old one.
    private static func rewriter(
        _ change: Change, _ events: [GameEvent]
    ) throws(RuleViolation) -> (GameEvent) -> GameEvent? {
        switch change {
        case .renaming(let renaming): return renaming.renamed
        case .erasing(let id):
            let (name, given) = (try erasedName(), namesGiven(to: id, in: events))
            return { event in
                switch event.change {
                case .seatTaken(let player):
                    given[event.sequence].map { _ in event.with(.seatTaken(player.erased(as: name))) }
                case .seatRenamed(let seat, _):
                    given[event.sequence].map { _ in event.with(.seatRenamed(seat, name)) }
                default: nil
                }
            }
        }
    }

    /// The names of `player`, by the events that gave them to the player's seats.
    private static func namesGiven(
        to player: PlayerID, in events: [GameEvent]
    ) -> [SequenceNumber: PlayerName] {
        var (names, seats): ([SequenceNumber: PlayerName], Set<Seat>) = ([:], [])
        for event in events {
            switch event.change {
            case .seatTaken(let seated) where seated.player == player:
                seats.insert(seated.seat)
                names[event.sequence] = seated.name
            case .seatTaken(let other): seats.remove(other.seat)
            case .seatRenamed(let seat, let name) where seats.contains(seat): names[event.sequence] = name
            default: break
            }
        }
        return names
    }
}

/// All stored events of one game.
package nonisolated struct StoredJournal: Sendable {
    /// What the events before the journal's first one were compacted to.
    let opening: [GameEvent]
    let events: [GameEvent]

    /// Reads the events of `game`.
    ///
    /// - Parameter known: What was read before; only the events after it are read, unless the journal has been
    ///   compacted since.
    @MainActor
    package static func read(
        of game: GameID, after known: StoredJournal? = nil, from store: any EventStore,
        for requester: Requester, _ done: @escaping StoreAnswer<StoredJournal>
    ) {
        store.game(game, for: requester) { stored in
            guard case .success(let stored) = stored else { return done(.failure(.unavailable)) }
            let opening = stored?.state.setup.opening ?? []
            let before = known?.opening == opening ? known?.events ?? [] : []
            let last = before.last?.sequence ?? .zero
            store.allEvents(of: game, after: last, limit: .max, for: requester) { found in
                done(found.map { StoredJournal(opening: opening, events: before + $0) })
            }
        }
    }
}

nonisolated extension SeatedPlayer {
    fileprivate func erased(as name: PlayerName) -> SeatedPlayer {
        SeatedPlayer(seat: seat, name: name, colour: colour, isProgram: isProgram)
    }
}

nonisolated extension GameEvent {
    fileprivate func with(_ change: Change) -> GameEvent {
        GameEvent(sequence: sequence, time: time, change: change, hash: hash)
    }
}
