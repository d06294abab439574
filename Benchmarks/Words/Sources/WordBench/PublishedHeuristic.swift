import GameCore

/// The published player: for each line through a cell the words that are still possible, weighted 1, 10 and 100
/// for three, four and five letters; the cell whose lines keep the largest share of them.
///
/// How the counts are compared is not published; of the share, the plain count and the loss, the share plays best.
final class PublishedHeuristic {
    private let lexicon: Lexicon
    private let lines: [[Int]]
    /// The marks of lines that have been counted before.
    private var known: [[UInt8]: Int] = [:]

    init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        lines = BoardLine.rowsAndColumns.map { $0.cells.map(\.position) }
    }

    /// The best cell for `letter`.
    func cell(for letter: UInt8, _ board: CodedBoard) -> CellIndex? {
        let marks = lines.map { mark($0.map { board.codes[$0] }) }
        return board.emptyCells.map { cell in (cell, share(letter, cell, board, marks)) }.max { $0.1 < $1.1 }?
            .0
    }

    private func share(_ letter: UInt8, _ cell: CellIndex, _ board: CodedBoard, _ marks: [Int]) -> Double {
        lines.indices.filter { lines[$0].contains(cell.position) }.reduce(0) { sum, line in
            let after = lines[line].map { $0 == cell.position ? letter : board.codes[$0] }
            return sum + Double(mark(after)) / Double(max(marks[line], 1))
        }
    }

    private func mark(_ line: [UInt8]) -> Int {
        if let mark = known[line] { return mark }
        let mark = count(line)
        known[line] = mark
        return mark
    }

    private func count(_ line: [UInt8]) -> Int {
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
