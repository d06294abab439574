/// A board that is filled with words, which may become a puzzle.
struct PuzzleDraft {
    let board: CodedBoard
    /// Where the words stand, across and then down, by position.
    let runs: [[Int]]
    /// The word of each run.
    let words: [PuzzleWords.Word]

    /// What could be better about it: fewer is better.
    var flaws: Int { words.count { $0.isExtended } }

    /// The words of `runs` on `board`; nil when two of them are nearly the same, or too many are rare.
    init?(_ board: CodedBoard, runs: [[Int]], _ words: PuzzleWords, _ difficulty: Difficulty) {
        var (found, rare): ([PuzzleWords.Word], Int) = ([], 0)
        for run in runs {
            guard let word = words[run.map { board.codes[$0] }], !found.contains(where: word.isKin) else {
                return nil
            }
            rare += word.level > difficulty.usualLevel ? 1 : 0
            guard rare <= difficulty.mostRareWords else { return nil }
            found.append(word)
        }
        self.board = board
        self.runs = runs
        self.words = found
    }

    /// The puzzle; nil when there are not different clues for all words.
    func puzzle(_ alphabet: Alphabet, _ random: inout SeededGenerator) -> Puzzle? {
        guard let clues = clues(alphabet, &random) else { return nil }
        let clueOfRun = Dictionary(zip(runs, clues), uniquingKeysWith: { first, _ in first })
        let cells = board.codes.map { alphabet.letter($0).map { Puzzle.Cell($0) } }
        return try? Puzzle(about: Puzzle.About(), cells: cells) { slot in
            (clueOfRun[slot.cells.map(\.position)] ?? "", nil)
        }
    }

    /// For each word one of its clues.
    ///
    /// A clue that names another word of the board is taken only where there is no other.
    private func clues(_ alphabet: Alphabet, _ random: inout SeededGenerator) -> [String]? {
        let answers = Set(words.map { alphabet.text($0.codes) })
        var clues: [String] = []
        for word in words {
            let first = random.below(word.clues.count)
            let left = (word.clues[first...] + word.clues[..<first]).filter { !clues.contains($0) }
            let discreet = left.first { clue in
                clue.uppercased().split { !$0.isLetter }.allSatisfy { !answers.contains(String($0)) }
            }
            guard let clue = discreet ?? left.first else { return nil }
            clues.append(clue)
        }
        return clues
    }
}
