import GameCore
import Testing

@Suite("A clue book")
struct ClueBookTests {
    private func word(_ text: String) -> [Letter] { text.compactMap { Letter(String($0)) } }

    @Test("has the clues of a word in their order, each once, and its commonest level")
    func clues() {
        let book = ClueBook([
            TestClues.entry("OAK", 3, "Tall tree"), TestClues.entry("ELM", 4, "Shady tree"),
            TestClues.entry("OAK", 2, "Acorn's end"), TestClues.entry("OAK", 5, "Tall tree"),
        ])
        #expect(book.count == 2)
        #expect(book.clues(of: word("OAK")) == ["Tall tree", "Acorn's end"])
        #expect(book.level(of: word("OAK")) == 2 && book.level(of: word("ELM")) == 4)
    }

    @Test("knows nothing of other words, and passes over lines without a word or without a clue")
    func others() {
        let book = ClueBook([TestClues.entry("", 1, "Nothing"), TestClues.entry("ASH", 1, "")])
        #expect(book.count == 0 && book.clues(of: word("ASH")).isEmpty && book.level(of: word("ASH")) == nil)
    }
}
