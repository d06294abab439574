/// The limits of a search, in letters instead of time so that a seed gives the same move on every machine.
struct SearchBudget: Sendable {
    /// The number of letters placed in all rollouts of a decision.
    var steps = 40_000
    /// The number of letters in a rollout before the value table evaluates the board.
    var depth = 10
}

/// A Monte Carlo search for the best cell.
///
/// Each empty cell is evaluated by truncated rollouts of the greedy policy (Tesauro, Galperin: On-line Policy
/// Improvement using Monte-Carlo Search, 1996). All cells get the same letters (common random numbers),
/// and each round drops the worse half (sequential halving; Karnin, Koren, Somekh: Almost Optimal Exploration
/// in Multi-Armed Bandits, 2013). With at most two letters to come the expected value needs no sampling.
struct RolloutSearch {
    let tables: BotTables
    let budget: SearchBudget

    struct Candidate {
        let cell: Int
        let board: LineBoard
        /// The sum of `count` rollouts; before the first round the value of the table.
        var sum: Int
        var count = 1
        /// The number of the last round that the candidate took part in.
        var rounds = 0
        var mean: Double { Double(sum) / Double(count) }
    }

    /// The empty cells, best first; O(`steps`), with some 20 to 50 table lookups for each step.
    func placements(board: [UInt8], letter: UInt8, seed: UInt64) -> [Placement] {
        let start = tables.board(board)
        let unitsPerPoint = Double(tables.table.unitsPerPoint)
        let ranked = tables.withKernel { search($0, start, code: Int(letter), seed: seed) } ?? []
        var least = Double.infinity
        return ranked.compactMap { candidate in
            // Candidates of later rounds rank first even if an earlier dropout had a higher mean. Capping the
            // mean keeps the list in descending order.
            least = min(least, candidate.mean / unitsPerPoint)
            return CellIndex(candidate.cell).map { Placement(cell: $0, expected: least) }
        }
    }

    private func search(_ kernel: PlayKernel, _ start: LineBoard, code: Int, seed: UInt64) -> [Candidate] {
        let t = start.holes.nonzeroBitCount - 1
        var all = candidates(kernel, start, code: code, t: t)
        guard t >= 1, all.count > 1 else { return all }
        let evaluator = RolloutEvaluator(
            kernel: kernel, sampler: tables.sampler, hasFreeLast: tables.table.hasFreeLast)
        if t <= 2 {
            for i in all.indices { all[i].sum = evaluator.exactValue(all[i].board, t: t) }
            RolloutSearch.sort(&all[...])
            return all
        }
        var random = SeededGenerator(seed: seed)
        let depth = min(budget.depth, t - 1)
        var alive = all.count
        let rounds = max(1, Int.bitWidth - alive.leadingZeroBitCount - 1)
        for round in 1...rounds {
            let games = max(4, budget.steps / (rounds * alive * depth))
            let letters = tables.sampler.streams(games, length: depth, random: &random)
            for i in 0..<alive {
                let sum = evaluator.sum(all[i].board, letters: letters, depth: depth, t: t)
                all[i].count = all[i].rounds == 0 ? games : all[i].count + games
                all[i].sum = all[i].rounds == 0 ? sum : all[i].sum + sum
                all[i].rounds = round
            }
            RolloutSearch.sort(&all[..<alive])
            alive = max(2, alive / 2)
        }
        return all
    }

    private static func sort(_ candidates: inout ArraySlice<Candidate>) {
        candidates.sort { $0.mean != $1.mean ? $0.mean > $1.mean : $0.cell < $1.cell }
    }

    private func candidates(_ kernel: PlayKernel, _ start: LineBoard, code: Int, t: Int) -> [Candidate] {
        var all: [Candidate] = []
        for cell in 0..<25 where start.holes & (1 << UInt32(cell)) != 0 {
            var board = start
            let sum = board.withPointers { states, empty in
                kernel.put(states, empty, code: code, cell: cell)
                return kernel.total(states, t: t)
            }
            board.holes &= ~(1 << UInt32(cell))
            all.append(Candidate(cell: cell, board: board, sum: sum ?? 0))
        }
        RolloutSearch.sort(&all[...])
        return all
    }
}

/// Evaluates boards with `t` holes, for `t` letters to come, in the units of the value table.
struct RolloutEvaluator {
    let kernel: PlayKernel
    let sampler: LetterSampler
    let hasFreeLast: Bool

    /// The sum of the final values of the rollouts, one for each `depth` letters of `letters`.
    func sum(_ board: LineBoard, letters: [UInt8], depth: Int, t: Int) -> Int {
        var sum = 0
        play(board, letters: letters, depth: depth, t: t) { sum += $0 }
        return sum
    }

    /// The final values of the rollouts, one for each `depth` letters of `letters`.
    func totals(_ board: LineBoard, letters: [UInt8], depth: Int, t: Int) -> [Int] {
        var totals: [Int] = []
        totals.reserveCapacity(letters.count / depth)
        play(board, letters: letters, depth: depth, t: t) { totals.append($0) }
        return totals
    }

    @inline(__always)
    private func play(_ board: LineBoard, letters: [UInt8], depth: Int, t: Int, _ visit: (Int) -> Void) {
        var scratch = board
        _ = scratch.withPointers { states, empty in
            letters.withUnsafeBufferPointer { letters in
                for at in stride(from: 0, to: letters.count, by: depth) {
                    copy(board, to: states, empty)
                    visit(play(states, empty, board.holes, letters: letters[at..<at + depth], t: t))
                }
            }
        }
    }

    @inline(__always)
    private func copy(
        _ board: LineBoard, to states: UnsafeMutablePointer<UInt32>, _ empty: UnsafeMutablePointer<UInt8>
    ) {
        for line in 0..<kernel.lineCount {
            states[line] = board.states[line]
            empty[line] = board.empty[line]
        }
    }

    @inline(__always)
    private func play(
        _ states: UnsafeMutablePointer<UInt32>, _ empty: UnsafeMutablePointer<UInt8>, _ start: UInt32,
        letters: Slice<UnsafeBufferPointer<UInt8>>, t: Int
    ) -> Int {
        var holes = start, after = t
        for letter in letters {
            after -= 1
            kernel.gains(states, empty, code: Int(letter), t: after)
            let cell = kernel.best(holes)
            kernel.put(states, empty, code: Int(letter), cell: cell)
            holes &= ~(1 << UInt32(cell))
        }
        return value(states, empty, holes, t: after)
    }

    private func value(
        _ states: UnsafePointer<UInt32>, _ empty: UnsafePointer<UInt8>, _ holes: UInt32, t: Int
    ) -> Int {
        hasFreeLast && t == 1
            ? kernel.totalOfBestLast(states, empty, holes: holes) : kernel.total(states, t: t)
    }

    /// The expected final value under optimal play, for at most two letters to come.
    ///
    /// Exact up to rounding, except that with a free last letter the cell for t = 2 is chosen by the table.
    func exactValue(_ board: LineBoard, t: Int) -> Int {
        var scratch = board
        let value = scratch.withPointers { states, empty -> Double in
            if t < 2 { return Double(self.value(states, empty, board.holes, t: t)) }
            var mean = 0.0
            for (index, share) in sampler.frequency.enumerated() {
                copy(board, to: states, empty)
                kernel.gains(states, empty, code: index + 1, t: 1)
                let cell = kernel.best(board.holes)
                kernel.put(states, empty, code: index + 1, cell: cell)
                mean += share * Double(self.value(states, empty, board.holes & ~(1 << UInt32(cell)), t: 1))
            }
            return mean
        }
        return Int((value ?? 0).rounded())
    }
}
