@testable import GameCore
import Testing

@Suite("Scoring")
struct ScoringTests {
    private func total(_ lexicon: Lexicon, _ scoring: Scoring, _ text: String) throws -> Int {
        BoardScorer(lexicon, scoring).score(try Board(text: text)).total
    }

    private func preset(_ name: String) throws -> Scoring { try #require(ScoringPreset.named(name)).scoring }

    @Test(
        "equals the rules read literally, on 10,000 random boards for each policy",
        arguments: Scoring.Overlap.allCases)
    func reference(overlap: Scoring.Overlap) throws {
        let lexicon = try #require(TestLexicons.shipped)
        var scoring = Scoring()
        scoring.points = [2: 1, 3: 3, 4: 4, 5: 7]
        scoring.overlap = overlap
        scoring.diagonals = true
        scoring.fullLine = 2
        let words = Set(TestLexicons.shippedWords)
        let scorers = (2...4).map { length in
            scoring.minimumLength = length
            return BoardScorer(lexicon, scoring)
        }
        var boards = RandomBoards(lexicon, seed: 7)
        for number in 0..<10_000 {
            let (board, scorer) = (try boards.next(), scorers[number % 3])
            let expected = ScoringReference(words: words, scoring: scorer.scoring).total(board)
            let totals = [scorer.score(board).total, scorer.total(CodedBoard(board, lexicon.alphabet))]
            guard totals != [expected, expected] else { continue }
            Issue.record("\(board.text) is worth \(expected) under \(overlap)")
        }
    }

    @Test("BENDS is 21 under classic-all: BENDS, BEND, ENDS and END")
    func bends() throws {
        let lexicon = try TestLexicons.of("BENDS BEND ENDS END")
        #expect(try total(lexicon, preset("classic-all"), "BENDS/...../...../...../.....") == 21)
        #expect(try total(lexicon, preset("classic"), "BENDS/...../...../...../.....") == 10)
    }

    @Test("MASKI is MASK and SKI under scorewords; ASK lies inside MASK")
    func maski() throws {
        let lexicon = try TestLexicons.of("MASK ASK SKI")
        let scorer = BoardScorer(lexicon, try preset("scorewords"))
        let line = scorer.score(try Board(text: "MASKI/...../...../...../.....")).lines[0]
        #expect(line.points == 3 && line.counted == [Span(start: 0, length: 4), Span(start: 2, length: 3)])
        #expect(line.words.count == 3)
    }

    @Test("MEAT is 4 under teacher, and not EAT besides")
    func meat() throws {
        let lexicon = try TestLexicons.of("MEAT EAT ME AT")
        #expect(try total(lexicon, preset("teacher"), "MEAT./...../...../...../.....") == 4)
        #expect(try total(lexicon, preset("teacher"), "MEATM/E..../...../...../.....") == 6)
    }

    @Test("a line of words that share no letter is split to the highest sum")
    func split() throws {
        let lexicon = try TestLexicons.of("NO NOT ON TEN EN")
        #expect(try total(lexicon, preset("long"), "NOTEN/...../...../...../.....") == 5)
    }

    @Test("only words from the first cell count when they are anchored there")
    func anchored() throws {
        var scoring = Scoring()
        scoring.overlap = .anchored
        let lexicon = try TestLexicons.of("CAT CATS ATE")
        #expect(try total(lexicon, scoring, "CATSE/...../...../...../.....") == 7)
        #expect(try total(lexicon, scoring, ".CATS/...../...../...../.....") == 0)
    }

    @Test(
        "a full line earns a bonus when words that count cover all of it, and diagonals read from left to right"
    )
    func extras() throws {
        var scoring = try preset("long")
        scoring.fullLine = 5
        scoring.diagonals = true
        let lexicon = try TestLexicons.of("NO TEN")
        #expect(try total(lexicon, scoring, "NOTEN/...../...../...../.....") == 10)
        #expect(try total(lexicon, scoring, "....N/...E./..T../...../.....") == 3)
        #expect(try total(lexicon, scoring, "....N/...E./..T../.O.../N....") == 10)
        #expect(try total(lexicon, scoring, "N..../.O.../...../...../.....") == 2)
    }

    @Test("every preset has its points, policy and end")
    func presets() {
        let lines = ScoringPreset.all.map { preset in
            let points = (2...5).map { preset.scoring.worth($0).map(String.init) ?? "–" }.joined(
                separator: " ")
            return "\(preset.name) \(points) \(preset.scoring.overlap.rawValue) \(preset.end.rawValue)"
        }
        #expect(
            lines == [
                "family – 3 4 5 single free-last", "classic – 1 5 10 single shared",
                "classic-all – 1 5 10 all shared", "wordsworth – 3 4 10 single shared",
                "scorewords – 1 2 4 maximal shared", "long 2 3 5 10 split shared",
                "teacher 2 3 4 6 split shared", "tournament 2 3 4 10 split shared",
            ])
    }

    @Test("letters that the lexicon does not have, blocks and holes end words")
    func breaks() throws {
        let lexicon = try TestLexicons.of("CAT AT")
        for text in ["C#AT.", "C.AT.", "CßAT.", "CAÉT."] {
            #expect(try total(lexicon, Scoring(), "\(text)/...../...../...../.....") == 0, "\(text)")
        }
    }
}
