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
    let tries: LineTries
    /// The board to begin with.
    let board: CodedBoard

    /// The grid of `board` with the words of `lexicon`.
    init(_ board: CodedBoard, _ lexicon: Lexicon) {
        self.board = board
        open = CellIndex.all.map(\.position).filter { board.codes[$0] != CodedBoard.block }
        let across = Self.runs(board, first: { $0 * CellIndex.side }, step: 1)
        let down = Self.runs(board, first: { $0 }, step: CellIndex.side)
        runs = across + down
        var tries = lexicon.wholeTree.tries
        let anything = tries.add(anyOf: lexicon.alphabet.everything)
        // The tree of a run without letters is there already.
        var known = [Array(repeating: UInt8(0), count: CellIndex.side): lexicon.wholeTree.root]
        func roots(_ runs: [[Int]]) -> [UInt32] {
            var roots = [UInt32](repeating: anything, count: CellIndex.count)
            for run in runs {
                let pattern = run.map { board.codes[$0] }
                let root =
                    known[pattern]
                    ?? tries.add(lexicon.words(ofLength: run.count).filter { Self.fits($0, pattern) })
                known[pattern] = root
                roots[run[0]] = root
            }
            return roots
        }
        acrossRoots = roots(across)
        downRoots = roots(down)
        self.tries = tries
        goesAcross = Self.goingOn(across)
        goesDown = Self.goingOn(down)
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
