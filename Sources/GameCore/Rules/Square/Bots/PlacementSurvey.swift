/// The expected final points of a letter in every empty cell.
///
/// Unlike ``RolloutSearch``, which spends most of its letters on the best cells, a survey plays every cell to
/// the end of the board. All cells get the same letters in the same order (common random numbers), so that
/// two cells can be compared fairly. The rollouts follow the value table. With at most two letters to come,
/// no sampling is needed.
struct PlacementSurvey {
    /// The number of rollouts of each cell in the review of a game.
    static let reviewStreams = 150
    /// The number of further rollouts of the cells that can still be the best.
    static let contestStreams = 450
    /// The number of rollouts of an empty board.
    static let startStreams = 6000

    let tables: BotTables
    /// The number of rollouts of each cell.
    let streams: Int

    /// One cell with the points that its rollouts reach.
    struct Result {
        let cell: CellIndex
        /// In the units of the value table, one for each stream; a single one if it is exact.
        let totals: [Int]
        /// The mean, in points.
        let expected: Double
    }

    /// The empty cells for `letter`, best first.
    ///
    /// - Complexity: O(streams · cells²), some 200 ns each: 60 ms for an empty board and 400 streams.
    func results(board: [UInt8], letter: UInt8, seed: UInt64) -> [Result] {
        let start = tables.board(board)
        let cells = CellIndex.all.filter { start.holes & (1 << UInt32($0.position)) != 0 }
        return survey(start, cells.map { ($0, Int(letter)) }, seed: seed)
            .sorted { ($1.expected, $0.cell) < ($0.expected, $1.cell) }
    }

    /// The empty cells, best first, with further rollouts of `played` and of the cells that can be the best.
    ///
    /// ``results(board:letter:seed:)`` rules out the cells that are worse by three standard errors.
    func contested(
        board: [UInt8], letter: UInt8, played: CellIndex, further count: Int, seed: UInt64
    ) -> [Result] {
        let all = results(board: board, letter: letter, seed: seed)
        guard let first = all.first, first.totals.count > 1 else { return all }
        let contenders = all.filter { $0.cell == played || !$0.isProvedWorse(than: first, errors: 3) }
        let others = all.filter { other in !contenders.contains { $0.cell == other.cell } }
        let more = PlacementSurvey(tables: tables, streams: count)
            .survey(tables.board(board), contenders.map { ($0.cell, Int(letter)) }, seed: ~seed)
        let longer = zip(contenders, more).map { result(of: $0.cell, $0.totals + $1.totals) }
        return longer.sorted { ($1.expected, $0.cell) < ($0.expected, $1.cell) } + others
    }

    /// Each of `moves`, a letter in an empty cell, with its expected points, in the same order.
    func survey(_ start: LineBoard, _ moves: [(cell: CellIndex, letter: Int)], seed: UInt64) -> [Result] {
        let t = start.holes.nonzeroBitCount - 1
        guard t >= 0 else { return [] }
        let letters = letters(depth: max(t - 1, 1), seed: seed)
        let found = tables.withKernel { kernel in
            moves.map { move in totals(kernel, start, move, letters: letters, t: t) }
        }
        return zip(moves, found ?? []).map { result(of: $0.cell, $1) }
    }

    private func result(of cell: CellIndex, _ totals: [Int]) -> Result {
        let mean = Double(totals.reduce(0, +)) / Double(totals.count)
        return Result(cell: cell, totals: totals, expected: mean / Double(tables.table.unitsPerPoint))
    }

    /// The expected points of a board before the next letter is known; 0 with at most two empty cells.
    func expected(board: [UInt8], seed: UInt64) -> Double {
        let start = tables.board(board)
        let t = start.holes.nonzeroBitCount
        guard t > 2 else { return 0 }
        let letters = letters(depth: t - 1, seed: seed)
        let totals = tables.withKernel { kernel in
            evaluator(kernel).totals(start, letters: letters, depth: t - 1, t: t)
        }
        guard let totals else { return 0 }
        return Double(totals.reduce(0, +)) / Double(totals.count) / Double(tables.table.unitsPerPoint)
    }

    private func letters(depth: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return tables.sampler.streams(streams, length: depth, random: &random)
    }

    private func totals(
        _ kernel: PlayKernel, _ start: LineBoard, _ move: (cell: CellIndex, letter: Int), letters: [UInt8],
        t: Int
    ) -> [Int] {
        var board = start
        _ = board.withPointers { states, empty in
            kernel.put(states, empty, code: move.letter, cell: move.cell.position)
        }
        board.holes &= ~(1 << UInt32(move.cell.position))
        guard t > 2 else { return [evaluator(kernel).exactValue(board, t: t)] }
        return evaluator(kernel).totals(board, letters: letters, depth: t - 1, t: t)
    }

    private func evaluator(_ kernel: PlayKernel) -> RolloutEvaluator {
        RolloutEvaluator(kernel: kernel, sampler: tables.sampler, hasFreeLast: tables.table.hasFreeLast)
    }
}

extension PlacementSurvey.Result {
    /// Whether the rollouts prove that the cell is worse than `other`: the mean difference exceeds `errors`
    /// times its standard error.
    func isProvedWorse(than other: Self, errors: Double = 2) -> Bool {
        let differences = zip(other.totals, totals).map { Double($0 - $1) }
        let count = Double(differences.count)
        let mean = differences.reduce(0, +) / count
        guard mean > 0, count > 1 else { return mean > 0 }
        let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
        return mean * mean > errors * errors * variance / count
    }
}
