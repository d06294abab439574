import Testing

@testable import GameCore

@Suite("The slots of a crossword")
struct PuzzleSlotTests {
    @Test("are the longest runs without a block or a bar, on random boards", arguments: 0..<200)
    func reference(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let blocks = (0..<25).map { _ in random.oneIn(5) }
        let bars = (0..<25).map { _ in
            CellBars(rawValue: random.oneIn(3) ? Int.random(in: 1...3, using: &random) : 0)
        }
        let slots = PuzzleSlot.all(blocks: blocks, bars: bars)

        // Two cells belong to one word if they are neighbours and nothing stands between them.
        func joins(_ cell: Int, _ step: Int) -> Bool {
            let isInside = step == 1 ? (0..<25).contains(cell) && cell % 5 < 4 : (0..<20).contains(cell)
            guard isInside, !blocks[cell], !blocks[cell + step] else { return false }
            return !bars[cell].contains(step == 1 ? .right : .bottom)
        }
        var expected: [String] = []
        for (direction, step) in [(BoardLine.Direction.across, 1), (.down, 5)] {
            for start in 0..<25 where joins(start, step) && !(joins(start - step, step)) {
                var cells = [start]
                while joins(cells[cells.count - 1], step) { cells.append(cells[cells.count - 1] + step) }
                expected.append("\(direction.rawValue) \(cells)")
            }
        }
        #expect(slots.map { "\($0.direction.rawValue) \($0.cells.map(\.position))" } == expected)
        let starts = Set(slots.map { $0.cells[0] }).sorted()
        #expect(slots.allSatisfy { starts[$0.number - 1] == $0.cells[0] })
    }
}
