/// Finds the ways in which a partly filled board can be completed so that every run of two or more cells,
/// across and down, is a word.
///
/// Each run has the tree of the words that fit it; words that contradict the letters of a run are sorted out
/// before, so no beginning is followed that the rest of its run forbids. Any thread.
public struct Fill: Sendable {
    /// The most completions that one answer has.
    public static let maximumLimit = 1000

    /// Which completions are wanted.
    public struct Wish: Sendable {
        /// How many, at most.
        public let limit: Int
        /// Whether no word may stand in a board twice.
        public let isDistinct: Bool
        /// In random order; nil for the order of the alphabet.
        public let seed: UInt64?

        /// At most `limit` completions.
        public init(limit: Int, isDistinct: Bool, seed: UInt64? = nil) {
            self.limit = limit
            self.isDistinct = isDistinct
            self.seed = seed
        }
    }

    let grid: FillGrid

    /// The completions of `board` with words of `lexicon`.
    public init(_ board: CodedBoard, _ lexicon: Lexicon) {
        grid = FillGrid(board, lexicon.fillWords)
    }

    /// Completions as wished, until `isOver` says that the time is; it is asked every few thousand steps.
    ///
    /// - Returns: the boards, and whether they are all that there are.
    public func find(_ wish: Wish, isOver: () -> Bool) -> (boards: [CodedBoard], isExhausted: Bool) {
        var boards: [CodedBoard] = []
        var seen: Set<[UInt8]> = []
        let take = { (board: CodedBoard) -> Bool in
            guard !wish.isDistinct || grid.isDistinct(board), !seen.contains(board.codes) else { return true }
            // One more than wanted tells whether there are more.
            guard boards.count < wish.limit else { return false }
            if wish.seed != nil { seen.insert(board.codes) }
            boards.append(board)
            return true
        }
        if let seed = wish.seed {
            sample(seed, wish, isOver) { board in
                _ = take(board)
                return boards.count
            }
        }
        var search = FillSearch(grid, Alphabetical())
        let end = search.run(isOver: isOver, take)
        return (boards, end == .exhausted)
    }

    /// How many completions there are, all of them.
    public func count() -> Int {
        var count = 0
        var search = FillSearch(grid, Alphabetical())
        _ = search.run { _ in
            count += 1
            return true
        }
        return count
    }

    /// Offers random completions until as many as wished are taken or the same ones come again and again.
    ///
    /// A search that finds nothing soon begins anew with other letters: a bad beginning is left early.
    private func sample(
        _ seed: UInt64, _ wish: Wish, _ isOver: () -> Bool, _ take: (CodedBoard) -> Int
    ) {
        var (patience, inVain, taken) = (4096, 0, 0)
        var seeds = SeededGenerator(seed: seed)
        while inVain < 16, taken < wish.limit, !isOver() {
            var search = FillSearch(grid, Shuffled(SeededGenerator(seed: seeds.next())))
            var found = taken
            let end = search.run(steps: patience, isOver: isOver) { board in
                found = take(board)
                return found == taken && wish.isDistinct
            }
            if end == .exhausted { return }
            if end == .outOfSteps { patience += patience / 2 }
            inVain = found > taken ? 0 : inVain + (end == .stopped ? 1 : 0)
            taken = found
        }
    }
}

/// The open cells of a board, and for each of its runs the tree of the words that fit.
struct FillGrid: Sendable {
    /// Runs of two or more cells, across and then down, by position.
    let runs: [[Int]]
    /// The positions of the open cells, in the order of reading.
    let open: [Int]
    /// For each position the root of the tree whose run begins there; elsewhere a node where anything goes.
    let acrossRoots: [UInt32]
    let downRoots: [UInt32]
    /// Whether the run goes on in the next cell.
    let goesAcross: [Bool]
    let goesDown: [Bool]
    private(set) var tries: LineTries
    /// The board to begin with.
    let board: CodedBoard

    /// The grid of `board` with these `words`.
    init(_ board: CodedBoard, _ words: FillWords) {
        self.board = board
        open = CellIndex.all.map(\.position).filter { board.codes[$0] != CodedBoard.block }
        let across = Self.runs(board, first: { $0 * CellIndex.side }, step: 1)
        let down = Self.runs(board, first: { $0 }, step: CellIndex.side)
        runs = across + down
        var tries = words.tries
        var known: [[UInt8]: UInt32] = [:]
        func root(_ pattern: [UInt8]) -> UInt32 {
            // The tree of a run without letters is there already.
            guard pattern.contains(where: { $0 != 0 }) else { return words.root(ofLength: pattern.count) }
            if let root = known[pattern] { return root }
            let root = tries.add(words.words(ofLength: pattern.count).filter { Self.fits($0, pattern) })
            known[pattern] = root
            return root
        }
        func roots(_ runs: [[Int]]) -> [UInt32] {
            var roots = [UInt32](repeating: words.anything, count: CellIndex.count)
            for run in runs { roots[run[0]] = root(run.map { board.codes[$0] }) }
            return roots
        }
        acrossRoots = roots(across)
        downRoots = roots(down)
        self.tries = tries
        goesAcross = Self.goingOn(across)
        goesDown = Self.goingOn(down)
    }

    /// The same grid without the words whose last letters `kept` does not say for their node of the trees.
    func keepingWords(_ kept: (Int) -> UInt64) -> FillGrid {
        var grid = self
        grid.tries.keepWords(kept)
        return grid
    }

    /// Whether no word stands in `board` twice.
    func isDistinct(_ board: CodedBoard) -> Bool {
        Set(runs.map { run in run.map { board.codes[$0] } }).count == runs.count
    }

    private static func runs(_ board: CodedBoard, first: (Int) -> Int, step: Int) -> [[Int]] {
        (0..<CellIndex.side).flatMap { line in
            let cells = (0..<CellIndex.side).map { first(line) + $0 * step }
            return cells.split { board.codes[$0] == CodedBoard.block }.map(Array.init).filter { $0.count > 1 }
        }
    }

    private static func goingOn(_ runs: [[Int]]) -> [Bool] {
        let inner = Set(runs.flatMap { $0.dropLast() })
        return CellIndex.all.map { inner.contains($0.position) }
    }

    private static func fits(_ word: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
        zip(word, pattern).allSatisfy { $1 == 0 || $0 == $1 }
    }
}

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

/// The words that boards are filled with, and for each length the tree of all of them.
///
/// Made once for all boards that are filled with the same words.
struct FillWords: Sendable {
    /// The words by length, from two letters on.
    private let lists: [WordList]
    let tries: LineTries
    /// The root of the tree of each length, from two letters on.
    private let roots: [UInt32]
    /// A node where any letter goes: for cells that belong to no run.
    let anything: UInt32

    /// The words of `lists`, which are of 2 to 5 letters of `alphabet`, in this order.
    init(_ lists: [WordList], _ alphabet: Alphabet) {
        self.lists = lists
        var tries = LineTries()
        roots = lists.map { tries.add(Array($0)) }
        anything = tries.add(anyOf: alphabet.everything)
        self.tries = tries
    }

    /// The words of `length` letters.
    func words(ofLength length: Int) -> WordList { lists[length - 2] }

    /// The root of the tree of all words of `length` letters.
    func root(ofLength length: Int) -> UInt32 { roots[length - 2] }

    /// The node of the trees that has the last letter of `word`, which is one of the words.
    func end(of word: [UInt8]) -> Int { tries.end(of: word, root: root(ofLength: word.count)) }
}
