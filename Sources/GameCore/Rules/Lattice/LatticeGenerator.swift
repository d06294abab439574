/// A lattice to solve: six words, and the board from which the players start.
struct LatticeTask: Equatable, Sendable {
    /// The codes of the words' letters, by position.
    let solution: [UInt8]
    /// The same letters in the wrong order.
    let start: [UInt8]

    /// The codes of the six words.
    var words: [[UInt8]] { Lattice.lines.map { line in line.map { solution[$0.position] } } }
}

/// Makes lattices from the words that most people know.
struct LatticeGenerator {
    /// The swaps of the shortest solution.
    static let leastSwaps = 10
    /// How many letters are in their places at the start.
    static let hits = 4...8
    /// The number of words with which a lattice can do without the words of sixty other days.
    private static let manyWords = 1000
    /// Attempts to shuffle the same six words before others are chosen.
    private static let shuffles = 400
    /// Attempts to choose six words; a lexicon that fails this often has too few.
    private static let choices = 20_000

    /// How often six words are chosen when own words are wanted, and how many of the best are tried.
    private static let ownChoices = (made: 4_000, tried: 20)
    /// Attempts to shuffle six words of which some are own ones.
    private static let ownShuffles = 20

    /// The own words, then those of the lexicon.
    private let words: [[UInt8]]
    /// How many of ``words`` are own ones.
    private let ownCount: Int
    /// The words that players may know; a lattice has no second solution with these words.
    private let known: [[UInt8]]
    /// The indices of the words by their first, third and fifth letter, in ascending order.
    private let byCrossings: [[UInt8]: [Int]]
    /// The indices of the words by one of those places, then by the letter there.
    private let byLetter: [Int: [UInt8: [Int]]]
    /// The places at which the words of a lattice cross.
    private static let places = [0, 2, 4]

    private let alphabet: Alphabet
    /// The indices of words that the lattices leave out.
    private var avoided: Set<Int> = []

    /// Whether the lattices of days can avoid the words of the days around them.
    var hasManyWords: Bool { words.count >= Self.manyWords }

    /// Creates a generator that uses `own` words and ``Lexicon/answers``.
    init(_ lexicon: Lexicon, own: [[UInt8]] = []) {
        alphabet = lexicon.alphabet
        let distinct = Set(own).sorted { $0.lexicographicallyPrecedes($1) }
        let others = lexicon.answers.map(Array.init)
        let common = Set(lexicon.commonWords(ofLength: CellIndex.side).map(Array.init))
        known = common.union(lexicon.answers.map(Array.init)).union(distinct)
            .sorted { $0.lexicographicallyPrecedes($1) }
        words = distinct + (distinct.isEmpty ? others : others.filter { !distinct.contains($0) })
        ownCount = distinct.count
        byCrossings = Dictionary(grouping: words.indices) { [words] in Self.crossings(words[$0]) }
        byLetter = Dictionary(
            uniqueKeysWithValues: Self.places.map { [words] place in
                (place, Dictionary(grouping: words.indices) { words[$0][place] })
            })
    }

    /// A copy whose lattices have none of `texts`.
    func avoiding(_ texts: Set<String>) -> LatticeGenerator {
        var copy = self
        copy.avoided = Set(words.indices.filter { texts.contains(alphabet.text(words[$0])) })
        return copy
    }

    /// The lattice of `seed`; nil if the words do not suffice.
    ///
    /// A lattice needs ``leastSwaps`` swaps. No other arrangement of its letters that keeps the hits of the
    /// start in place consists of six different common words.
    ///
    /// - Parameter weekday: 0 for Monday, when few words fit each line of the start, to 6 for Sunday, when
    ///   many do; nil for any lattice.
    /// - Complexity: about 1 ms with 2,000 words; seven times that for a weekday.
    func task(seed: UInt64, weekday: Int? = nil) -> LatticeTask? {
        guard !words.isEmpty else { return nil }
        var random = SeededGenerator(seed: seed)
        guard let weekday else { return task(&random) }
        let tasks = (0..<7).compactMap { _ in task(&random) }.map { ($0, candidateCount($0)) }
        return tasks.sorted { $0.1 < $1.1 }.dropFirst(tasks.count * weekday / 7).first?.0
    }

    private func task(_ random: inout SeededGenerator) -> LatticeTask? {
        for _ in 0..<Self.choices {
            guard let solution = chooseWords(&random) else { continue }
            for _ in 0..<Self.shuffles {
                guard let start = shuffle(solution, &random) else { continue }
                let task = LatticeTask(solution: solution, start: start)
                if isUnique(task) { return task }
            }
        }
        return nil
    }

    /// The number of common words that fit the hits and the letters of the start, of all lines together.
    func candidateCount(_ task: LatticeTask) -> Int {
        LatticeSearch(known, task).candidates.reduce(0) { $0 + $1.words.count }
    }

    /// A lattice with as many own words as a bounded search can place, and their number; nil for none.
    ///
    /// - Complexity: about 30 ms with 2,000 words.
    func taskOfOwnWords(seed: UInt64) -> (task: LatticeTask, used: Int)? {
        guard ownCount > 0 else { return nil }
        var random = SeededGenerator(seed: seed)
        var found: [(solution: [UInt8], used: Int)] = []
        for _ in 0..<Self.ownChoices.made {
            guard let solution = chooseWords(&random, preferOwn: true) else { continue }
            let own = Lattice.lines.count { line in
                words[..<ownCount].contains(line.map { solution[$0.position] })
            }
            if own > 0 { found.append((solution, own)) }
        }
        let best = found.indices.sorted { (-found[$0].used, $0) < (-found[$1].used, $1) }
        for place in best.prefix(Self.ownChoices.tried) {
            for _ in 0..<Self.ownShuffles {
                guard let start = shuffle(found[place].solution, &random) else { continue }
                let task = LatticeTask(solution: found[place].solution, start: start)
                if isUnique(task) { return (task, found[place].used) }
            }
        }
        return nil
    }

    private static func crossings(_ word: [UInt8]) -> [UInt8] { places.map { word[$0] } }

    /// Chooses a row, the columns, then the other rows at random; nil unless six different words cross.
    ///
    /// - Parameter preferOwn: Whether the first row is a random one with an own word, and the other lines
    ///   prefer own words.
    private func chooseWords(_ random: inout SeededGenerator, preferOwn: Bool = false) -> [UInt8]? {
        var used: [Int] = []
        func choose(_ fitting: [Int], _ random: inout SeededGenerator) -> Int {
            let own = preferOwn ? fitting.prefix { $0 < ownCount }.filter { !used.contains($0) } : []
            let word = own.isEmpty ? fitting[random.below(fitting.count)] : own[random.below(own.count)]
            used.append(word)
            return word
        }
        let first = preferOwn ? Self.places[random.below(Self.places.count)] : 0
        let word = random.below(preferOwn ? ownCount : words.count)
        used.append(word)
        var columns: [Int] = []
        for letter in Self.crossings(words[word]) {
            guard let fitting = byLetter[first]?[letter] else { return nil }
            columns.append(choose(fitting, &random))
        }
        var rows = [first: word]
        for place in Self.places where place != first {
            guard let fitting = byCrossings[columns.map { words[$0][place] }] else { return nil }
            rows[place] = choose(fitting, &random)
        }
        guard Set(used).count == Lattice.lines.count, avoided.isDisjoint(with: used) else { return nil }
        let lines = Self.places.compactMap { rows[$0] } + columns
        var board = [UInt8](repeating: 0, count: CellIndex.count)
        for (line, word) in zip(Lattice.lines, lines) {
            for (cell, letter) in zip(line, words[word]) { board[cell.position] = letter }
        }
        return board
    }

    /// The letters of `solution` with some of them misplaced; nil if that does not make a task.
    private func shuffle(_ solution: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
        var cells = Lattice.cells.map(\.position)
        let hits = Self.hits.lowerBound + random.below(Self.hits.count)
        random.shuffle(&cells)
        let misplaced = Array(cells.dropFirst(hits))
        var letters = misplaced.map { solution[$0] }
        random.shuffle(&letters)
        var board = solution
        for (cell, letter) in zip(misplaced, letters) { board[cell] = letter }
        guard misplaced.allSatisfy({ board[$0] != solution[$0] }),
            Lattice.leastSwaps(from: board, to: solution) == Self.leastSwaps
        else { return nil }
        return board
    }

    /// Whether the solution is the only arrangement of the letters into six different words that keeps the
    /// hits of the start in place.
    func isUnique(_ task: LatticeTask) -> Bool {
        var search = LatticeSearch(known, task)
        return search.countSolutions(upTo: 2) == 1
    }
}

/// A search for arrangements of a lattice's letters into six different words.
private struct LatticeSearch {
    private let words: [[UInt8]]
    /// The letters that are placed, by position; 0 for a free cell.
    private var board: [UInt8]
    /// How many copies of each letter are not placed.
    private var unused: [Int]
    /// The words of the lines that are filled.
    private var used: [Int] = []

    init(_ words: [[UInt8]], _ task: LatticeTask) {
        self.words = words
        board = zip(task.solution, task.start).map { $0 == $1 ? $0 : 0 }
        unused = [Int](repeating: 0, count: Alphabet.maximumLetters + 1)
        for (letter, placed) in zip(task.start, board) where placed == 0 { unused[Int(letter)] += 1 }
    }

    mutating func countSolutions(upTo limit: Int) -> Int { count(candidates, limit) }

    /// The words that fit each line.
    var candidates: [(line: [CellIndex], words: [Int])] {
        let all = Array(words.indices)
        return Lattice.lines.map { line in (line: line, words: fitting(line, among: all)) }
    }

    /// Fills the line with the fewest words first.
    private mutating func count(_ open: [(line: [CellIndex], words: [Int])], _ limit: Int) -> Int {
        guard let next = open.indices.min(by: { open[$0].words.count < open[$1].words.count }) else {
            return 1
        }
        var rest = open
        let (line, candidates) = rest.remove(at: next)
        var found = 0
        for word in candidates where !used.contains(word) {
            guard fits(word, line) else { continue }
            let placed = place(word, on: line)
            found += count(rest.map { ($0.line, fitting($0.line, among: $0.words)) }, limit - found)
            remove(placed)
            if found >= limit { break }
        }
        return found
    }

    private func fitting(_ line: [CellIndex], among candidates: [Int]) -> [Int] {
        candidates.filter { fits($0, line) }
    }

    /// Whether the letters of `word` that are not on `line` yet are unused.
    private func fits(_ word: Int, _ line: [CellIndex]) -> Bool {
        var taken: [UInt8] = []
        for (cell, letter) in zip(line, words[word]) {
            let placed = board[cell.position]
            if placed == letter { continue }
            guard placed == 0, unused[Int(letter)] > taken.count(where: { $0 == letter }) else {
                return false
            }
            taken.append(letter)
        }
        return true
    }

    private mutating func place(_ word: Int, on line: [CellIndex]) -> [CellIndex] {
        used.append(word)
        let free = line.filter { board[$0.position] == 0 }
        for (cell, letter) in zip(line, words[word]) where board[cell.position] == 0 {
            board[cell.position] = letter
            unused[Int(letter)] -= 1
        }
        return free
    }

    private mutating func remove(_ placed: [CellIndex]) {
        used.removeLast()
        for cell in placed {
            unused[Int(board[cell.position])] += 1
            board[cell.position] = 0
        }
    }
}
