/// The open cells of a board, and for each run of them the trie of the words that fit.
struct FillGrid: Sendable {
    /// The runs of two or more open cells as positions, across and then down.
    let runs: [[Int]]
    let openCells: [Int]
    /// For each position the root of the trie of the run that begins there; otherwise `anyLetterNode`.
    let acrossRoots: [UInt32]
    let downRoots: [UInt32]
    /// For each position whether the next cell belongs to the same run.
    let continuesAcross: [Bool]
    let continuesDown: [Bool]
    private(set) var tries: LineTries
    let board: CodedBoard

    init(_ board: CodedBoard, _ words: FillWords) {
        self.board = board
        openCells = CellIndex.all.map(\.position).filter { board.codes[$0] != CodedBoard.block }
        let across = Self.runs(board, first: { $0 * CellIndex.side }, step: 1)
        let down = Self.runs(board, first: { $0 }, step: CellIndex.side)
        runs = across + down
        var tries = words.tries
        var rootOfPattern: [[UInt8]: UInt32] = [:]
        func root(_ pattern: [UInt8]) -> UInt32 {
            // `words` has the trie of a run without given letters already.
            guard pattern.contains(where: { $0 != 0 }) else { return words.root(ofLength: pattern.count) }
            if let root = rootOfPattern[pattern] { return root }
            let root = tries.addTrie(
                of: words.words(ofLength: pattern.count).filter { Self.fits($0, pattern) })
            rootOfPattern[pattern] = root
            return root
        }
        func roots(_ runs: [[Int]]) -> [UInt32] {
            var roots = [UInt32](repeating: words.anyLetterNode, count: CellIndex.count)
            for run in runs { roots[run[0]] = root(run.map { board.codes[$0] }) }
            return roots
        }
        acrossRoots = roots(across)
        downRoots = roots(down)
        self.tries = tries
        continuesAcross = Self.continuations(of: across)
        continuesDown = Self.continuations(of: down)
    }

    /// A copy without the words whose last letter is not in the set that `allowed` returns for its trie node.
    func restrictingLastLetters(_ allowed: (Int) -> UInt64) -> FillGrid {
        var grid = self
        grid.tries.restrictLastLetters(allowed)
        return grid
    }

    func isDistinct(_ board: CodedBoard) -> Bool {
        Set(runs.map { run in run.map { board.codes[$0] } }).count == runs.count
    }

    private static func runs(_ board: CodedBoard, first: (Int) -> Int, step: Int) -> [[Int]] {
        (0..<CellIndex.side).flatMap { line in
            let cells = (0..<CellIndex.side).map { first(line) + $0 * step }
            return cells.split { board.codes[$0] == CodedBoard.block }.map(Array.init).filter { $0.count > 1 }
        }
    }

    private static func continuations(of runs: [[Int]]) -> [Bool] {
        let inner = Set(runs.flatMap { $0.dropLast() })
        return CellIndex.all.map { inner.contains($0.position) }
    }

    private static func fits(_ word: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
        zip(word, pattern).allSatisfy { $1 == 0 || $0 == $1 }
    }
}

/// The order in which a search tries the letters of a cell.
protocol LetterOrder {
    /// One bit of `letters`, which must not be 0.
    mutating func pick(_ letters: UInt64) -> UInt64
}

struct Alphabetical: LetterOrder {
    @inline(__always)
    func pick(_ letters: UInt64) -> UInt64 { letters & (0 &- letters) }
}

/// Random order, uniformly distributed.
struct Shuffled: LetterOrder {
    private var random: SeededGenerator

    init(_ random: SeededGenerator) {
        self.random = random
    }

    mutating func pick(_ letters: UInt64) -> UInt64 {
        var remaining = letters
        for _ in 0..<random.below(letters.nonzeroBitCount) { remaining &= remaining - 1 }
        return remaining & (0 &- remaining)
    }
}

/// A depth-first search through the open cells of a grid in reading order.
///
/// The candidate letters of a cell are the intersection of its across node and its down node: one `and`.
struct FillSearch<Order: LetterOrder> {
    enum Outcome { case exhausted, stopped, outOfSteps }

    private struct Step {
        let cell: Int
        /// The letters that the given letter of the cell allows: one bit, or all.
        let given: UInt64
        /// The step of the next cell of the run across, and of the run down; 0 if the run ends here.
        let nextAcross: Int
        let nextDown: Int
        /// The nodes of this cell in both tries.
        var across: UInt32
        var down: UInt32
        /// The candidate letters not tried yet.
        var untried: UInt64 = 0
        var letter: UInt64 = 0
    }

    /// The number of steps between two calls of `shouldStop`.
    private static var stopCheckInterval: Int { 8192 }

    private let grid: FillGrid
    private var order: Order
    private var steps: [Step]

    init(_ grid: FillGrid, _ order: Order) {
        self.grid = grid
        self.order = order
        var number: [Int: Int] = [:]
        for (step, cell) in grid.openCells.enumerated() { number[cell] = step }
        steps = grid.openCells.map { cell in
            let code = grid.board.codes[cell]
            return Step(
                cell: cell, given: code == 0 ? ~0 : 1 << UInt64(code & 0x3F),
                nextAcross: grid.continuesAcross[cell] ? number[cell + 1] ?? 0 : 0,
                nextDown: grid.continuesDown[cell] ? number[cell + CellIndex.side] ?? 0 : 0,
                across: grid.acrossRoots[cell], down: grid.downRoots[cell])
        }
    }

    /// Calls `visit` with each completion until it returns false, `shouldStop` returns true, or `stepLimit`
    /// steps are done.
    mutating func run(
        stepLimit: Int = .max, shouldStop: () -> Bool = { false }, _ visit: (CodedBoard) -> Bool
    ) -> Outcome {
        guard !steps.isEmpty else { return visit(grid.board) ? .exhausted : .stopped }
        let board = grid.board
        return grid.tries.withNodes { nodes in
            steps.withUnsafeMutableBufferPointer { steps in
                Self.walk(steps, nodes, &order, stepLimit, shouldStop) { steps in
                    var board = board
                    for step in steps { board.codes[step.cell] = UInt8(step.letter.trailingZeroBitCount) }
                    return visit(board)
                }
            }
        }
    }

    private static func walk(
        _ steps: UnsafeMutableBufferPointer<Step>, _ nodes: LineTries.Nodes, _ order: inout Order,
        _ stepLimit: Int, _ shouldStop: () -> Bool, _ visit: (UnsafeMutableBufferPointer<Step>) -> Bool
    ) -> Outcome {
        let last = steps.count - 1
        var (depth, stepsLeft, stepsUntilCheck) = (0, stepLimit, stopCheckInterval)
        steps[0].untried = nodes.letters(steps[0].across, steps[0].down) & steps[0].given
        while depth >= 0 {
            let untried = steps[depth].untried
            guard untried != 0 else {
                depth -= 1
                continue
            }
            (stepsLeft, stepsUntilCheck) = (stepsLeft &- 1, stepsUntilCheck &- 1)
            if stepsUntilCheck == 0 || stepsLeft == 0 {
                if stepsLeft == 0 { return .outOfSteps }
                if shouldStop() { return .stopped }
                stepsUntilCheck = stopCheckInterval
            }
            let letter = order.pick(untried)
            steps[depth].untried = untried ^ letter
            steps[depth].letter = letter
            guard depth < last else {
                if !visit(steps) { return .stopped }
                continue
            }
            let (across, down) = (steps[depth].nextAcross, steps[depth].nextDown)
            if across != 0 { steps[across].across = nodes.child(steps[depth].across, letter) }
            if down != 0 { steps[down].down = nodes.child(steps[depth].down, letter) }
            depth += 1
            steps[depth].untried = nodes.letters(steps[depth].across, steps[depth].down) & steps[depth].given
        }
        return .exhausted
    }
}

/// The words for filling boards, with a trie for each length.
///
/// One value serves all boards that use the same words.
struct FillWords: Sendable {
    private let lists: [WordList]
    let tries: LineTries
    private let roots: [UInt32]
    /// A node that allows every letter, for cells that are not part of a run.
    let anyLetterNode: UInt32

    /// Creates the tries of `lists`, which have one list for each length from 2 to 5.
    init(_ lists: [WordList], _ alphabet: Alphabet) {
        self.lists = lists
        var tries = LineTries()
        roots = lists.map { tries.addTrie(of: Array($0)) }
        anyLetterNode = tries.addNode(letters: alphabet.allLetters)
        self.tries = tries
    }

    func words(ofLength length: Int) -> WordList { lists[length - 2] }

    func root(ofLength length: Int) -> UInt32 { roots[length - 2] }

    /// The trie node that holds the last letter of `word`, which must be one of the words.
    func lastNode(of word: [UInt8]) -> Int { tries.lastNode(of: word, root: root(ofLength: word.count)) }
}
