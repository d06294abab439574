import GameCore
import Testing

@Suite("A board drawn as text")
struct BoardLayoutTests {
    private static let drawing = """
        CAT..
        ....#
        É.ß.Ж
        .....
        #...Z
        """

    @Test("is parsed and drawn again unchanged")
    func roundTrip() throws {
        let board = try Board(text: Self.drawing)
        #expect(board.lines == Self.drawing)
        #expect(board.text == "CAT../....#/É.ß.Ж/...../#...Z")
        #expect(try Board(text: board.text).lines == Self.drawing)
    }

    @Test("is empty by default")
    func empty() {
        #expect(Board().lines == "....." + String(repeating: "\n.....", count: 4))
        #expect(Board().number == 0)
        #expect(Board(number: 3).number == 3)
    }

    @Test("accepts lower case, and a mixture of line feeds and slashes")
    func mixed() throws {
        #expect(try Board(text: "cat../....#\n...../.....\n.....").text == "CAT../....#/...../...../.....")
    }

    @Test("contains given cells or writable cells, depending on its letters")
    func kinds() throws {
        let given = try BoardLayout(Self.drawing, letters: .given).objects.map(\.kind)
        let written = try BoardLayout(Self.drawing, letters: .written).objects.map(\.kind)
        let expected = Self.drawing.filter { $0 != "\n" }.map {
            $0 == "." ? "letter" : $0 == "#" ? "block" : "given"
        }
        #expect(given == expected)
        #expect(written == expected.map { $0 == "given" ? "letter" : $0 })
    }

    @Test("sets the letters of the board's cells")
    func letters() throws {
        let board = try Board(text: Self.drawing)
        let letters = CellIndex.all.map { board[$0].letter?.text ?? "." }.joined()
        #expect(letters == Self.drawing.replacing("\n", with: "").replacing("#", with: "."))
    }

    @Test(
        "is refused unless it has five rows of five letters, dots and blocks",
        arguments: [
            "", "/", "CAT", "...../...../...../.....", "...../...../...../...../...../",
            "...../...../...../...../....",
            "...../...../...../...../......", "...../...../...../...../....7",
            "...../...../...../...../.... ",
            "...../...../...../...../...😀.", "...../...../...../...../....\u{FE0F}",
            ".........................",
            ".....\\.....\\.....\\.....\\.....", ".....\r\n.....\r\n.....\r\n.....\r\n.....",
            "....//..../...../...../.....",
        ])
    func refused(text: String) {
        #expect(refusal { try Board(text: text) }?.code == .invalidValue)
    }

    @Test("treats a letter with combining marks as one cell")
    func clusters() throws {
        let board = try Board(text: "e\u{301}..../...../...../...../....n\u{303}")
        #expect(board.text == "É..../...../...../...../....Ñ")
    }
}

@Suite("Cell kinds")
struct CellObjectTests {
    @Test("a letter cell accepts every letter, and can be empty")
    func letterCell() throws {
        let cell = LetterCell()
        #expect((cell.kind, cell.letter, cell.symbol) == ("letter", nil, "."))
        let written = try cell.typing(letter("q"))
        #expect((written.kind, written.letter?.text, written.symbol) == ("letter", "Q", "Q"))
        #expect(try written.typing(nil).letter == nil)
    }

    @Test("a block has no letter and refuses every edit, including a clear")
    func blockCell() throws {
        let cell = BlockCell()
        #expect((cell.kind, cell.letter, cell.symbol) == ("block", nil, "#"))
        #expect(refusal { try cell.typing(try letter("q")) }?.code == .lockedCell)
        #expect(refusal { try cell.typing(nil) }?.code == .lockedCell)
    }

    @Test("a given cell refuses every edit, including its own letter")
    func givenCell() throws {
        let cell = GivenCell(try letter("g"))
        #expect((cell.kind, cell.letter?.text, cell.symbol) == ("given", "G", "G"))
        for typed in [try letter("q"), try letter("g"), nil] {
            #expect(refusal { try cell.typing(typed) }?.code == .lockedCell)
        }
    }
}
