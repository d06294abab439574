/// The hot loops of play: pointers into the tables for the length of one call.
///
/// A position is `states` and `empty` of each line, as in `LineBoard`; `t` counts the letters to come
/// after the one in hand. One letter costs two table look-ups a hole and line.
struct Playout {
    let next: UnsafePointer<UInt32>
    let offset: UnsafePointer<UInt32>
    let values: UnsafePointer<UInt16>
    let lineCells: UnsafePointer<Int32>
    let cellStart: UnsafePointer<Int32>
    let crossings: UnsafePointer<Int32>
    /// Scratch of 25: the gain of each cell.
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

    /// Fills `gain` for `code`: the change of the sum of line values, for every empty cell.
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

    /// The hole of greatest gain, the first of equals; -1 without holes.
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

    /// Sum of the line values with t letters to come; exact for t = 0 and t = 1.
    @inline(__always)
    func total(_ states: UnsafePointer<UInt32>, t: Int) -> Int {
        let values = values + t * stateCount
        var sum: Int32 = 0
        for line in 0..<lineCount { sum += Int32(values[Int(states[line])]) }
        return Int(sum)
    }

    /// Points of the board's lines, in value units, when the one hole takes its best letter.
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
