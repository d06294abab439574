/// The expected final points of one line, by its state and the number of letters to come.
///
/// The value of a board is the sum over its lines. An entry takes two bytes.
final class ValueTable: Sendable {
    static let steps = 26
    let automaton: LineAutomaton
    /// The value at `t * stateCount + state`, where t = 0...25 is the number of letters to come.
    let values: [UInt16]
    /// The scale of `values`.
    let unitsPerPoint: Float
    let frequency: [Double]
    let hasFreeLast: Bool

    init(lexicon: BotLexicon, scores: LineScoreTable, hasFreeLast: Bool = false) {
        let automaton = LineAutomaton(lexicon: lexicon, scores: scores)
        let passes = PassTable(automaton: automaton, frequency: lexicon.frequency)
        let top = Float(max(automaton.points.last ?? 1, 1))
        var values = [UInt16](repeating: 0, count: ValueTable.steps * automaton.stateCount)
        for t in 0..<ValueTable.steps {
            ValueTable.fill(&values, t: t, automaton, passes.expected, top: top)
        }
        if hasFreeLast { ValueTable.applyFreeLast(&values, automaton, top: top) }
        self.automaton = automaton
        self.values = values
        self.hasFreeLast = hasFreeLast
        unitsPerPoint = ValueTable.bestLineUnits / top
        frequency = lexicon.frequency
    }

    /// The units of the best line: half the range of UInt16, since fitted values can be higher.
    private static let bestLineUnits: Float = 32_000

    /// Interpolates the pass table at the fitted number of passes, and applies the fitted factor and offset.
    private static func fill(
        _ values: inout [UInt16], t: Int, _ automaton: LineAutomaton, _ expected: [Float], top: Float
    ) {
        let constants = ValueConstants()
        var low = [Int](repeating: 0, count: 6), part = [Float](repeating: 0, count: 6)
        var factor = [Float](repeating: bestLineUnits / top, count: 6)
        // One half, so that the conversion to an integer rounds.
        var extra = [Float](repeating: 0.5, count: 6)
        for k in 1...5 where t >= k && t > 1 {
            let s = constants.passes(lettersToCome: t, holes: k)
            low[k] = Int(s)
            part[k] = s - Float(low[k])
            factor[k] *= constants.factor[k]
            extra[k] += (constants.bonus[k] + constants.drift[k] * Float(t) / 24) * bestLineUnits
        }
        let base = t * automaton.stateCount
        for state in 0..<automaton.stateCount {
            let k = Int(automaton.holes[state]), at = state * PassTable.width + low[k]
            let value = expected[at] + part[k] * (expected[at + 1] - expected[at])
            values[base + state] = UInt16(max(0, min(65_535, value * factor[k] + extra[k])))
        }
    }

    /// Sets the values for one letter to come: a line with one hole gets its best letter.
    private static func applyFreeLast(_ values: inout [UInt16], _ automaton: LineAutomaton, top: Float) {
        for state in 0..<automaton.stateCount where automaton.holes[state] == 1 {
            let row = Int(automaton.offset[state])
            let best = automaton.next[row..<row + automaton.letterCount].max() ?? 0
            let points = Float(automaton.points[Int(best)])
            values[automaton.stateCount + state] = UInt16(max(0, points / top * bestLineUnits))
        }
    }
}

/// The expected points of a single line under optimal play, if it may pass on `s` letters.
///
/// The line gets letters one by one and places each in its best hole or passes. This is an optimal stopping
/// problem, solved by dynamic programming over the automaton:
/// W(state, s) = mean over letters of max(max over holes of W(after, s), W(state, s - 1)).
///
/// Built in O(transitions * width), 0.07 s for the English list, and dropped after the value table is built.
struct PassTable {
    static let width = 6
    /// W(state, s) in points at `state * width + s`.
    let expected: [Float]

    init(automaton: LineAutomaton, frequency: [Double]) {
        let width = PassTable.width
        var expected = [Float](repeating: 0, count: automaton.stateCount * width)
        for (state, points) in automaton.points.enumerated() {
            for s in 0..<width { expected[state * width + s] = Float(points) }
        }
        let frequency = frequency.map { Float($0) }
        for state in automaton.points.count..<automaton.stateCount {
            var declined: Float = 0
            for s in 0..<width {
                declined = PassTable.mean(automaton, state, s, frequency, expected, declined: declined)
                expected[state * width + s] = declined
            }
        }
        self.expected = expected
    }

    /// The mean over letters of the best hole's value, or of `declined` if that is higher.
    @inline(__always)
    private static func mean(
        _ automaton: LineAutomaton, _ state: Int, _ s: Int, _ frequency: [Float], _ expected: [Float],
        declined: Float
    ) -> Float {
        let holes = Int(automaton.holes[state])
        var child = Int(automaton.offset[state]), sum: Float = 0
        for share in frequency {
            var top = declined
            for _ in 0..<holes {
                top = max(top, expected[Int(automaton.next[child]) * PassTable.width + s])
                child += 1
            }
            sum += share * top
        }
        return sum
    }
}

/// The constants that fit the value of a single line to play on a whole board.
///
/// For a line with k = 1...5 holes and t letters to come, W is taken at
/// s = root[k] * sqrt(t - k) + slope[k] * (t - k) passes, multiplied by factor[k], and increased by
/// (bonus[k] + drift[k] * t / 24) times the points of the best line.
///
/// The constants were tuned on English under `family` scoring, by an evolution strategy on the score of
/// greedy play. They are relative, so they suit any lexicon and scoring.
struct ValueConstants: Sendable {
    var root: [Float] = [0, 0.541, 0.597, 0.391, 0.122, 0.151]
    var slope: [Float] = [0, 0.012, -0.055, -0.029, -0.077, -0.117]
    var factor: [Float] = [1, 1.010, 0.996, 0.999, 0.944, 1.052]
    var bonus: [Float] = [0, 0.025, 0.011, 0.004, 0.035, -0.070]
    var drift: [Float] = [0, -0.027, 0.024, -0.024, 0.003, 0.013]

    /// The number of passes s for k holes and t >= k letters to come.
    func passes(lettersToCome t: Int, holes k: Int) -> Float {
        let spare = Float(t - k)
        let passes = root[k] * spare.squareRoot() + slope[k] * spare
        return min(max(passes, 0), Float(PassTable.width - 1) - 0.001)
    }
}

/// The tables of a bot: the value table of a lexicon and scoring, and the lines of the board.
struct BotTables: Sendable {
    let table: ValueTable
    let geometry: BoardGeometry
    let sampler: LetterSampler

    init(table: ValueTable, geometry: BoardGeometry) {
        self.table = table
        self.geometry = geometry
        sampler = LetterSampler(frequency: table.frequency)
    }

    func board(_ codes: [UInt8]) -> LineBoard {
        LineBoard(codes: codes, automaton: table.automaton, geometry: geometry)
    }

    /// Calls `body` with a kernel that is valid only inside it; nil only if a table is empty.
    func withKernel<Result>(_ body: (PlayKernel) -> Result) -> Result? {
        withStates { states in
            geometry.withLines { lines in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: CellIndex.count) { gain in
                    gain.baseAddress.map { body(PlayKernel(states, lines, gain: $0, self)) }
                }
            }
        }
    }

    struct States {
        let next: UnsafePointer<UInt32>
        let offset: UnsafePointer<UInt32>
        let values: UnsafePointer<UInt16>
    }

    private func withStates<Result>(_ body: (States) -> Result?) -> Result? {
        table.automaton.next.withUnsafeBufferPointer { next in
            table.automaton.offset.withUnsafeBufferPointer { offset in
                table.values.withUnsafeBufferPointer { values in
                    guard let next = next.baseAddress, let offset = offset.baseAddress,
                        let values = values.baseAddress
                    else { return nil }
                    return body(States(next: next, offset: offset, values: values))
                }
            }
        }
    }
}
