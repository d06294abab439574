import GameCore

/// A published bot: counts the words that are still possible in each line, weighted 1, 10 and 100 for three, four
/// and five letters, and chooses the cell whose lines keep the largest share.
///
/// The publication does not say how counts are compared; the share plays better than the plain count and the loss.
final class PublishedHeuristic {
    private let lexicon: Lexicon
    private let lines: [[Int]]
    /// A cache of weighted counts by line.
    private var counts: [[UInt8]: Int] = [:]

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        lines = BoardLine.rowsAndColumns.map { $0.cells.map(\.position) }
    }

    /// The best cell for `letter`.
    func cell(for letter: UInt8, _ board: CodedBoard) -> CellIndex? {
        let before = lines.map { count($0.map { board.codes[$0] }) }
        let shares = board.emptyCells.map { cell in (cell, share(letter, cell, board, before)) }
        return shares.max { $0.1 < $1.1 }?.0
    }

    private func share(_ letter: UInt8, _ cell: CellIndex, _ board: CodedBoard, _ before: [Int]) -> Double {
        lines.indices.filter { lines[$0].contains(cell.position) }.reduce(0) { sum, line in
            let after = lines[line].map { $0 == cell.position ? letter : board.codes[$0] }
            return sum + Double(count(after)) / Double(max(before[line], 1))
        }
    }

    private func count(_ line: [UInt8]) -> Int {
        if let count = counts[line] { return count }
        let count = computeCount(line)
        counts[line] = count
        return count
    }

    private func computeCount(_ line: [UInt8]) -> Int {
        [(3, 1), (4, 10), (5, 100)].reduce(0) { sum, kind in
            let windows = (0...(5 - kind.0)).map { line[$0..<$0 + kind.0] }
            let words = lexicon.words(ofLength: kind.0)
            let fitting = windows.map { window in words.count { fits($0, window) } }
            return sum + kind.1 * fitting.reduce(0, +)
        }
    }

    private func fits(_ word: ArraySlice<UInt8>, _ window: ArraySlice<UInt8>) -> Bool {
        zip(word, window).allSatisfy { $1 == 0 || $0 == $1 }
    }
}
