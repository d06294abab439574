import GameCore
import Testing

@Suite("Capitals of a language")
struct CasingTests {
    @Test(
        "are İ for i and I for ı in languages that are written with both",
        arguments: ["tr", "TR", "az-Latn", "tr_words", "crh"])
    func turkic(tag: String) {
        #expect(Casing(of: tag) == .turkic)
        #expect(Casing(of: tag).prepared("iıİIi\u{307}aß") == "İIİIİaß")
    }

    @Test("are the common ones elsewhere", arguments: ["en", "de", "trk", "tra", "words-tr", ""])
    func common(tag: String) {
        #expect(Casing(of: tag) == .common && Casing(of: tag).prepared("iı") == "iı")
    }

    private static func turkish() throws -> Lexicon {
        var spelling = Spelling()
        spelling.casing = .turkic
        let words = ["ILIK", "İLİK"].map { $0.compactMap { Letter(String($0)) } }
        return try Lexicon(name: "tr", words: words, spelling: spelling)
    }

    @Test("are typed into the boards of games with such words, and compared with what is expected")
    func typing() throws {
        let setup = GameSetup(
            id: .lobby, rules: "free", options: Parameters(["lexicon": .text("tr"), "open": .flag(true)]),
            created: .start)
        let game = try Game(setup, lexicons: Lexicons([try Self.turkish()]))
        let type = { (text: String, expected: String?) in
            let entry = BoardEdit.Entry(cell: .all[0], text: text, expected: expected)
            _ = try game.apply(.edit(BoardEdit(entries: [entry])), by: .spectator, at: .second(1))
            return game.state.boards[0].text.first
        }
        #expect(try type("i", nil) == "İ")
        #expect(try type("ı", "i") == "I")
        #expect(throws: RuleViolation.self) { try type("a", "i") }
    }
}
