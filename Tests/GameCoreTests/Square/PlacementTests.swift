@testable import GameCore
import Testing

@Suite("The rankings of a word square bot")
struct PlacementTests {
    private static let words = "AT ON NO CAT DOG ATE TEA CATS HEAR HERE HEART TRAIN"

    private let lexicon: Lexicon
    private var random = SeededGenerator(seed: 4)

    init() throws {
        lexicon = try TestLexicons.of(Self.words)
    }

    private func bot(_ preset: String) throws -> SquareBot {
        let preset = try #require(ScoringPreset.named(preset))
        return SquareBot(BoardScorer(lexicon, preset.scoring), hasFreeLast: preset.end == .freeLast)
    }

    private func coded(_ text: String) throws -> CodedBoard {
        CodedBoard(try Board(text: text), lexicon.alphabet)
    }

    private func code(_ text: String) -> UInt8 { lexicon.alphabet.code(of: Letter(text)) }

    /// A board of random letters with `count` empty cells.
    private mutating func board(empty count: Int) -> CodedBoard {
        var (board, cells) = (CodedBoard(), CellIndex.all)
        for _ in 0..<25 - count {
            let cell = cells.remove(at: random.below(cells.count))
            board.put(UInt8(1 + random.below(lexicon.alphabet.count)), in: cell)
        }
        return board
    }

    @Test("list every empty cell for a letter, each once, best first", arguments: BotLevel.allCases)
    mutating func order(level: BotLevel) throws {
        let bot = try bot("family")
        for count in [25, 12, 5, 2, 1] {
            let board = board(empty: count)
            let placements = bot.placements(of: code("E"), BotQuery(board: board, level: level))
            #expect(Set(placements.map(\.cell)) == Set(board.emptyCells))
            #expect(Set(placements.map(\.cell)).count == placements.count)
            #expect(placements.map(\.expected) == placements.map(\.expected).sorted(by: >))
        }
    }

    @Test("value rare words only for a hard bot", arguments: BotLevel.allCases)
    func commonWords(level: BotLevel) throws {
        let lexicon = try TestLexicons.of("CADI TAXI", common: "TAXI")
        let preset = try #require(ScoringPreset.named("family"))
        let scorer = BoardScorer(lexicon, preset.scoring)
        let bot = SquareBot.Kind(scorer, hasFreeLast: true, level: level).makeTable()
        let points = { (row: String) in
            let board = CodedBoard(try Board(text: row + "/ZZZZZ/ZZZZZ/ZZZZZ/ZZZZZ"), lexicon.alphabet)
            let letter = lexicon.alphabet.code(of: Letter("I"))
            return try #require(bot.placements(of: letter, BotQuery(board: board, level: .medium)).first)
                .expected
        }
        #expect(try points("TAX.X") > 3)
        #expect(try (points("CAD.X") > 3) == (level == .hard))
    }

    @Test(
        "expect exactly the points of the full board for the last letter",
        arguments: ScoringPreset.all.map(\.name))
    mutating func lastLetter(preset: String) throws {
        let (bot, scoring) = (try bot(preset), try #require(ScoringPreset.named(preset)).scoring)
        for letter in ["E", "T", "C", "N"] {
            var board = board(empty: 1)
            let query = BotQuery(board: board, level: .hard)
            let placement = try #require(bot.placements(of: code(letter), query).first)
            board.put(code(letter), in: placement.cell)
            let points = BoardScorer(lexicon, scoring).total(board)
            #expect(abs(placement.expected - Double(points)) < 0.05)
        }
    }

    @Test("list the letters of the alphabet to call, best first, and for the last cell by their points")
    mutating func calls() throws {
        let (bot, scorer) = (try bot("family"), BoardScorer(lexicon, Scoring()))
        for count in [9, 1, 1, 1] {
            let board = board(empty: count)
            let calls = bot.rankedCalls(BotQuery(board: board, level: .hard))
            #expect(calls.map(\.best.expected) == calls.map(\.best.expected).sorted(by: >))
            #expect(Set(calls.map(\.letter)).count == calls.count && !calls.isEmpty)
            #expect(calls.allSatisfy { lexicon.alphabet.letter($0.letter) != nil })
            #expect(calls.allSatisfy { board.emptyCells.contains($0.best.cell) })
            guard let cell = board.emptyCells.first, count == 1 else { continue }
            let points = (1...UInt8(lexicon.alphabet.count)).map { letter in
                var full = board
                full.put(letter, in: cell)
                return scorer.total(full)
            }
            let (best, most) = (try #require(calls.first), try #require(points.max()))
            #expect(points[Int(best.letter) - 1] == most && abs(best.best.expected - Double(most)) < 0.05)
        }
    }

    @Test(
        "put a letter first where it completes a word, if it is worth nothing elsewhere",
        arguments: [BotLevel.medium, .hard])
    func completion(level: BotLevel) throws {
        // With a free last cell, HEAR could wait for its T.
        let bot = try bot("wordsworth")
        let board = try coded("HEAR./DIDID/IDIDI/DIDID/IDID.")
        let placements = bot.placements(of: code("T"), BotQuery(board: board, level: level))
        #expect(placements.first?.cell.square == "e1")
    }

    @Test("are equal for equal queries", arguments: BotLevel.allCases)
    mutating func determinism(level: BotLevel) throws {
        let (bot, query) = (try bot("family"), BotQuery(board: board(empty: 14), level: level))
        #expect(bot.placements(of: code("E"), query) == bot.placements(of: code("E"), query))
    }

    @Test("are empty for a full board")
    mutating func full() throws {
        let (bot, query) = (try bot("family"), BotQuery(board: board(empty: 0), level: .hard))
        #expect(bot.placements(of: code("E"), query).isEmpty && bot.rankedCalls(query).isEmpty)
    }
}
