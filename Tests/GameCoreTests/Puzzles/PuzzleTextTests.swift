import GameCore
import Testing

@Suite("Puzzle text")
struct PuzzleTextTests {
    @Test(
        "becomes one line without invisible characters",
        arguments: [
            ("  Plain\ttext ", "Plain text"), ("one\r\ntwo\nthree\rfour", "one two three four"),
            ("a\u{202E}b\u{200B}c\u{2066}d\u{FEFF}e\u{200D}f", "abcdef"),
            ("\u{7}bell\u{1B}[0m\u{9B}", "bell [0m"),
            ("\u{2028}é\u{2029}", "é"), ("", ""), (" \r\n\u{200B} ", ""), ("👍 ∀x", "👍 ∀x"),
        ])
    func lines(written: String, shown: String) throws {
        #expect(try PuzzleText.line(written, "title") == shown)
    }

    @Test("has at most 30 combining marks in a row")
    func marks() throws {
        let marks = { String(repeating: "\u{316}\u{301}", count: $0) }
        #expect(try PuzzleText.line("a\(marks(100))b", "title") == "a\(marks(15))b")
        #expect(try PuzzleText.line("a\(marks(15))b\(marks(15))", "title") == "a\(marks(15))b\(marks(15))")
    }

    @Test("keeps line breaks in notes")
    func notes() throws {
        #expect(try PuzzleText.notes("\r\none\r\n\r\ntwo\rthree\n\u{202E}") == "one\n\ntwo\nthree")
    }

    @Test("is limited in length after cleaning")
    func limits() throws {
        #expect(try PuzzleText.line(String(repeating: " a", count: 100), "title").count == 199)
        #expect(
            refusal { try PuzzleText.line(String(repeating: "ab", count: 101), "title") }?.detail
                == "The title is longer than 200 characters.")
        // Combining marks count.
        #expect(
            refusal { try PuzzleText.line(String(repeating: "e\u{301}", count: 101), "title") } != nil)
    }
}
