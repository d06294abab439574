import GameCore
import Testing

/// A delegate that records its calls and can refuse changes.
final class RecordingDelegate: CellDelegate {
    var calls: [String] = []
    var veto: RuleViolation?

    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        calls.append("will become \(letter?.text ?? "-"), holds \(cell.letter?.text ?? "-")")
        if let veto { throw veto }
    }

    func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        calls.append("was \(previous?.text ?? "-"), holds \(cell.letter?.text ?? "-")")
    }
}

@Suite("A cell")
struct CellTests {
    private let delegate = RecordingDelegate()
    private let cell = Cell()

    init() {
        cell.delegate = delegate
    }

    @Test("calls its delegate once before and once after each change")
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

    @Test("keeps its letter when the delegate refuses the change")
    func veto() throws {
        try cell.type("a")
        delegate.calls = []
        delegate.veto = RuleViolation(.notAllowed, "Not now.")
        #expect(refusal { try cell.type("b") } == delegate.veto)
        #expect(refusal { try cell.type("") } == delegate.veto)
        #expect(cell.letter == Letter("A"))
        #expect(delegate.calls == ["will become B, holds A", "will become -, holds A"])
    }

    @Test("does not call its delegate when the text equals its letter")
    func unchanged() throws {
        try cell.type("")
        try cell.type("é")
        delegate.calls = []
        for text in ["é", "É", "e\u{301}", "E\u{301}"] { try cell.type(text) }
        #expect(delegate.calls == [])
    }

    @Test(
        "refuses text that is not a letter without asking its delegate",
        arguments: ["1", "AB", " ", "😀", "\n"])
    func noLetter(text: String) {
        #expect(refusal { try cell.type(text) }?.code == .notALetter)
        #expect(delegate.calls == [] && cell.letter == nil)
    }

    @Test("of a locked kind refuses edits without asking its delegate")
    func locked() throws {
        for object in [BlockCell(), GivenCell(try letter("g"))] as [any CellObject] {
            let cell = Cell(object)
            cell.delegate = delegate
            for text in ["a", "g", ""] { #expect(refusal { try cell.type(text) }?.code == .lockedCell) }
        }
        #expect(delegate.calls == [])
    }

    @Test("without a delegate refuses edits")
    func withoutDelegate() {
        let cell = Cell()
        for text in ["a", ""] { #expect(refusal { try cell.type(text) }?.code == .orphanedCell) }
        #expect(cell.letter == nil)
    }

    @Test("refuses edits after its delegate is released")
    func delegateReleased() throws {
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

    @Test("has the stamp untouched until a game stamps it")
    func stamp() throws {
        #expect(cell.stamp == .untouched)
        try cell.type("a")
        #expect(cell.stamp == .untouched)
    }

    @Test("is found on its board by identity, and not on another board")
    func place() {
        let board = Board()
        for index in CellIndex.all { #expect(board.index(of: board[index]) == index) }
        #expect(board.index(of: cell) == nil)
    }
}
