import GameCore
import Testing

@Suite("A closure on a cell")
struct CellClosureTests {
    private let delegate = RecordingDelegate()
    private let cell = Cell()

    init() {
        cell.delegate = delegate
    }

    @Test("learns the cell and what it held, after the delegate was asked and told")
    func called() throws {
        let delegate = delegate
        var heard: [String] = []
        let token = cell.onChange { cell, previous in
            heard.append("\(previous?.text ?? "-") \(cell.letter?.text ?? "-") after \(delegate.calls.count)")
        }
        try cell.type("a")
        try cell.type("b")
        #expect(heard == ["- A after 2", "A B after 4"])
        token.cancel()
    }

    @Test("does not take the delegate's place: a veto still counts, and nobody is told")
    func veto() throws {
        var heard = 0
        let token = cell.onChange { _, _ in heard += 1 }
        delegate.veto = RuleViolation(.notAllowed, "Not now.")
        #expect(refusal { try cell.type("a") } == delegate.veto)
        #expect(cell.letter == nil && heard == 0)
        token.cancel()
    }

    @Test("ends with its token, others stay")
    func token() throws {
        var heard: [String] = []
        let first = cell.onChange { _, _ in heard.append("first") }
        let second = cell.onChange { _, _ in heard.append("second") }
        try cell.type("a")
        first.cancel()
        first.cancel()
        try cell.type("b")
        #expect(heard == ["first", "second", "second"])
        second.cancel()
        try cell.type("c")
        #expect(heard.count == 3 && cell.letter == Letter("C"))
    }

    @Test("ends when its token is let go")
    func tokenLetGo() throws {
        var heard = 0
        do {
            let token = cell.onChange { _, _ in heard += 1 }
            try cell.type("a")
            withExtendedLifetime(token) {}
        }
        try cell.type("b")
        #expect(heard == 1)
    }

    @Test("cancelled by another closure is not called any more")
    func cancelledMeanwhile() throws {
        var heard: [String] = []
        var second: Subscription?
        let first = cell.onChange { _, _ in
            heard.append("first")
            second?.cancel()
        }
        second = cell.onChange { _, _ in heard.append("second") }
        try cell.type("a")
        #expect(heard == ["first"])
        first.cancel()
    }

    @Test("going may end another as it goes")
    func nestedEnd() throws {
        var inner: Subscription? = cell.onChange { _, _ in }
        func listen() -> Subscription {
            let witness = Witness()
            witness.whenGone = { inner = nil }
            return cell.onChange { _, _ in witness.look() }
        }
        let outer = listen()
        #expect(inner != nil)
        outer.cancel()
        #expect(inner == nil)
        try cell.type("a")
        #expect(cell.letter == Letter("A"))
    }

    @Test("of a game's cell sees edits through the game, and the game still decides")
    func inGame() throws {
        let table = try Table(seated: 1)
        let cell = table.game.controller.boards[0].cells[0]
        var heard: [String] = []
        let token = cell.onChange { cell, previous in heard.append(cell.letter?.text ?? "-") }
        try table.write("a", on: "a1", by: .ann)
        #expect(table.refused { try table.write("b", on: "a1", by: .spectator) } == .tokenNeeded)
        #expect(heard == ["A"])
        token.cancel()
    }

    @Test("that asks the game for another command is refused, and the first is carried out")
    func reentrance() throws {
        let table = try Table(seated: 1)
        let cell = table.game.controller.boards[0].cells[0]
        var inner: RuleViolation?
        let token = cell.onChange { [weak table] _, _ in
            inner = refusal { try table?.write("x", on: "c3", by: .ann) }
        }
        try table.write(["a1": "a", "b1": "b"], by: .ann)
        #expect(inner?.code == .notAllowed)
        #expect(table.events.words == ["seat 1 taken", "a1=A", "b1=B"])
        #expect(table.board.hasPrefix("AB...\n.....\n....."))
        token.cancel()
    }

    // MARK: Undoing the adapter

    @Test("is gone after removeChangeClosures, and the delegate hears as before")
    func removed() throws {
        var heard = 0
        let token = cell.onChange { _, _ in heard += 1 }
        cell.removeChangeClosures()
        #expect(cell.delegate === delegate)
        try cell.type("a")
        #expect(heard == 0 && delegate.calls.count == 2)
        token.cancel()
        cell.removeChangeClosures()
        #expect(cell.delegate === delegate)
    }

    @Test("is gone after removeAll, and the delegate hears as before")
    func removedWithAll() throws {
        var heard = 0
        let token = cell.onChange { _, _ in heard += 1 }
        cell.associated.removeAll()
        #expect(cell.delegate === delegate)
        try cell.type("a")
        #expect(heard == 0 && delegate.calls.count == 2)
        token.cancel()
    }

    @Test("can be set again after it was removed")
    func again() throws {
        var heard = 0
        _ = cell.onChange { _, _ in heard += 100 }
        cell.removeChangeClosures()
        let token = cell.onChange { _, _ in heard += 1 }
        try cell.type("a")
        #expect(heard == 1)
        token.cancel()
    }

    @Test("removed does not undo a delegate that was set since")
    func newDelegate() throws {
        _ = cell.onChange { _, _ in }
        let newcomer = RecordingDelegate()
        cell.delegate = newcomer
        cell.removeChangeClosures()
        #expect(cell.delegate === newcomer)
        try cell.type("a")
        #expect(newcomer.calls.count == 2 && delegate.calls.isEmpty)
    }

    @Test("set after a new delegate stands before the new one")
    func standsAgain() throws {
        var heard = 0
        let first = cell.onChange { _, _ in heard += 1 }
        let newcomer = RecordingDelegate()
        cell.delegate = newcomer
        let second = cell.onChange { _, _ in heard += 10 }
        try cell.type("a")
        #expect(heard == 11 && newcomer.calls.count == 2 && delegate.calls.isEmpty)
        first.cancel()
        second.cancel()
    }

    @Test("does not turn a lost delegate into permission")
    func lostDelegate() throws {
        let cell = Cell()
        let token: Subscription
        do {
            let delegate = RecordingDelegate()
            cell.delegate = delegate
            token = cell.onChange { _, _ in }
            try cell.type("a")
        }
        #expect(refusal { try cell.type("b") }?.code == .orphanedCell)
        token.cancel()
    }

    @Test("makes a free-standing cell take edits")
    func freeStanding() throws {
        let cell = Cell()
        var heard = 0
        let token = cell.onChange { _, _ in heard += 1 }
        try cell.type("a")
        #expect(cell.letter == Letter("A") && heard == 1)
        token.cancel()
        cell.removeChangeClosures()
        #expect(refusal { try cell.type("b") }?.code == .orphanedCell)
    }
}
