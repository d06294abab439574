import GameCore
import Testing

@Suite("A cell index")
struct CellIndexTests {
    @Test("is parsed from its position and from its square in either case")
    func roundTrip() {
        #expect(CellIndex.all.count == 25)
        for (position, index) in CellIndex.all.enumerated() {
            #expect(index.position == position)
            #expect(CellIndex(position) == index)
            #expect(CellIndex(row: index.row, column: index.column) == index)
            #expect(CellIndex(name: String(position)) == index)
            #expect(CellIndex(name: index.square) == index)
            #expect(CellIndex(name: index.square.uppercased()) == index)
        }
    }

    @Test("names squares by column letter and row digit, in reading order")
    func squares() {
        let drawn = [
            "a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2", "a3 b3 c3 d3 e3", "a4 b4 c4 d4 e4", "a5 b5 c5 d5 e5",
        ]
        #expect(CellIndex.all.map(\.square) == drawn.flatMap { $0.split(separator: " ").map(String.init) })
        #expect(CellIndex.all == CellIndex.all.sorted())
    }

    @Test(
        "refuses a name that is not a cell",
        arguments: [
            "", " ", "a", "f1", "a0", "a6", "a9", "1a", "aa", "a1 ", " a1", "a11", "25", "99", "00", "05",
            "007",
            "-1", "+1", "1.", "12 ", "0x1", "A٣", "٣", "é1", "ａ1", "!1", "\u{01}1", "a\u{0}",
            "12345678901234567890", "..", "1.0", "c33", "board",
        ])
    func garbage(name: String) {
        #expect(CellIndex(name: name) == nil)
    }

    @Test("refuses a position, row or column outside the board", arguments: [-1, 25, Int.min, Int.max])
    func outside(number: Int) {
        #expect(CellIndex(number) == nil)
        #expect(CellIndex(row: number, column: 0) == nil)
        #expect(CellIndex(row: 0, column: number) == nil)
    }
}
