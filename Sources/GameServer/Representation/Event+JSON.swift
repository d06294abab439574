import GameCore

nonisolated extension GameEvent {
    /// Events as JSON lines.
    static func lines(_ events: [GameEvent]) -> [UInt8] {
        events.reduce(into: []) { lines, event in
            var json = JSONWriter()
            event.write(to: &json)
            lines += json.bytes
            lines.append(UInt8(ascii: "\n"))
        }
    }

    /// The event as the contract describes it; streams add the fingerprint.
    func write(to json: inout JSONWriter, withHash: Bool = false) {
        json.object { json in
            writeFields(to: &json)
            if withHash { json.field("hash", hash.description) }
        }
    }

    /// The event with all that is known of it, so that it can be read again.
    func writeWhole(to json: inout JSONWriter) {
        json.object { json in
            writeFields(to: &json)
            if time.away != 0 { json.field("away", Int(time.away)) }
            json.field("hash", hash.description)
        }
    }

    private func writeFields(to json: inout JSONWriter) {
        json.field("sequence", sequence.value)
        json.field("time", time.rfc3339)
        json.field("type", change.type)
        change.writeFields(to: &json)
    }
}

nonisolated extension GameEvent.Change {
    /// The change as the journal keeps it: as on the wire, by itself.
    var record: String {
        let json = JSONWriter.object { json in
            json.field("type", type)
            writeFields(to: &json)
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// The event's name on the wire.
    var type: String {
        switch self {
        case .cellChanged: "cell.changed"
        case .seatTaken: "seat.taken"
        case .seatLeft: "seat.left"
        case .seatRecoloured: "seat.recoloured"
        case .boardLocked: "board.locked"
        case .boardUnlocked: "board.unlocked"
        case .promptOpened: "prompt.opened"
        case .promptAnswered: "prompt.answered"
        case .promptDismissed: "prompt.dismissed"
        case .gameFinished: "game.finished"
        case .rematchStarted: "rematch.started"
        }
    }

    fileprivate func writeFields(to json: inout JSONWriter) {
        switch self {
        case .cellChanged(let change): change.writeFields(to: &json)
        case .seatTaken(let player): player.writeFields(to: &json)
        case .seatLeft(let seat): json.field("seat", seat.number)
        case .seatRecoloured(let seat, let colour):
            json.field("seat", seat.number)
            json.field("colour", colour.text)
        case .boardLocked(let by), .boardUnlocked(let by):
            if let by { json.field("by", by.number) }
        case .promptOpened(let prompt):
            json.key("prompt")
            prompt.write(to: &json)
        case .promptAnswered(let prompt, let by, let button):
            json.field("prompt", prompt)
            json.field("by", by.number)
            json.field("button", button)
        case .promptDismissed(let prompt, let button):
            json.field("prompt", prompt)
            json.field("button", button)
        case .gameFinished(let result):
            json.key("result")
            result.write(to: &json)
        case .rematchStarted(let game): json.field("game", game.text)
        }
    }
}

nonisolated extension GameResult {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("seconds")
            json.literal(elapsed.jsonSeconds)
        }
    }
}

nonisolated extension CellChange {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("board", board)
        json.field("cell", cell.position)
        json.field("value", value?.text ?? "")
        json.field("previous", previous?.text ?? "")
        if let by { json.field("by", by.number) }
        if cause != .edit { json.field("cause", cause.rawValue) }
    }
}

nonisolated extension SeatedPlayer {
    /// The seat as it is given to who takes it, with its token, once.
    func json(_ token: Token) -> [UInt8] {
        JSONWriter.object { json in
            writeFields(to: &json)
            json.field("token", token.text)
        }
    }

    func writeFields(to json: inout JSONWriter) {
        json.field("seat", seat.number)
        json.field("name", name.text)
        json.field("colour", colour.text)
    }
}

nonisolated extension Prompt {
    /// The question as it was asked, or as it stands when the server has been away for `away` milliseconds.
    func write(to json: inout JSONWriter, away: Int64? = nil) {
        let expires = away.map(expires.told) ?? expires
        json.object { json in
            json.field("id", id)
            json.field("purpose", purpose)
            json.field("title", title)
            json.field("message", message)
            json.array("buttons", buttons) { json, button in json.value(button) }
            json.field("cancel", cancel)
            if let asker { json.field("asker", asker.number) }
            json.array("deciders", deciders) { json, seat in json.value(seat.number) }
            json.field("expires", expires.rfc3339)
        }
    }
}
