/// Somebody whose name a game shows, and who may be called something else tomorrow.
///
/// A journal says which person did something, and a store keeps the present name of each. Bots have names of their
/// own, which never change.
public enum Person: Hashable, Sendable {
    /// A player with a key, who has one name in all games.
    case player(PlayerID)
    /// A member of a room whom its host has given a name, which counts in one journal only.
    case member(PlayerID)
    /// Somebody without a key, known by the event that took the seat.
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
        guard let player else { return .guest(since: since) }
        return hasNickname ? .member(player) : .player(player)
    }

    /// The player under `name`; without one, the player was erased and has no id any more.
    fileprivate func naming(_ name: PlayerName?) -> SeatedPlayer {
        SeatedPlayer(
            seat: seat, name: name ?? .deleted, colour: colour, isProgram: isProgram,
            player: name == nil ? nil : player, hasNickname: name != nil && hasNickname)
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

    /// The event with the person's name in `names`; a person without one was erased.
    package func naming(_ names: [Person: PlayerName]) -> GameEvent {
        guard let named else { return self }
        let name = names[named.person]
        switch change {
        case .seatTaken(let seated): return replacing(.seatTaken(seated.naming(name)))
        case .seatRenamed(let seat, _, let person):
            return replacing(.seatRenamed(seat, name ?? .deleted, of: person))
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

    /// The state with everybody's name in `names`; people without one were erased.
    package func naming(_ names: [Person: PlayerName]) -> GameState {
        var state = self
        state.setup = setup.withOpening(setup.opening.map { $0.naming(names) })
        for (index, seated) in seats.enumerated() {
            guard let person = person(on: seated) else { continue }
            state.seats[index] = seated.naming(names[person])
        }
        state.prompts = prompts.map { $0.naming(state) }
        return state
    }

    /// Renames a person in the opening, which may have the event that took the seat.
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

    /// The events of a document with the person of each new name, of whom a document tells only the seat.
    ///
    /// The first event must be the first one of the game.
    package var attributed: [GameEvent] {
        var people: [Seat: Person] = [:]
        return map { event in
            switch event.change {
            case .seatTaken(let seated): people[seated.seat] = seated.person(since: event.sequence)
            case .seatRenamed(let seat, _, .member(let player)): people[seat] = .member(player)
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
