/// Play by the value table alone, one look at each cell.
struct GreedyPlayer {
    let tables: BotTables

    /// Empty cells best first, as the player sees them: each value blurred by up to `noise` points either way
    /// (triangular), where the best line is worth five points.
    func placements(board: [UInt8], letter: UInt8, noise: Double, _ seed: UInt64) -> [Placement] {
        var random = SeededGenerator(seed: seed)
        let noise = noise * Double(tables.table.automaton.points.last ?? 5) / 5
        let values = values(board: board, letters: Int(letter)...Int(letter)).first ?? []
        let blurred = values.map { placement in
            let error = noise * (random.unit() + random.unit() - 1)
            return Placement(cell: placement.cell, expected: placement.expected + error)
        }
        return blurred.sorted { ($1.expected, $0.cell) < ($0.expected, $1.cell) }
    }

    /// The best cell for each letter, index code - 1.
    func best(board: [UInt8]) -> [Placement?] {
        values(board: board, letters: 1...tables.table.automaton.letterCount).map { placements in
            placements.max { ($0.expected, $1.cell) < ($1.expected, $0.cell) }
        }
    }

    /// Every empty cell with the value of the board after each of the letters.
    private func values(board: [UInt8], letters: ClosedRange<Int>) -> [[Placement]] {
        var start = tables.board(board)
        let holes = start.holes
        let toCome = holes.nonzeroBitCount - 1
        guard toCome >= 0 else { return [] }
        let rows = tables.withPlayout { playout in
            start.withPointers { states, empty in
                let total = playout.total(states, t: toCome)
                return letters.map { letter -> [Placement] in
                    playout.gains(states, empty, code: letter, t: toCome)
                    return placements(holes, playout, total: total)
                }
            }
        }
        return (rows ?? nil) ?? []
    }

    /// The holes with what the board is expected to come to, by the gains that `playout` has just found.
    private func placements(_ holes: UInt32, _ playout: Playout, total: Int) -> [Placement] {
        let unit = Double(tables.table.unit)
        return CellIndex.all.filter { holes & (1 << UInt32($0.position)) != 0 }.map { cell in
            Placement(cell: cell, expected: Double(total + Int(playout.gain[cell.position])) / unit)
        }
    }
}
