/// How much a search may do, counted in letters placed, so that a seed gives one answer on any machine.
struct SearchBudget: Sendable {
    /// Cells of the first round, the best by the value table.
    var width = 8
    /// Letters placed in all roll-outs of one decision.
    var steps = 4_000
    /// Letters of a roll-out before the value table judges the board.
    var depth = 8

}

/// Monte-Carlo choice of a cell: truncated greedy roll-outs over the value table, the same letters for every
/// candidate, half of the candidates dropped each round (sequential halving, Karnin, Koren, Somekh 2013).
struct RolloutSearch {
    let tables: BotTables
    let budget: SearchBudget

    struct Candidate {
        let cell: Int
        let board: LineBoard
        var sum: Int
        var count = 1
        /// Rounds lived; who lived longer ranks first.
        var rounds = 0
        var mean: Double { Double(sum) / Double(count) }
    }

    /// Every empty cell of 25 codes, best first.
    ///
    /// - Complexity: O(steps), some 20 to 50 look-ups for each.
    func placements(board: [UInt8], letter: UInt8, seed: UInt64) -> [Placement] {
        let start = tables.board(board)
        let unit = Double(tables.table.unit)
        let ranked = tables.withPlayout { search($0, start, code: Int(letter), seed: seed) } ?? []
        var least = Double.infinity
        return ranked.compactMap { candidate in
            // Who was looked at for longer ranks first; the others are worth no more.
            least = min(least, candidate.mean / unit)
            return CellIndex(candidate.cell).map { Placement(cell: $0, expected: least) }
        }
    }

    private func search(_ playout: Playout, _ start: LineBoard, code: Int, seed: UInt64) -> [Candidate] {
        let t = start.holes.nonzeroBitCount - 1
        var all = candidates(playout, start, code: code, t: t)
        guard t >= 1, all.count > 1 else { return all }
        let judge = RolloutJudge(
            playout: playout, sampler: tables.sampler, lastIsFree: tables.table.lastIsFree)
        if t <= 2 {
            for i in all.indices { all[i].sum = judge.exactValue(all[i].board, t: t) }
            RolloutSearch.sort(&all[...])
            return all
        }
        var random = SeededGenerator(seed: seed)
        let depth = min(budget.depth, t - 1)
        var alive = min(budget.width, all.count)
        let rounds = max(1, Int.bitWidth - alive.leadingZeroBitCount - 1)
        for round in 1...rounds {
            let games = max(4, budget.steps / (rounds * alive * depth))
            let letters = tables.sampler.streams(games, length: depth, random: &random)
            for i in 0..<alive {
                let sum = judge.sum(all[i].board, letters: letters, depth: depth, t: t)
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

    /// The boards after each placement, best first by the value table.
    private func candidates(_ playout: Playout, _ start: LineBoard, code: Int, t: Int) -> [Candidate] {
        var all: [Candidate] = []
        for cell in 0..<25 where start.holes & (1 << UInt32(cell)) != 0 {
            var board = start
            let sum = board.withPointers { states, empty in
                playout.put(states, empty, code: code, cell: cell)
                return playout.total(states, t: t)
            }
            board.holes &= ~(1 << UInt32(cell))
            all.append(Candidate(cell: cell, board: board, sum: sum ?? 0))
        }
        RolloutSearch.sort(&all[...])
        return all
    }
}

/// Values of boards by play, in value units; t counts the letters to come = holes of the board.
struct RolloutJudge {
    let playout: Playout
    let sampler: LetterSampler
    let lastIsFree: Bool

    /// Sum of the values at the end of one roll-out for each `depth` of `letters`.
    ///
    /// - Complexity: O(letters.count).
    func sum(_ board: LineBoard, letters: [UInt8], depth: Int, t: Int) -> Int {
        var scratch = board
        let sum = scratch.withPointers { states, empty in
            letters.withUnsafeBufferPointer { letters in
                stride(from: 0, to: letters.count, by: depth).reduce(0) { sum, at in
                    copy(board, to: states, empty)
                    return sum + play(states, empty, board.holes, letters: letters[at..<at + depth], t: t)
                }
            }
        }
        return sum ?? 0
    }

    @inline(__always)
    private func copy(
        _ board: LineBoard, to states: UnsafeMutablePointer<UInt32>, _ empty: UnsafeMutablePointer<UInt8>
    ) {
        for line in 0..<playout.lineCount {
            states[line] = board.states[line]
            empty[line] = board.empty[line]
        }
    }

    /// Plays the letters greedily and judges the board by the table.
    @inline(__always)
    private func play(
        _ states: UnsafeMutablePointer<UInt32>, _ empty: UnsafeMutablePointer<UInt8>, _ start: UInt32,
        letters: Slice<UnsafeBufferPointer<UInt8>>, t: Int
    ) -> Int {
        var holes = start, after = t
        for letter in letters {
            after -= 1
            playout.gains(states, empty, code: Int(letter), t: after)
            let cell = playout.best(holes)
            playout.put(states, empty, code: Int(letter), cell: cell)
            holes &= ~(1 << UInt32(cell))
        }
        return value(states, empty, holes, t: after)
    }

    private func value(
        _ states: UnsafePointer<UInt32>, _ empty: UnsafePointer<UInt8>, _ holes: UInt32, t: Int
    ) -> Int {
        lastIsFree && t == 1
            ? playout.totalOfBestLast(states, empty, holes: holes) : playout.total(states, t: t)
    }

    /// The expectation under best play with at most two letters to come.
    func exactValue(_ board: LineBoard, t: Int) -> Int {
        var scratch = board
        let value = scratch.withPointers { states, empty -> Double in
            if t < 2 { return Double(self.value(states, empty, board.holes, t: t)) }
            var mean = 0.0
            for (index, share) in sampler.frequency.enumerated() {
                copy(board, to: states, empty)
                playout.gains(states, empty, code: index + 1, t: 1)
                let cell = playout.best(board.holes)
                playout.put(states, empty, code: index + 1, cell: cell)
                mean += share * Double(self.value(states, empty, board.holes & ~(1 << UInt32(cell)), t: 1))
            }
            return mean
        }
        return Int((value ?? 0).rounded())
    }
}
