/// Where the blocks of a mini crossword stand.
///
/// A pattern looks the same when it is turned upside down; each row and each column has one word of three
/// or more letters, and no cell is left over. Such a word always covers the middle of its line, so the middle
/// row and the middle column are open from end to end, everything hangs together, and blocks stand only in
/// corners.
struct BlockPattern: Equatable, Sendable {
    /// 25 of them, in the order of the cells.
    let blocks: [Bool]

    /// All twelve, the one without blocks first.
    static let all: [BlockPattern] = lines.flatMap { second in
        lines.map { first in BlockPattern(first, second) }.filter(\.hasWordInEveryLine)
    }

    /// How many cells are blocks.
    var blockCount: Int { blocks.count { $0 } }

    /// How often it is drawn, beside the others.
    ///
    /// Few blocks are beautiful, but there are few fills with common words for them, which would come again
    /// and again. Many blocks make short words, which are soon known.
    var weight: Int {
        switch blockCount {
        case 0: 0
        case 4, 6: 3
        default: 1
        }
    }

    /// The number of one of them, by weight.
    static func draw(_ random: inout SeededGenerator) -> Int {
        var left = random.below(all.reduce(0) { $0 + $1.weight })
        return all.firstIndex { pattern in
            left -= pattern.weight
            return left < 0
        } ?? 0
    }

    /// A board with the blocks, otherwise empty.
    var board: CodedBoard {
        var board = CodedBoard()
        for cell in CellIndex.all where blocks[cell.position] { board[cell] = CodedBoard.block }
        return board
    }

    /// The lines that are one word of three or more letters: whether each cell is a block.
    private static let lines: [[Bool]] = (3...CellIndex.side).reversed().flatMap { length in
        (0...CellIndex.side - length).map { start in
            (0..<CellIndex.side).map { !(start..<start + length).contains($0) }
        }
    }

    /// The two first rows say it all.
    private init(_ first: [Bool], _ second: [Bool]) {
        let middle = [Bool](repeating: false, count: CellIndex.side)
        blocks = first + second + middle + second.reversed() + first.reversed()
    }

    private var hasWordInEveryLine: Bool {
        BoardLine.rowsAndColumns.allSatisfy { line in
            Self.lines.contains(line.cells.map { blocks[$0.position] })
        }
    }
}
