import GameCore
import GameJSON
import GameStore

nonisolated extension PlayerRecord {
    /// The player, with a key that was just made.
    func json(_ key: Token? = nil) -> [UInt8] {
        JSONWriter.object { json in
            writeFields(to: &json)
            if let key { json.field("key", key.text) }
        }
    }

    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("player", id.text)
        json.field("name", name.text)
        if let colour { json.field("colour", colour.text) }
    }
}

/// The answer to `GET /players/me`.
nonisolated struct Profile {
    let player: PlayerRecord
    let keys: [PlayerKey]
    let games: [PlayedGame]
    let rooms: [PlayedGame]
    let results: PlayerResults

    var json: [UInt8] {
        JSONWriter.object { json in
            player.writeFields(to: &json)
            json.field("created", player.created.rfc3339)
            json.object("statistics") { json in
                for statistics in results.statistics {
                    json.key(text: statistics.rules)
                    json.object(statistics.writeFields)
                }
            }
            json.object("streak") { json in
                json.field("days", results.streak.days)
                json.field("best", results.streak.best)
                json.field("graceUsed", results.streak.isGraceUsed)
            }
            json.array("games", games) { json, game in
                json.object { json in
                    json.field("id", game.game.text)
                    json.field("rules", game.rules)
                    json.field("state", game.phase.rawValue)
                    json.field("time", game.time.rfc3339)
                }
            }
            json.array("rooms", rooms) { json, room in
                json.object { json in
                    json.field("room", room.game.room?.text ?? "")
                    json.field("title", room.title ?? "")
                    json.field("time", room.time.rfc3339)
                }
            }
            json.array("keys", keys) { json, key in
                json.object { json in
                    json.field("n", key.number)
                    json.field("created", key.created.rfc3339)
                    json.field("lastUsed", key.lastUsed.rfc3339)
                }
            }
        }
    }
}

nonisolated extension PlayerStatistics {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("played", played)
        json.field("won", won)
        if !distribution.isEmpty {
            json.object("distribution") { json in
                for (guesses, count) in distribution.sorted(by: { $0.key < $1.key }) {
                    json.key(text: String(guesses))
                    json.value(count)
                }
            }
        }
        if let times {
            json.object("times") { json in
                json.key("best")
                json.literal(times.best.jsonSeconds)
                json.key("average")
                json.literal(times.average.jsonSeconds)
            }
        }
        if let scores {
            json.object("scores") { json in
                json.field("best", scores.best)
                json.key("average")
                json.literal(String((scores.average * 10).rounded() / 10))
            }
        }
        json.field("streak", streak.days)
        json.field("best", streak.best)
        json.field("graceUsed", streak.isGraceUsed)
    }
}
