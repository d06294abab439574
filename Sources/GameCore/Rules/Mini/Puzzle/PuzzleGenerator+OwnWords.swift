/// Mini crosswords from own words.
extension PuzzleGenerator {
    /// The number of patterns tried, each with all own words.
    private static let ownAttempts = 32
    /// The numbers of placements and of fills tried for one puzzle.
    private static let ownLimits = (placements: 1500, fills: 150)
    /// The number of words that are tried on one pattern.
    private static let ownTrials = 30
    /// The search steps after which a board counts as one that cannot be filled.
    private static let ownSteps = 2000

    /// Generates a puzzle with as many of the `own` words as a bounded search can place, and their number.
    ///
    /// The words are placed one by one; each stays if the rest of the board can still be filled.
    ///
    /// - Parameter own: The codes of each word, 3 to 5 letters, and its clue.
    /// - Returns: nil if no puzzle with any of them is found.
    /// - Complexity: at most 150 fills of 2,000 steps, some 0.2 s.
    func puzzle(
        seed: UInt64, difficulty: Difficulty, own: [(codes: [UInt8], clue: String?)]
    ) -> (puzzle: Puzzle, used: Int)? {
        let words = words.adding(own)
        let fill = words.fillWords(upTo: difficulty.rarestLevel)
        let distinct = Set(own.map(\.codes)).sorted { $0.lexicographicallyPrecedes($1) }
        var random = SeededGenerator(seed: seed)
        var best: (puzzle: Puzzle, used: Int)?
        var left = Self.ownLimits
        for _ in 0..<Self.ownAttempts where left.placements > 0 && left.fills > 0 {
            var attempt = OwnWordBoard(BlockPattern.all[BlockPattern.draw(&random)], words, fill, difficulty)
            for word in distinct.shuffled(&random).prefix(Self.ownTrials) {
                attempt.place(word, steps: Self.ownSteps, &left, &random)
            }
            guard attempt.used > best?.used ?? 0, let draft = attempt.draft,
                let puzzle = draft.puzzle(alphabet, &random, mayLeak: true)
            else { continue }
            best = (puzzle, attempt.used)
        }
        return best
    }
}

/// A board on which own words are placed while the rest can still be filled.
private struct OwnWordBoard {
    private var board: CodedBoard
    private let slots: [[Int]]
    private let words: PuzzleWords
    private let fill: FillWords
    private let difficulty: Difficulty
    /// The slots with own words.
    private var taken: Set<Int> = []
    /// A fill of the board; nil before the first word is placed.
    private(set) var draft: PuzzleDraft?

    /// The number of own words on the board.
    var used: Int { taken.count }

    init(_ pattern: BlockPattern, _ words: PuzzleWords, _ fill: FillWords, _ difficulty: Difficulty) {
        board = pattern.board
        slots = FillGrid(board, fill).runs
        (self.words, self.fill, self.difficulty) = (words, fill, difficulty)
    }

    /// Places `word` in a random slot among those with which the board can still be filled, if there is one.
    ///
    /// - Parameter left: The placements and fills that may still be tried.
    mutating func place(
        _ word: [UInt8], steps: Int, _ left: inout (placements: Int, fills: Int),
        _ random: inout SeededGenerator
    ) {
        let open = slots.indices.filter { slot in
            !taken.contains(slot) && slots[slot].count == word.count
                && zip(slots[slot], word).allSatisfy { board.codes[$0] == 0 || board.codes[$0] == $1 }
        }
        for slot in open.shuffled(&random) where left.placements > 0 && left.fills > 0 {
            left.placements -= 1
            var next = board
            for (cell, letter) in zip(slots[slot], word) { next.codes[cell] = letter }
            guard everyLineHasWords(next, crossing: slots[slot]) else { continue }
            left.fills -= 1
            guard let found = fill(next, steps, seed: random.next()) else { continue }
            (board, draft) = (next, found)
            taken.insert(slot)
            return
        }
    }

    /// Whether a word fits the letters of each line that crosses `changed`: a quick check before a fill.
    private func everyLineHasWords(_ board: CodedBoard, crossing changed: [Int]) -> Bool {
        slots.allSatisfy { line in
            guard line != changed, line.contains(where: changed.contains) else { return true }
            return fill.words(ofLength: line.count).contains { word in
                zip(line, word).allSatisfy { board.codes[$0] == 0 || board.codes[$0] == $1 }
            }
        }
    }

    private func fill(_ board: CodedBoard, _ steps: Int, seed: UInt64) -> PuzzleDraft? {
        let grid = FillGrid(board, fill)
        var search = FillSearch(grid, Shuffled(SeededGenerator(seed: seed)))
        var (draft, rejections): (PuzzleDraft?, Int) = (nil, 0)
        _ = search.run(stepLimit: steps) { board in
            draft = PuzzleDraft(board, runs: grid.runs, words, difficulty)
            rejections += 1
            return draft == nil && rejections < PuzzleGenerator.maximumRejections
        }
        return draft
    }
}

extension Array {
    /// The elements in an order that follows from `random`.
    fileprivate func shuffled(_ random: inout SeededGenerator) -> [Element] {
        var copy = self
        random.shuffle(&copy)
        return copy
    }
}
