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
