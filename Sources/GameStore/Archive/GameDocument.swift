package import GameCore
package import GameJSON

/// A complete game as one JSON document, without tokens, for transfer to another server.
package nonisolated struct GameDocument: Sendable {
    private static let format = "fivebyfive-game"
    private static let version = 1

    package let setup: GameSetup
    package let events: [GameEvent]
    /// The time of writing; the game clock stands still from then until the document is read.
    package let written: Timestamp

    package init(setup: GameSetup, events: [GameEvent], written: Timestamp) {
        self.setup = setup
        self.events = events
        self.written = written
    }

    package var json: [UInt8] {
        JSONWriter.object { json in
            json.field("format", Self.format)
            json.field("version", Self.version)
            json.field("written", written.rfc3339)
            if written.away != 0 { json.field("away", Int(written.away)) }
            json.object("setup", setup.writeFull)
            json.array("events", events) { json, event in event.writeFull(to: &json) }
        }
    }

    /// The document without its end, to be followed by `continuation(_:)` and `ending`.
    ///
    /// The document must have at least one event, because a continuation begins with a comma.
    package var opening: [UInt8] { json.dropLast(Self.ending.count) }

    /// More events for an open document.
    package static func continuation(_ events: [GameEvent]) -> [UInt8] {
        events.reduce(into: []) { bytes, event in
            var json = JSONWriter()
            event.writeFull(to: &json)
            bytes.append(UInt8(ascii: ","))
            bytes += json.bytes
        }
    }

    /// The end of the list of events and of the document.
    package static let ending = Array("]}".utf8)
}

nonisolated extension GameDocument {
    /// Reads a document from an untrusted source and replays all of its events.
    ///
    /// - Parameters:
    ///   - id: The id that the game gets here; nil keeps the id in the document.
    ///   - now: The time at which the game's clock continues.
    ///   - isTrusted: Whether the document may name players, a host and a room; a client could claim any of
    ///     them.
    /// - Throws: `invalid-value` for a malformed document or an event that does not follow from those before;
    ///   the errors of the rules for invalid options.
    package init(
        _ json: [String: JSONValue], as id: GameID?, _ rules: RuleCatalog, at now: Timestamp,
        isTrusted: Bool = false
    ) throws(RuleViolation) {
        guard try json.text("format") == Self.format, try json.number("version") == Self.version else {
            throw .invalidValue("“format” must be “\(Self.format)” and “version” must be \(Self.version).")
        }
        let written = try json.time("written", away: json.number("away") ?? 0)
        guard abs((now - written).wholeMilliseconds) < Timestamp.maximumPause else {
            throw .invalidValue("“written” must be a time within the last hundred years.")
        }
        var setup = try GameSetup(try json.object("setup"))
        if !isTrusted { try Self.checkOpening(of: setup, rules, written) }
        var events: [GameEvent] = []
        for event in try json.objects("events") { events.append(try GameEvent(event)) }
        try Self.check(try rules.newGame(setup), events, written)
        let all = (setup.opening + events).map { isTrusted ? $0 : $0.withoutPlayerIDs }.attributed
        let (names, pause) = (all.names, now - written)
        let moved = all.map { $0.naming(names).moved(by: pause) }
        setup = setup.withOpening(Array(moved.prefix(setup.opening.count)))
        self.init(
            setup: setup.moved(to: id ?? setup.id, by: pause, isTrusted: isTrusted),
            events: Array(moved.dropFirst(setup.opening.count)), written: now)
    }

    package func state(_ rules: RuleCatalog) throws(RuleViolation) -> GameState {
        var state = try rules.newGame(setup)
        for event in events { state.apply(event) }
        return state
    }

    /// Checks that the game may have an opening, that each event of it is possible whatever is missing
    /// before, and that the last hash matches.
    private static func checkOpening(
        of setup: GameSetup, _ rules: RuleCatalog, _ written: Timestamp
    ) throws(RuleViolation) {
        guard let last = setup.opening.last else { return }
        var state = try rules.newGame(setup.withOpening([]))
        guard state.rules is any EndlessRules, last.sequence.value <= StoreLimits.importedSequence else {
            throw .invalidValue("This game cannot begin after event \(last.sequence).")
        }
        for event in setup.opening {
            guard event.sequence > state.sequence, state.canApply(event.change, afterGap: true),
                event.time - written < .seconds(3600)
            else {
                throw .invalidValue("Event \(event.sequence) of the opening is not possible.")
            }
            state.apply(event)
        }
        guard last.hash == state.hash else {
            throw .invalidValue("The opening does not lead to the hash of its last event.")
        }
    }

    /// Checks that each event is possible, has the right hash, and is at most an hour later than `written`.
    private static func check(
        _ new: GameState, _ events: [GameEvent], _ written: Timestamp
    ) throws(RuleViolation) {
        var state = new
        for event in events {
            let isPossible = state.canApply(event)
            if isPossible { state.apply(event) }
            guard event.time - written < .seconds(3600) else {
                throw .invalidValue("Event \(event.sequence) is more than an hour later than “written”.")
            }
            guard isPossible, event.hash == state.hash else {
                throw .invalidValue("Event \(event.sequence) does not follow from the events before it.")
            }
        }
    }
}

/// A transferred game keeps its wall-clock times; the time between counts as downtime of its clock.
nonisolated extension Timestamp {
    /// Some hundred years, in milliseconds.
    fileprivate static var maximumPause: Int64 { 3_000_000_000_000 }

    fileprivate func moved(by pause: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds, away: away - pause.wholeMilliseconds)
    }
}

nonisolated extension GameSetup {
    fileprivate func moved(to id: GameID, by pause: Duration, isTrusted: Bool) -> GameSetup {
        let moved = GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic,
            created: created.moved(by: pause), previous: previous, seed: seed, answer: answer,
            isImported: true
        ).withOpening(opening).withDaySeed(daySeed)
        // A race keeps the number of seats that it had in a large room.
        guard isTrusted else { return moved.withRoom(nil, size: roomSize) }
        let owned = moved.withHost(host).withRoom(room, size: roomSize).withChallenge(challenge)
            .withCountdown(countdown)
        return isPersonal ? owned.personal : owned
    }
}

nonisolated extension GameEvent {
    fileprivate var withoutPlayerIDs: GameEvent {
        switch change {
        case .seatTaken(let player) where player.player != nil:
            let anonymous = SeatedPlayer(
                seat: player.seat, name: player.name, colour: player.colour, isProgram: player.isProgram)
            return replacing(.seatTaken(anonymous))
        case .seatRenamed(let seat, let name, .member):
            return replacing(.seatRenamed(seat, name, of: .guest(since: .zero)))
        default: return self
        }
    }

    fileprivate func moved(by pause: Duration) -> GameEvent {
        var change = change
        if case .promptOpened(let prompt) = change {
            change = .promptOpened(prompt.expiring(at: prompt.expires.moved(by: pause)))
        }
        return GameEvent(sequence: sequence, time: time.moved(by: pause), change: change, hash: hash)
    }
}
