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
