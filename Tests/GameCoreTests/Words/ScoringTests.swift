@testable import GameCore
import Testing

@Suite("Scoring")
struct ScoringTests {
    private func total(_ lexicon: Lexicon, _ scoring: Scoring, _ text: String) throws -> Int {
        BoardScorer(lexicon, scoring).score(try Board(text: text)).total
    }

    private func preset(_ name: String) throws -> Scoring { try #require(ScoringPreset.named(name)).scoring }

    /// The scorings of the random boards: usual points from three lengths on, equal and falling points.
    ///
    /// Only the usual points have a full-line bonus, which plays no part in the choice between equal words.
    private static func variants(_ overlap: Scoring.Overlap) -> [Scoring] {
        let usual = [2: 1, 3: 3, 4: 4, 5: 7]
        let equal = [2: 2, 3: 2, 4: 2, 5: 2]
        let falling = [2: 9, 3: 5, 4: 3, 5: 1]
        return [(usual, 2), (usual, 3), (usual, 4), (equal, 2), (falling, 2)].map { points, length in
            var scoring = Scoring()
            (scoring.points, scoring.minimumLength, scoring.overlap) = (points, length, overlap)
            (scoring.diagonals, scoring.fullLine) = (true, points == usual ? 2 : 0)
            return scoring
        }
    }

    @Test(
        "equals the reference implementation on random boards, line by line, for each overlap policy",
        arguments: Scoring.Overlap.allCases)
    func reference(overlap: Scoring.Overlap) throws {
        let lexicon = try #require(TestLexicons.shipped)
        let words = Set(TestLexicons.shippedWords)
        let scorers = Self.variants(overlap).map { BoardScorer(lexicon, $0) }
        let references = scorers.map { ScoringReference(words: words, scoring: $0.scoring) }
        var boards = RandomBoards(lexicon, seed: 7)
        for number in 0..<500 {
            let board = try boards.next()
            let (scorer, reference) = (scorers[number % 5], references[number % 5])
            let (score, expected) = (scorer.score(board), reference.total(board))
            let lines = ScoringReference.lines(of: board, diagonals: true)
            let isEqual = zip(score.lines, lines).allSatisfy { reference.agrees(with: $0, on: $1) }
            let totals = [score.total, scorer.total(CodedBoard(board, lexicon.alphabet))]
            guard !isEqual || score.lines.count != 12 || totals != [expected, expected] else { continue }
            Issue.record("\(board.text) is worth \(expected) under \(scorer.scoring)")
        }
    }

    @Test(
        "under family, the longest word of a line counts, the leftmost of equal ones",
        arguments: [
            ("HEART", 5, "HEART"), ("HEARX", 4, "HEAR"), ("CAT..", 3, "CAT"), ("AT...", 0, nil),
            ("HEREX", 4, "HERE"), ("CATON", 3, "CAT"), ("GUB..", 0, nil),
        ])
    func family(line: String, points: Int, word: String?) throws {
        let lexicon = try #require(TestLexicons.shipped)
        let board = try Board(text: "\(line)/...../...../...../.....")
        let score = BoardScorer(lexicon, try preset("family")).score(board).lines[0]
        #expect(score.points == points)
        #expect(score.counted.map { board.text(of: $0, in: score.line) } == (word.map { [$0] } ?? []))
    }

    @Test("BEN, an inner room, is a word of the shipped list and adds a point to BENDS under classic-all")
    func ben() throws {
        let lexicon = try #require(TestLexicons.shipped)
        #expect(try total(lexicon, preset("classic-all"), "BENDS/...../...../...../.....") == 22)
    }

    @Test("words are read across and down, never backwards")
    func directions() throws {
        let scorer = BoardScorer(try TestLexicons.of("HEART"), Scoring())
        let down = scorer.score(try Board(text: "H..../E..../A..../R..../T...."))
        #expect(down.total == 5 && down.lines[5].points == 5)
        #expect(try total(scorer.lexicon, Scoring(), "TRAEH/R..../A..../E..../H....") == 0)
        #expect(try total(scorer.lexicon, Scoring(), "H..../.E.../..A../...R./....T") == 0)
    }

    @Test("a double word square has the most points under family, 50")
    func ceiling() throws {
        let lexicon = try #require(TestLexicons.shipped)
        #expect(try total(lexicon, preset("family"), "GLYPH/ALULA/MALAR/INANE/NONES") == 50)
    }

    @Test(
        "a board without a word is worth nothing under any preset",
        arguments: [".....", "#####", "XQXQX"])
    func nothing(row: String) throws {
        let lexicon = try #require(TestLexicons.shipped)
        let board = Array(repeating: row, count: 5).joined(separator: "/")
        for preset in ScoringPreset.all { #expect(try total(lexicon, preset.scoring, board) == 0) }
    }

    @Test("a board mirrored at its diagonal has the same points, with rows and columns exchanged")
    func mirrored() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let scorer = BoardScorer(lexicon, try preset("long"))
        var boards = RandomBoards(lexicon, seed: 8)
        for _ in 0..<50 {
            let board = try boards.next(letters: 100)
            let columns = ScoringReference.lines(of: board, diagonals: false).suffix(5)
            let mirror = try Board(text: columns.joined(separator: "/"))
            let (points, mirrored) = (
                scorer.score(board).lines.map(\.points), scorer.score(mirror).lines.map(\.points)
            )
            #expect(points == mirrored.suffix(5) + mirrored.prefix(5))
        }
    }

    @Test("BENDS is 21 under classic-all: BENDS, BEND, ENDS and END")
    func bends() throws {
        let lexicon = try TestLexicons.of("BENDS BEND ENDS END")
        #expect(try total(lexicon, preset("classic-all"), "BENDS/...../...../...../.....") == 21)
        #expect(try total(lexicon, preset("classic"), "BENDS/...../...../...../.....") == 10)
    }

    @Test("MASKI counts as MASK and SKI under scorewords; ASK is part of MASK")
    func maski() throws {
        let lexicon = try TestLexicons.of("MASK ASK SKI")
        let scorer = BoardScorer(lexicon, try preset("scorewords"))
        let line = scorer.score(try Board(text: "MASKI/...../...../...../.....")).lines[0]
        #expect(line.points == 3 && line.counted == [Span(start: 0, length: 4), Span(start: 2, length: 3)])
        #expect(line.words.count == 3)
    }

    @Test("MEAT is 4 under teacher; EAT does not count too")
    func meat() throws {
        let lexicon = try TestLexicons.of("MEAT EAT ME AT")
        #expect(try total(lexicon, preset("teacher"), "MEAT./...../...../...../.....") == 4)
        #expect(try total(lexicon, preset("teacher"), "MEATM/E..../...../...../.....") == 6)
    }

    @Test("under split, the disjoint words with the highest sum count")
    func split() throws {
        let lexicon = try TestLexicons.of("NO NOT ON TEN EN")
        #expect(try total(lexicon, preset("long"), "NOTEN/...../...../...../.....") == 5)
    }

    @Test("under anchored, only words from the first cell count")
    func anchored() throws {
        var scoring = Scoring()
        scoring.overlap = .anchored
        let lexicon = try TestLexicons.of("CAT CATS ATE")
        #expect(try total(lexicon, scoring, "CATSE/...../...../...../.....") == 7)
        #expect(try total(lexicon, scoring, ".CATS/...../...../...../.....") == 0)
    }

    @Test(
        "a line covered by counted words gets the full-line bonus; diagonals are read from left to right"
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
        scoring.overlap = .single
        #expect(try total(lexicon, scoring, "NOTEN/...../...../...../.....") == 3)
        let whole = try TestLexicons.of("NOTEN TEN")
        #expect(try total(whole, scoring, "NOTEN/...../...../...../.....") == 15)
    }

    @Test("each preset has its points, overlap policy and ending")
    func presets() {
        let lines = ScoringPreset.all.map { preset in
            let points = (2...5).map { preset.scoring.points(forLength: $0).map(String.init) ?? "–" }
                .joined(separator: " ")
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

    @Test("letters outside the alphabet, blocks and empty cells end words")
    func breaks() throws {
        let lexicon = try TestLexicons.of("CAT AT")
        for text in ["C#AT.", "C.AT.", "CßAT.", "CAÉT.", "ЖЖЖЖЖ"] {
            #expect(try total(lexicon, Scoring(), "\(text)/...../...../...../.....") == 0, "\(text)")
        }
    }
}
