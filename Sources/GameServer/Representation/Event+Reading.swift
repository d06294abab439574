import GameCore

nonisolated extension GameEvent {
    /// An event from a line of history that also says its fingerprint and how long the server had been away.
    init(_ json: [String: JSONValue]) throws(Problem) {
        let time = try json.time("time", away: json.number("away") ?? 0)
        self.init(
            sequence: try json.sequence("sequence"), time: time, change: try Change(json, at: time),
            hash: try json.hash("hash"))
    }
}

nonisolated extension GameEvent.Change {
    /// The change that the journal keeps as `record`, which happened at `time`.
    init(record: String, at time: Timestamp) throws(Problem) {
        if let json = FlatJSON.object(record) {
            try self.init(json, at: time)
        } else if case .object(let json) = JSONValue(parsing: record) {
            try self.init(json, at: time)
        } else {
            throw .invalidValue("An event is one JSON object.")
        }
    }

    /// The change that `json` describes as `writeFields` writes it.
    init(_ json: [String: JSONValue], at time: Timestamp) throws(Problem) {
        switch try json.required("type", json.text) {
        case "cell.changed": self = .cellChanged(try CellChange(json))
        case "seat.taken": self = .seatTaken(try SeatedPlayer(json))
        case "seat.left": self = .seatLeft(try json.seat("seat"))
        case "seat.recoloured": self = .seatRecoloured(try json.seat("seat"), try json.colour("colour"))
        case "board.locked": self = .boardLocked(by: try json.optionalSeat("by"))
        case "board.unlocked": self = .boardUnlocked(by: try json.optionalSeat("by"))
        case "prompt.opened": self = .promptOpened(try Prompt(json.object("prompt"), at: time))
        case "prompt.answered":
            self = .promptAnswered(
                prompt: try json.required("prompt", json.number), by: try json.seat("by"),
                button: try json.required("button", json.number))
        case "prompt.dismissed":
            self = .promptDismissed(
                prompt: try json.required("prompt", json.number),
                button: try json.required("button", json.number))
        case "game.finished": self = .gameFinished(try GameResult(json.object("result")))
        case "rematch.started": self = .rematchStarted(try json.gameID("game"))
        default: throw .invalidValue("There is no event of that “type”.")
        }
    }
}

nonisolated extension CellChange {
    fileprivate init(_ json: [String: JSONValue]) throws(Problem) {
        guard let cell = CellIndex(try json.required("cell", json.number)) else {
            throw .invalidValue("“cell” is 0…24.")
        }
        guard let cause = Cause(rawValue: try json.text("cause") ?? Cause.edit.rawValue) else {
            throw .invalidValue("“cause” is edit, undo or clear.")
        }
        self.init(
            board: try json.number("board") ?? 0, cell: cell, value: try json.letter("value"),
            previous: try json.letter("previous"), by: try json.optionalSeat("by"), cause: cause)
    }
}

nonisolated extension SeatedPlayer {
    fileprivate init(_ json: [String: JSONValue]) throws(Problem) {
        let name = try json.required("name", json.text)
        do {
            self.init(
                seat: try json.seat("seat"), name: try PlayerName(name), colour: try json.colour("colour"))
        } catch let violation as RuleViolation {
            throw Problem(violation)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw .invalidValue("“name” is what others call somebody.")
        }
    }
}

nonisolated extension GameResult {
    fileprivate init(_ json: [String: JSONValue]) throws(Problem) {
        switch json["seconds"] {
        case .number(let seconds) where (0..<1 << 40).contains(seconds):
            self.init(elapsed: .seconds(seconds))
        case .fraction(let seconds) where (0..<0x1p40).contains(seconds):
            self.init(elapsed: .milliseconds(Int64((seconds * 1000).rounded())))
        default: throw .invalidValue("“seconds” is a number, 0 or more.")
        }
    }
}

nonisolated extension Prompt {
    fileprivate init(_ json: [String: JSONValue], at time: Timestamp) throws(Problem) {
        let texts = [try json.required("title", json.text), try json.required("message", json.text)]
        let buttons = try json.texts("buttons")
        let expires = try json.time("expires", away: Int(time.away))
        guard expires - time <= Prompt.lifetime else {
            throw .invalidValue("A prompt does not wait that long.")
        }
        guard (2...8).contains(buttons.count), (texts + buttons).allSatisfy({ $0.utf8.count <= 1000 }) else {
            throw .invalidValue("A prompt has 2 to 8 buttons and no long texts.")
        }
        guard buttons.indices.contains(try json.required("cancel", json.number)) else {
            throw .invalidValue("“cancel” is the index of a button.")
        }
        self.init(
            id: try json.required("id", json.number), purpose: try json.required("purpose", json.text),
            title: try json.required("title", json.text), message: try json.required("message", json.text),
            buttons: try json.texts("buttons"), cancel: try json.required("cancel", json.number),
            asker: try json.optionalSeat("asker"), deciders: try json.seats("deciders"),
            expires: expires)
    }
}
