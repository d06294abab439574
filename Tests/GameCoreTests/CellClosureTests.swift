import GameCore
import Testing

@Suite("A change closure of a cell")
struct CellClosureTests {
    private let delegate = RecordingDelegate()
    private let cell = Cell()

    init() {
        cell.delegate = delegate
    }

    @Test("is called with the cell and its previous letter, after both delegate calls")
    func called() throws {
        let delegate = delegate
        var received: [String] = []
        let token = cell.onChange { cell, previous in
            let letters = "\(previous?.text ?? "-") \(cell.letter?.text ?? "-")"
            received.append("\(letters) after \(delegate.calls.count)")
        }
        try cell.type("a")
        try cell.type("b")
        #expect(received == ["- A after 2", "A B after 4"])
        token.cancel()
    }

    @Test("is not called when the delegate refuses the change")
    func veto() throws {
        var calls = 0
        let token = cell.onChange { _, _ in calls += 1 }
        delegate.veto = RuleViolation(.notAllowed, "Not now.")
        #expect(refusal { try cell.type("a") } == delegate.veto)
        #expect(cell.letter == nil && calls == 0)
        token.cancel()
    }

    @Test("is removed when its token is cancelled; the others stay")
    func token() throws {
        var received: [String] = []
        let first = cell.onChange { _, _ in received.append("first") }
        let second = cell.onChange { _, _ in received.append("second") }
        try cell.type("a")
        first.cancel()
        first.cancel()
        try cell.type("b")
        #expect(received == ["first", "second", "second"])
        second.cancel()
        try cell.type("c")
        #expect(received.count == 3 && cell.letter == Letter("C"))
    }

    @Test("is removed when its token is released")
    func tokenReleased() throws {
        var calls = 0
        do {
            let token = cell.onChange { _, _ in calls += 1 }
            try cell.type("a")
            withExtendedLifetime(token) {}
        }
        try cell.type("b")
        #expect(calls == 1)
    }

    @Test("is not called after another closure has cancelled it")
    func cancelledDuringCall() throws {
        var received: [String] = []
        var second: Subscription?
        let first = cell.onChange { _, _ in
            received.append("first")
            second?.cancel()
        }
        second = cell.onChange { _, _ in received.append("second") }
        try cell.type("a")
        #expect(received == ["first"])
        first.cancel()
    }

    @Test("can cancel another closure while it is released")
    func cancelledInDeinit() throws {
        var inner: Subscription? = cell.onChange { _, _ in }
        func listen() -> Subscription {
            let witness = Witness()
            witness.onDeinit = { inner = nil }
            return cell.onChange { _, _ in witness.look() }
        }
        let outer = listen()
        #expect(inner != nil)
        outer.cancel()
        #expect(inner == nil)
        try cell.type("a")
        #expect(cell.letter == Letter("A"))
    }

    @Test("is called for accepted edits of a game's cell, and not for refused ones")
    func inGame() throws {
        let table = try Table(seated: 1)
        let cell = table.game.controller.boards[0].cells[0]
        var received: [String] = []
        let token = cell.onChange { cell, previous in received.append(cell.letter?.text ?? "-") }
        try table.write("a", on: "a1", by: .ann)
        #expect(table.refused { try table.write("b", on: "a1", by: .spectator) } == .tokenNeeded)
        #expect(received == ["A"])
        token.cancel()
    }

    @Test("cannot perform another command while the game performs one")
    func reentrancy() throws {
        let table = try Table(seated: 1)
        let cell = table.game.controller.boards[0].cells[0]
        var inner: RuleViolation?
        let token = cell.onChange { [weak table] _, _ in
            inner = refusal { try table?.write("x", on: "c3", by: .ann) }
        }
        try table.edit(["a1": "a", "b1": "b"], by: .ann)
        #expect(inner?.code == .notAllowed)
        #expect(table.events.words == ["seat 1 taken", "a1=A", "b1=B"])
        #expect(table.board.hasPrefix("AB...\n.....\n....."))
        token.cancel()
    }

    // MARK: Removing the adapter

    @Test(
        "is removed by removeChangeClosures and by removeAll, which restore the delegate",
        arguments: [{ $0.removeChangeClosures() }, { $0.associated.removeAll() }]
            as [@Sendable (Cell) -> Void])
    func removed(remove: @Sendable (Cell) -> Void) throws {
        var calls = 0
        let token = cell.onChange { _, _ in calls += 1 }
        for _ in 0..<2 {
            remove(cell)
            #expect(cell.delegate === delegate)
        }
        try cell.type("a")
        #expect(calls == 0 && delegate.calls.count == 2)
        token.cancel()
    }

    @Test("can be added again after a removal")
    func again() throws {
        var calls = 0
        _ = cell.onChange { _, _ in calls += 100 }
        cell.removeChangeClosures()
        let token = cell.onChange { _, _ in calls += 1 }
        try cell.type("a")
        #expect(calls == 1)
        token.cancel()
    }

    @Test("does not replace a newer delegate when it is removed")
    func newDelegate() throws {
        _ = cell.onChange { _, _ in }
        let newDelegate = RecordingDelegate()
        cell.delegate = newDelegate
        cell.removeChangeClosures()
        #expect(cell.delegate === newDelegate)
        try cell.type("a")
        #expect(newDelegate.calls.count == 2 && delegate.calls.isEmpty)
    }

    @Test("is called again once another is added after a new delegate was set")
    func attachedAgain() throws {
        var calls = 0
        let first = cell.onChange { _, _ in calls += 1 }
        let newDelegate = RecordingDelegate()
        cell.delegate = newDelegate
        let second = cell.onChange { _, _ in calls += 10 }
        try cell.type("a")
        #expect(calls == 11 && newDelegate.calls.count == 2 && delegate.calls.isEmpty)
        first.cancel()
        second.cancel()
    }

    @Test("does not allow edits after the delegate is released")
    func releasedDelegate() throws {
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

    @Test("allows edits of a cell that never had a delegate")
    func withoutDelegate() throws {
        let cell = Cell()
        var calls = 0
        let token = cell.onChange { _, _ in calls += 1 }
        try cell.type("a")
        #expect(cell.letter == Letter("A") && calls == 1)
        token.cancel()
        cell.removeChangeClosures()
        #expect(refusal { try cell.type("b") }?.code == .orphanedCell)
    }
}
