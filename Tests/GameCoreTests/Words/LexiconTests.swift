@testable import GameCore
import Testing

@Suite("A lexicon")
struct LexiconTests {
    private func codes(_ word: String, _ lexicon: Lexicon) -> [UInt8] {
        word.map { lexicon.alphabet.code(of: Letter(String($0))) }
    }

    @Test("contains exactly its words")
    func membership() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let words = Set(TestLexicons.shippedWords)
        #expect(lexicon.count == words.count && words.count > 10_000)
        for word in words where !lexicon.contains(codes(word, lexicon)) { Issue.record("\(word) is missing") }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100_000 {
            let word = (0..<(2 + random.below(4))).map { _ in UInt8(1 + random.below(26)) }
            let isWord = words.contains(lexicon.alphabet.text(word))
            if lexicon.contains(word) != isWord { Issue.record("\(lexicon.alphabet.text(word))") }
        }
        #expect(!lexicon.contains([]) && !lexicon.contains([1]) && !lexicon.contains([1, 2, 3, 4, 5, 6]))
        #expect(!lexicon.contains([0, 1, 2]) && !lexicon.contains([27, 1]))
    }

    @Test("needs less than half a megabyte")
    func size() throws {
        #expect(try #require(TestLexicons.shipped).footprint < 500_000)
    }

    @Test(
        "supports any alphabet of up to 63 letters",
        arguments: ["ΑΒΓΔΕ ΖΗΘ", "ДОМИК ЁЖИК", "가나다 라마", "STRASSE ÄÖÜ ẞßA", "اب تث"])
    func alphabets(text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        let lexicon = try TestLexicons.of(text)
        for word in words where (2...5).contains(word.count) {
            #expect(lexicon.contains(codes(word, lexicon)))
        }
    }

    @Test("refuses an alphabet of more than 63 letters, and a list without usable words")
    func refusals() throws {
        let hangul = (0..<64).compactMap { Unicode.Scalar(0xAC00 + $0 * 28).map { String($0) + "가" } }
        let many = refusal { try Lexicon(name: "ko", words: TestLexicons.letters(hangul)) }
        #expect(many?.detail.contains("64 different letters") == true)
        #expect(refusal { try TestLexicons.of("A ABCDEF") }?.code == .invalidValue)
    }

    @Test("treats an accented letter as the plain letter that it is an alias of")
    func aliases() throws {
        let alias = [try letter("É"): try letter("E")]
        let words = TestLexicons.letters(["CAFE"])
        let folded = try Lexicon(
            name: "en", words: words, foldsAccents: true, spelling: Spelling(aliases: alias))
        #expect(folded.contains(codes("CAFÉ", folded)))
        let plain = try Lexicon(name: "en", words: words)
        #expect(!plain.contains(codes("CAFÉ", plain)))
    }

    @Test("has a fingerprint that depends on its words, not on their order or its name")
    func fingerprint() throws {
        #expect(try TestLexicons.of("AB CD").fingerprint == TestLexicons.of("CD AB", name: "x").fingerprint)
        #expect(try TestLexicons.of("AB CD").fingerprint != TestLexicons.of("AB CE").fingerprint)
        #expect(try TestLexicons.of("ABC DE").fingerprint != TestLexicons.of("AB CDE").fingerprint)
    }

    @Test("has letter streams that are equal for equal seeds and follow the letter frequencies")
    func stream() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let alphabet = lexicon.alphabet
        let letters = Array(LetterStream(alphabet, seed: 42).prefix(25))
        #expect(letters == Array(LetterStream(alphabet, seed: 42).prefix(25)))
        #expect(letters != Array(LetterStream(alphabet, seed: 43).prefix(25)))
        var counts: [Letter: Int] = [:]
        for letter in LetterStream(alphabet, seed: 5).prefix(200_000) { counts[letter, default: 0] += 1 }
        let total = alphabet.frequencies.reduce(0, +)
        for (letter, frequency) in zip(alphabet.letters, alphabet.frequencies) {
            let expected = 200_000 * frequency / total
            #expect(abs((counts[letter] ?? 0) - expected) < 60 + expected / 10, "\(letter)")
        }
    }

    @Test("finds the same candidate letters as a test of every word")
    func candidates() throws {
        let lexicon = try #require(TestLexicons.shipped)
        let words = TestLexicons.shippedWords.filter { $0.count == 5 }.map(Array.init)
        var boards = RandomBoards(lexicon, seed: 3)
        let finder = CandidateFinder(lexicon)
        for percent in stride(from: 0, to: 60, by: 3) {
            let board = try boards.next(letters: percent)
            let sets = finder.candidates(CodedBoard(board, lexicon.alphabet))
            let fits = CandidateReference(words, board)
            for cell in CellIndex.all {
                let letters = lexicon.alphabet.letters(in: sets[cell.position]).map(\.text).joined()
                if letters != fits.letters(at: cell) { Issue.record("\(board.text) at \(cell.square)") }
            }
        }
    }
}

/// Finds the letters that fit a cell by trying every word.
private struct CandidateReference {
    private let rows: [[Character]]
    private let across: [[Set<Character>]]
    private let down: [[Set<Character>]]

    init(_ words: [[Character]], _ board: Board) {
        let rows = board.text.split(separator: "/").map(Array.init)
        self.rows = rows
        let columns = (0..<5).map { column in rows.map { $0[column] } }
        across = rows.map { Self.letters(words, $0) }
        down = columns.map { Self.letters(words, $0) }
    }

    func letters(at cell: CellIndex) -> String {
        guard rows[cell.row][cell.column] == "." else { return "" }
        return String(across[cell.row][cell.column].intersection(down[cell.column][cell.row]).sorted())
    }

    /// For each position of a line, the letters of all words that fit the line.
    private static func letters(_ words: [[Character]], _ line: [Character]) -> [Set<Character>] {
        let fitting = words.filter { word in zip(word, line).allSatisfy { $1 == "." || $0 == $1 } }
        return (0..<5).map { place in Set(fitting.map { $0[place] }) }
    }
}
