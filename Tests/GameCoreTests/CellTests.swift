import GameCore
import Testing

/// A delegate that notes every call and may refuse.
final class RecordingDelegate: CellDelegate {
    var calls: [String] = []
    var veto: RuleViolation?
    var whenTold: (Cell) -> Void = { _ in }

    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        calls.append("will become \(letter?.text ?? "-"), holds \(cell.letter?.text ?? "-")")
        if let veto { throw veto }
    }

    func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        calls.append("was \(previous?.text ?? "-"), holds \(cell.letter?.text ?? "-")")
        whenTold(cell)
    }
}

@Suite("A cell")
struct CellTests {
    private let delegate = RecordingDelegate()
    private let cell = Cell()

    init() {
        cell.delegate = delegate
    }

    @Test("asks before the change and tells after it, each once, with the previous letter")
    func order() throws {
        try cell.type("a")
        try cell.type("B")
        try cell.type("")
        #expect(
            delegate.calls == [
                "will become A, holds -", "was -, holds A", "will become B, holds A", "was A, holds B",
                "will become -, holds B", "was B, holds -",
            ])
    }

    @Test("stays as it is when the delegate refuses, and tells nobody")
    func veto() throws {
        try cell.type("a")
        delegate.calls = []
        delegate.veto = RuleViolation(.notAllowed, "Not now.")
        #expect(refusal { try cell.type("b") } == delegate.veto)
        #expect(refusal { try cell.type("") } == delegate.veto)
        #expect(cell.letter == Letter("A"))
        #expect(delegate.calls == ["will become B, holds A", "will become -, holds A"])
    }

    @Test("asks and tells nothing when the text changes nothing")
    func unchanged() throws {
        try cell.type("")
        try cell.type("é")
        delegate.calls = []
        for text in ["é", "É", "e\u{301}", "E\u{301}"] { try cell.type(text) }
        #expect(delegate.calls == [])
    }

    @Test("refuses what is no letter before anybody is asked", arguments: ["1", "AB", " ", "😀", "\n"])
    func noLetter(text: String) {
        #expect(refusal { try cell.type(text) }?.code == .notALetter)
        #expect(delegate.calls == [] && cell.letter == nil)
    }

    @Test("of a locked kind refuses before anybody is asked")
    func locked() throws {
        for object in [BlockCell(), GivenCell(try letter("g"))] as [any CellObject] {
            let cell = Cell(object)
            cell.delegate = delegate
            for text in ["a", "g", ""] { #expect(refusal { try cell.type(text) }?.code == .lockedCell) }
        }
        #expect(delegate.calls == [])
    }

    @Test("without a delegate refuses an edit")
    func withoutDelegate() {
        let cell = Cell()
        for text in ["a", ""] { #expect(refusal { try cell.type(text) }?.code == .orphanedCell) }
        #expect(cell.letter == nil)
    }

    @Test("outliving its delegate refuses an edit")
    func delegateGone() throws {
        let cell = Cell()
        do {
            let delegate = RecordingDelegate()
            cell.delegate = delegate
            try cell.type("a")
        }
        #expect(cell.delegate == nil)
        #expect(refusal { try cell.type("b") }?.code == .orphanedCell)
        #expect(cell.letter == Letter("A"))
    }

    @Test("is untouched until a game signs it")
    func stamp() throws {
        #expect(cell.stamp == .untouched)
        try cell.type("a")
        #expect(cell.stamp == .untouched)
    }

    @Test("of a board is found by identity, a stranger is not")
    func place() {
        let board = Board()
        for index in CellIndex.all { #expect(board.index(of: board[index]) == index) }
        #expect(board.index(of: cell) == nil)
    }
}
