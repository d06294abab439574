@testable import GameCore
import Testing

@Suite("Ranked fills")
struct RankedFillsTests {
    /// A fixed list, on which the expected counts depend.
    private static let list = """
        ABASE ABATE ABIDE ABODE ABORT ABOVE ADAGE ADEPT ADIEU ADORE AERIE AFIRE AGAPE AGATE AGAVE AGENT \
        AGILE AGREE ALERT ALIBI ALIVE ALOHA ALONE AMINO ANIME ANODE APART ARENA ARISE AROMA AROSE ASHEN \
        ASIDE ASPEN ASSES ASSET ASTER ATONE ATRIA ATTAR AVAIL AVERT AWAIT AWARE AZURE DEEDS DENSE DENTS \
        DRESS EASES ECLAT EDEMA EDGED EDGER EDGES EERIE EGGED EGRET ELDER ELECT ELIDE ELOPE EMAIL EMEND \
        ENACT ENDUE ENEMA ENSUE ENTER ERASE ERECT ERODE ERRED ESSAY ESTER ETHER EVADE EVENS EVENT EXTRA \
        INANE INEPT INERT INURE IRATE ISLET LEERS LIEGE LLAMA NESTS OLIVE OMEGA OPERA OPINE ORATE OVERT \
        OXIDE OZONE PASHA PASTA PESTS PRESS RADII REEDS REEVE RENAL RENTS RERAN RESET RESTS RIVEN SADES \
        SALES SASSY SEARS SEDAN SEEDS SEEDY SEERS SENDS SENSE SERER SIEGE SLASH SLEDS SLEEK SLEEP SLEET \
        SNEER STARE STASH STEED STEEL STEEP STEER STENT STERN STREP STREW SUDSY TENSE TERSE TESTS TESTY \
        TRESS ULTRA URINE UTERI UVULA YESES
        """

    /// All squares of the list, found by a search on strings.
    private static let squares = SquareReference(list).squares()

    private func lexicon() throws -> Lexicon { try TestLexicons.of(Self.list) }

    private struct Options {
        var limit = 1_000_000
        var isDistinct = true
        var seed: UInt64 = 0
    }

    private func fills(_ board: String, _ options: Options, _ lexicon: Lexicon) throws -> (
        texts: [String], isExhausted: Bool
    ) {
        let vocabulary = PuzzleVocabulary(lexicon)
        var question = try FillQuestion(try Board(text: board), vocabulary, isCommonOnly: false)
        question.isDistinct = options.isDistinct
        let found = RankedFills(question, vocabulary, limit: options.limit, seed: options.seed) { false }
        let texts = found.fills.map { fill in fill.letters.compactMap { $0?.text }.joined() }
        return (texts, found.isExhausted)
    }

    private static let empty = "...../...../...../...../....."

    @Test("finds the same squares of ten words as a search on strings")
    func exhaustive() throws {
        let found = try fills(Self.empty, Options(isDistinct: false), lexicon())
        let expected = Self.squares
        #expect(found.isExhausted && found.texts.sorted() == expected)
        #expect(expected.count == 58)
    }

    @Test("finds only squares of ten different words with the option distinct")
    func distinct() throws {
        let found = try fills(Self.empty, Options(isDistinct: true), lexicon())
        let expected = Self.squares.filter {
            Set(SquareReference.lines($0)).count == 10
        }
        #expect(found.isExhausted && found.texts.sorted() == expected)
    }

    @Test(
        "keeps given letters in any cell",
        arguments: [
            "....T/...../...../...../.....", "...../...../..E../...../.....", "...../...../...../...../T....",
            "A..../.E.../..E../...T./....S", "...../...../...../...../.....",
        ])
    func partial(board: String) throws {
        let pattern = board.filter { $0 != "/" }
        let found = try fills(board, Options(isDistinct: false), lexicon())
        let expected = Self.squares.filter { square in
            zip(square, pattern).allSatisfy { $1 == "." || $0 == $1 }
        }
        #expect(found.isExhausted && found.texts.sorted() == expected)
    }

    @Test("stops at the limit and reports whether there are more squares")
    func limit() throws {
        let some = try fills(Self.empty, Options(limit: 3, isDistinct: false), lexicon())
        #expect(some.texts.count == 3 && !some.isExhausted)
        let none = try fills(
            "AAAAA/...../...../...../.....", Options(limit: 3, isDistinct: false), lexicon())
        #expect(none.texts.isEmpty && none.isExhausted)
    }

    @Test("finds random squares without repetition, the same for the same seed")
    func random() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let options = Options(limit: 5, isDistinct: true, seed: 11)
        let found = try fills(Self.empty, options, lexicon).texts
        #expect(
            try found.count == 5 && Set(found).count == 5
                && fills(Self.empty, options, lexicon).texts == found)
        let other = Options(limit: 5, isDistinct: true, seed: 12)
        #expect(try fills(Self.empty, other, lexicon).texts != found)
        let words = Set(TestLexicons.shippedWords)
        for square in found { #expect(Set(SquareReference.lines(square)).isSubset(of: words)) }
    }

    @Test("finds all squares in random order if the limit is high enough")
    func randomAll() throws {
        let board = "A..../...../...../...../....."
        let all = try fills(board, Options(limit: 1000, isDistinct: false), lexicon())
        let random = try fills(board, Options(limit: 1000, isDistinct: false, seed: 3), lexicon())
        #expect(
            random.isExhausted && Set(random.texts) == Set(all.texts) && random.texts.count == all.texts.count
        )
    }

    @Test("fills the runs between blocks with words of the same length")
    func blocks() throws {
        let lexicon = try TestLexicons.of("AT TO CAT CAB ATE BET TEN ABBOT")
        let found = try fills(
            "#CAT#/#...#/#...#/#####/#####", Options(limit: 10, isDistinct: true), lexicon)
        #expect(found.isExhausted)
        for text in found.texts { #expect(text.hasPrefix("CAT") && text.count == 9) }
        let full = try fills(
            "CATT#/#####/#####/#####/#####", Options(limit: 10, isDistinct: true), lexicon)
        #expect(full.texts.isEmpty && full.isExhausted)
    }

    @Test(
        "finds the same completions between blocks as trying all letters",
        arguments: [
            "#..../...../...../...../....#", "##.../#..../...../....#/...##", ".#.../...../...../...../...#.",
            "...../.###./...../.###./.....",
        ], [true, false])
    func blocksExhaustively(mask: String, isDistinct: Bool) throws {
        var random = SeededGenerator(seed: 6)
        let words = [2: 5, 3: 12, 4: 24, 5: 40].sorted { $0.key < $1.key }.flatMap { length, count in
            (0..<count).map { _ in String((0..<length).map { _ in Array("ABC")[random.below(3)] }) }
        }
        let lexicon = try TestLexicons.of((words + ["CAB"]).joined(separator: " "))
        let vocabulary = PuzzleVocabulary(lexicon)
        func fills(_ board: Board, limit: Int, seed: UInt64) throws -> (texts: [String], isExhausted: Bool) {
            var question = try FillQuestion(board, vocabulary, isCommonOnly: false)
            question.isDistinct = isDistinct
            let found = RankedFills(question, vocabulary, limit: limit, seed: seed) { false }
            let texts = found.fills.map { fill in fill.letters.map { $0?.text ?? "#" }.joined() }
            return (texts, found.isExhausted)
        }
        let reference = BlockReference(words: Set(words + ["CAB"]), isDistinct: isDistinct)
        let complete = try fills(try Board(text: mask), limit: 3, seed: 4).texts
        #expect(!complete.isEmpty)
        for text in complete {
            var signs = Array(text)
            for _ in 0..<6 {
                let index = random.below(25)
                if signs[index] != "#" { signs[index] = "." }
            }
            let rows = (0..<5).map { String(signs[$0 * 5..<$0 * 5 + 5]) }
            let found = try fills(try Board(text: rows.joined(separator: "/")), limit: 1000, seed: 0)
            let expected = reference.fills(signs)
            #expect(found.isExhausted && Set(found.texts) == expected && found.texts.count == expected.count)
            #expect(expected.contains(text))
        }
    }

    @Test("finds a full board itself if all its lines are words, and nothing otherwise")
    func full() throws {
        let options = Options(limit: 10, isDistinct: true)
        let square = "GLYPH/ALULA/MALAR/INANE/NONES"
        let lexicon = try #require(TestLexicons.shipped)
        #expect(try fills(square, options, lexicon).texts == [square.replacing("/", with: "")])
        let wrong = try fills("X" + square.dropFirst(), options, lexicon)
        #expect(wrong.texts.isEmpty && wrong.isExhausted)
        let blocks = try fills("#####/#####/#####/#####/#####", options, lexicon)
        #expect(blocks.texts == [""] && blocks.isExhausted)
    }

    @Test("works with alphabets of more than 64 letters")
    func wideAlphabet() throws {
        let scalars = (UInt32(0xAC00)..<0xAC00 + 300).compactMap(Unicode.Scalar.init)
        let letters = scalars.compactMap { Letter(String($0)) }
        let words = (0..<100).map { place in letters[place * 3..<place * 3 + 3] }
        var spelling = Spelling()
        spelling.unit = .syllable
        let vocabulary = PuzzleVocabulary(words.map { PuzzleVocabulary.Word(Array($0), level: 1) }, spelling)
        let board = try Board(text: "...##/#####/###../####./####.")
        let question = try FillQuestion(board, vocabulary, isCommonOnly: true)
        #expect(
            RankedFills(question, vocabulary, limit: 5, seed: 0) { false }.fills.isEmpty, "no word of two")
        let three = try FillQuestion(
            try Board(text: "...##/#####/...##/#####/#####"), vocabulary, isCommonOnly: true)
        let found = RankedFills(three, vocabulary, limit: 9901, seed: 0) { false }
        #expect(found.fills.count == 9900 && found.isExhausted)
    }

    @Test("ends early when shouldStop returns true")
    func stop() throws {
        let vocabulary = PuzzleVocabulary(try #require(TestLexicons.shipped))
        let question = try FillQuestion(try Board(text: Self.empty), vocabulary, isCommonOnly: false)
        let found = RankedFills(question, vocabulary, limit: 1_000_000, seed: 0) { true }
        #expect(!found.isExhausted && found.fills.count < 100)
    }

    @Test("prefers fills of common words, and names the roots that words share")
    func ranked() throws {
        let words = [
            "CAT": 1, "CAR": 1, "ART": 1, "TEN": 1, "RYE": 1, "TIN": 3, "ATE": 4, "CUT": 1, "URN": 5,
            "TNT": 6,
        ]
        let vocabulary = PuzzleVocabulary(
            words.map { text, level in
                PuzzleVocabulary.Word(
                    text.compactMap { Letter(String($0)) }, level: level, root: text == "CAR" ? "CAT" : text,
                    isCommon: level < 6)
            })
        let question = try FillQuestion(
            try Board(text: "C..##/.####/.####/#####/#####"), vocabulary, isCommonOnly: false)
        let found = RankedFills(question, vocabulary, limit: 100, seed: 0) { false }
        #expect(found.isExhausted && found.fills.count == 6)
        let roots = found.fills.map(\.repeatedRoots)
        #expect(roots.filter { $0 == ["CAT"] }.count == 2 && roots.allSatisfy { $0.isEmpty || $0 == ["CAT"] })
        let tall = try FillQuestion(
            try Board(text: "T..##/#####/...##/#####/#####"), vocabulary, isCommonOnly: false)
        let ranked = RankedFills(tall, vocabulary, limit: 100, seed: 0) { false }
        let highest = ranked.fills.map { $0.words.compactMap(\.level).max() ?? 0 }
        #expect(ranked.isExhausted && highest == highest.sorted() && highest.first == 1)
        let few = RankedFills(tall, vocabulary, limit: 3, seed: 0) { false }
        #expect(few.fills.allSatisfy { $0.words.allSatisfy { $0.level == 1 } } && !few.isExhausted)
    }
}

/// Finds all word squares of a list row by row, on strings.
private struct SquareReference {
    private let words: [String]
    private let beginnings: Set<String>

    init(_ list: String) {
        words = list.split { $0 == " " || $0 == "\n" }.map(String.init).sorted()
        beginnings = Set(words.flatMap { word in (1...5).map { String(word.prefix($0)) } })
    }

    func squares() -> [String] { squares([], Array(repeating: "", count: 5)) }

    private func squares(_ rows: [String], _ columns: [String]) -> [String] {
        guard rows.count < 5 else { return [rows.joined()] }
        return words.flatMap { word -> [String] in
            let longer = zip(columns, word).map { $0 + String($1) }
            return longer.allSatisfy(beginnings.contains) ? squares(rows + [word], longer) : []
        }
    }

    /// The ten lines of a square of 25 letters.
    static func lines(_ square: String) -> [String] {
        let signs = Array(square)
        let rows = (0..<5).map { row in String(signs[row * 5..<row * 5 + 5]) }
        return rows + (0..<5).map { column in String((0..<5).map { signs[$0 * 5 + column] }) }
    }
}

/// Finds the completions of a board with few empty cells by trying A, B and C in each of them.
private struct BlockReference {
    let words: Set<String>
    let isDistinct: Bool

    /// The completions of a board of 25 signs.
    func fills(_ signs: [Character]) -> Set<String> {
        let empty = signs.indices.filter { signs[$0] == "." }
        var found: Set<String> = []
        for number in 0..<empty.reduce(1, { product, _ in product * 3 }) {
            var (filled, rest) = (signs, number)
            for index in empty {
                filled[index] = Array("ABC")[rest % 3]
                rest /= 3
            }
            if isComplete(filled) { found.insert(String(filled)) }
        }
        return found
    }

    private func isComplete(_ signs: [Character]) -> Bool {
        let runs = SquareReference.lines(String(signs)).flatMap { $0.split(separator: "#").map(String.init) }
            .filter { $0.count > 1 }
        return runs.allSatisfy(words.contains) && (!isDistinct || Set(runs).count == runs.count)
    }
}
