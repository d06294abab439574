import GameCore
import Testing

@Suite("A clue book")
struct ClueBookTests {
    private func word(_ text: String) -> [Letter] { text.compactMap { Letter(String($0)) } }

    @Test("merges the distinct clues of a word in order and keeps its most common level")
    func clues() {
        let book = ClueBook([
            TestClues.entry("OAK", 3, "Tall tree"), TestClues.entry("ELM", 4, "Shady tree"),
            TestClues.entry("OAK", 2, "Acorn's end"), TestClues.entry("OAK", 5, "Tall tree"),
        ])
        #expect(book.count == 2)
        #expect(book.clues(of: word("OAK")) == ["Tall tree", "Acorn's end"])
        #expect(book.level(of: word("OAK")) == 2 && book.level(of: word("ELM")) == 4)
    }

    @Test("skips entries with an empty word or clue")
    func others() {
        let book = ClueBook([TestClues.entry("", 1, "Nothing"), TestClues.entry("ASH", 1, "")])
        #expect(book.count == 0 && book.clues(of: word("ASH")).isEmpty && book.level(of: word("ASH")) == nil)
    }
}
