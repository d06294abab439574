/// The shape of the board: six words of five letters that cross around four holes.
///
/// Boards are arrays of 25 codes, one for each cell; equal letters have equal codes, and 0 stands for a hole.
enum Lattice {
    /// The cells of the words: rows 1, 3 and 5 across, then columns a, c and e down.
    static let lines: [[CellIndex]] =
        [0, 2, 4].map { row in CellIndex.all.filter { $0.row == row } }
        + [0, 2, 4].map { column in CellIndex.all.filter { $0.column == column } }

    /// The cells that hold letters; all others are holes.
    static let cells = CellIndex.all.filter { !isHole($0) }

    static func isHole(_ cell: CellIndex) -> Bool { cell.row % 2 == 1 && cell.column % 2 == 1 }

    static func word(_ line: [CellIndex], of board: [UInt8]) -> [UInt8] { line.map { board[$0.position] } }

    /// The marks of the letters on `board`, by position; nil for a hole.
    ///
    /// Each word is marked by itself. A letter that belongs to two words has the better of its two marks.
    static func marks(of board: [UInt8], against solution: [UInt8]) -> [CellMark?] {
        var marks = [CellMark?](repeating: nil, count: CellIndex.count)
        for line in lines {
            let found = WordMarks(of: word(line, of: board), against: word(line, of: solution)).marks
            for (cell, mark) in zip(line, found) where marks[cell.position] ?? .miss == .miss {
                marks[cell.position] = mark
            }
        }
        return marks
    }

    /// The least number of swaps that turn `board` into `solution`, which has the same letters.
    ///
    /// Every misplaced letter is an edge from the letter that its cell needs to the letter that is there.
    /// A cycle of n edges takes n - 1 swaps, so the answer is the number of edges minus the largest number of
    /// cycles into which they can be split.
    ///
    /// - Complexity: exponential in the number of misplaced letters, at most 21; some microseconds.
    static func leastSwaps(from board: [UInt8], to solution: [UInt8]) -> Int {
        let edges = cells.map(\.position).filter { board[$0] != solution[$0] }
            .map { LetterCycles.Edge(from: solution[$0], to: board[$0]) }
        var cycles = LetterCycles(edges)
        return edges.count - cycles.mostCycles()
    }
}

/// A graph whose edges can be split into cycles: each letter has as many outgoing as incoming edges.
private struct LetterCycles {
    struct Edge: Equatable {
        let from: UInt8
        let to: UInt8
    }

    /// The edges that belong to no cycle of two.
    private var edges: [Edge] = []
    private var pairs = 0
    /// The largest number of cycles by the set of edges that are left, a bit for each.
    private var known: [UInt32: Int] = [0: 0]

    /// Splits off all cycles of two edges; some largest split contains them.
    ///
    /// If two opposite edges are in different cycles, the rests of both form a closed walk, so a split with
    /// the two edges as a cycle has as many cycles.
    init(_ all: [Edge]) {
        for edge in all {
            if let opposite = edges.firstIndex(of: Edge(from: edge.to, to: edge.from)) {
                edges.remove(at: opposite)
                pairs += 1
            } else {
                edges.append(edge)
            }
        }
    }

    mutating func mostCycles() -> Int {
        pairs + mostCycles(of: (1 << UInt32(edges.count)) - 1)
    }

    /// The largest number of cycles into which the edges in `left` can be split.
    private mutating func mostCycles(of left: UInt32) -> Int {
        if let count = known[left] { return count }
        var best = 0
        // Every split has a cycle with the first edge. The cycles that are left have at least three edges.
        let first = left.trailingZeroBitCount
        for cycle in cycles(through: first, in: left) {
            best = max(best, 1 + mostCycles(of: left & ~cycle))
            if best == left.nonzeroBitCount / 3 { break }
        }
        known[left] = best
        return best
    }

    /// The sets of edges in `left` that form a cycle with edge `first` and visit no letter twice.
    private func cycles(through first: Int, in left: UInt32) -> [UInt32] {
        var found: [UInt32] = []
        func extend(_ path: UInt32, at letter: UInt8, visited: UInt64) {
            if letter == edges[first].from { return found.append(path) }
            var tried: UInt64 = 0
            for (number, edge) in edges.enumerated()
            where edge.from == letter && left & ~path & 1 << UInt32(number) != 0 {
                let target: UInt64 = 1 << UInt64(edge.to)
                // Equal edges lead to equal cycles.
                guard (visited | tried) & target == 0 else { continue }
                tried |= target
                extend(path | 1 << UInt32(number), at: edge.to, visited: visited | target)
            }
        }
        extend(1 << UInt32(first), at: edges[first].to, visited: 1 << UInt64(edges[first].to))
        return found
    }
}
