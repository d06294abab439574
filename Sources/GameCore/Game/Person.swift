/// Somebody whose name a game shows, and who may be called something else tomorrow.
///
/// Journals tell persons and not their names: a store keeps the present name of each. Bots have names of their own,
/// which never change.
public enum Person: Hashable, Sendable {
    /// A player with a key, who has one name in all games.
    case player(PlayerID)
    /// Somebody who sat down without a key, told by the event that took the seat.
    case guest(since: SequenceNumber)
}

extension PlayerName {
    /// The name of somebody whose own was deleted.
    package static let deleted = PlayerName(unchecked: "Deleted player")
}

extension SeatedPlayer {
    /// Who sits here since event `since`; nil for a bot.
    package func person(since: SequenceNumber) -> Person? {
        guard bot == nil else { return nil }
        return player.map(Person.player) ?? .guest(since: since)
    }
}

extension SeatedPlayer {
    fileprivate func naming(_ name: PlayerName) -> SeatedPlayer {
        var seated = self
        seated.name = name
        return seated
    }

    fileprivate var erased: SeatedPlayer {
        SeatedPlayer(seat: seat, name: .deleted, colour: colour, isProgram: isProgram)
    }
}

extension GameEvent {
    /// The person to whom the event gives a name, with the name; nil for other events.
    package var named: (person: Person, name: PlayerName)? {
        switch change {
        case .seatTaken(let seated): seated.person(since: sequence).map { ($0, seated.name) }
        case .seatRenamed(_, let name, let person): (person, name)
        default: nil
        }
    }

    /// The event with the name that the person has in `names`.
    ///
    /// Whoever has none any more was erased: a seat of ``PlayerName/deleted``, who has no key.
    package func naming(_ names: [Person: PlayerName]) -> GameEvent {
        guard let named else { return self }
        let name = names[named.person] ?? .deleted
        switch change {
        case .seatTaken(let seated):
            return replacing(.seatTaken(names[named.person].map(seated.naming) ?? seated.erased))
        case .seatRenamed(let seat, _, let person): return replacing(.seatRenamed(seat, name, of: person))
        default: return self
        }
    }

    /// The event with another change.
    package func replacing(_ change: Change) -> GameEvent {
        GameEvent(sequence: sequence, time: time, change: change, hash: hash)
    }
}

extension GameState {
    /// The name of everybody who sits here, or whom the opening names.
    package var names: [Person: PlayerName] {
        seats.reduce(into: setup.opening.names) { names, seated in
            if let person = person(on: seated) { names[person] = seated.name }
        }
    }

    /// The state with the name that each person has in `names`; whoever has none was erased.
    package func naming(_ names: [Person: PlayerName]) -> GameState {
        var state = self
        state.setup = setup.withOpening(setup.opening.map { $0.naming(names) })
        for (index, seated) in seats.enumerated() {
            guard let person = person(on: seated) else { continue }
            state.seats[index] = names[person].map(seated.naming) ?? seated.erased
        }
        state.prompts = prompts.map { $0.naming(state) }
        return state
    }

    /// Renames somebody in the opening too, where the event that took the seat may be.
    mutating func rename(_ person: Person, to name: PlayerName) {
        guard setup.opening.contains(where: { $0.named?.person == person }) else { return }
        let names = setup.opening.names.merging([person: name]) { $1 }
        setup = setup.withOpening(setup.opening.map { $0.naming(names) })
    }

    private func person(on seated: SeatedPlayer) -> Person? {
        seatedSince(seated.seat).flatMap { seated.person(since: $0) }
    }
}

extension Sequence<GameEvent> {
    /// The last name of everybody whom the events name.
    package var names: [Person: PlayerName] {
        reduce(into: [:]) { names, event in
            if let (person, name) = event.named { names[person] = name }
        }
    }

    /// Events from a document, which tells only the seats of renamed people, with the people.
    ///
    /// The events must begin at the beginning of the game.
    package var attributed: [GameEvent] {
        var people: [Seat: Person] = [:]
        return map { event in
            switch event.change {
            case .seatTaken(let seated): people[seated.seat] = seated.person(since: event.sequence)
            case .seatRenamed(let seat, let name, _):
                // Of an opening, the event that took the seat may be missing.
                let person = people[seat] ?? .guest(since: event.sequence)
                return event.replacing(.seatRenamed(seat, name, of: person))
            default: break
            }
            return event
        }
    }
}
