@testable import GameCore
import Testing

@Suite("Patterns of blocks")
struct BlockPatternTests {
    private func text(_ blocks: [Bool]) -> String {
        (0..<5).map { row in blocks[row * 5..<row * 5 + 5].map { $0 ? "#" : "." }.joined() }
            .joined(separator: "/")
    }

    @Test("are all those of the 8192 symmetric ones that hang together, with a long word in every line")
    func all() {
        let patterns = BlockPattern.all.map { text($0.blocks) }
        let expected = (0..<1 << 13).map(PatternReference.init).filter(\.isFit).map { text($0.blocks) }
        #expect(patterns.count == 12 && patterns.sorted() == expected.sorted())
    }

    @Test(
        "have their blocks in corners",
        arguments: [
            "...../...../...../...../.....", "....#/...../...../...../#....", "#...#/...../...../...../#...#",
            "...##/....#/...../#..../##...", "##.../##.../...../...##/...##", "....#/....#/...../#..../#....",
        ])
    func corners(pattern: String) {
        #expect(BlockPattern.all.map { text($0.blocks) }.contains(pattern))
    }

    @Test("are drawn as often as their weights say")
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

/// A pattern that is the same upside down, from 13 bits, and what is asked of it, cell by cell.
private struct PatternReference {
    let blocks: [Bool]

    init(_ bits: Int) {
        let half = (0..<12).map { bits >> $0 & 1 == 1 }
        blocks = half + [bits >> 12 & 1 == 1] + half.reversed()
    }

    var isFit: Bool {
        let rows = (0..<5).map { row in (0..<5).map { row * 5 + $0 } }
        let columns = (0..<5).map { column in (0..<5).map { $0 * 5 + column } }
        return (rows + columns).allSatisfy(hasOnlyLongWords) && hangsTogether
    }

    private func hasOnlyLongWords(_ line: [Int]) -> Bool {
        let runs = line.split { blocks[$0] }
        return !runs.isEmpty && runs.allSatisfy { $0.count >= 3 }
    }

    private var hangsTogether: Bool {
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
