import EventIO
import GameCore
import GameJSON
import GameStore

/// The format of a stream: Server-Sent Events or JSON lines, of one game or of several, or pictures of one
/// board for a terminal.
struct StreamFormat: Hashable {
    enum Medium { case serverSentEvents, jsonLines, terminal }

    let medium: Medium
    /// Whether event ids include the game, as on a stream of several games.
    let namesGame: Bool
    /// The number of the board that is drawn for a terminal; one byte, because every stream holds a format.
    var board: UInt8 = 0
    /// The suffix of event ids, as of entity tags: after a restore, earlier ids must not name other events.
    var idSuffix = ""

    /// Whether each change is sent as a picture of the state after it, which replaces the one before.
    var sendsPictures: Bool { medium == .terminal }

    var mediaType: String {
        switch medium {
        case .serverSentEvents: "text/event-stream"
        case .jsonLines: "application/x-ndjson"
        case .terminal: BoardMedium.ansi.contentType
        }
    }

    /// The first bytes of a stream; for a terminal, empty lines over which the pictures are drawn.
    var opening: String {
        switch medium {
        case .serverSentEvents: retryHint
        case .jsonLines: ""
        case .terminal: String(repeating: "\r\n", count: BoardState.terminalHeight)
        }
    }

    /// Tells Server-Sent Events clients when to reconnect.
    var retryHint: String { "retry: \(Settings.retryMilliseconds)\n\n" }

    /// A message without content; for a terminal, a sequence that changes nothing on the screen.
    var heartbeat: String {
        switch medium {
        case .serverSentEvents: ": beat\n\n"
        case .jsonLines: "\n"
        case .terminal: "\u{1B}[0m"
        }
    }

    /// A stream with more unsent bytes than this skips changes until it has sent them.
    var backlog: Int { sendsPictures ? Settings.pictureBacklog : Settings.streamBacklog }

    /// The state after `events` as `viewer` may see it: the events, or a picture.
    func bytes(_ events: [GameEvent], to state: GameState, for viewer: Seat?) -> [UInt8] {
        guard sendsPictures else {
            if state.room != nil { return roomMessages(events, state) }
            return messages(state.views(of: events, for: viewer), game: state.setup.id)
        }
        let toTheTop = "\r\u{1B}[\(BoardState.terminalHeight)A"
        return Array((toTheTop + state.terminalPicture(ofBoard: Int(board), for: viewer)).utf8)
    }

    /// One message; empty for a terminal, whose pictures show no presence, cursors or reactions.
    ///
    /// - Parameters:
    ///   - json: The data, which must not contain a newline.
    ///   - sequence: The event's sequence; nil for ephemeral events.
    func message(_ name: String, _ json: [UInt8], game: GameID, sequence: SequenceNumber?) -> [UInt8] {
        let id = sequence.map { (namesGame ? "\(game):" : "") + "\($0)" + idSuffix }
        switch medium {
        case .serverSentEvents:
            let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(name)\ndata: "
            return Array(head.utf8) + json + Array("\n\n".utf8)
        case .jsonLines:
            let line = JSONWriter.object { writer in
                writer.field("event", name)
                if let id { writer.field("id", id) }
                writer.key("data")
                writer.value(json: json)
            }
            return line + [UInt8(ascii: "\n")]
        case .terminal: return []
        }
    }

    /// The messages of a room's `events`, which led to `state`, in order.
    func roomMessages(_ events: [GameEvent], _ state: GameState) -> [UInt8] {
        events.reduce(into: []) { bytes, event in
            let (name, json) = state.roomMessage(event)
            bytes += message(name, json, game: state.setup.id, sequence: event.sequence)
        }
    }

    /// The messages of `events`, in order.
    func messages(_ events: [EventView], game: GameID) -> [UInt8] {
        events.reduce(into: []) { bytes, view in
            var json = JSONWriter()
            view.write(to: &json, withHash: true)
            let event = view.event
            bytes += message(event.change.type, json.bytes, game: game, sequence: event.sequence)
        }
    }
}

extension Presence.Summary {
    func json(game: GameID) -> [UInt8] {
        JSONWriter.object { json in
            json.field("game", game.text)
            json.array("seats", seats) { json, seat in
                json.object { json in
                    json.field("seat", seat.seat.number)
                    json.field("present", seat.isPresent)
                }
            }
            json.field("spectators", spectators)
        }
    }
}

extension Cursor {
    func json(game: GameID) -> [UInt8] {
        JSONWriter.object { json in
            json.field("game", game.text)
            json.field("seat", seat.number)
            json.key("cell")
            if let cell { json.value(cell.position) } else { json.null() }
            json.field("direction", direction.rawValue)
        }
    }
}

extension Reaction {
    func json(by seat: Seat, game: GameID) -> [UInt8] {
        JSONWriter.object { json in
            json.field("game", game.text)
            json.field("seat", seat.number)
            json.field("reaction", rawValue)
        }
    }
}
