@testable import GameCore
import Testing

@Suite("Filling a board")
struct FillTests {
    /// Fixed, so that the counts below stay what they are.
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

    private func lexicon() throws -> Lexicon { try TestLexicons.of(Self.list) }

    private func fills(_ board: String, _ wish: Fill.Wish, _ lexicon: Lexicon) throws -> (
        texts: [String], isExhausted: Bool
    ) {
        let coded = CodedBoard(try Board(text: board), lexicon.alphabet)
        let found = Fill(coded, lexicon).find(wish) { false }
        return (
            found.boards.map { lexicon.alphabet.text($0.codes.filter { $0 != CodedBoard.block }) },
            found.isExhausted
        )
    }

    private static let empty = "...../...../...../...../....."

    @Test("finds every square whose ten lines are words, as trying all rows does")
    func exhaustive() throws {
        let found = try fills(Self.empty, Fill.Wish(limit: 1_000_000, isDistinct: false), lexicon())
        let expected = SquareReference(Self.list).squares()
        #expect(found.isExhausted && found.texts == expected)
        #expect(expected.count == 58)
    }

    @Test("finds only squares of ten different words when they are to be distinct")
    func distinct() throws {
        let found = try fills(Self.empty, Fill.Wish(limit: 1_000_000, isDistinct: true), lexicon())
        let expected = SquareReference(Self.list).squares().filter {
            Set(SquareReference.lines($0)).count == 10
        }
        #expect(found.isExhausted && found.texts == expected)
    }

    @Test(
        "keeps the letters that stand already, wherever they are",
        arguments: [
            "....T/...../...../...../.....", "...../...../..E../...../.....", "...../...../...../...../T....",
            "A..../.E.../..E../...T./....S", "...../...../...../...../.....",
        ])
    func partial(board: String) throws {
        let pattern = board.filter { $0 != "/" }
        let found = try fills(board, Fill.Wish(limit: 1_000_000, isDistinct: false), lexicon())
        let expected = SquareReference(Self.list).squares().filter { square in
            zip(square, pattern).allSatisfy { $1 == "." || $0 == $1 }
        }
        #expect(found.isExhausted && found.texts == expected)
    }

    @Test("stops at the limit and says that there are more, or that there are none")
    func limit() throws {
        let some = try fills(Self.empty, Fill.Wish(limit: 3, isDistinct: false), lexicon())
        #expect(some.texts.count == 3 && !some.isExhausted)
        let none = try fills(
            "AAAAA/...../...../...../.....", Fill.Wish(limit: 3, isDistinct: false), lexicon())
        #expect(none.texts.isEmpty && none.isExhausted)
    }

    @Test("gives random squares for a seed, the same for the same one, each only once")
    func random() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let wish = Fill.Wish(limit: 5, isDistinct: true, seed: 11)
        let found = try fills(Self.empty, wish, lexicon).texts
        #expect(
            try found.count == 5 && Set(found).count == 5 && fills(Self.empty, wish, lexicon).texts == found)
        let other = Fill.Wish(limit: 5, isDistinct: true, seed: 12)
        #expect(try fills(Self.empty, other, lexicon).texts != found)
        let words = Set(TestLexicons.shippedWords)
        for square in found { #expect(Set(SquareReference.lines(square)).isSubset(of: words)) }
    }

    @Test("gives all there are to who asks for more in random order")
    func randomAll() throws {
        let board = "A..../...../...../...../....."
        let all = try fills(board, Fill.Wish(limit: 1000, isDistinct: false), lexicon())
        let random = try fills(board, Fill.Wish(limit: 1000, isDistinct: false, seed: 3), lexicon())
        #expect(
            random.isExhausted && Set(random.texts) == Set(all.texts) && random.texts.count == all.texts.count
        )
    }

    @Test("fills runs between blocks with words of their length")
    func blocks() throws {
        let lexicon = try TestLexicons.of("AT TO CAT CAB ATE BET TEN ABBOT")
        let found = try fills(
            "#CAT#/#...#/#...#/#####/#####", Fill.Wish(limit: 10, isDistinct: true), lexicon)
        #expect(found.isExhausted)
        for text in found.texts { #expect(text.hasPrefix("CAT") && text.count == 9) }
        let full = try fills("CATT#/#####/#####/#####/#####", Fill.Wish(limit: 10, isDistinct: true), lexicon)
        #expect(full.texts.isEmpty && full.isExhausted)
    }

    @Test("works with as many letters as a lexicon may have")
    func largestAlphabet() throws {
        let codes: [UInt32] = Array(0x10D0...0x10F0) + Array(0x0430...0x044D)
        let letters = codes.compactMap(Unicode.Scalar.init).compactMap { Letter(String($0)) }
        let words = letters.map { [$0, letters[0], letters[62], letters[1], letters[2]] }
        let lexicon = try Lexicon(name: "xx", words: words)
        #expect(lexicon.alphabet.count == 63)
        let found = Fill(CodedBoard(), lexicon).find(Fill.Wish(limit: 1, isDistinct: false)) { false }
        #expect(found.isExhausted)
        #expect(lexicon.candidates(CodedBoard())[0] == lexicon.alphabet.everything)
    }

    @Test("gives up when the time is over")
    func overtime() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let found = Fill(CodedBoard(), lexicon).find(Fill.Wish(limit: 1_000_000_000, isDistinct: false)) {
            true
        }
        #expect(!found.isExhausted && found.boards.count < 100_000)
    }
}

/// All word squares of a list, found row by row on strings.
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
