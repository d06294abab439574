/// The inner loops of the bots, on unsafe pointers into the tables of a ``BotTables``.
///
/// The pointers are valid only inside the closure of ``BotTables/withKernel(_:)``. A position is the `states`
/// and `empty` of a ``LineBoard``. The parameter `t` is the number of letters to come after the current one.
/// Trying a letter in every cell costs two table lookups for each hole of each line.
struct PlayKernel {
    let next: UnsafePointer<UInt32>
    let offset: UnsafePointer<UInt32>
    let values: UnsafePointer<UInt16>
    let lineCells: UnsafePointer<Int32>
    let cellStart: UnsafePointer<Int32>
    let crossings: UnsafePointer<Int32>
    /// Scratch space: the gain of each of the 25 cells.
    let gain: UnsafeMutablePointer<Int32>
    let stateCount: Int
    let lineCount: Int
    let letterCount: Int

    init(
        _ states: BotTables.States, _ lines: BoardGeometry.Lines, gain: UnsafeMutablePointer<Int32>,
        _ tables: BotTables
    ) {
        (next, offset, values) = (states.next, states.offset, states.values)
        (lineCells, cellStart, crossings) = (lines.cells, lines.starts, lines.crossings)
        self.gain = gain
        stateCount = tables.table.automaton.stateCount
        lineCount = tables.geometry.lineCount
        letterCount = tables.table.automaton.letterCount
    }

    /// Sets `gain` to the change of the board's value that the letter `code` makes in each empty cell.
    @inline(__always)
    func gains(_ states: UnsafePointer<UInt32>, _ empty: UnsafePointer<UInt8>, code: Int, t: Int) {
        for cell in 0..<25 { gain[cell] = 0 }
        let values = values + t * stateCount
        for line in 0..<lineCount {
            var mask = UInt32(empty[line])
            if mask == 0 { continue }
            let state = Int(states[line])
            var child = next + (Int(offset[state]) + (code - 1) * mask.nonzeroBitCount)
            let here = Int32(values[state])
            let cells = lineCells + line * 5
            while mask != 0 {
                gain[Int(cells[mask.trailingZeroBitCount])] += Int32(values[Int(child.pointee)]) - here
                mask &= mask - 1
                child += 1
            }
        }
    }

    /// The hole with the largest gain, the first in a tie; -1 if there is no hole.
    @inline(__always)
    func best(_ holes: UInt32) -> Int {
        var mask = holes, best = -1, top = Int32.min
        while mask != 0 {
            let cell = mask.trailingZeroBitCount
            mask &= mask - 1
            if gain[cell] > top {
                top = gain[cell]
                best = cell
            }
        }
        return best
    }

    @inline(__always)
    func put(
        _ states: UnsafeMutablePointer<UInt32>, _ empty: UnsafeMutablePointer<UInt8>, code: Int, cell: Int
    ) {
        for i in Int(cellStart[cell])..<Int(cellStart[cell + 1]) {
            let line = Int(crossings[i] >> 3), position = UInt32(crossings[i] & 7)
            let mask = UInt32(empty[line])
            let rank = (mask & ((1 << position) - 1)).nonzeroBitCount
            states[line] = next[Int(offset[Int(states[line])]) + (code - 1) * mask.nonzeroBitCount + rank]
            empty[line] = UInt8(mask & ~(1 << position))
        }
    }

    /// The sum of the line values; exact for t = 0, and for t = 1 unless the last letter is free.
    @inline(__always)
    func total(_ states: UnsafePointer<UInt32>, t: Int) -> Int {
        let values = values + t * stateCount
        var sum: Int32 = 0
        for line in 0..<lineCount { sum += Int32(values[Int(states[line])]) }
        return Int(sum)
    }

    /// The value of a board after its only hole is filled with the best letter.
    func totalOfBestLast(
        _ states: UnsafePointer<UInt32>, _ empty: UnsafePointer<UInt8>, holes: UInt32
    ) -> Int {
        var top = Int.min
        for code in 1...letterCount {
            gains(states, empty, code: code, t: 0)
            top = max(top, Int(gain[holes.trailingZeroBitCount]))
        }
        return total(states, t: 0) + top
    }
}

/// A player that maximizes the value table without looking ahead.
struct GreedyPlayer {
    let tables: BotTables

    /// The empty cells, best first, with triangular noise of up to ± `noise` fifths of the best line's
    /// points.
    func placements(board: [UInt8], letter: UInt8, noise: Double, _ seed: UInt64) -> [Placement] {
        var random = SeededGenerator(seed: seed)
        let noise = noise * Double(tables.table.automaton.points.last ?? 5) / 5
        let values = values(board: board, letters: Int(letter)...Int(letter)).first ?? []
        let blurred = values.map { placement in
            let error = noise * (random.nextFraction() + random.nextFraction() - 1)
            return Placement(cell: placement.cell, expected: placement.expected + error)
        }
        return blurred.sorted { ($1.expected, $0.cell) < ($0.expected, $1.cell) }
    }

    /// The best cell for each letter, indexed by code - 1.
    func best(board: [UInt8]) -> [Placement?] {
        values(board: board, letters: 1...tables.table.automaton.letterCount).map { placements in
            placements.max { ($0.expected, $1.cell) < ($1.expected, $0.cell) }
        }
    }

    private func values(board: [UInt8], letters: ClosedRange<Int>) -> [[Placement]] {
        var start = tables.board(board)
        let holes = start.holes
        let toCome = holes.nonzeroBitCount - 1
        guard toCome >= 0 else { return [] }
        let rows = tables.withKernel { kernel in
            start.withPointers { states, empty in
                let total = kernel.total(states, t: toCome)
                return letters.map { letter -> [Placement] in
                    kernel.gains(states, empty, code: letter, t: toCome)
                    return placements(holes, kernel, total: total)
                }
            }
        }
        return (rows ?? nil) ?? []
    }

    private func placements(_ holes: UInt32, _ kernel: PlayKernel, total: Int) -> [Placement] {
        let unitsPerPoint = Double(tables.table.unitsPerPoint)
        return CellIndex.all.filter { holes & (1 << UInt32($0.position)) != 0 }.map { cell in
            Placement(cell: cell, expected: Double(total + Int(kernel.gain[cell.position])) / unitsPerPoint)
        }
    }
}

/// A board as the automaton states of its lines.
struct LineBoard: Sendable {
    var states: [UInt32]
    /// The empty positions of each line, a mask of five bits.
    var empty: [UInt8]
    /// The empty cells, a mask of 25 bits.
    var holes: UInt32

    init(codes: [UInt8], automaton: LineAutomaton, geometry: BoardGeometry) {
        states = []
        empty = []
        holes = 0
        for cell in 0..<25 where codes[cell] == 0 { holes |= 1 << UInt32(cell) }
        for line in 0..<geometry.lineCount {
            let row = geometry.cells(ofLine: line).map { codes[$0] }
            states.append(automaton.state(of: row))
            empty.append((0..<5).reduce(0) { row[$1] == 0 ? $0 | 1 << UInt8($1) : $0 })
        }
    }
}

extension LineBoard {
    /// Calls `body` with pointers to `states` and `empty`, valid only inside it.
    @inline(__always)
    mutating func withPointers<Result>(
        _ body: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt8>) -> Result
    ) -> Result? {
        states.withUnsafeMutableBufferPointer { states in
            empty.withUnsafeMutableBufferPointer { empty in
                guard let states = states.baseAddress, let empty = empty.baseAddress else { return nil }
                return body(states, empty)
            }
        }
    }
}

/// Draws streams of letter codes by their frequency.
struct LetterSampler: Sendable {
    /// The probability of each letter, indexed by code - 1.
    let frequency: [Double]

    /// Draws `count` streams of `length` letters, concatenated.
    ///
    /// At each place of the streams the letters are a systematic sample of the distribution, in random order.
    /// This reduces the variance of the mean over all streams (Latin hypercube sampling; McKay, Beckman,
    /// Conover, 1979).
    func streams(_ count: Int, length: Int, random: inout SeededGenerator) -> [UInt8] {
        var letters = [UInt8](repeating: 0, count: count * length)
        for place in 0..<length {
            var sample = systematicSample(count, phase: random.nextFraction())
            random.shuffle(&sample)
            for (stream, letter) in sample.enumerated() { letters[stream * length + place] = letter }
        }
        return letters
    }

    /// The letters at `count` equal distances of the cumulative distribution, in the alphabet's order.
    private func systematicSample(_ count: Int, phase: Double) -> [UInt8] {
        var code = 0, reached = frequency.first ?? 1
        return (0..<count).map { number in
            let mark = (Double(number) + phase) / Double(count)
            while mark >= reached, code + 1 < frequency.count {
                code += 1
                reached += frequency[code]
            }
            return UInt8(code + 1)
        }
    }
}
