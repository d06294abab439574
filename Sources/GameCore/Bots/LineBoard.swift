/// A board as the states of its lines.
struct LineBoard: Sendable {
    /// State of each line in the automaton.
    var states: [UInt32]
    /// Empty positions of each line, a five-bit mask.
    var empty: [UInt8]
    /// Empty cells, a 25-bit mask.
    var holes: UInt32

    /// From 25 codes, 0 for an empty cell.
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
    /// Runs `body` with pointers to the states and the empty positions.
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
