@testable import GameCore
import Testing

@Suite("Block patterns")
struct BlockPatternTests {
    private func text(_ blocks: [Bool]) -> String {
        (0..<5).map { row in blocks[row * 5..<row * 5 + 5].map { $0 ? "#" : "." }.joined() }
            .joined(separator: "/")
    }

    @Test("are exactly the connected ones of the 8192 symmetric patterns with a long word in every line")
    func all() {
        let patterns = BlockPattern.all.map { text($0.blocks) }
        let expected = (0..<1 << 13).map(PatternReference.init).filter(\.isValid).map { text($0.blocks) }
        #expect(patterns.count == 12 && patterns.sorted() == expected.sorted())
    }

    @Test(
        "have blocks only in the corners",
        arguments: [
            "...../...../...../...../.....", "....#/...../...../...../#....", "#...#/...../...../...../#...#",
            "...##/....#/...../#..../##...", "##.../##.../...../...##/...##", "....#/....#/...../#..../#....",
        ])
    func corners(pattern: String) {
        #expect(BlockPattern.all.map { text($0.blocks) }.contains(pattern))
    }

    @Test("are drawn in proportion to their weights")
    func weights() {
        var random = SeededGenerator(seed: 1)
        var counts = [Int](repeating: 0, count: BlockPattern.all.count)
        for _ in 0..<2500 { counts[BlockPattern.draw(&random)] += 1 }
        let total = BlockPattern.all.reduce(0) { $0 + $1.weight }
        for (pattern, count) in zip(BlockPattern.all, counts) {
            let expected = 2500 * pattern.weight / total
            #expect(abs(count - expected) <= 20 + expected / 4, "\(text(pattern.blocks)): \(count)")
        }
    }
}

/// A pattern with half-turn symmetry, made from 13 bits, that checks the requirements cell by cell.
private struct PatternReference {
    let blocks: [Bool]

    init(_ bits: Int) {
        let half = (0..<12).map { bits >> $0 & 1 == 1 }
        blocks = half + [bits >> 12 & 1 == 1] + half.reversed()
    }

    var isValid: Bool {
        let rows = (0..<5).map { row in (0..<5).map { row * 5 + $0 } }
        let columns = (0..<5).map { column in (0..<5).map { $0 * 5 + column } }
        return (rows + columns).allSatisfy(hasOnlyLongWords) && isConnected
    }

    private func hasOnlyLongWords(_ line: [Int]) -> Bool {
        let runs = line.split { blocks[$0] }
        return !runs.isEmpty && runs.allSatisfy { $0.count >= 3 }
    }

    private var isConnected: Bool {
        let open = Set((0..<25).filter { !blocks[$0] })
        var reached: Set<Int> = []
        var waiting = Array(open.prefix(1))
        while let cell = waiting.popLast() {
            guard open.contains(cell), reached.insert(cell).inserted else { continue }
            waiting +=
                [cell - 5, cell + 5] + (cell % 5 > 0 ? [cell - 1] : []) + (cell % 5 < 4 ? [cell + 1] : [])
        }
        return reached == open
    }
}
