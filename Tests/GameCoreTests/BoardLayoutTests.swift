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

    @Test("is read and drawn again")
    func roundTrip() throws {
        let board = try Board(text: Self.drawing)
        #expect(board.lines == Self.drawing)
        #expect(board.text == "CAT../....#/É.ß.Ж/...../#...Z")
        #expect(try Board(text: board.text).lines == Self.drawing)
    }

    @Test("is empty without any text")
    func empty() {
        #expect(Board().lines == "....." + String(repeating: "\n.....", count: 4))
        #expect(Board().number == 0)
        #expect(Board(number: 3).number == 3)
    }

    @Test("takes lower case, and line feeds and slashes mixed")
    func mixed() throws {
        #expect(try Board(text: "cat../....#\n...../.....\n.....").text == "CAT../....#/...../...../.....")
    }

    @Test("holds letters that stay when they are given, and else letters that may change")
    func kinds() throws {
        let given = try BoardLayout(Self.drawing, letters: .given).objects.map(\.kind)
        let written = try BoardLayout(Self.drawing, letters: .written).objects.map(\.kind)
        let expected = Self.drawing.filter { $0 != "\n" }.map {
            $0 == "." ? "letter" : $0 == "#" ? "block" : "given"
        }
        #expect(given == expected)
        #expect(written == expected.map { $0 == "given" ? "letter" : $0 })
    }

    @Test("makes as many letters as it shows")
    func letters() throws {
        let board = try Board(text: Self.drawing)
        let letters = CellIndex.all.map { board[$0].letter?.text ?? "." }.joined()
        #expect(letters == Self.drawing.replacing("\n", with: "").replacing("#", with: "."))
    }

    @Test(
        "is refused when it is not five rows of five letters, dots and blocks",
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

    @Test("takes a letter with combining marks as one cell")
    func clusters() throws {
        let board = try Board(text: "e\u{301}..../...../...../...../....n\u{303}")
        #expect(board.text == "É..../...../...../...../....Ñ")
    }
}

@Suite("A kind of cell")
struct CellObjectTests {
    @Test("letter takes every letter and nothing")
    func letterCell() throws {
        let cell = LetterCell()
        #expect((cell.kind, cell.letter, cell.sign) == ("letter", nil, "."))
        let written = cell.typing(try letter("q"))
        #expect((written.kind, written.letter?.text, written.sign) == ("letter", "Q", "Q"))
        #expect(try written.typing(nil).letter == nil)
    }

    @Test("block shows nothing and takes nothing, not even nothing")
    func blockCell() throws {
        let cell = BlockCell()
        #expect((cell.kind, cell.letter, cell.sign) == ("block", nil, "#"))
        #expect(refusal { try cell.typing(try letter("q")) }?.code == .lockedCell)
        #expect(refusal { try cell.typing(nil) }?.code == .lockedCell)
    }

    @Test("given keeps its letter, also when the same is typed")
    func givenCell() throws {
        let cell = GivenCell(try letter("g"))
        #expect((cell.kind, cell.letter?.text, cell.sign) == ("given", "G", "G"))
        for typed in [try letter("q"), try letter("g"), nil] {
            #expect(refusal { try cell.typing(typed) }?.code == .lockedCell)
        }
    }
}
