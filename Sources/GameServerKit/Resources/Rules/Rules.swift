import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rules`: the games that can be played here, with their options.
enum Rules {
    static let routes = [Route(.get, "/rules", cost: .free, list)]

    private static func list(_ call: Call) throws -> Outcome {
        .answer(Reply.json(call.world.rulesDocument))
    }
}

nonisolated extension RuleCatalog {
    /// The answer to `/rules`.
    ///
    /// - Parameter modules: The names of the rules for which a folder of the page has a module.
    func json(modules: Set<String>) -> [UInt8] {
        JSONWriter.object { json in
            json.array("rules", all) { json, rules in
                json.object { json in
                    Self.write(rules, to: &json)
                    if modules.contains(rules.name) { json.field("module", true) }
                }
            }
        }
    }

    private static func write(_ rules: any RuleSet.Type, to json: inout JSONWriter) {
        let info = rules.info
        let privateBoards = (rules as? any PrivateBoardRules.Type)?.privateBoards ?? .never
        json.field("name", rules.name)
        json.field("title", info.title)
        json.field("summary", info.summary)
        json.key("options")
        Parameters(Schema.object(info.options).values).write(to: &json)
        json.object("seats") { json in
            json.field("minimum", info.seats.lowerBound)
            json.field("maximum", info.seats.upperBound)
        }
        json.field("privateBoards", privateBoards.rawValue)
        json.field("daily", rules is any DailyRules.Type)
        json.field("bots", rules is any BotRules.Type)
        json.field("words", rules is any LexiconRules.Type)
        json.field("review", rules is any ReviewRules.Type)
        if !info.howToPlay.isEmpty { json.array("howToPlay", info.howToPlay) { $0.value($1) } }
        if !info.keys.isEmpty { json.array("keys", info.keys) { $0.value($1) } }
    }
}
