import EventIO
import GameCore
import GameJSON
import GameStore

/// The format of a stream: Server-Sent Events or JSON lines, of one game or of several.
struct StreamFormat: Hashable {
    enum Medium { case serverSentEvents, jsonLines }

    let medium: Medium
    /// Whether event ids include the game, as on a stream of several games.
    let namesGame: Bool

    var mediaType: String {
        medium == .serverSentEvents ? "text/event-stream" : "application/x-ndjson"
    }

    /// The first bytes of a stream.
    var opening: String {
        medium == .serverSentEvents ? retryHint : ""
    }

    /// Tells Server-Sent Events clients when to reconnect.
    var retryHint: String { "retry: \(Settings.retryMilliseconds)\n\n" }

    var heartbeat: String {
        medium == .serverSentEvents ? ": beat\n\n" : "\n"
    }

    /// One message.
    ///
    /// - Parameters:
    ///   - json: The data, which must not contain a newline.
    ///   - sequence: The event's sequence; nil for ephemeral events.
    func message(_ name: String, _ json: [UInt8], game: GameID, sequence: SequenceNumber?) -> [UInt8] {
        let id = sequence.map { namesGame ? "\(game):\($0)" : "\($0)" }
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
