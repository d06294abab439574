/// A person whose name a game shows; the name can change at any time.
///
/// A journal stores persons; a store keeps the present name of each apart from the journals. A bot is not a
/// person: its name never changes.
public enum Person: Hashable, Sendable {
    /// A player with a key, who has one name in all games.
    case player(PlayerID)
    /// A member of a room who has a nickname from the host; the nickname counts in one journal only.
    case member(PlayerID)
    /// A player without a key, identified by the event that took the seat.
    case guest(since: SequenceNumber)
}

extension PlayerName {
    /// The name in place of one that was deleted.
    package static let deleted = PlayerName(unchecked: "Deleted player")
}

extension SeatedPlayer {
    /// The person who took the seat with event `since`; nil for a bot.
    package func person(since: SequenceNumber) -> Person? {
        guard bot == nil else { return nil }
        guard let player else { return .guest(since: since) }
        return hasNickname ? .member(player) : .player(player)
    }

    /// A copy with `name`; nil stands for an erased player, whose id is removed too.
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

    /// The event with the name that `names` has for its person; a person without a name was erased.
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

    package func replacing(_ change: Change) -> GameEvent {
        GameEvent(sequence: sequence, time: time, change: change, hash: hash)
    }
}

extension GameState {
    /// The names of the seated people and of those whom the opening names.
    package var names: [Person: PlayerName] {
        seats.reduce(into: setup.opening.names) { names, seated in
            if let person = person(on: seated) { names[person] = seated.name }
        }
    }

    /// The state with the names that `names` has for its people; people without a name were erased.
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

    /// Renames a person in the opening, which may contain the event that took the seat.
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
    /// The name that the events give last to each person.
    package var names: [Person: PlayerName] {
        reduce(into: [:]) { names, event in
            if let (person, name) = event.named { names[person] = name }
        }
    }

    /// The events of a document, with the person in each renaming: a document has only the seat.
    ///
    /// The first event must be the first one of the game.
    package var attributed: [GameEvent] {
        var people: [Seat: Person] = [:]
        return map { event in
            switch event.change {
            case .seatTaken(let seated): people[seated.seat] = seated.person(since: event.sequence)
            case .seatRenamed(let seat, _, .member(let player)): people[seat] = .member(player)
            case .seatRenamed(let seat, let name, _):
                // An opening may lack the event that took the seat.
                let person = people[seat] ?? .guest(since: event.sequence)
                return event.replacing(.seatRenamed(seat, name, of: person))
            default: break
            }
            return event
        }
    }
}
