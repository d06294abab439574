@testable import GameCore
import Testing

@Suite("The grid filler")
struct GridFillerTests {
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

    private func fills(_ board: String, _ options: GridFiller.Options, _ lexicon: Lexicon) throws -> (
        texts: [String], isExhausted: Bool
    ) {
        let coded = CodedBoard(try Board(text: board), lexicon.alphabet)
        let found = GridFiller(coded, lexicon).find(options) { false }
        return (
            found.boards.map { lexicon.alphabet.text($0.codes.filter { $0 != CodedBoard.block }) },
            found.isExhausted
        )
    }

    private static let empty = "...../...../...../...../....."

    @Test("finds the same squares of ten words as a search on strings")
    func exhaustive() throws {
        let found = try fills(Self.empty, GridFiller.Options(limit: 1_000_000, isDistinct: false), lexicon())
        let expected = Self.squares
        #expect(found.isExhausted && found.texts == expected)
        #expect(expected.count == 58)
    }

    @Test("finds only squares of ten different words with the option distinct")
    func distinct() throws {
        let found = try fills(Self.empty, GridFiller.Options(limit: 1_000_000, isDistinct: true), lexicon())
        let expected = Self.squares.filter {
            Set(SquareReference.lines($0)).count == 10
        }
        #expect(found.isExhausted && found.texts == expected)
    }

    @Test(
        "keeps given letters in any cell",
        arguments: [
            "....T/...../...../...../.....", "...../...../..E../...../.....", "...../...../...../...../T....",
            "A..../.E.../..E../...T./....S", "...../...../...../...../.....",
        ])
    func partial(board: String) throws {
        let pattern = board.filter { $0 != "/" }
        let found = try fills(board, GridFiller.Options(limit: 1_000_000, isDistinct: false), lexicon())
        let expected = Self.squares.filter { square in
            zip(square, pattern).allSatisfy { $1 == "." || $0 == $1 }
        }
        #expect(found.isExhausted && found.texts == expected)
    }

    @Test("stops at the limit and reports whether there are more squares")
    func limit() throws {
        let some = try fills(Self.empty, GridFiller.Options(limit: 3, isDistinct: false), lexicon())
        #expect(some.texts.count == 3 && !some.isExhausted)
        let none = try fills(
            "AAAAA/...../...../...../.....", GridFiller.Options(limit: 3, isDistinct: false), lexicon())
        #expect(none.texts.isEmpty && none.isExhausted)
    }

    @Test("finds random squares without repetition, the same for the same seed")
    func random() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let options = GridFiller.Options(limit: 5, isDistinct: true, seed: 11)
        let found = try fills(Self.empty, options, lexicon).texts
        #expect(
            try found.count == 5 && Set(found).count == 5
                && fills(Self.empty, options, lexicon).texts == found)
        let other = GridFiller.Options(limit: 5, isDistinct: true, seed: 12)
        #expect(try fills(Self.empty, other, lexicon).texts != found)
        let words = Set(TestLexicons.shippedWords)
        for square in found { #expect(Set(SquareReference.lines(square)).isSubset(of: words)) }
    }

    @Test("finds all squares in random order if the limit is high enough")
    func randomAll() throws {
        let board = "A..../...../...../...../....."
        let all = try fills(board, GridFiller.Options(limit: 1000, isDistinct: false), lexicon())
        let random = try fills(board, GridFiller.Options(limit: 1000, isDistinct: false, seed: 3), lexicon())
        #expect(
            random.isExhausted && Set(random.texts) == Set(all.texts) && random.texts.count == all.texts.count
        )
    }

    @Test("fills the runs between blocks with words of the same length")
    func blocks() throws {
        let lexicon = try TestLexicons.of("AT TO CAT CAB ATE BET TEN ABBOT")
        let found = try fills(
            "#CAT#/#...#/#...#/#####/#####", GridFiller.Options(limit: 10, isDistinct: true), lexicon)
        #expect(found.isExhausted)
        for text in found.texts { #expect(text.hasPrefix("CAT") && text.count == 9) }
        let full = try fills(
            "CATT#/#####/#####/#####/#####", GridFiller.Options(limit: 10, isDistinct: true), lexicon)
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
        func fills(_ board: Board, limit: Int, seed: UInt64?) -> (texts: [String], isExhausted: Bool) {
            let options = GridFiller.Options(limit: limit, isDistinct: isDistinct, seed: seed)
            let found = GridFiller(CodedBoard(board, lexicon.alphabet), lexicon).find(options) { false }
            let texts = found.boards.map { board in
                board.codes.map { $0 == CodedBoard.block ? "#" : lexicon.alphabet.text([$0]) }.joined()
            }
            return (texts, found.isExhausted)
        }
        let reference = BlockReference(words: Set(words + ["CAB"]), isDistinct: isDistinct)
        let complete = fills(try Board(text: mask), limit: 3, seed: 4).texts
        #expect(!complete.isEmpty)
        for text in complete {
            var signs = Array(text)
            for _ in 0..<6 {
                let index = random.below(25)
                if signs[index] != "#" { signs[index] = "." }
            }
            let rows = (0..<5).map { String(signs[$0 * 5..<$0 * 5 + 5]) }
            let found = fills(try Board(text: rows.joined(separator: "/")), limit: 1000, seed: nil)
            let expected = reference.fills(signs)
            #expect(found.isExhausted && Set(found.texts) == expected && found.texts.count == expected.count)
            #expect(expected.contains(text))
        }
    }

    @Test("finds a full board itself if all its lines are words, and nothing otherwise")
    func full() throws {
        let options = GridFiller.Options(limit: 10, isDistinct: true)
        let square = "GLYPH/ALULA/MALAR/INANE/NONES"
        let lexicon = try #require(TestLexicons.shipped)
        #expect(try fills(square, options, lexicon).texts == [square.replacing("/", with: "")])
        let wrong = try fills("X" + square.dropFirst(), options, lexicon)
        #expect(wrong.texts.isEmpty && wrong.isExhausted)
        let blocks = try fills("#####/#####/#####/#####/#####", options, lexicon)
        #expect(blocks.texts == [""] && blocks.isExhausted)
    }

    @Test("works with the largest alphabet, 63 letters")
    func largestAlphabet() throws {
        let codes: [UInt32] = Array(0x10D0...0x10F0) + Array(0x0430...0x044D)
        let letters = codes.compactMap(Unicode.Scalar.init).compactMap { Letter(String($0)) }
        let words = letters.map { [$0, letters[0], letters[62], letters[1], letters[2]] }
        let lexicon = try Lexicon(name: "xx", words: words)
        #expect(lexicon.alphabet.count == 63)
        let found = GridFiller(CodedBoard(), lexicon).find(GridFiller.Options(limit: 1, isDistinct: false)) {
            false
        }
        #expect(found.isExhausted)
        #expect(CandidateFinder(lexicon).candidates(CodedBoard())[0] == lexicon.alphabet.allLetters)
    }

    @Test("ends early when shouldStop returns true")
    func stop() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let found = GridFiller(CodedBoard(), lexicon).find(
            GridFiller.Options(limit: 1_000_000_000, isDistinct: false)
        ) {
            true
        }
        #expect(!found.isExhausted && found.boards.count < 100_000)
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
