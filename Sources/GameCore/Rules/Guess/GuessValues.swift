/// The number of guesses that it still takes to find the hidden word, for the review of a game.
///
/// A group of possible words costs the sum of the guesses that each of them takes, under the best play that
/// the search finds. A word that is not found in the last row costs one guess more. Groups of up to
/// ``exactSize`` words are searched to the end, so that their cost is the least possible one. For larger
/// groups, the search follows a few of the best guesses. Costs are whole numbers. Outside of hard mode, a
/// group always has the same cost.
///
/// It may be used on any thread. A table for English takes 13 MB.
final class GuessValues: Sendable {
    /// The largest groups whose cost is exact, as long as ``maximumSteps`` suffices.
    static let exactSize = 12
    /// The size limit of the table, words times answers.
    static let maximumMarks = 40_000_000
    /// The number of guesses that a search follows for a larger group, by its size.
    private static let widths = [(size: 40, width: 6), (size: 250, width: 3), (size: Int.max, width: 1)]
    /// The number of marks that the search of one exact group may read, after which it is no longer exact.
    private static let maximumSteps = 4_000_000

    let lexicon: Lexicon
    let table: MarkTable
    /// The numbers of the words.
    private let numbers: [ArraySlice<UInt8>: Int]
    private let estimate: GroupCost
    /// The best guess for all words, and its cost.
    let opening: Choice?

    struct Choice {
        let guess: Int
        /// The sum of the guesses that the words of the group take.
        let cost: Int
    }

    /// Creates the values for the answers of `lexicon`, and for `others`: further words that may be guessed.
    ///
    /// - Parameter hidden: A possible answer besides those of the lexicon.
    /// - Complexity: some 0.3 s for English.
    init(_ lexicon: Lexicon, others: [[UInt8]] = [], hidden: [UInt8]? = nil) {
        let words = GuessWords(lexicon, others: others + [hidden].compactMap { $0 })
        let numbers = Dictionary(words.list.enumerated().map { ($1, $0) }) { first, _ in first }
        let hiddenNumber = hidden.flatMap { numbers[$0[...]] }
        let possible = Set(lexicon.answers.compactMap { numbers[$0] } + [hiddenNumber].compactMap { $0 })
        self.lexicon = lexicon
        self.numbers = numbers
        table = MarkTable(words, answers: possible.sorted())
        estimate = GroupCost(rows: CellIndex.side, most: max(words.count, possible.count))
        var search = GuessValueSearch(table, estimate, isHard: false)
        opening = search.best(
            for: table.allAnswers, rowsLeft: CellIndex.side, among: Array(words.list.indices), width: 3)
    }

    /// Whether there can be a table for `lexicon`: it has answers, and at most ``maximumMarks`` marks.
    static func canHold(_ lexicon: Lexicon) -> Bool {
        let answers = lexicon.answers.count
        return answers > 0 && answers < Int(UInt16.max)
            && answers * lexicon.words(ofLength: CellIndex.side).count <= maximumMarks
    }

    /// The number of `word`; nil if it cannot be guessed.
    func number(of word: [UInt8]) -> Int? { numbers[word[...]] }

    /// Whether `word` can be the hidden one.
    func isPossible(_ word: [UInt8]) -> Bool { number(of: word).map(table.answers.contains) ?? false }

    /// The expected information of the marks of `guess` in bits, if all words of `group` are equally likely.
    func bits(of guess: Int, for group: ArraySlice<UInt16>) -> Amount {
        let parts = table.parts(of: group, by: guess).map(\.count)
        let count = Double(group.count)
        let sizes = parts + [group.count - parts.reduce(0, +)]
        let bits = sizes.filter { $0 > 0 }.map { Double($0) / count * Self.log2(count / Double($0)) }
        return Amount(rounding: bits.reduce(0, +))
    }

    /// The logarithm of `value`, at least 1, to base 2, by the series of artanh: GameCore has no libm.
    private static func log2(_ value: Double) -> Double {
        let ratio = (value.significand - 1) / (value.significand + 1)
        let terms = stride(from: 21, through: 1, by: -2).reduce(0.0) { $0 * ratio * ratio + 1 / Double($1) }
        return Double(value.exponent) + 2 * ratio * terms / 0.693147180559945309
    }

    /// A search that remembers the costs of groups, for the review of one game.
    func search(isHard: Bool) -> GuessValueSearch { GuessValueSearch(table, estimate, isHard: isHard) }

    /// The number of guesses to follow for a group of `size` words.
    static func width(_ size: Int) -> Int { widths.first { size <= $0.size }?.width ?? 1 }

    /// The marks that the search of a group of `size` words may read.
    static func steps(_ size: Int) -> Int { size <= exactSize ? maximumSteps : .max }
}

/// The costs of groups of possible words, remembered by group.
struct GuessValueSearch {
    private struct Key: Hashable {
        let group: ArraySlice<UInt16>
        let rowsLeft: Int
    }

    private let table: MarkTable
    private let estimate: GroupCost
    /// The least costs of groups.
    private let bounds: GroupCost
    private let isHard: Bool
    private var known: [Key: GuessValues.Choice] = [:]
    /// The marks that the running exact search may still read.
    private var steps = Int.max

    init(_ table: MarkTable, _ estimate: GroupCost, isHard: Bool) {
        self.table = table
        self.estimate = estimate
        bounds = GroupCost(least: GuessValues.exactSize)
        self.isHard = isHard
    }

    /// The least cost that the search finds for `group`, and the guess for it; nil without any guess.
    ///
    /// - Parameter width: The number of guesses to follow; by default, ``GuessValues/width(_:)``.
    mutating func best(
        for group: ArraySlice<UInt16>, rowsLeft: Int, among guesses: [Int], width: Int? = nil
    ) -> GuessValues.Choice? {
        let key = Key(group: group, rowsLeft: rowsLeft)
        // In hard mode the cost depends on the guesses before, too.
        if !isHard, let found = known[key] { return found }
        let isOutermost = steps == .max
        if isOutermost { steps = GuessValues.steps(group.count) }
        let found = search(group, rowsLeft: rowsLeft, among: guesses, width: width)
        if isOutermost { steps = .max }
        known[key] = found
        return found
    }

    /// The cost of `group` after `guess`, one of `guesses`.
    ///
    /// - Returns: the exact cost, or some cost of at least `bound` if it cannot be less.
    mutating func cost(
        of guess: Int, for group: ArraySlice<UInt16>, rowsLeft: Int, among guesses: [Int], bound: Int = .max
    ) -> Int {
        let parts = table.parts(of: group, by: guess)
        guard rowsLeft > 1 else { return parts.reduce(group.count) { $0 + $1.count } }
        var cost = parts.reduce(group.count) { $0 + Self.least($1.count) }
        for part in parts where cost < bound && part.count > 2 {
            let left = isHard ? table.allowed(guesses, after: guess, part) : guesses
            let best = best(for: part, rowsLeft: rowsLeft - 1, among: left)
            cost += (best?.cost ?? 2 * part.count) - Self.least(part.count)
        }
        return cost
    }

    /// The lower bound for `size` words: one is found by the first guess, the others by the second.
    static func least(_ size: Int) -> Int { 2 * size - 1 }

    private mutating func search(
        _ group: ArraySlice<UInt16>, rowsLeft: Int, among guesses: [Int], width: Int?
    ) -> GuessValues.Choice? {
        guard let first = group.first else { return nil }
        // With one or two words left, or in the last row, any of them is best.
        guard group.count > 2, rowsLeft > 1 else {
            return GuessValues.Choice(guess: table.answers[Int(first)], cost: Self.least(group.count))
        }
        let isExact = width == nil && group.count <= GuessValues.exactSize
        let candidates =
            isExact
            ? bounded(guesses, for: group)
            : estimated(guesses, for: group, width: width ?? GuessValues.width(group.count))
        var best: GuessValues.Choice?
        for candidate in candidates where candidate.bound < best?.cost ?? .max {
            guard best == nil || steps > 0 else { break }
            let cost = cost(
                of: candidate.guess, for: group, rowsLeft: rowsLeft, among: guesses,
                bound: best?.cost ?? .max)
            if cost < best?.cost ?? .max { best = GuessValues.Choice(guess: candidate.guess, cost: cost) }
        }
        return best
    }

    private typealias Candidate = (guess: Int, bound: Int)

    /// All of `guesses` that tell words of `group` apart, the ones with the least bound of their cost first.
    ///
    /// Ends early with a guess that no other can beat.
    private mutating func bounded(_ guesses: [Int], for group: ArraySlice<UInt16>) -> [Candidate] {
        let size = group.count
        steps -= size * (guesses.count + size)
        var settled: Candidate?
        let answers = group.lazy.map { [table] in table.answers[Int($0)] }
        table.tally(group, by: answers, bounds) { guess, tally in
            if size + tally.cost == Self.least(size) { settled = (guess, Self.least(size)) }
            return settled == nil
        }
        if let settled { return [settled] }
        // By the bound, from twice the size on; possible answers come before other guesses.
        var found = [[Candidate]](repeating: [], count: 2 * size)
        table.tally(group, by: guesses, bounds) { guess, tally in
            let bound = size + tally.cost
            // The first guess that tells all words apart: the others cannot do better.
            if bound == 2 * size, !tally.isAnswer { settled = (guess, bound) }
            if bound < size + Self.least(size) {
                found[2 * (bound - 2 * size) + (tally.isAnswer ? 0 : 1)].append((guess, bound))
            }
            return settled == nil
        }
        return settled.map { [$0] } ?? found.flatMap(\.self)
    }

    /// The `width` guesses with the least estimated cost.
    private func estimated(
        _ guesses: [Int], for group: ArraySlice<UInt16>, width: Int
    ) -> [Candidate] {
        var ranking = Ranking(count: width)
        table.tally(group, by: guesses, estimate) { guess, tally in
            if tally.cost < estimate.costs[group.count] { ranking.add(guess, tally) }
            return true
        }
        return ranking.first.map { ($0.guess, Self.least(group.count)) }
    }
}

/// The key of the values for a lexicon in a ``BotCache``.
struct GuessValuesKind: BotTableKey {
    let lexicon: Lexicon

    func makeTable() -> GuessValues { GuessValues(lexicon) }
}
