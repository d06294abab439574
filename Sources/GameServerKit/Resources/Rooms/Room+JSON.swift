import EventIO
import GameCore
import GameJSON
import GameStore

extension Rooms {
    /// The room as `player` may see it.
    ///
    /// - Parameter isKeptOut: Whether the host has removed the reader.
    func json(of room: LiveGame, for player: Player, isKeptOut: Bool = false) -> [UInt8] {
        let state = room.committed
        let present = Set(presentMembers(of: room))
        return JSONWriter.object { json in
            json.field("room", room.id.room?.text ?? "")
            state.writeSettings(to: &json)
            json.field("size", state.rules.seatLimit)
            json.field("sequence", state.sequence.value)
            json.field("created", room.setup.created.rfc3339)
            state.writeMembers(to: &json) { present.contains($0) }
            json.field("spectators", room.presence.summary.spectators)
            writePresentGame(of: room, to: &json)
            state.writeGames(to: &json)
            state.writePrompts(to: &json, at: room.services.time.now)
            if isKeptOut { json.field("keptOut", true) }
            if player.isHost {
                let removed = (state.room?.removed ?? []).map(\.text).sorted()
                json.array("removed", removed) { json, player in json.value(player) }
            }
        }
    }

    private func writePresentGame(of room: LiveGame, to json: inout JSONWriter) {
        json.key("game")
        guard let present = room.committed.room?.present, !hasLostGame(room) else { return json.null() }
        let phase = phase(of: present)
        json.object { json in
            json.field("id", present.id.text)
            json.field("rules", present.rules)
            json.field("state", phase.rawValue)
            if let begins = present.begins {
                json.field("begins", Timestamp(milliseconds: Int64(begins)).rfc3339)
            }
        }
    }
}

extension LiveGame {
    /// The presence of a room's members, for its streams.
    func roomPresence(_ summary: Presence.Summary) -> [UInt8] {
        let players = Dictionary(uniqueKeysWithValues: committed.seats.map { ($0.seat, $0.player) })
        return JSONWriter.object { json in
            json.field("room", id.room?.text ?? "")
            json.array("members", summary.seats) { json, seat in
                json.object { json in
                    if let player = players[seat.seat] ?? nil { json.field("player", player.text) }
                    json.field("present", seat.isPresent)
                }
            }
            json.field("spectators", summary.spectators)
        }
    }
}

/// The parts of a room's JSON that the messages of its stream contain too.
extension GameState {
    /// Writes what the host can change.
    fileprivate func writeSettings(to json: inout JSONWriter) {
        json.field("title", setup.title?.text ?? "")
        json.field("public", setup.isPublic)
        json.field("open", isOpenToMembers)
        json.field("locked", areSeatsClosed)
    }

    /// - Parameter isPresent: Nil leaves out who is present.
    fileprivate func writeMembers(to json: inout JSONWriter, _ isPresent: ((Seat) -> Bool)? = nil) {
        let host = room?.host
        if let player = host.flatMap({ player(on: $0)?.player }) { json.field("host", player.text) }
        json.array("members", membersInOrder) { json, member in
            json.object { json in
                json.field("seat", member.seat.number)
                if let player = member.player { json.field("player", player.text) }
                json.field("name", member.name.text)
                json.field("colour", member.colour.text)
                json.field("host", member.seat == host)
                if let isPresent { json.field("present", isPresent(member.seat)) }
            }
        }
    }

    /// Writes the past games and the standings of the present members.
    fileprivate func writeGames(to json: inout JSONWriter) {
        json.array("games", shownGames) { json, game in json.object(game.writeFields) }
        json.array("standings", ranking) { json, row in
            json.object { json in
                json.field("player", row.player.text)
                json.field("name", row.name.text)
                row.standing.writeFields(to: &json)
            }
        }
    }

    /// The newest past games; fewer of a large room, because each lists its players.
    private var shownGames: some Sequence<RoomState.Game> {
        var players = 0
        return (room?.past ?? []).prefix { game in
            players += game.players.count
            return players <= Settings.playersOfShownGames
        }
    }

    /// The standings of the members, most wins first; equal ones in the order in which they joined.
    private var ranking: [(player: PlayerID, name: PlayerName, standing: RoomState.Standing)] {
        var rows: [(player: PlayerID, name: PlayerName, standing: RoomState.Standing)] = []
        for member in membersInOrder {
            guard let player = member.player else { continue }
            let standing = room?.standings[player] ?? RoomState.Standing()
            // Swift's sort need not be stable, so the row is inserted behind its equals.
            let place = rows.firstIndex { $0.standing.wins < standing.wins } ?? rows.endIndex
            rows.insert((player, member.name, standing), at: place)
        }
        return rows
    }

    fileprivate func writePrompts(to json: inout JSONWriter, at now: Timestamp) {
        json.array("prompts", prompts) { json, prompt in writeRoomPrompt(prompt, to: &json, away: now.away) }
    }

    /// Writes a prompt, with the next game that it is about.
    func writeRoomPrompt(_ prompt: Prompt, to json: inout JSONWriter, away: Int64) {
        json.object { json in
            prompt.writeFields(to: &json, away: away)
            guard prompt.purpose == RoomRules.nextGame, let proposal = room?.proposal else { return }
            json.object("subject") { json in
                json.field("rules", proposal.rules)
                json.key("options")
                proposal.shownOptions.write(to: &json)
            }
        }
    }

    /// One message of a room's stream for `event`, with the state of the room after all its events.
    func roomMessage(_ event: GameEvent) -> (name: String, json: [UInt8]) {
        let name = event.roomMessageName
        let json = JSONWriter.object { json in
            json.field("sequence", event.sequence.value)
            json.field("time", event.time.rfc3339)
            switch name {
            case "room.game":
                guard case .ruleEvent(let event) = event.change, let change = RoomChange(event),
                    case .game(let id, let rules, let begins) = change
                else { break }
                json.field("game", id.text)
                json.field("rules", rules)
                if let begins { json.field("begins", Timestamp(milliseconds: Int64(begins)).rfc3339) }
            case "room.member":
                json.field("locked", areSeatsClosed)
                writeMembers(to: &json)
            case "room.settings": writeSettings(to: &json)
            case "room.standings": writeGames(to: &json)
            default: writePrompts(to: &json, at: event.time)
            }
        }
        return (name, json)
    }
}

extension GameEvent {
    fileprivate var roomMessageName: String {
        switch change {
        case .seatTaken, .seatLeft, .seatRecoloured, .seatRenamed, .seatAway, .seatBack, .seatsClosed,
            .seatsOpened:
            return "room.member"
        case .ruleEvent(let event):
            switch RoomChange(event) {
            case .game: return "room.game"
            case .result: return "room.standings"
            case .removed, .readmitted: return "room.member"
            case .settings: return "room.settings"
            // Members must learn nothing of the webhook, so the message has only the prompts.
            case .webhook: return "room.prompt"
            default: return "room.prompt"
            }
        default: return "room.prompt"
        }
    }
}

extension RoomState.Game {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("id", id.text)
        json.field("rules", rules)
        json.field("begun", Timestamp(milliseconds: Int64(begun)).rfc3339)
        if let ended { json.field("ended", Timestamp(milliseconds: Int64(ended)).rfc3339) }
        json.key("result")
        if let result {
            json.object { json in
                result.without(["milliseconds", "times"]).writeFields(to: &json)
                if case .number(let milliseconds) = result.values["milliseconds"] {
                    json.key("seconds")
                    json.literal(Duration.milliseconds(milliseconds).jsonSeconds)
                }
            }
        } else {
            json.null()
        }
        json.object("players") { json in
            for (seat, player) in players.sorted(by: { $0.key < $1.key }) {
                json.key(text: String(seat.number))
                json.value(player.text)
            }
        }
    }
}

extension RoomState.Standing {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("games", games)
        json.field("wins", wins)
        json.object("points") { json in
            for (rules, sum) in points.sorted(by: { $0.key < $1.key }) {
                json.key(text: rules)
                json.value(sum)
            }
        }
    }
}

extension GameSummary {
    /// One page of the list of public rooms.
    static func rooms(_ rooms: some Sequence<GameSummary>) -> [UInt8] {
        JSONWriter.object { json in
            json.array("rooms", rooms) { json, room in
                json.object { json in
                    json.field("room", room.setup.id.room?.text ?? "")
                    json.field("title", room.setup.title?.text ?? "")
                    json.field("members", room.seated)
                    json.field("created", room.setup.created.rfc3339)
                }
            }
        }
    }
}
