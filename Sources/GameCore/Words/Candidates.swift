/// The letters with which a board can still become one whose ten lines are all words of five letters.
extension Lexicon {
    /// For each cell that is empty: the letters with which its whole row and its whole column can each still
    /// be completed to a word of five letters, as a set with bit `code`; 0 for cells that are not empty.
    ///
    /// - Complexity: ten look-ups; under half a microsecond.
    public func candidates(_ board: CodedBoard) -> [UInt64] {
        var sets = [UInt64](repeating: 0, count: CellIndex.count)
        candidates(board, &sets)
        return sets
    }

    /// The same into `sets`, which has 25 places.
    public func candidates(_ board: CodedBoard, _ sets: inout [UInt64]) {
        guard board.codes.count == CellIndex.count, sets.count == CellIndex.count else { return }
        board.codes.withUnsafeBufferPointer { codes in
            sets.withUnsafeMutableBufferPointer { sets in
                patterns.withSets { Self.restrict(sets, codes, $0) }
            }
        }
    }

    @inline(__always)
    private static func restrict(
        _ sets: UnsafeMutableBufferPointer<UInt64>, _ codes: UnsafeBufferPointer<UInt8>,
        _ table: PatternTable.Sets
    ) {
        for place in sets.indices { sets[place] = codes[place] == 0 ? ~0 : 0 }
        for line in 0..<CellIndex.side {
            restrict(sets, codes, table, line * CellIndex.side, 1)
            restrict(sets, codes, table, line, CellIndex.side)
        }
    }

    /// Leaves in each hole of the line only the letters that fit there.
    @inline(__always)
    private static func restrict(
        _ sets: UnsafeMutableBufferPointer<UInt64>, _ codes: UnsafeBufferPointer<UInt8>,
        _ table: PatternTable.Sets, _ first: Int, _ step: Int
    ) {
        var (key, all): (UInt32, UInt8) = (0, 0)
        for place in 0..<CellIndex.side {
            all |= codes[first &+ place &* step]
            key |= UInt32(codes[first &+ place &* step] & 0x3F) &<< UInt32(place &* 6)
        }
        // Only what is no letter of words has the highest bit; its line cannot become one.
        var found = all & 0x80 == 0 ? table.find(key) : -1
        for place in 0..<CellIndex.side where codes[first + place * step] == 0 {
            sets[first + place * step] &= found < 0 ? 0 : table[found]
            found += found < 0 ? 0 : 1
        }
    }
}
