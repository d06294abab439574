/// A guess and its expected number of remaining answers.
public struct RankedGuess: Equatable, Sendable {
    /// The alphabet codes of the five letters.
    public let word: [UInt8]
    /// The average number of answers that remain after the guess; none remain if it is the answer.
    public let expected: Double
}

/// Finds the hidden word of a lexicon in few guesses.
///
/// Guesses are ranked by the estimated number of further guesses (`GroupCost`), and the best of them are
/// searched ahead (`GuessSearch`). The same rows always give the same guesses. The solver is immutable and
/// may be used from any thread.
///
/// Creating a solver ranks all first guesses: about 80 ms and 13 MB of temporary memory for English. A guess
/// takes about 1 ms, at most 20 ms. `Benchmarks/BOTS.md` lists the measurements and the alternatives.
public final class GuessSolver: Sendable {
    /// The size limit of a mark table, words times answers; more answers are sampled.
    private static let maximumMarks = 2_000_000
    /// The number of marks that the search ahead may read.
    private static let maximumSteps = 1_000_000
    /// The size limit of the mark table for the first guess.
    private static let maximumOpeningMarks = 16_000_000

    let lexicon: Lexicon
    private let words: GuessWords
    /// The numbers of the answers among the words.
    private let answers: [Int]
    /// The estimates by number of rows left; the last one serves all larger numbers.
    private let costs: [GroupCost]
    /// All words as first guesses, best first.
    private let opening: [Int]

    /// Creates a solver for the words and answers of `lexicon`.
    public init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        words = GuessWords(lexicon)
        let numbers = Dictionary(words.list.enumerated().map { ($1, $0) }) { first, _ in first }
        answers = lexicon.answers.compactMap { numbers[$0] }
        costs = [0, 1, 2].map { [words] in GroupCost(rows: $0, most: words.count) }
        opening = Self.best(
            Array(words.list.indices), for: answers, words, costs, rowsLeft: CellIndex.side,
            marks: Self.maximumOpeningMarks)
    }

    /// The answers that are consistent with all `rows`, in the order of ``Lexicon/answers``.
    public func remaining(after rows: [GuessRow]) -> [[UInt8]] {
        answers.map { words[$0] }.filter(rows.areConsistent(with:)).map(Array.init)
    }

    /// The best guesses after `rows`, best first.
    ///
    /// If no answer is consistent with `rows`, every consistent word counts as a possible answer.
    ///
    /// - Parameters:
    ///   - rows: The guesses so far, with their marks.
    ///   - rowsLeft: The number of guesses left; by default, five less the number of `rows`.
    ///   - isHard: Whether guesses must satisfy ``HardMode``.
    ///   - limit: The maximum number of guesses returned.
    /// - Returns: Distinct guesses; empty if no word is consistent.
    /// - Complexity: Reads a few million marks, whatever the rows.
    public func ranked(
        after rows: [GuessRow], rowsLeft: Int? = nil, isHard: Bool = false, limit: Int
    ) -> [RankedGuess] {
        let group = candidates(after: rows)
        guard !group.isEmpty else { return [] }
        let guesses =
            rows.isEmpty
            ? opening
            : Self.best(
                allowed(after: rows, isHard: isHard), for: group, words, costs,
                rowsLeft: rowsLeft ?? CellIndex.side - rows.count, marks: Self.maximumMarks, isHard: isHard)
        return guesses.prefix(max(limit, 0)).map {
            RankedGuess(word: Array(words[$0]), expected: remaining(of: group, after: words[$0]))
        }
    }

    /// The guesses `words` after `rows`, the one that leaves the fewest answers first.
    ///
    /// - Parameter words: The alphabet codes of five letters each; they need not be in the lexicon.
    /// - Returns: empty if no word is consistent with `rows`.
    /// - Complexity: O(words × answers), some 50 ns each.
    public func ranked(_ words: [[UInt8]], after rows: [GuessRow]) -> [RankedGuess] {
        let group = candidates(after: rows)
        guard !group.isEmpty else { return [] }
        let ranked = words.map { RankedGuess(word: $0, expected: remaining(of: group, after: $0[...])) }
        return ranked.sorted { $0.expected < $1.expected }
    }

    /// The numbers of the possible answers: consistent answers, or else consistent words.
    private func candidates(after rows: [GuessRow]) -> [Int] {
        let fitting = answers.filter { rows.areConsistent(with: words[$0]) }
        return fitting.isEmpty ? words.list.indices.filter { rows.areConsistent(with: words[$0]) } : fitting
    }

    /// The numbers of the words that may be guessed: words not guessed before that satisfy hard mode.
    private func allowed(after rows: [GuessRow], isHard: Bool) -> [Int] {
        let requirements = isHard ? rows.map(HardMode.Requirements.init) : []
        return words.list.indices.filter { number in
            let word = words[number]
            return requirements.allSatisfy { $0.violation(by: word) == nil }
                && !rows.contains { $0.marks != .solved && word.elementsEqual($0.word) }
        }
    }

    /// All of `guesses`: first the best one that the search finds for `group`, then the others by estimate.
    private static func best(
        _ guesses: [Int], for group: [Int], _ words: GuessWords, _ costs: [GroupCost], rowsLeft: Int,
        marks: Int, isHard: Bool = false
    ) -> [Int] {
        let sample = sample(group, marks: marks, words: words.count)
        let table = MarkTable(words, answers: sample)
        var search = GuessSearch(table, costs, isHard: isHard, steps: maximumSteps)
        let choices = search.ranked(guesses, for: table.allAnswers, rowsLeft: rowsLeft)
        let ranked = choices.map(\.guess)
        // A sample cannot tell whether every answer is found in time.
        guard !group.isEmpty, sample.count == group.count,
            let best = search.best(of: choices, for: table.allAnswers, among: ranked, rowsLeft: rowsLeft)
        else { return ranked }
        return [best.guess] + ranked.filter { $0 != best.guess }
    }

    /// The average number of answers of `group` that remain after `guess`.
    private func remaining(of group: [Int], after guess: ArraySlice<UInt8>) -> Double {
        var sizes = [Int](repeating: 0, count: WordMarks.count)
        for answer in group {
            sizes[Int(WordMarks(of: guess, against: words[answer]).code)] += 1
        }
        sizes[Int(WordMarks.solved.code)] = 0
        return Double(sizes.reduce(0) { $0 + $1 * $1 }) / Double(group.count)
    }

    /// Evenly spaced answers of `group`, so few that a table of `words` words has at most `marks` entries.
    private static func sample(_ group: [Int], marks: Int, words: Int) -> [Int] {
        let most = min(max(marks / max(words, 1), 1), Int(UInt16.max))
        return group.count <= most ? group : (0..<most).map { group[$0 * group.count / most] }
    }
}

/// A search ahead for the guess that solves a group of answers in the fewest guesses.
///
/// The guesses with the best estimates are followed to the end, a few for each group. The budget is counted
/// in steps rather than time, so the result is the same on every machine.
struct GuessSearch {
    /// A guess and the total cost of finding every answer of the group after it.
    struct Choice {
        let guess: Int
        let cost: Int
    }

    /// The number of guesses followed at each depth of the search.
    private static let widths = [12, 4, 2]
    /// The number of guesses followed while every one of them fails to find some answers in time.
    private static let maximumWidth = 60

    private let table: MarkTable
    private let costs: [GroupCost]
    private let isHard: Bool
    /// The number of marks that may still be read.
    private var steps: Int

    init(_ table: MarkTable, _ costs: [GroupCost], isHard: Bool, steps: Int) {
        self.table = table
        self.costs = costs
        self.isHard = isHard
        self.steps = steps
    }

    /// All of `guesses` with their estimated cost for `group`, the cheapest first.
    func ranked(_ guesses: [Int], for group: ArraySlice<UInt16>, rowsLeft: Int) -> [Choice] {
        var ranking = Ranking(count: guesses.count)
        table.tally(group, by: guesses, costs(rowsLeft - 1)) { guess, tally in
            ranking.add(guess, tally)
            return true
        }
        return choices(ranking, for: group)
    }

    /// The best of the ranked `choices` for `group`, if any of `guesses` may follow.
    mutating func best(
        of choices: [Choice], for group: ArraySlice<UInt16>, among guesses: [Int], rowsLeft: Int,
        depth: Int = 0
    ) -> Choice? {
        guard rowsLeft > 2, let first = choices.first else { return choices.first }
        var best = Choice(guess: first.guess, cost: .max)
        for (rank, choice) in choices.prefix(Self.maximumWidth).enumerated() {
            let isFollowed = rank < Self.widths[min(depth, 2)] || best.cost >= GroupCost.lost
            guard isFollowed, rank == 0 || steps > 0 else { break }
            let cost = cost(
                of: choice.guess, for: group, among: guesses, rowsLeft: rowsLeft, depth: depth,
                bound: best.cost)
            // Once the steps run out, the cost is partly an estimate and must not replace a searched one.
            if rank == 0 || cost < best.cost && steps > 0 { best = Choice(guess: choice.guess, cost: cost) }
        }
        return best
    }

    /// The cost of `group` after `guess`, or some cost of at least `bound` if it cannot be less.
    private mutating func cost(
        of guess: Int, for group: ArraySlice<UInt16>, among guesses: [Int], rowsLeft: Int, depth: Int,
        bound: Int
    ) -> Int {
        let parts = table.parts(of: group, by: guess)
        steps -= 20 * group.count + 100
        var cost = parts.reduce(group.count * GroupCost.unit) { $0 + GroupCost.least($1.count) }
        for part in parts {
            guard cost < bound else { return cost }
            cost += self.cost(
                of: part, among: allowed(guesses, after: guess, part), rowsLeft: rowsLeft - 1,
                depth: depth + 1)
            cost -= GroupCost.least(part.count)
        }
        return cost
    }

    /// The cost of `group` with the best of `guesses`.
    private mutating func cost(
        of group: ArraySlice<UInt16>, among guesses: [Int], rowsLeft: Int, depth: Int
    ) -> Int {
        guard group.count > 2, rowsLeft > 1, steps > 0 else { return costs(rowsLeft).costs[group.count] }
        let choices = shortlist(guesses, for: group, rowsLeft: rowsLeft)
        return best(of: choices, for: group, among: guesses, rowsLeft: rowsLeft, depth: depth)?.cost ?? 0
    }

    /// The `guesses` that hard mode allows after `guess` has left `part`.
    ///
    /// A part of two answers is not filtered: it costs the same with any guesses.
    private mutating func allowed(_ guesses: [Int], after guess: Int, _ part: ArraySlice<UInt16>) -> [Int] {
        guard isHard, part.count > 2, steps > 0 else { return guesses }
        steps -= 16 * guesses.count
        return table.allowed(guesses, after: guess, part)
    }

    /// The `guesses` to follow for `group`, ranked; a single one if no other can be better.
    private mutating func shortlist(
        _ guesses: [Int], for group: ArraySlice<UInt16>, rowsLeft: Int
    ) -> [Choice] {
        let (apart, costs) = (group.count * GroupCost.unit, costs(rowsLeft - 1))
        var (ranking, seen) = (Ranking(count: rowsLeft > 2 ? Self.maximumWidth : 1), 0)
        // A word that separates all answers is beaten only by a possible answer that does so.
        let answers = group.lazy.map { [table] in table.answers[Int($0)] }
        table.tally(group, by: answers, costs) { guess, tally in
            if tally.cost < apart { ranking.settle(guess, tally) }
            return !ranking.isSettled
        }
        guard !ranking.isSettled else { return choices(ranking, for: group) }
        table.tally(group, by: guesses, costs) { guess, tally in
            seen += 1
            if tally.cost > apart { ranking.add(guess, tally) } else { ranking.settle(guess, tally) }
            return !ranking.isSettled
        }
        steps -= (seen + group.count) * (group.count + 4)
        return choices(ranking, for: group)
    }

    private func choices(_ ranking: Ranking, for group: ArraySlice<UInt16>) -> [Choice] {
        ranking.first.map { Choice(guess: $0.guess, cost: $0.cost + group.count * GroupCost.unit) }
    }

    private func costs(_ rowsLeft: Int) -> GroupCost { costs[min(max(rowsLeft, 0), costs.count - 1)] }
}

/// The five-letter words of a lexicon; a guess is identified by its index here, its number.
struct GuessWords: Sendable {
    /// A letter that occurs more than once in a word.
    struct Repeat: Sendable {
        let letter: UInt8
        let places: [Int]
    }

    let list: WordList
    /// The letter codes of all words, concatenated.
    private let letters: [UInt8]
    /// One more than the highest letter code.
    let letterCount: Int
    let repeats: [[Repeat]]

    /// - Parameter others: Further words of five letters that may be guessed.
    init(_ lexicon: Lexicon, others: [[UInt8]] = []) {
        let known = lexicon.words(ofLength: CellIndex.side)
        list = others.isEmpty ? known : WordList(length: CellIndex.side, known.map(Array.init) + others)
        letters = list.flatMap { $0 }
        letterCount = lexicon.alphabet.count + 1
        repeats = list.map { word in
            let word = Array(word)
            return word.indices.compactMap { place in
                let places = word.indices.filter { word[$0] == word[place] }
                guard places.count > 1, places.first == place else { return nil }
                return Repeat(letter: word[place], places: places)
            }
        }
    }

    var count: Int { list.count }

    /// The letter codes of the word with this number.
    subscript(number: Int) -> ArraySlice<UInt8> { list[number] }
    /// The letter code in one place of the word with this number.
    subscript(number: Int, place place: Int) -> Int { Int(letters[number * CellIndex.side + place]) }
}

/// The cheapest guesses for a group, up to a given count.
struct Ranking {
    private let count: Int
    /// The cost in the upper bits and the number of the guess in the lower 24: one comparison orders both.
    private var entries: [Int] = []
    /// The entry that a guess must beat to be kept.
    private var threshold = Int.max
    /// Whether a guess has been found that no other can beat.
    private(set) var isSettled = false

    init(count: Int) {
        self.count = count
    }

    /// Adds a guess; at equal cost a possible answer comes first, then the earlier word.
    mutating func add(_ guess: Int, _ tally: Tally) {
        let entry = Self.entry(guess, tally)
        guard entry < threshold else { return }
        entries.append(entry)
        guard entries.count >= 2 * count else { return }
        entries.sort()
        entries.removeSubrange(count...)
        threshold = entries.last ?? threshold
    }

    /// Replaces all guesses with this one.
    mutating func settle(_ guess: Int, _ tally: Tally) {
        entries = [Self.entry(guess, tally)]
        isSettled = true
    }

    /// The best guesses with their cost, best first.
    var first: [(guess: Int, cost: Int)] {
        entries.sorted().prefix(count).map { (guess: $0 & 0xFF_FFFF, cost: $0 >> 25) }
    }

    private static func entry(_ guess: Int, _ tally: Tally) -> Int {
        (tally.cost << 1 | (tally.isAnswer ? 0 : 1)) << 24 | guess
    }
}

/// The estimated total number of guesses that find every answer of a group, by size of the group.
///
/// Costs are integers, fractions of `unit`, so that sums are exact and equal costs compare equal.
struct GroupCost: Sendable {
    /// One guess.
    static let unit = 1024
    /// The cost of an answer that is not found in time: more than any saved guesses can outweigh.
    static let lost = 100 * unit

    /// The cost of a group of 0, 1, 2, … answers.
    let costs: [Int]
    /// The cost that one more answer adds to a group of 0, 1, 2, … answers.
    let increments: [Int]

    /// The costs of groups of up to `most` answers; exact for 0 and 1 rows left, else an average.
    init(rows: Int, most: Int) {
        costs = (0...most).map { size in
            switch (rows, size) {
            case (_, 0): 0
            case (...0, _): size * Self.lost
            case (1, _): Self.unit + (size - 1) * Self.lost
            default: size < 3 ? Self.least(size) : size * Self.average(size)
            }
        }
        increments = zip(costs, costs.dropFirst()).map { $1 - $0 }
    }

    /// The least costs of groups of up to `most` answers, in whole guesses.
    init(least most: Int) {
        costs = (0...most).map { $0 == 0 ? 0 : 2 * $0 - 1 }
        increments = zip(costs, costs.dropFirst()).map { $1 - $0 }
    }

    /// The lower bound for `size` answers: one is found by the first guess, the others by the second.
    static func least(_ size: Int) -> Int { (2 * size - 1) * unit }

    /// The average number of guesses for one of `size` answers: 1.45 + 0.184 · log2(size).
    ///
    /// The constants were fitted to the groups that arise in games of English words. The logarithm is
    /// interpolated linearly between powers of two.
    private static func average(_ size: Int) -> Int {
        let doublings = Int.bitWidth - 1 - size.leadingZeroBitCount
        let power = 1 << doublings
        return 1485 + (188 * doublings * power + 188 * (size - power)) / power
    }
}

extension GuessSolver {
    /// The key of the solver for a lexicon in a ``BotCache``.
    public struct Kind: BotTableKey {
        private let lexicon: Lexicon

        /// Creates the key.
        public init(_ lexicon: Lexicon) { self.lexicon = lexicon }

        /// Creates the solver.
        public func makeTable() -> GuessSolver { GuessSolver(lexicon) }
    }
}
