import GameCore

/// Generates mini crosswords, times them, and checks them for faults independently of the generator.
struct Minis {
    private let generator: PuzzleGenerator
    private let ready: Double
    /// The clues of each word that is in the lexicon.
    private let clues: [String: Set<String>]
    private let levels: [String: Int]

    init(_ lexicon: Lexicon, _ entries: [ClueBook.Entry]) {
        let book = ClueBook(entries)
        var made: PuzzleGenerator?
        ready = processorTime { made = PuzzleGenerator(lexicon, book) }
        generator = made ?? PuzzleGenerator(lexicon, book)
        let known = Set(
            Lexicon.lengths.flatMap { length in
                lexicon.words(ofLength: length).map { lexicon.alphabet.text($0) }
            })
        var (clues, levels): ([String: Set<String>], [String: Int]) = ([:], [:])
        for entry in entries {
            let word = entry.word.map(\.text).joined()
            guard known.contains(word) else { continue }
            clues[word, default: []].insert(entry.clue)
            levels[word] = entry.level
        }
        (self.clues, self.levels) = (clues, levels)
    }

    /// Generates ten thousand puzzles of each difficulty.
    func measure() {
        say("generator", ready)
        for difficulty in Difficulty.allCases { measure(difficulty) }
    }

    private func measure(_ difficulty: Difficulty) {
        var (times, grids): ([Double], Set<String>) = ([], [])
        var (missing, faulty, level): (Int, Int, Int) = (0, 0, 0)
        var uses: [String: Int] = [:]
        for seed in UInt64(0)..<10_000 {
            var made: Puzzle?
            times.append(processorTime { made = generator.puzzle(seed: seed, difficulty: difficulty) })
            guard let made else {
                missing += 1
                continue
            }
            faulty += isFaulty(made) ? 1 : 0
            grids.insert(text(made))
            for word in made.clues.map({ made.answer(of: $0.slot) }) {
                uses[word, default: 0] += 1
                level += levels[word] ?? 0
            }
        }
        times.sort()
        say("\(difficulty)-missing", Double(missing))
        say("\(difficulty)-faulty", Double(faulty))
        say("\(difficulty)-distinct", Double(grids.count))
        say("\(difficulty)-words", Double(uses.count))
        say("\(difficulty)-level", Double(level) / Double(max(uses.values.reduce(0, +), 1)))
        say("\(difficulty)-most-used", Double(uses.values.max() ?? 0))
        say("\(difficulty)-median", times[times.count / 2])
        say("\(difficulty)-p99", times[times.count * 99 / 100])
        say("\(difficulty)-slowest", times.last ?? 0)
    }

    /// Prints `count` puzzles, divided among the difficulties.
    func show(_ count: Int) {
        for number in 0..<count {
            let difficulty = Difficulty.allCases[number * Difficulty.allCases.count / max(count, 1)]
            print("\(number + 1). \(difficulty)\n")
            guard let puzzle = generator.puzzle(seed: UInt64(number), difficulty: difficulty) else {
                continue
            }
            for row in rows(puzzle) { print("   ", row.map(String.init).joined(separator: " ")) }
            for clue in puzzle.clues {
                let answer = puzzle.answer(of: clue.slot)
                print("   \(clue.slot.direction) \(clue.slot.number). \(clue.text) [\(answer)]")
            }
            print("")
        }
    }

    /// Whether a run of open cells is not a word with one of its clues or is shorter than three cells, a word or a
    /// clue occurs twice, or the blocks are not symmetric.
    private func isFaulty(_ puzzle: Puzzle) -> Bool {
        let rows = rows(puzzle)
        let columns = (0..<5).map { column in String(rows.map { Array($0)[column] }) }
        let runs = (rows + columns).flatMap { $0.split(separator: "#").map(String.init) }
        let answers = puzzle.clues.map { puzzle.answer(of: $0.slot) }
        let blocks = text(puzzle).map { $0 == "#" }
        let hasClues = puzzle.clues.allSatisfy {
            clues[puzzle.answer(of: $0.slot)]?.contains($0.text) == true
        }
        return !hasClues || runs.sorted() != answers.sorted() || runs.contains { $0.count < 3 }
            || Set(answers).count < answers.count || Set(puzzle.clues.map(\.text)).count < answers.count
            || blocks != blocks.reversed()
    }

    private func rows(_ puzzle: Puzzle) -> [String] {
        let letters = Array(text(puzzle))
        return (0..<5).map { String(letters[$0 * 5..<$0 * 5 + 5]) }
    }

    private func text(_ puzzle: Puzzle) -> String { puzzle.cells.map { $0?.answer.text ?? "#" }.joined() }
}
