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
