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
