import GameCore
import GameJSON
import GameStore

/// The answer to `/analysis/fill`.
nonisolated struct FillAnswer: Sendable {
    private let boards: [String]
    private let isExhausted: Bool
    private let time: Duration

    /// Searches for completions, for at most `Settings.fillTimeLimit`.
    init(_ board: CodedBoard, _ lexicon: Lexicon, _ options: GridFiller.Options) {
        let started = ContinuousClock.now
        let found = GridFiller(board, lexicon).find(options) {
            ContinuousClock.now - started > Settings.fillTimeLimit
        }
        boards = found.boards.map { $0.text(lexicon.alphabet) }
        isExhausted = found.isExhausted
        time = ContinuousClock.now - started
    }

    var json: [UInt8] {
        JSONWriter.object { json in
            json.field("count", boards.count)
            json.field("exhausted", isExhausted)
            json.array("fills", boards) { json, board in json.value(board) }
            json.key("seconds")
            json.literal(time.jsonSeconds)
        }
    }
}

/// The answer to `/analysis/place`.
nonisolated struct PlaceAnswer: Sendable {
    private let placements: [Placement]
    private let calls: [RankedCall]
    private let alphabet: Alphabet

    /// Ranks the cells for `letter` by the final points to be expected; without a letter, ranks the letters, and the
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

nonisolated extension CodedBoard {
    fileprivate func text(_ alphabet: Alphabet) -> String {
        let symbols = CellIndex.all.map { cell in
            self[cell] == CodedBoard.block ? "#" : alphabet.letter(self[cell])?.text ?? "."
        }
        let rows = stride(from: 0, to: CellIndex.count, by: CellIndex.side).map { first in
            symbols[first..<first + CellIndex.side].joined()
        }
        return rows.joined(separator: "/")
    }
}
