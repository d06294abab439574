package import GameCore

extension GameEvent {
    /// Reads an event that ``writeFull(to:form:)`` has written in the same form.
    package init(_ json: [String: JSONValue], form: EventForm = .wire) throws(RuleViolation) {
        let time = try json.time("time", away: json.number("away") ?? 0)
        self.init(
            sequence: try json.sequence("sequence"), time: time,
            change: try Change(json, at: time, form: form),
            hash: try json.hash("hash"))
    }
}

extension GameEvent.Change {
    /// Reads a journal record, in which people have no names yet.
    ///
    /// The expiry of a prompt is measured on the game clock of `time`.
    /// - Throws: `invalid-value` for malformed JSON, an unknown type, or a missing or wrong field.
    package init(record: String, at time: Timestamp) throws(RuleViolation) {
        if let json = FlatJSON.object(record) {
            try self.init(json, at: time, form: .journal)
        } else if case .object(let json) = JSONValue(parsing: record) {
            try self.init(json, at: time, form: .journal)
        } else {
            throw .invalidValue("An event must be a JSON object.")
        }
    }

    /// Reads a change that `writeFields` has written.
    ///
    /// Any other valid type becomes a rule event; `RuleSet.canApply` checks whether the rules know it. A
    /// document does not store the person of a renamed seat: see `attributed`.
    package init(
        _ json: [String: JSONValue], at time: Timestamp, form: EventForm
    ) throws(RuleViolation) {
        switch try json.required("type", json.text) {
        case "cell.changed": self = .cellChanged(try CellChange(json))
        case "seat.taken": self = .seatTaken(try SeatedPlayer(json, form: form))
        case "seat.left": self = .seatLeft(try json.seat("seat"))
        case "seat.recoloured": self = .seatRecoloured(try json.seat("seat"), try json.colour("colour"))
        case "seat.renamed":
            self = .seatRenamed(
                try json.seat("seat"), try json.playerName(form), of: try json.person(form))
        case "board.locked": self = .boardLocked(by: try json.optionalSeat("by"))
        case "board.unlocked": self = .boardUnlocked(by: try json.optionalSeat("by"))
        case "seats.closed": self = .seatsClosed(by: try json.optionalSeat("by"))
        case "seats.opened": self = .seatsOpened(by: try json.optionalSeat("by"))
        case "prompt.opened":
            self = .promptOpened(try Prompt(json.object("prompt"), at: time).withoutNames)
        case "prompt.answered":
            self = .promptAnswered(
                prompt: try json.required("prompt", json.number), by: try json.seat("by"),
                button: try json.required("button", json.number))
        case "prompt.dismissed":
            self = .promptDismissed(
                prompt: try json.required("prompt", json.number),
                button: try json.required("button", json.number))
        case "game.started": self = .gameStarted(try GameStart(json))
        case "seat.away": self = .seatAway(try json.seat("seat"), isKicked: try json.flag("kicked") ?? false)
        case "seat.back": self = .seatBack(try json.seat("seat"))
        case "cells.marked": self = .cellsMarked(try CellMarks(json))
        case "board.wrong": self = .boardWrong(try json.required("board", json.number))
        case "board.finished": self = .boardFinished(try BoardResult(json))
        case "game.paused": self = .gamePaused(by: try json.optionalSeat("by"))
        case "game.resumed": self = .gameResumed(by: try json.optionalSeat("by"))
        case "game.finished": self = .gameFinished(try GameResult(json.object("result")))
        case "rematch.started": self = .rematchStarted(try json.gameID("game"))
        case let type where RuleEvent.isValidType(type): self = .ruleEvent(RuleEvent(type, json.ruleValues()))
        default: throw .invalidValue("“type” is not a known event type.")
        }
    }
}

extension CellChange {
    init(_ json: [String: JSONValue]) throws(RuleViolation) {
        guard let cell = CellIndex(try json.required("cell", json.number)) else {
            throw .invalidValue("“cell” must be 0 to 24.")
        }
        let name = try json.text("cause")
        guard let cause = name.map(Cause.init(rawValue:)) ?? .edit else {
            throw .invalidValue("“cause” must be 1 to 8 lower-case letters.")
        }
        self.init(
            board: try json.number("board") ?? 0, cell: cell, value: try json.entry("value"),
            previous: try json.entry("previous"), by: try json.optionalSeat("by"), cause: cause,
            isPencil: try json.flag("pencil") ?? false, wasPencil: try json.flag("wasPencil") ?? false)
    }
}

extension CellMarks {
    fileprivate init(_ json: [String: JSONValue]) throws(RuleViolation) {
        var cells: [Marked] = []
        for (name, value) in try json.object("marks") {
            guard case .text(let text) = value, let mark = CellMark(rawValue: text),
                let cell = Int(name).flatMap(CellIndex.init(_:)), name == String(cell.position)
            else {
                throw .invalidValue("“marks” must map cells to marks.")
            }
            cells.append(Marked(cell: cell, mark: mark))
        }
        guard let cause = Cause(rawValue: try json.required("cause", json.text)) else {
            throw .invalidValue("“cause” must be 1 to 8 lower-case letters.")
        }
        self.init(
            board: try json.required("board", json.number), cells: cells.sorted { $0.cell < $1.cell },
            by: try json.optionalSeat("by"), cause: cause)
    }
}

extension SeatedPlayer {
    init(_ json: [String: JSONValue], form: EventForm) throws(RuleViolation) {
        let (isBot, level) = (try json.flag("bot") ?? false, try json.botLevel("level"))
        let (player, isNickname) = (try json.playerID("player"), try json.flag("nickname") ?? false)
        self.init(
            seat: try json.seat("seat"), name: try json.playerName(form),
            colour: try json.colour("colour"), bot: level,
            isProgram: isBot && level == nil, player: player,
            hasNickname: isNickname && player != nil)
    }
}

extension GameStart {
    init(_ json: [String: JSONValue]) throws(RuleViolation) {
        let order = try json.seats("order")
        guard Set(order).count == order.count else { throw .invalidValue("“order” must not repeat a seat.") }
        self.init(order: order, values: json.ruleValues(excluding: ["order"]))
    }
}

extension [String: JSONValue] {
    /// The name in the field `name`, which a journal leaves out.
    fileprivate func playerName(_ form: EventForm) throws(RuleViolation) -> PlayerName {
        if form == .journal, self["name"] == nil { return .deleted }
        return try PlayerName(try required("name", text))
    }

    /// The person with a new name; a document names only members with a nickname, and others become guests.
    fileprivate func person(_ form: EventForm) throws(RuleViolation) -> Person {
        if try flag("nickname") ?? false, let player = try playerID("player") { return .member(player) }
        guard form == .journal else { return .guest(since: .zero) }
        if let player = try playerID("player") { return .player(player) }
        return .guest(since: self["since"] == nil ? .zero : try sequence("since"))
    }

    /// The values of an event that only the game's rules interpret.
    fileprivate func ruleValues(excluding known: [String] = []) -> Parameters {
        Parameters(json: self).without(["sequence", "time", "type", "away", "hash"] + known)
    }
}

extension Prompt {
    init(_ json: [String: JSONValue], at time: Timestamp) throws(RuleViolation) {
        let (title, message) = (try json.sentence("title"), try json.sentence("message"))
        let texts = [title.text, message.text]
        let buttons = try json.texts("buttons")
        let expires = try json.time("expires", away: Int(time.away))
        guard expires - time <= Prompt.lifetime else {
            throw .invalidValue(
                "“expires” is too late: a prompt waits \(Prompt.lifetime.components.seconds) seconds at most."
            )
        }
        guard (2...8).contains(buttons.count), (texts + buttons).allSatisfy({ $0.utf8.count <= 1000 }) else {
            throw .invalidValue("A prompt must have 2 to 8 buttons and texts of at most 1,000 bytes.")
        }
        guard buttons.indices.contains(try json.required("cancel", json.number)) else {
            throw .invalidValue("“cancel” must be the index of a button.")
        }
        self.init(
            id: try json.required("id", json.number), purpose: try json.required("purpose", json.text),
            title: title, message: message,
            buttons: try json.texts("buttons"), cancel: try json.required("cancel", json.number),
            asker: try json.optionalSeat("asker"), deciders: try json.seats("deciders"),
            expires: expires)
    }
}

extension [String: JSONValue] {
    /// Reads a sentence: a text, or a list of texts and seats.
    fileprivate func sentence(_ name: String) throws(RuleViolation) -> Sentence {
        guard case .list(let parts) = self[name] else { return Sentence([.text(try required(name, text))]) }
        var read: [Sentence.Part] = []
        for part in parts {
            switch part {
            case .text(let text): read.append(.text(text))
            case .number(let number):
                guard let seat = Seat(number) else { throw .invalidValue("“\(name)” names no seat.") }
                read.append(.seat(seat))
            default: throw .invalidValue("“\(name)” must be a list of texts and seats.")
            }
        }
        return Sentence(read)
    }
}
