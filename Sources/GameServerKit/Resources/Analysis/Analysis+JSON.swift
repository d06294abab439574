import GameCore
import GameJSON
import GameStore

/// The answer to `/analysis/place`.
nonisolated struct PlaceAnswer: Sendable {
    private let placements: [Placement]
    private let calls: [RankedCall]
    private let alphabet: Alphabet

    /// Ranks the cells for `letter` by expected final points; without a letter, ranks the letters, and the
    /// cells for the best one.
    init(
        _ query: BotQuery, _ letter: UInt8?, _ scorer: BoardScorer, hasFreeLast: Bool,
        from cache: any BotCache
    ) {
        let bot = cache.table(SquareBot.Kind(scorer, hasFreeLast: hasFreeLast, level: query.level))
        alphabet = scorer.lexicon.alphabet
        calls = letter == nil ? bot.rankedCalls(query) : []
        placements = (letter ?? calls.first?.letter).map { bot.placements(of: $0, query) } ?? []
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            if !calls.isEmpty { json.array("calls", calls, write) }
            json.array("placements", placements) { json, placement in
                json.object { json in placement.writeFields(to: &json) }
            }
        }
    }
}

nonisolated extension PlaceAnswer {
    private func write(to json: inout JSONWriter, _ call: RankedCall) {
        json.object { json in
            json.field("letter", alphabet.letter(call.letter)?.text ?? "")
            call.best.writeFields(to: &json)
        }
    }
}

nonisolated extension Placement {
    fileprivate func writeFields(to json: inout JSONWriter) {
        json.field("cell", cell.position)
        json.key("expected")
        json.literal(String((expected * 1000).rounded() / 1000))
    }
}
