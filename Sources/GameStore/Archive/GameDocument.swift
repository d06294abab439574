package import GameCore
package import GameJSON

/// A whole game in one JSON document, so that it can move to another server; without anybody's secrets.
package nonisolated struct GameDocument: Sendable {
    private static let format = "fivebyfive-game"
    private static let version = 1

    package let setup: GameSetup
    package let events: [GameEvent]
    /// When it was written: the game's clock stands still from here until it is read.
    package let written: Timestamp

    package init(setup: GameSetup, events: [GameEvent], written: Timestamp) {
        self.setup = setup
        self.events = events
        self.written = written
    }

    /// One line of JSON.
    package var json: [UInt8] {
        JSONWriter.object { json in
            json.field("format", Self.format)
            json.field("version", Self.version)
            json.field("written", written.rfc3339)
            if written.away != 0 { json.field("away", Int(written.away)) }
            json.object("setup", setup.writeWhole)
            json.array("events", events) { json, event in event.writeWhole(to: &json) }
        }
    }

    /// The document as far as it goes, for more events to come after it and then `ending`.
    ///
    /// It has one event at least.
    package var opening: [UInt8] { json.dropLast(Self.ending.count) }

    /// `events` as they go on after others.
    package static func continuation(_ events: [GameEvent]) -> [UInt8] {
        events.reduce(into: []) { bytes, event in
            var json = JSONWriter()
            event.writeWhole(to: &json)
            bytes.append(UInt8(ascii: ","))
            bytes += json.bytes
        }
    }

    /// What closes the events and the document.
    package static let ending = Array("]}".utf8)
}

nonisolated extension GameDocument {
    /// A document from another server, read at `now`, as a game named `id` here.
    ///
    /// - Throws: `invalid-value`, saying what cannot be; whatever the rules say of the options.
    package init(_ json: [String: JSONValue], as id: GameID?, _ rules: RuleCatalog, at now: Timestamp)
        throws(RuleViolation)
    {
        guard try json.text("format") == Self.format, try json.number("version") == Self.version else {
            throw .invalidValue("“format” is “\(Self.format)” and “version” is \(Self.version).")
        }
        let written = try json.time("written", away: json.number("away") ?? 0)
        guard abs((now - written).wholeMilliseconds) < Timestamp.longestPause else {
            throw .invalidValue("“written” is a time of the last hundred years.")
        }
        let setup = try GameSetup(try json.object("setup"))
        var events: [GameEvent] = []
        for event in try json.objects("events") { events.append(try GameEvent(event)) }
        try Self.check(try rules.newGame(setup), events, written)
        let pause = now - written
        self.init(
            setup: setup.moved(to: id ?? setup.id, by: pause), events: events.map { $0.moved(by: pause) },
            written: now)
    }

    /// The game after its last event.
    package func state(_ rules: RuleCatalog) throws(RuleViolation) -> GameState {
        var state = try rules.newGame(setup)
        for event in events { state.apply(event) }
        return state
    }

    /// Every event must follow from those before it, as its fingerprint proves.
    private static func check(
        _ new: GameState, _ events: [GameEvent], _ written: Timestamp
    ) throws(RuleViolation) {
        var state = new
        for event in events {
            let isPossible = state.admits(event)
            if isPossible { state.apply(event) }
            guard event.time - written < .seconds(3600) else {
                throw .invalidValue("Event \(event.sequence) has not happened yet when the game was written.")
            }
            guard isPossible, event.hash == state.hash else {
                throw .invalidValue("Event \(event.sequence) does not follow from those before it.")
            }
        }
    }
}

/// A game that moves between servers keeps its times of day, and its clock goes on from where it stood.
nonisolated extension Timestamp {
    /// Some hundred years, in milliseconds.
    fileprivate static var longestPause: Int64 { 3_000_000_000_000 }

    fileprivate func moved(by pause: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds, away: away - pause.wholeMilliseconds)
    }
}

nonisolated extension GameSetup {
    fileprivate func moved(to id: GameID, by pause: Duration) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, isPublic: isPublic,
            created: created.moved(by: pause), previous: previous, seed: seed, answer: answer,
            isImported: true)
    }
}

nonisolated extension GameEvent {
    fileprivate func moved(by pause: Duration) -> GameEvent {
        var change = change
        if case .promptOpened(let prompt) = change {
            change = .promptOpened(
                Prompt(
                    id: prompt.id, purpose: prompt.purpose, title: prompt.title, message: prompt.message,
                    buttons: prompt.buttons, cancel: prompt.cancel, asker: prompt.asker,
                    deciders: prompt.deciders, expires: prompt.expires.moved(by: pause)))
        }
        return GameEvent(sequence: sequence, time: time.moved(by: pause), change: change, hash: hash)
    }
}
