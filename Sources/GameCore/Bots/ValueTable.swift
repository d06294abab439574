/// Expected final points of one line on the board, by its state and the letters to come.
///
/// As many come as the board has holes: `values[t * stateCount + state]`, t = 0...25, in `unit`s a point.
/// Immutable; 2 bytes an entry.
final class ValueTable: Sendable {
    static let steps = 26
    let automaton: LineAutomaton
    let values: [UInt16]
    /// Units of a point.
    let unit: Float
    /// Probability of each letter, index code - 1.
    let frequency: [Double]
    /// Whether the last hole is filled with a letter of one's choice.
    let lastIsFree: Bool

    /// O(steps * states) over the pass table.
    init(lexicon: BotLexicon, scores: LineScores, lastIsFree: Bool = false) {
        let automaton = LineAutomaton(lexicon: lexicon, scores: scores)
        let passes = PassTable(automaton: automaton, frequency: lexicon.frequency)
        let top = Float(max(automaton.points.last ?? 1, 1))
        var values = [UInt16](repeating: 0, count: ValueTable.steps * automaton.stateCount)
        for t in 0..<ValueTable.steps {
            ValueTable.fill(&values, t: t, automaton, passes.worth, top: top)
        }
        if lastIsFree { ValueTable.chooseLast(&values, automaton, top: top) }
        self.automaton = automaton
        self.values = values
        self.lastIsFree = lastIsFree
        unit = ValueTable.range / top
        frequency = lexicon.frequency
    }

    /// Units of the best line's points: half of UInt16, for values above it.
    private static let range: Float = 32_000

    private static func fill(
        _ values: inout [UInt16], t: Int, _ automaton: LineAutomaton, _ worth: [Float], top: Float
    ) {
        let constants = ValueConstants()
        var low = [Int](repeating: 0, count: 6), part = [Float](repeating: 0, count: 6)
        var factor = [Float](repeating: range / top, count: 6), extra = [Float](repeating: 0.5, count: 6)
        for k in 1...5 where t >= k && t > 1 {
            let s = constants.passes(lettersToCome: t, holes: k)
            low[k] = Int(s)
            part[k] = s - Float(low[k])
            factor[k] *= constants.factor[k]
            extra[k] += (constants.bonus[k] + constants.drift[k] * Float(t) / 24) * range
        }
        let base = t * automaton.stateCount
        for state in 0..<automaton.stateCount {
            let k = Int(automaton.holes[state]), at = state * PassTable.width + low[k]
            let value = worth[at] + part[k] * (worth[at + 1] - worth[at])
            values[base + state] = UInt16(max(0, min(65_535, value * factor[k] + extra[k])))
        }
    }

    /// With one letter to come and that one free, a line with one hole is worth its best letter.
    private static func chooseLast(_ values: inout [UInt16], _ automaton: LineAutomaton, top: Float) {
        for state in 0..<automaton.stateCount where automaton.holes[state] == 1 {
            let row = Int(automaton.offset[state])
            let best = automaton.next[row..<row + automaton.letterCount].max() ?? 0
            let points = Float(automaton.points[Int(best)])
            values[automaton.stateCount + state] = UInt16(max(0, points / top * range))
        }
    }
}
