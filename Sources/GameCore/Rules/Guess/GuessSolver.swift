/// A guess, and how much it is expected to leave.
public struct RankedGuess: Equatable, Sendable {
    /// The five letters, in codes.
    public let word: [UInt8]
    /// How many answers are left after it, on average over the answers; none when it is the answer itself.
    public let expected: Double
}

/// Finds the hidden word of one lexicon in few guesses.
///
/// Immutable once made, for any thread: the same rows have the same answer. To make one is to choose the
/// first guess: for English some 80 ms, and 13 MB meanwhile; a guess takes a millisecond, at most some 20.
/// `Benchmarks/BOTS.md` says what was tried.
public final class GuessSolver: Sendable {
    /// How many marks a question is judged by: of more answers a sample is taken.
    private static let marks = 2_000_000
    /// How many marks may be looked at again to look ahead.
    private static let steps = 1_000_000
    /// How many marks the first guess is chosen by.
    private static let openingMarks = 16_000_000

    /// The lexicon whose words these are.
    let lexicon: Lexicon
    private let words: GuessWords
    /// The numbers of the answers among the words.
    private let answers: [Int]
    /// By the number of rows left; the last for all beyond.
    private let costs: [GroupCost]
    /// All words as first guesses, best first.
    private let opening: [Int]

    /// A solver for the words and answers of `lexicon`.
    public init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
        words = GuessWords(lexicon)
        let numbers = Dictionary(words.list.enumerated().map { ($1, $0) }) { first, _ in first }
        answers = lexicon.answers.compactMap { numbers[$0] }
        costs = [0, 1, 2].map { [words] in GroupCost(rows: $0, most: words.count) }
        opening = Self.best(
            Array(words.list.indices), for: answers, words, costs, rowsLeft: CellIndex.side,
            marks: Self.openingMarks)
    }

    /// The answers that fit all `rows`, in the order of the list.
    public func remaining(after rows: [GuessRow]) -> [[UInt8]] {
        answers.map { words[$0] }.filter(rows.admit).map(Array.init)
    }

    /// The best guesses after `rows`, at most `limit` of them, none twice; `rowsLeft` guesses are left, else
    /// as many as there are rows on a board without these.
    ///
    /// The first is the one to make. When no answer of the list fits, any word that fits is taken for one;
    /// when none does, there are no guesses.
    /// - Complexity: a few million marks are looked at, whatever the rows.
    public func ranked(
        after rows: [GuessRow], rowsLeft: Int? = nil, isHard: Bool = false, limit: Int
    ) -> [RankedGuess] {
        let group = possible(after: rows)
        guard !group.isEmpty else { return [] }
        let guesses =
            rows.isEmpty
            ? opening
            : Self.best(
                allowed(after: rows, isHard: isHard), for: group, words, costs,
                rowsLeft: rowsLeft ?? CellIndex.side - rows.count, marks: Self.marks, isHard: isHard)
        return guesses.prefix(max(limit, 0)).map {
            RankedGuess(word: Array(words[$0]), expected: left(of: group, by: $0))
        }
    }

    /// The words that may be hidden, by number: answers, or any words when there are no answers.
    private func possible(after rows: [GuessRow]) -> [Int] {
        let fitting = answers.filter { rows.admit(words[$0]) }
        return fitting.isEmpty ? words.list.indices.filter { rows.admit(words[$0]) } : fitting
    }

    /// The words that may be guessed, by number: none again, in hard mode none that leaves something out.
    private func allowed(after rows: [GuessRow], isHard: Bool) -> [Int] {
        let demands = isHard ? rows.map(HardMode.Demand.init) : []
        return words.list.indices.filter { number in
            let word = words[number]
            return demands.allSatisfy { $0.violation(by: word) == nil }
                && !rows.contains { $0.marks != .solved && word.elementsEqual($0.word) }
        }
    }

    /// All of `guesses`, the best one for `group` first, the others as they look at first sight.
    private static func best(
        _ guesses: [Int], for group: [Int], _ words: GuessWords, _ costs: [GroupCost], rowsLeft: Int,
        marks: Int, isHard: Bool = false
    ) -> [Int] {
        let sample = sample(group, marks: marks, words: words.count)
        let table = MarkTable(words, answers: sample)
        var search = GuessSearch(table, costs, isHard: isHard, steps: steps)
        let choices = search.ranked(guesses, for: table.everything, rowsLeft: rowsLeft)
        let ranked = choices.map(\.guess)
        // A sample cannot say whether all will be found.
        guard !group.isEmpty, sample.count == group.count,
            let best = search.best(of: choices, for: table.everything, among: ranked, rowsLeft: rowsLeft)
        else { return ranked }
        return [best.guess] + ranked.filter { $0 != best.guess }
    }

    /// How many of `group` are left after `guess`, on average.
    private func left(of group: [Int], by guess: Int) -> Double {
        var sizes = [Int](repeating: 0, count: GuessMarks.count)
        for answer in group {
            sizes[Int(GuessMarks(of: words[guess], against: words[answer]).code)] += 1
        }
        sizes[Int(GuessMarks.solved.code)] = 0
        return Double(sizes.reduce(0) { $0 + $1 * $1 }) / Double(group.count)
    }

    /// Some of `group`, evenly, so that each of so many `words` can have its marks against them.
    private static func sample(_ group: [Int], marks: Int, words: Int) -> [Int] {
        let most = min(max(marks / max(words, 1), 1), Int(UInt16.max))
        return group.count <= most ? group : (0..<most).map { group[$0 * group.count / most] }
    }
}

/// Looks ahead: what the answers of a group come to when the best guesses follow.
///
/// The guesses that look best by `GroupCost` are followed to the end, a few for each group. What it may do is
/// counted in steps, so the same question has the same answer everywhere.
struct GuessSearch {
    /// A guess, and what finding each answer of the group costs with it.
    struct Choice {
        let guess: Int
        let cost: Int
    }

    /// How many guesses are followed for the group asked about, for those behind it, and so on.
    private static let widths = [12, 4, 2]
    /// How many are followed while each of them loses answers.
    private static let patience = 60

    private let table: MarkTable
    /// By the number of rows left; the last for all beyond.
    private let costs: [GroupCost]
    private let isHard: Bool
    /// How many marks may still be looked at.
    private var steps: Int

    /// A search in `table` that looks at so many marks.
    init(_ table: MarkTable, _ costs: [GroupCost], isHard: Bool, steps: Int) {
        self.table = table
        self.costs = costs
        self.isHard = isHard
        self.steps = steps
    }

    /// All of `guesses` and what `group` costs with each as far as one guess shows, the cheapest first.
    func ranked(_ guesses: [Int], for group: ArraySlice<UInt16>, rowsLeft: Int) -> [Choice] {
        var ranking = Ranking(count: guesses.count)
        table.tally(group, by: guesses, costs(rowsLeft - 1)) { guess, tally in
            ranking.add(guess, tally)
            return true
        }
        return choices(ranking, for: group)
    }

    /// The best of `choices`, which are ranked for `group`, when any of `guesses` may follow.
    mutating func best(
        of choices: [Choice], for group: ArraySlice<UInt16>, among guesses: [Int], rowsLeft: Int,
        depth: Int = 0
    ) -> Choice? {
        guard rowsLeft > 2, let first = choices.first else { return choices.first }
        var best = Choice(guess: first.guess, cost: .max)
        for (rank, choice) in choices.prefix(Self.patience).enumerated() {
            let isFollowed = rank < Self.widths[min(depth, 2)] || best.cost >= GroupCost.lost
            guard isFollowed, rank == 0 || steps > 0 else { break }
            let cost = cost(
                of: choice.guess, for: group, among: guesses, rowsLeft: rowsLeft, depth: depth,
                bound: best.cost)
            // What was followed while the steps ran out is half an estimate, and beats nothing.
            if rank == 0 || cost < best.cost && steps > 0 { best = Choice(guess: choice.guess, cost: cost) }
        }
        return best
    }

    /// What `group` costs when `guess` is made; only a number not below `bound` when it is not less than
    /// that.
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
                of: part, among: open(guesses, after: guess, part), rowsLeft: rowsLeft - 1, depth: depth + 1)
            cost -= GroupCost.least(part.count)
        }
        return cost
    }

    /// What `group` costs with the best of `guesses`.
    private mutating func cost(
        of group: ArraySlice<UInt16>, among guesses: [Int], rowsLeft: Int, depth: Int
    ) -> Int {
        guard group.count > 2, rowsLeft > 1, steps > 0 else { return costs(rowsLeft).costs[group.count] }
        let choices = promising(guesses, for: group, rowsLeft: rowsLeft)
        return best(of: choices, for: group, among: guesses, rowsLeft: rowsLeft, depth: depth)?.cost ?? 0
    }

    /// Those of `guesses` that may still be made when `guess` has left `part`; two answers need no others.
    private mutating func open(_ guesses: [Int], after guess: Int, _ part: ArraySlice<UInt16>) -> [Int] {
        guard isHard, part.count > 2, steps > 0 else { return guesses }
        steps -= 16 * guesses.count
        return table.allowed(guesses, after: guess, part)
    }

    /// The first of `guesses` by rank, as many as may be followed; one alone when nothing can be better.
    private mutating func promising(
        _ guesses: [Int], for group: ArraySlice<UInt16>, rowsLeft: Int
    ) -> [Choice] {
        let (apart, costs) = (group.count * GroupCost.unit, costs(rowsLeft - 1))
        var (ranking, seen) = (Ranking(count: rowsLeft > 2 ? Self.patience : 1), 0)
        // Only an answer that tells all others apart is better than another word that tells all apart.
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

/// The words that may be guessed, prepared once: a guess is known by its number.
struct GuessWords: Sendable {
    /// A letter that a word has more than once.
    struct Repeat: Sendable {
        let letter: UInt8
        let places: [Int]
    }

    /// The words, in order.
    let list: WordList
    /// The codes of all their letters, one after another.
    private let letters: [UInt8]
    /// One more than the highest code of a letter.
    let letterCount: Int
    /// The letters that each word has more than once.
    let repeats: [[Repeat]]

    /// The words of five letters of `lexicon`.
    init(_ lexicon: Lexicon) {
        list = lexicon.words(ofLength: CellIndex.side)
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

    /// How many there are.
    var count: Int { list.count }

    /// The letters of the word with this number.
    subscript(number: Int) -> ArraySlice<UInt8> { list[number] }
    /// The letter in one place of it.
    subscript(number: Int, place place: Int) -> Int { Int(letters[number * CellIndex.side + place]) }
}

/// The best guesses for a group by what they leave of it, as many as wanted.
struct Ranking {
    private let count: Int
    /// What a guess costs above, its number below: one comparison for both.
    private var entries: [Int] = []
    /// What a guess must be below to be among the first.
    private var bar = Int.max
    /// Whether a guess has been found that makes all others needless.
    private(set) var isSettled = false

    /// A ranking that keeps the first `count`.
    init(count: Int) {
        self.count = count
    }

    /// Takes in one more guess; of equals a possible answer is better, then the earlier word.
    mutating func add(_ guess: Int, _ tally: Tally) {
        let entry = Self.entry(guess, tally)
        guard entry < bar else { return }
        entries.append(entry)
        guard entries.count >= 2 * count else { return }
        entries.sort()
        entries.removeSubrange(count...)
        bar = entries.last ?? bar
    }

    /// Keeps nothing but this guess.
    mutating func settle(_ guess: Int, _ tally: Tally) {
        entries = [Self.entry(guess, tally)]
        isSettled = true
    }

    /// The first ones, best first, with what they leave.
    var first: [(guess: Int, cost: Int)] {
        entries.sorted().prefix(count).map { (guess: $0 & 0xFF_FFFF, cost: $0 >> 25) }
    }

    private static func entry(_ guess: Int, _ tally: Tally) -> Int {
        (tally.cost << 1 | (tally.isAnswer ? 0 : 1)) << 24 | guess
    }
}

/// How many guesses it takes to find each answer of a group, all of them together, before anybody looks
/// closer.
///
/// In units of a guess, so that sums are exact and ties are ties.
struct GroupCost: Sendable {
    /// One guess.
    static let unit = 1024
    /// What an answer costs that is not found in time: more than any average can make up for.
    static let lost = 100 * unit

    /// What a group of 0, 1, 2 … answers costs.
    let costs: [Int]
    /// What one more answer adds to it.
    let growth: [Int]

    /// What groups of up to `most` answers cost with so many rows left: exactly with none and one, else on
    /// average.
    init(rows: Int, most: Int) {
        costs = (0...most).map { size in
            switch (rows, size) {
            case (_, 0): 0
            case (...0, _): size * Self.lost
            case (1, _): Self.unit + (size - 1) * Self.lost
            default: size < 3 ? Self.least(size) : size * Self.average(size)
            }
        }
        growth = zip(costs, costs.dropFirst()).map { $1 - $0 }
    }

    /// What `size` answers cost at least: one is found at once, the others at the second try.
    static func least(_ size: Int) -> Int { (2 * size - 1) * unit }

    /// Guesses for one of `size` answers: 1.45 and 0.184 for every doubling, as counted over the groups that
    /// arise when English words are played; the logarithm is a straight line between powers of two.
    private static func average(_ size: Int) -> Int {
        let doublings = Int.bitWidth - 1 - size.leadingZeroBitCount
        let power = 1 << doublings
        return 1485 + (188 * doublings * power + 188 * (size - power)) / power
    }
}

extension GuessSolver {
    /// The solver for `lexicon`, made if `memory` does not have it.
    public static func solver(_ lexicon: Lexicon, from memory: any BotMemory) -> GuessSolver {
        memory.recall(ObjectIdentifier(lexicon)) { GuessSolver(lexicon) }
    }
}
