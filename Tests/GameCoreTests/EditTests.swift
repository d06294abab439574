import GameCore
import Testing

@Suite("An edit")
struct EditTests {
    @Test("may change any cell from any seat; the last write wins")
    func write() throws {
        let table = try Table(seated: 2)
        try table.edit(["a1": "c", "b1": "a", "c1": "t"], by: .ann)
        try table.write("r", on: "c1", by: .bea)
        try table.write("Ж", on: "e5", by: .bea)
        #expect(
            table.board == """
                CAR..
                .....
                .....
                .....
                ....Ж
                """)
        let stamps = [0, 2, 24, 1, 3].map { table.game.controller.boards[0].cells[$0].stamp }
        #expect(stamps.map { $0.by?.number } == [1, 2, 2, 1, nil])
        #expect(stamps.map(\.sequence.value) == [3, 6, 7, 4, 0])
    }

    @Test("becomes an event with cell, value, previous letter, author, cause and hash")
    func event() throws {
        let table = try Table(seated: 1)
        try table.write("a", on: "b2", by: .ann)
        table.now = .second(7)
        let event = try #require(try table.write("", on: "b2", by: .ann).first)
        #expect(event.sequence.value == 3 && event.time == .second(7) && event.hash == table.game.state.hash)
        let index = try cell("b2")
        let change = CellChange(cell: index, value: nil, previous: try letter("A"), by: try seat(1))
        #expect(event.change == .cellChanged(change) && change.cause == .edit)
    }

    @Test("that changes nothing produces no event")
    func unchanged() throws {
        let table = try Table(seated: 1)
        try table.write("a", on: "a1", by: .ann)
        let before = table.fullState
        #expect(try table.edit(["a1": "A", "b1": ""], by: .ann).isEmpty)
        #expect(try table.edit([:], by: .ann).isEmpty)
        #expect(table.fullState == before)
    }

    @Test("without a seat is accepted only on an open board")
    func spectator() throws {
        let closed = try Table(seated: 1)
        #expect(closed.refused { try closed.write("", on: "a1", by: .spectator) } == .tokenNeeded)
        #expect(closed.refused { try closed.edit([:], by: .spectator) } == .tokenNeeded)
        let open = try Table(open: true)
        try open.write("a", on: "a1", by: .spectator)
        try open.write("b", on: "b1", by: .host)
        #expect(open.board.hasPrefix("AB..."))
        #expect(open.game.controller.boards[0].cells[0].stamp.by == nil)
    }

    @Test("from an empty seat is refused, even on an open board", arguments: [false, true])
    func emptySeat(open: Bool) throws {
        let table = try Table(seated: 1, open: open)
        #expect(table.refused { try table.write("a", on: "a1", by: .bea) } == .unknownToken)
        try table.leave(1, by: .ann)
        #expect(table.refused { try table.write("a", on: "a1", by: .ann) } == .unknownToken)
    }

    @Test("by a player who has left is refused, even after the seat was taken again")
    func formerPlayer() throws {
        let table = try Table(seated: 0, open: true)
        let seat = try #require(Seat(1))
        let taken = try table.game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: .start)
        let ann = Player(seat: seat, since: taken.first?.sequence)
        try table.write("a", on: "a1", by: ann)
        try table.leave(1, by: ann)
        _ = try table.game.apply(.takeSeat(PlayerName("Bea"), nil), by: .spectator, at: .start)
        #expect(table.refused { try table.write("b", on: "b1", by: ann) } == .unknownToken)
        #expect(table.refused { try table.leave(1, by: ann) } == .unknownToken)
        #expect(table.game.state.seats.map(\.name.text) == ["Bea"])
    }

    @Test("of a block or a given letter is refused with the cell")
    func locked() throws {
        let table = try Table(seated: 1, layout: "CAT../....#/...../...../.....")
        for (name, text) in [("a1", "x"), ("a1", "c"), ("a1", ""), ("e2", "x"), ("e2", "")] {
            let violation = refusal { try table.write(text, on: name, by: .ann) }
            #expect(violation?.code == .lockedCell)
            #expect(violation?.cell?.square == name)
        }
        try table.write("s", on: "d1", by: .ann)
        #expect(
            table.board == """
                CATS.
                ....#
                .....
                .....
                .....
                """)
    }

    @Test("of an unknown board is refused", arguments: [-1, 1, 12, Int.max, Int.min])
    func noSuchBoard(number: Int) throws {
        let table = try Table(seated: 1)
        let entry = BoardEdit.Entry(cell: try cell("a1"), text: "a")
        let edit = BoardEdit(board: number, entries: [entry])
        #expect(table.refused { try table.apply(.edit(edit), by: .ann) } == .noSuchBoard)
    }

    @Test("with ifSequence is refused at any other sequence")
    func ifSequence() throws {
        let table = try Table(seated: 1)
        try table.edit(["a1": "a"], by: .ann, ifSequence: 1)
        for stale in [0, 1, 3] {
            let violation = refusal { try table.edit(["c3": "b"], by: .ann, ifSequence: stale) }
            #expect(violation?.code == .preconditionFailed && violation?.cell?.square == "c3")
        }
        try table.edit(["a1": "b", "b1": "c"], by: .ann, ifSequence: 2)
        #expect(table.board.hasPrefix("BC..."))
    }

    @Test("with an expected letter is refused if the cell differs")
    func expected() throws {
        let table = try Table(seated: 1)
        try table.write("é", on: "a1", by: .ann, expecting: "")
        try table.write("b", on: "a1", by: .ann, expecting: "e\u{301}")
        try table.write("c", on: "a1", by: .ann, expecting: "b")
        for wrong in ["", "b", "CC", "7"] {
            #expect(
                table.refused { try table.write("d", on: "a1", by: .ann, expecting: wrong) } == .cellDiffers)
        }
        #expect(table.board.hasPrefix("C...."))
    }

    @Test(
        "that expects text no cell can hold is refused for an empty cell",
        arguments: ["7", "AB", " "])
    func expectedGarbage(text: String) throws {
        let table = try Table(seated: 1)
        #expect(table.refused { try table.write("a", on: "a1", by: .ann, expecting: text) } == .cellDiffers)
    }

    @Test("may contain a cell twice; the second entry sees the first one's letter")
    func twice() throws {
        let table = try Table(seated: 1)
        let index = try cell("a1")
        let entries = [
            BoardEdit.Entry(cell: index, text: "a"), BoardEdit.Entry(cell: index, text: "b", expected: "a"),
        ]
        #expect(try table.apply(.edit(BoardEdit(entries: entries)), by: .ann).words == ["a1=A", "a1=B"])
    }

    @Test("of a cell directly, without a command, is refused")
    func withoutCommand() throws {
        let table = try Table(seated: 1)
        let cell = table.game.controller.boards[0].cells[0]
        #expect(table.refused { try cell.type("a") } == .orphanedCell)
    }
}

@Suite("An edit of several cells")
struct BatchTests {
    @Test("is refused as a whole if any entry is refused", arguments: 0..<8)
    func allOrNothing(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let table = try Table(seated: 2, layout: "...../.#.../..G../...../.....")
            try table.edit(["a1": "a", "e5": "e", "c2": "c"], by: .ann)
            if random.oneIn(2) { try table.act("clear", by: .bea) }
            var entries = Self.goodEntries(&random)
            let bad = try Self.badEntry(&random)
            let index = Int.random(in: 0...entries.count, using: &random)
            entries.insert(bad.entry, at: index)
            let violation = table.refused {
                try table.apply(.edit(BoardEdit(entries: entries)), by: .bea)
            }
            #expect(violation == bad.code)
            entries.remove(at: index)
            let events = try table.apply(.edit(BoardEdit(entries: entries)), by: .bea)
            #expect(events.first.map { $0.sequence.value == table.events.count - events.count + 1 } != false)
        }
    }

    @Test("is refused with the cell of the refused entry")
    func cellNamed() throws {
        let table = try Table(seated: 1)
        let violation = refusal { try table.edit(["a1": "a", "c4": "?", "b1": "b"], by: .ann) }
        #expect(violation?.code == .notALetter && violation?.cell?.square == "c4")
    }

    private static func goodEntries(_ random: inout SplitMix64) -> [BoardEdit.Entry] {
        (0..<Int.random(in: 1...12, using: &random)).map { _ in
            let free = CellIndex.all.filter { !["b2", "c3"].contains($0.square) }
            return BoardEdit.Entry(cell: random.pick(free), text: random.pick(["a", "Q", "é", "", "ß", "漢"]))
        }
    }

    private static func badEntry(
        _ random: inout SplitMix64
    ) throws -> (entry: BoardEdit.Entry, code: RuleViolation.Code) {
        let square = random.pick(CellIndex.all.filter { !["b2", "c3"].contains($0.square) })
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: (BoardEdit.Entry(cell: square, text: random.pick(["1", "AB", "😀", " "])), .notALetter)
        case 1: (BoardEdit.Entry(cell: try cell("b2"), text: random.pick(["x", ""])), .lockedCell)
        case 2: (BoardEdit.Entry(cell: try cell("c3"), text: random.pick(["x", "G", ""])), .lockedCell)
        default: (BoardEdit.Entry(cell: square, text: "x", expected: random.pick(["w", "0"])), .cellDiffers)
        }
    }
}
