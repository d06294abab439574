/// Complete fills of a board, those with the most common words first.
public struct RankedFills: Sendable {
    /// The largest limit that clients may ask for.
    public static let maximumLimit = 1000
    /// The steps of a search with the words up to one level, after which rarer words are allowed too.
    private static let stepsOfLevel = 400
    /// The number of searches in a row without a new fill, after which a full search follows.
    private static let repeats = 16

    /// A complete fill.
    public struct Fill: Sendable {
        /// The letter of each of the 25 cells; nil for a block and for an empty cell outside all slots.
        public let letters: [Letter?]
        /// The word of each slot: across by number, then down by number.
        public let words: [PuzzleVocabulary.Word]
        /// The roots that several of the words share, in alphabetical order.
        public let repeatedRoots: [String]

        /// The highest level, and the sum of the levels.
        fileprivate var rank: (highest: Int, sum: Int) {
            (words.map(\.rank).max() ?? 0, words.reduce(0) { $0 + $1.rank })
        }

        fileprivate func precedes(_ other: Fill) -> Bool {
            let (own, others) = (rank, other.rank)
            guard own == others else { return own < others }
            return words.lexicographicallyPrecedes(other.words) { $0.text < $1.text }
        }
    }

    /// The slots: across by number, then down by number.
    public let slots: [PuzzleSlot]
    /// For each of the 25 cells, whether it is a block.
    public let blocks: [Bool]
    /// The fills, ordered by the highest level of their words, then by the sum of the levels.
    public let fills: [Fill]
    /// Whether there are no others.
    public let isExhausted: Bool

    /// Finds up to `limit` fills of the board of `question`.
    ///
    /// Words of level 1 are tried alone first, then those of level 2 too, and so on. The fills of one level
    /// are chosen at random by `seed`, if there are more than the limit.
    ///
    /// - Complexity: Exponential in the number of empty cells.
    public init(
        _ question: FillQuestion, _ vocabulary: PuzzleVocabulary, limit: Int, seed: UInt64,
        shouldStop: () -> Bool
    ) {
        let network = FillNetwork(question, vocabulary)
        var finder = FillFinder(network.grid, limit: limit, seed: seed)
        let ranks = Set(network.words.values.joined().map(\.rank)).sorted()
        var isExhausted = ranks.isEmpty && finder.find(.max, [], shouldStop)
        for (place, rank) in ranks.enumerated() where finder.fills.count <= limit {
            let counts = network.slots.map { slot in
                (network.words[slot.cells.count] ?? []).partitioningIndex { $0.rank > rank }
            }
            let isLast = place == ranks.count - 1
            isExhausted = finder.find(isLast ? .max : Self.stepsOfLevel, counts, shouldStop)
        }
        slots = network.slots
        blocks = question.cells.map { $0 == .block }
        self.isExhausted = isExhausted && finder.fills.count <= limit
        fills = finder.fills.prefix(limit).map { Fill($0, network, question) }.sorted { $0.precedes($1) }
    }

    /// Collects different fills, up to one more than `limit` to find out whether there are more.
    private struct FillFinder {
        private var search: SlotSearch
        private let limit: Int
        private let isSettled: Bool
        private(set) var fills: [[Int]] = []
        private var seen: Set<[Int]> = []

        init(_ grid: SlotGrid, limit: Int, seed: UInt64) {
            search = SlotSearch(grid, seed: seed)
            self.limit = limit
            isSettled = search.root.settle((1 << UInt32(grid.slots.count)) &- 1)
        }

        /// Finds fills in which each slot has one of its first `counts` words; returns whether all are found.
        mutating func find(_ steps: Int, _ counts: [Int], _ shouldStop: () -> Bool) -> Bool {
            guard isSettled else { return true }
            var (known, left) = (0, steps)
            // Each search finds one fill, so that the fills differ in more than their last words.
            while known < repeats, fills.count <= limit, left > 0 {
                let before = fills.count
                let outcome = run(min(left, stepsOfLevel), counts, shouldStop, isOne: true)
                if outcome == .exhausted { return true }
                if outcome == .stopped { return false }
                known = fills.count > before ? 0 : known + 1
                if steps != .max { left -= outcome == .outOfSteps ? stepsOfLevel : 16 }
            }
            guard fills.count <= limit else { return false }
            return run(steps, counts, shouldStop, isOne: false) == .exhausted
        }

        private mutating func run(
            _ steps: Int, _ counts: [Int], _ shouldStop: () -> Bool, isOne: Bool
        ) -> SlotSearch.Outcome {
            var (found, seen): ([[Int]], Set<[Int]>) = ([], seen)
            let room = limit + 1 - fills.count
            let slots = search.grid.slots.indices
            let outcome = search.run(limit: steps, shouldStop) { state in
                for slot in counts.indices { state.keepFirst(counts[slot], of: slot) }
                return state.settle(slots.reduce(0) { $0 | 1 << UInt32($1) })
            } visit: { fill in
                if seen.insert(fill).inserted { found.append(fill) }
                return !isOne && found.count < room
            }
            fills += found
            self.seen = seen
            return outcome
        }
    }
}

extension RankedFills.Fill {
    fileprivate init(_ fill: [Int], _ network: FillNetwork, _ question: FillQuestion) {
        words = fill.enumerated().compactMap { slot, number in network.word(number, in: slot) }
        var letters = question.cells.map { cell -> Letter? in
            if case .letter(let letter) = cell { letter } else { nil }
        }
        for (slot, word) in zip(network.slots, words) {
            for (cell, letter) in zip(slot.cells, word.letters) { letters[cell.position] = letter }
        }
        self.letters = letters
        let roots = Dictionary(grouping: words.compactMap(\.root)) { $0 }
        repeatedRoots = roots.filter { $0.value.count > 1 }.keys.sorted()
    }
}

extension Array {
    /// The index of the first element for which `isBehind` is true, as it is for all later ones.
    fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        firstIndex(where: isBehind) ?? count
    }
}
