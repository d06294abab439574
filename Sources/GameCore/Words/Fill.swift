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
