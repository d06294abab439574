/// The minimal acyclic automaton of line patterns.
///
/// Two patterns are one state when every way of filling their holes gives the same points, as a list of
/// words is made small as a graph (Daciuk, Mihov, Watson, Watson: Incremental Construction of Minimal
/// Acyclic Finite-State Automata, 2000). Immutable.
///
/// States 0..<points.count are the outcomes of full lines; the empty line is `start`.
/// From a state with k holes, letter code c and the j-th hole (ascending position) lead to
/// `next[offset[state] + (c - 1) * k + j]`.
final class LineAutomaton: Sendable {
    let letterCount: Int
    let points: [Int]
    let start: UInt32
    let next: [UInt32]
    let offset: [UInt32]
    let holes: [UInt8]

    var stateCount: Int { offset.count }

    init(lexicon: BotLexicon, scores: LineScores) {
        let full = FullLines(lexicon: lexicon, scores: scores)
        var builder = AutomatonBuilder(letterCount: lexicon.letterCount, outcomes: full.points.count)
        var tables = [[UInt32]](repeating: [], count: 32)
        for hole in 0..<5 { tables[1 << hole] = builder.states(holes: 1 << hole) { _ in full.outcome } }
        for count in 2...5 {
            for mask in 1..<32 where mask.nonzeroBitCount == count {
                tables[mask] = builder.states(holes: mask) { tables[$0] }
            }
        }
        letterCount = lexicon.letterCount
        points = full.points
        start = tables[31][0]
        next = builder.next
        offset = builder.offset
        holes = builder.holes
    }

    /// The state of a line of five codes.
    func state(of line: some Sequence<UInt8>) -> UInt32 {
        var state = start, empty = 31
        for (position, code) in line.enumerated() where code != 0 {
            state = self.state(after: state, empty: empty, position: position, code: code)
            empty &= ~(1 << position)
        }
        return state
    }

    @inline(__always)
    func state(after state: UInt32, empty: Int, position: Int, code: UInt8) -> UInt32 {
        let rank = (empty & ((1 << position) - 1)).nonzeroBitCount
        return next[Int(offset[Int(state)]) + (Int(code) - 1) * empty.nonzeroBitCount + rank]
    }
}
