import GameCore

nonisolated extension Leaders {
    /// The best, and apart from them those who had help, as the contract describes it.
    func json(_ wanted: LeaderListing, period: String) -> [UInt8] {
        JSONWriter.object { json in
            json.field("rules", wanted.rules)
            json.field("period", period)
            if let from = wanted.from { json.field("from", from.description) }
            json.field("to", wanted.to.description)
            json.array("entries", best) { json, leader in
                json.object { json in
                    json.field("rank", leader.rank)
                    leader.writeFields(to: &json)
                    json.field("streak", leader.streak)
                    json.field("longest", leader.longest)
                }
            }
            json.array("assisted", assisted) { json, leader in json.object(leader.writeFields) }
        }
    }
}

nonisolated extension Leader {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("name", name)
        json.field("played", played)
        json.field("solved", solved)
        if let score { json.field("score", score) }
        if let guesses { json.field("guesses", guesses) }
        json.key("seconds")
        json.literal(elapsed.jsonSeconds)
    }
}

nonisolated extension StoredPuzzle {
    /// What is in the file, without its answers; with what only who has sent it is told.
    func json(_ puzzle: Puzzle, warnings: [String]? = nil, seed: Int? = nil, token: Token? = nil) -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", id)
            json.field("format", format.rawValue)
            json.field("public", isPublic)
            puzzle.about.writeFields(to: &json)
            json.field("size", CellIndex.side)
            json.field("text", BoardPicture(of: Board(objects: puzzle.layout)).text)
            puzzle.writeClues(to: &json, withAnswers: false)
            if let warnings { json.array("warnings", warnings) { json, warning in json.value(warning) } }
            if let seed { json.field("seed", seed) }
            if let token { json.field("token", token.text) }
        }
    }
}
