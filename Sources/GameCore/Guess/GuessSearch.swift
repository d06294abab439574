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
