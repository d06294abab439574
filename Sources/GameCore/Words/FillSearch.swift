/// Which of the letters that a cell can take is tried next.
protocol LetterOrder {
    /// One bit of `letters`, which is not 0.
    mutating func pick(_ letters: UInt64) -> UInt64
}

/// The first letter of the alphabet first.
struct Alphabetical: LetterOrder {
    @inline(__always)
    func pick(_ letters: UInt64) -> UInt64 { letters & (0 &- letters) }
}

/// Any letter, all alike.
struct Shuffled: LetterOrder {
    private var random: SeededGenerator

    init(_ random: SeededGenerator) {
        self.random = random
    }

    mutating func pick(_ letters: UInt64) -> UInt64 {
        var left = letters
        for _ in 0..<random.below(letters.nonzeroBitCount) { left &= left - 1 }
        return left & (0 &- left)
    }
}

/// Depth first through the open cells of a grid.
///
/// The letters that go on in a cell are those of the tree across and of the tree down: one `and`.
struct FillSearch<Order: LetterOrder> {
    /// How a search ends.
    enum End { case exhausted, stopped, outOfSteps }

    /// One open cell, in the order of reading.
    private struct Step {
        let cell: Int
        /// What a given letter leaves.
        let given: UInt64
        /// The step of the next cell of the run across, and of the run down; 0 when it ends here.
        let nextAcross: Int
        let nextDown: Int
        /// The nodes of both trees.
        var across: UInt32
        var down: UInt32
        /// The letters that are still to be tried.
        var left: UInt64 = 0
        var letter: UInt64 = 0
    }

    /// After so many steps it is asked whether the time is over.
    private static var askAfter: Int { 8192 }

    private let grid: FillGrid
    private var order: Order
    private var steps: [Step]

    init(_ grid: FillGrid, _ order: Order) {
        self.grid = grid
        self.order = order
        var number: [Int: Int] = [:]
        for (step, cell) in grid.open.enumerated() { number[cell] = step }
        steps = grid.open.map { cell in
            let code = grid.board.codes[cell]
            return Step(
                cell: cell, given: code == 0 ? ~0 : 1 << UInt64(code & 0x3F),
                nextAcross: grid.goesAcross[cell] ? number[cell + 1] ?? 0 : 0,
                nextDown: grid.goesDown[cell] ? number[cell + CellIndex.side] ?? 0 : 0,
                across: grid.acrossRoots[cell], down: grid.downRoots[cell])
        }
    }

    /// Shows `visit` each completion until it returns false, `most` steps are done, or the time is over.
    mutating func run(
        steps most: Int = .max, isOver: () -> Bool = { false }, _ visit: (CodedBoard) -> Bool
    ) -> End {
        guard !steps.isEmpty else { return visit(grid.board) ? .exhausted : .stopped }
        let board = grid.board
        return grid.tries.withNodes { nodes in
            steps.withUnsafeMutableBufferPointer { steps in
                Self.walk(steps, nodes, &order, most, isOver) { steps in
                    var board = board
                    for step in steps { board.codes[step.cell] = UInt8(step.letter.trailingZeroBitCount) }
                    return visit(board)
                }
            }
        }
    }

    private static func walk(
        _ steps: UnsafeMutableBufferPointer<Step>, _ nodes: LineTries.Nodes, _ order: inout Order,
        _ most: Int,
        _ isOver: () -> Bool, _ visit: (UnsafeMutableBufferPointer<Step>) -> Bool
    ) -> End {
        let last = steps.count - 1
        var (depth, stepsLeft, untilAsked) = (0, most, askAfter)
        steps[0].left = nodes.letters(steps[0].across, steps[0].down) & steps[0].given
        while depth >= 0 {
            let left = steps[depth].left
            guard left != 0 else {
                depth -= 1
                continue
            }
            (stepsLeft, untilAsked) = (stepsLeft &- 1, untilAsked &- 1)
            if untilAsked == 0 || stepsLeft == 0 {
                if stepsLeft == 0 { return .outOfSteps }
                if isOver() { return .stopped }
                untilAsked = askAfter
            }
            let letter = order.pick(left)
            steps[depth].left = left ^ letter
            steps[depth].letter = letter
            guard depth < last else {
                if !visit(steps) { return .stopped }
                continue
            }
            let (across, down) = (steps[depth].nextAcross, steps[depth].nextDown)
            if across != 0 { steps[across].across = nodes.child(steps[depth].across, letter) }
            if down != 0 { steps[down].down = nodes.child(steps[depth].down, letter) }
            depth += 1
            steps[depth].left = nodes.letters(steps[depth].across, steps[depth].down) & steps[depth].given
        }
        return .exhausted
    }
}
