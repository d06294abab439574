/// Makes minis with more blocks, in which many cells belong to one word only, as in Korean crosswords.
///
/// They suit words written in syllables: a language has thousands of syllables, so two words seldom cross.
/// They may be made on any thread.
struct OpenPuzzles: Sendable {
    /// The number of blocks in a pattern.
    private static let blocks = 8...12
    /// The number of words in a pattern, and of the cells in which they cross.
    private static let words = 6...9
    private static let crossings = 4...9
    /// The number of patterns tried with one seed.
    private static let maximumPatterns = 64
    /// The number of words tried on one pattern.
    private static let maximumSteps = 3000

    /// The runs of a pattern as positions, across and then down, each of two or more cells.
    private typealias Pattern = [[Int]]

    private static let patterns: [Pattern] = (0..<1 << 13).compactMap(pattern)

    private let words: [ClueBook.Word]
    /// The indices of the words with a letter at a place, by length, place and letter.
    private let byLetter: [Place: [Int]]
    private let byLength: [Int: [Int]]

    private struct Place: Hashable {
        let length: Int
        let place: Int
        let letter: Letter
    }

    /// Uses the words of `book` with 2 to 5 letters.
    init(_ book: ClueBook) {
        words = book.words.filter { Lexicon.lengths.contains($0.letters.count) }
        byLength = Dictionary(grouping: words.indices) { [words] in words[$0].letters.count }
        var found: [Place: [Int]] = [:]
        for (index, word) in words.enumerated() {
            for (place, letter) in word.letters.enumerated() {
                found[Place(length: word.letters.count, place: place, letter: letter), default: []].append(
                    index)
            }
        }
        byLetter = found
    }

    var count: Int { words.count }

    /// The puzzle that follows from `random`; nil if the bounded search finds none.
    ///
    /// - Parameter avoided: Words that the puzzle does not have.
    func puzzle(_ random: inout SeededGenerator, _ difficulty: Difficulty, without avoided: Set<String>)
        -> Puzzle?
    {
        for _ in 0..<Self.maximumPatterns {
            let pattern = Self.patterns[random.below(Self.patterns.count)]
            var fill = Fill(pattern, difficulty, avoided)
            if search(&fill, &random), let puzzle = puzzle(fill, &random) { return puzzle }
        }
        return nil
    }

    // MARK: Filling

    private struct Fill {
        let pattern: Pattern
        let difficulty: Difficulty
        let avoided: Set<String>
        var letters: [Int: Letter] = [:]
        /// The word of each run of the pattern.
        var chosen: [Int: Int] = [:]
        var roots: Set<String> = []
        /// The pairs of neighbouring letters of the words: words with a common pair have a common part.
        var parts: Set<[Letter]> = []
        var rare = 0
        var steps = 0

        init(_ pattern: Pattern, _ difficulty: Difficulty, _ avoided: Set<String>) {
            (self.pattern, self.difficulty, self.avoided) = (pattern, difficulty, avoided)
        }
    }

    /// Fills the run with the fewest words first; false if the words do not suffice, or after too many steps.
    private func search(_ fill: inout Fill, _ random: inout SeededGenerator) -> Bool {
        var next: (run: Int, words: [Int])?
        for run in fill.pattern.indices where fill.chosen[run] == nil {
            let fitting = candidates(fill.pattern[run], fill)
            if fitting.count < next?.words.count ?? .max { next = (run, fitting) }
        }
        guard let (run, words) = next else { return true }
        var fitting = words
        while !fitting.isEmpty, fill.steps < Self.maximumSteps {
            fill.steps += 1
            let index = fitting.remove(at: random.below(fitting.count))
            guard mayUse(self.words[index], fill) else { continue }
            let before = fill
            place(index, on: run, in: &fill)
            if search(&fill, &random) { return true }
            let steps = fill.steps
            fill = before
            fill.steps = steps
        }
        return false
    }

    /// The words that have the letters of the run's cells; a run without letters has all words of its length.
    private func candidates(_ run: [Int], _ fill: Fill) -> [Int] {
        let lists = run.enumerated().compactMap { place, cell in
            fill.letters[cell].map { byLetter[Place(length: run.count, place: place, letter: $0)] ?? [] }
        }
        guard let shortest = lists.min(by: { $0.count < $1.count }) else { return byLength[run.count] ?? [] }
        return shortest.filter { index in
            zip(run, words[index].letters).allSatisfy { cell, letter in
                fill.letters[cell].map { $0 == letter } ?? true
            }
        }
    }

    private func mayUse(_ word: ClueBook.Word, _ fill: Fill) -> Bool {
        let isRare = word.level > fill.difficulty.commonLevel
        return word.level <= fill.difficulty.rarestLevel && !fill.roots.contains(word.root)
            && !(isRare && fill.rare == fill.difficulty.maximumRareWords)
            && !fill.avoided.contains(word.letters.map(\.text).joined())
            && parts(of: word).allSatisfy { !fill.parts.contains($0) }
    }

    private func place(_ index: Int, on run: Int, in fill: inout Fill) {
        let word = words[index]
        for (cell, letter) in zip(fill.pattern[run], word.letters) { fill.letters[cell] = letter }
        fill.chosen[run] = index
        fill.roots.insert(word.root)
        fill.parts.formUnion(parts(of: word))
        fill.rare += word.level > fill.difficulty.commonLevel ? 1 : 0
    }

    private func parts(of word: ClueBook.Word) -> [[Letter]] {
        zip(word.letters, word.letters.dropFirst()).map { [$0, $1] }
    }

    /// The puzzle with randomly chosen clues; nil if every clue of some word contains an answer.
    private func puzzle(_ fill: Fill, _ random: inout SeededGenerator) -> Puzzle? {
        let answers = fill.chosen.values.map { words[$0].letters.map(\.text).joined() }
        var clues: [[Int]: String] = [:]
        for (run, index) in fill.chosen.sorted(by: { $0.key < $1.key }) {
            let told = words[index].clues
            let first = random.below(told.count)
            let discreet = (told[first...] + told[..<first]).first { clue in
                let text = clue.filter { !$0.isWhitespace }
                return answers.allSatisfy { !text.contains($0) }
            }
            guard let discreet else { return nil }
            clues[fill.pattern[run]] = discreet
        }
        let cells = CellIndex.all.map { cell in fill.letters[cell.position].map { Puzzle.Cell($0) } }
        return try? Puzzle(metadata: Puzzle.Metadata(), cells: cells) { slot in
            (clues[slot.cells.map(\.position)] ?? "", nil)
        }
    }

    // MARK: Patterns

    /// The pattern whose first thirteen cells are blocks where `bits` says so; nil if it is not a good one.
    ///
    /// A pattern is symmetric under a half turn and connected; each open cell belongs to a word.
    private static func pattern(_ bits: Int) -> Pattern? {
        let isOpen = (0..<CellIndex.count).map { cell in
            bits >> min(cell, CellIndex.count - 1 - cell) & 1 == 0
        }
        let open = isOpen.indices.filter { isOpen[$0] }
        guard blocks.contains(CellIndex.count - open.count) else { return nil }
        let runs = PuzzleSlot.all(blocks: isOpen.map { !$0 }).map { $0.cells.map(\.position) }
        var uses: [Int: Int] = [:]
        for cell in runs.joined() { uses[cell, default: 0] += 1 }
        guard words.contains(runs.count), uses.count == open.count,
            crossings.contains(uses.values.count { $0 > 1 }), isConnected(runs)
        else { return nil }
        return runs
    }

    private static func isConnected(_ runs: Pattern) -> Bool {
        var (reached, rest) = (Set(runs.first ?? []), Array(runs.dropFirst()))
        while let next = rest.firstIndex(where: { !reached.isDisjoint(with: $0) }) {
            reached.formUnion(rest.remove(at: next))
        }
        return rest.isEmpty
    }
}
