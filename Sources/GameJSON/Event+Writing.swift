package import GameCore

/// The form in which events are written.
package enum EventForm {
    /// For clients and documents: people have names, and sentences are worded.
    case wire
    /// For stores: people have no names, and sentences contain seats instead.
    case journal
}

extension GameEvent {
    /// Encodes events as JSON lines, redacted for `viewer` by the present state of `game`.
    package static func lines(_ events: [GameEvent], in game: GameState, for viewer: Seat?) -> [UInt8] {
        events.reduce(into: []) { lines, event in
            var json = JSONWriter()
            EventView(event, in: game, for: viewer).write(to: &json)
            lines += json.bytes
            lines.append(UInt8(ascii: "\n"))
        }
    }

    /// Writes the event in full, without its hash.
    package func write(to json: inout JSONWriter) {
        json.object { json in writeFields(to: &json) }
    }

    /// Writes the event with its hash and downtime, so that it can be read back without loss.
    package func writeFull(to json: inout JSONWriter, form: EventForm = .wire) {
        json.object { json in
            writeHead(to: &json)
            change.writeFields(to: &json, form: form)
            if time.away != 0 { json.field("away", Int(time.away)) }
            json.field("hash", hash.description)
        }
    }

    private func writeFields(to json: inout JSONWriter) {
        writeHead(to: &json)
        change.writeFields(to: &json)
    }

    fileprivate func writeHead(to json: inout JSONWriter) {
        json.field("sequence", sequence.value)
        json.field("time", time.rfc3339)
        json.field("type", change.type)
    }
}

extension EventView {
    /// The event redacted for `viewer`; its hash covers all boards, so it must not be written.
    fileprivate init(_ event: GameEvent, in game: GameState, for viewer: Seat?) {
        self.init(
            event: event.naming(game), isComplete: game.reveals(event, to: viewer), hash: event.hash)
    }

    /// Writes the part of the event that the viewer may see; streams add the hash.
    package func write(to json: inout JSONWriter, withHash: Bool = false) {
        json.object { json in
            event.writeHead(to: &json)
            if isComplete {
                event.change.writeFields(to: &json)
            } else {
                event.change.writeRedacted(to: &json)
            }
            if withHash { json.field("hash", hash.description) }
        }
    }
}

extension GameEvent.Change {
    /// The change as a journal record: the JSON of the wire without sequence, time, hash and names.
    package var record: String {
        let json = JSONWriter.object { json in
            json.field("type", type)
            writeFields(to: &json, form: .journal)
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// The event's name on the wire.
    package var type: String {
        switch self {
        case .cellChanged: "cell.changed"
        case .seatTaken: "seat.taken"
        case .seatLeft: "seat.left"
        case .seatRecoloured: "seat.recoloured"
        case .seatRenamed: "seat.renamed"
        case .boardLocked: "board.locked"
        case .boardUnlocked: "board.unlocked"
        case .seatsClosed: "seats.closed"
        case .seatsOpened: "seats.opened"
        case .promptOpened: "prompt.opened"
        case .promptAnswered: "prompt.answered"
        case .promptDismissed: "prompt.dismissed"
        case .gameStarted: "game.started"
        case .seatAway: "seat.away"
        case .seatBack: "seat.back"
        case .cellsMarked: "cells.marked"
        case .boardWrong: "board.wrong"
        case .boardFinished: "board.finished"
        case .gamePaused: "game.paused"
        case .gameResumed: "game.resumed"
        case .gameFinished: "game.finished"
        case .rematchStarted: "rematch.started"
        case .ruleEvent(let event): event.type
        }
    }

    fileprivate func writeFields(to json: inout JSONWriter, form: EventForm = .wire) {
        switch self {
        case .cellChanged(let change): change.writeFields(to: &json)
        case .seatTaken(let player): player.writeFields(to: &json, form: form)
        case .seatLeft(let seat): json.field("seat", seat.number)
        case .seatRecoloured(let seat, let colour):
            json.field("seat", seat.number)
            json.field("colour", colour.text)
        case .seatRenamed(let seat, let name, let person):
            json.field("seat", seat.number)
            switch (form, person) {
            case (.wire, .member(let player)):
                json.field("name", name.text)
                json.field("player", player.text)
                json.field("nickname", true)
            case (.wire, _): json.field("name", name.text)
            case (.journal, .member(let player)):
                json.field("player", player.text)
                json.field("nickname", true)
            case (.journal, .player(let player)): json.field("player", player.text)
            case (.journal, .guest(let since)): json.field("since", since.value)
            }
        case .cellsMarked(let marks): marks.writeFields(to: &json)
        case .boardWrong(let board): json.field("board", board)
        case .boardFinished(let end):
            end.writeFields(to: &json)
            json.field("solved", end.isSolved)
        case .boardLocked(let by), .boardUnlocked(let by), .seatsClosed(let by), .seatsOpened(let by),
            .gamePaused(let by), .gameResumed(let by):
            if let by { json.field("by", by.number) }
        case .promptOpened(let prompt):
            json.key("prompt")
            prompt.write(to: &json, form: form)
        case .promptAnswered(let prompt, let by, let button):
            json.field("prompt", prompt)
            json.field("by", by.number)
            json.field("button", button)
        case .promptDismissed(let prompt, let button):
            json.field("prompt", prompt)
            json.field("button", button)
        case .gameStarted(let start): start.writeFields(to: &json)
        case .seatAway(let seat, let isKicked):
            json.field("seat", seat.number)
            if isKicked { json.field("kicked", true) }
        case .seatBack(let seat): json.field("seat", seat.number)
        case .gameFinished(let result):
            json.key("result")
            result.write(to: &json)
        case .rematchStarted(let game): json.field("game", game.text)
        case .ruleEvent(let event): event.values.writeFields(to: &json)
        }
    }
}

extension GameEvent.Change {
    /// Writes the part of a hidden change that all viewers may see: board, seat, and whether a bot played.
    fileprivate func writeRedacted(to json: inout JSONWriter) {
        switch self {
        case .cellChanged(let change):
            json.field("board", change.board)
            if let by = change.by { json.field("by", by.number) }
            if change.cause == .bot { json.field("cause", change.cause.rawValue) }
        case .cellsMarked(let marks):
            json.field("board", marks.board)
            if let by = marks.by { json.field("by", by.number) }
        case .boardWrong(let board): json.field("board", board)
        default: break
        }
    }
}

extension GameStart {
    func writeFields(to json: inout JSONWriter) {
        json.array("order", order) { json, seat in json.value(seat.number) }
        values.writeFields(to: &json)
    }
}

extension CellChange {
    func writeFields(to json: inout JSONWriter) {
        json.field("board", board)
        json.field("cell", cell.position)
        json.field("value", value?.text ?? "")
        json.field("previous", previous?.text ?? "")
        if isPencil { json.field("pencil", true) }
        if wasPencil { json.field("wasPencil", true) }
        writeAuthor(to: &json)
    }

    fileprivate func writeAuthor(to json: inout JSONWriter) {
        if let by { json.field("by", by.number) }
        if cause != .edit { json.field("cause", cause.rawValue) }
    }
}

extension CellMarks {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("board", board)
        json.object("marks") { json in
            for marked in cells {
                json.key(text: String(marked.cell.position))
                json.value(marked.mark.rawValue)
            }
        }
        if let by { json.field("by", by.number) }
        json.field("cause", cause.rawValue)
    }
}

extension SeatedPlayer {
    package func writeFields(to json: inout JSONWriter, form: EventForm = .wire) {
        json.field("seat", seat.number)
        if form == .wire || bot != nil { json.field("name", name.text) }
        json.field("colour", colour.text)
        if let bot {
            json.field("bot", true)
            json.field("level", bot.rawValue)
        } else if isProgram {
            json.field("bot", true)
        }
        if let player { json.field("player", player.text) }
        if hasNickname { json.field("nickname", true) }
    }
}

extension Prompt {
    /// Writes the prompt without its answers.
    ///
    /// - Parameter away: The server's total downtime in milliseconds, which moves “expires” on the wall
    ///   clock; nil writes it as it was when the prompt was opened.
    package func write(to json: inout JSONWriter, away: Int64? = nil, form: EventForm = .wire) {
        json.object { json in writeFields(to: &json, away: away, form: form) }
    }

    /// Writes the fields of the prompt, as ``write(to:away:form:)`` does.
    package func writeFields(to json: inout JSONWriter, away: Int64?, form: EventForm = .wire) {
        let expires = away.map(expires.adjusted(away:)) ?? expires
        json.field("id", id)
        json.field("purpose", purpose)
        title.write("title", to: &json, form)
        message.write("message", to: &json, form)
        json.array("buttons", buttons) { json, button in json.value(button) }
        json.field("cancel", cancel)
        if let asker { json.field("asker", asker.number) }
        json.array("deciders", deciders) { json, seat in json.value(seat.number) }
        json.field("expires", expires.rfc3339)
    }
}

extension Sentence {
    /// Writes the text, or for the journal the list of texts and seats.
    fileprivate func write(_ name: StaticString, to json: inout JSONWriter, _ form: EventForm) {
        guard form == .journal else { return json.field(name, text) }
        json.array(name, parts) { json, part in
            switch part {
            case .text(let text): json.value(text)
            case .seat(let seat): json.value(seat.number)
            }
        }
    }
}
