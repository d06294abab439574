/// Searches for complete fills of a board.
///
/// The search assigns a word to the slot with the fewest words and keeps the rest arc consistent. It first
/// tries the words that leave the most words to the crossing slots (Ginsberg and others: Search Lessons
/// Learned from Crossword Puzzles, 1990). It restarts at random after a growing number of steps (Gomes,
/// Selman, Kautz: Boosting Combinatorial Search Through Randomization, 1998), so that an unlucky first word
/// costs little.
struct SlotSearch {
    enum Outcome {
        /// A fill was found, and the caller wanted no more.
        case found
        /// There are no more fills.
        case exhausted
        case outOfSteps
        case stopped
    }

    /// The weights beside a word's promise, which is in bits for each crossing slot.
    private enum Weight {
        static let chance: Float = 4
        static let fresh: Float = 1
    }

    /// The steps before the first restart.
    private static let firstSteps = 16
    /// The steps and restarts between two calls of `shouldStop`.
    private static let stepsPerLook = 8

    let grid: SlotGrid
    /// The state in which a search starts, arc consistent.
    let root: FillState
    /// The words that are tried later than others, in the units of `FillState.words`.
    var known: [UInt64]
    private let states: [FillState]
    private var random: SeededGenerator
    /// The steps and starts of all searches so far: a measure of the work that is the same on every machine.
    private(set) var effort = 0
    private var (steps, limit) = (0, 0)

    init(_ grid: SlotGrid, seed: UInt64 = 0) {
        self.grid = grid
        root = FillState(grid)
        states = (0...grid.slots.count).map { _ in FillState(grid) }
        known = Array(repeating: 0, count: grid.wordUnits)
        random = SeededGenerator(seed: seed)
    }

    /// Searches the fills that `restrict` leaves, and passes each to `visit` until it returns false.
    ///
    /// After a restart, a fill may be passed again.
    ///
    /// - Parameters:
    ///   - total: The steps after which the search is given up.
    ///   - restrict: Restricts a copy of ``root``; returns false if nothing is left.
    ///   - visit: Gets the word of each slot.
    mutating func run(
        limit total: Int, _ shouldStop: () -> Bool, restrict: (FillState) -> Bool, visit: ([Int]) -> Bool
    ) -> Outcome {
        var (used, share) = (0, Self.firstSteps)
        while true {
            // Many searches end before their first step.
            if isTimeToLook(), shouldStop() { return .stopped }
            states[0].copy(root)
            guard restrict(states[0]) else { return .exhausted }
            (steps, limit) = (0, min(share, total - used))
            let outcome = search(0, shouldStop, visit)
            guard outcome == .outOfSteps else { return outcome }
            used += steps
            guard used < total else { return .outOfSteps }
            share = share > Int.max / 2 ? share : share * 2
        }
    }

    private mutating func search(_ depth: Int, _ shouldStop: () -> Bool, _ visit: ([Int]) -> Bool) -> Outcome
    {
        let state = states[depth]
        guard let slot = state.tightestSlot else {
            return visit(grid.slots.indices.map { state.firstWord(of: $0) }) ? .exhausted : .found
        }
        let child = states[depth + 1]
        for word in rankedWords(of: slot, in: state) {
            guard steps < limit else { return .outOfSteps }
            steps += 1
            if isTimeToLook(), shouldStop() { return .stopped }
            child.copy(state)
            child.assign(word, to: slot)
            guard child.settle(1 << UInt32(slot)) else { continue }
            let outcome = search(depth + 1, shouldStop, visit)
            if outcome != .exhausted { return outcome }
        }
        return .exhausted
    }

    private mutating func isTimeToLook() -> Bool {
        effort += 1
        return effort % Self.stepsPerLook == 1
    }

    /// The words of a slot, the most promising ones first; a random term makes the searches differ.
    private mutating func rankedWords(of slot: Int, in state: FillState) -> [Int] {
        let entry = grid.slots[slot]
        let (promise, length) = (state.promise(of: slot), entry.words.length)
        var ranked: [(word: Int, score: Float)] = []
        ranked.reserveCapacity(state.counts[slot])
        for unit in 0..<entry.words.width {
            var rest = state.words[entry.first + unit]
            let fresh = ~known[entry.first + unit]
            while rest != 0 {
                let bit = rest & (0 &- rest)
                rest ^= bit
                let word = unit &* 64 &+ bit.trailingZeroBitCount
                var score = fresh & bit == 0 ? 0 : Weight.fresh
                score += Float(random.nextFraction()) * Weight.chance
                for place in 0..<length {
                    score += promise[place &* grid.letters &+ Int(entry.words.codes[word &* length &+ place])]
                }
                ranked.append((word, score))
            }
        }
        ranked.sort { $0.score > $1.score }
        return ranked.map(\.word)
    }
}
