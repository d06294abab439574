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

/// Expected points of one line alone, when it takes the letters as they come, each in its best hole, and may
/// decline `s` of them (optimal stopping on one line):
/// W(state, s) = mean over letters of max(max over holes of W(after, s), W(state, s - 1)).
///
/// worth[state * width + s] in points, s = 0..<width. O(transitions * width) time; needed only while the
/// value table is made (0.07 s and 3 MB for the English list).
struct PassTable {
    static let width = 6
    let worth: [Float]

    init(automaton: LineAutomaton, frequency: [Double]) {
        let width = PassTable.width
        var worth = [Float](repeating: 0, count: automaton.stateCount * width)
        for (state, points) in automaton.points.enumerated() {
            for s in 0..<width { worth[state * width + s] = Float(points) }
        }
        let frequency = frequency.map { Float($0) }
        for state in automaton.points.count..<automaton.stateCount {
            var declined: Float = 0
            for s in 0..<width {
                declined = PassTable.mean(automaton, state, s, frequency, worth, declined: declined)
                worth[state * width + s] = declined
            }
        }
        self.worth = worth
    }

    /// Mean over letters of the best hole's worth, at least `declined`.
    @inline(__always)
    private static func mean(
        _ automaton: LineAutomaton, _ state: Int, _ s: Int, _ frequency: [Float], _ worth: [Float],
        declined: Float
    ) -> Float {
        let holes = Int(automaton.holes[state])
        var child = Int(automaton.offset[state]), sum: Float = 0
        for share in frequency {
            var top = declined
            for _ in 0..<holes {
                top = max(top, worth[Int(automaton.next[child]) * PassTable.width + s])
                child += 1
            }
            sum += share * top
        }
        return sum
    }
}

/// How a line's lone value is fitted to play on a board, by its holes k = 1...5 and the letters to come t.
///
/// Passes a line may count on: root[k] * sqrt(t - k) + slope[k] * (t - k). Its worth then counts `factor[k]`,
/// plus (bonus[k] + drift[k] * t / 24) of the best line's points. Tuned once on English, family scoring, by
/// an evolution strategy on the score of greedy play; shares and counts, so any lexicon can use them.
struct ValueConstants: Sendable {
    var root: [Float] = [0, 0.541, 0.597, 0.391, 0.122, 0.151]
    var slope: [Float] = [0, 0.012, -0.055, -0.029, -0.077, -0.117]
    var factor: [Float] = [1, 1.010, 0.996, 0.999, 0.944, 1.052]
    var bonus: [Float] = [0, 0.025, 0.011, 0.004, 0.035, -0.070]
    var drift: [Float] = [0, -0.027, 0.024, -0.024, 0.003, 0.013]

    /// Passes of a line with k holes when t letters are to come, t >= k.
    func passes(lettersToCome t: Int, holes k: Int) -> Float {
        let spare = Float(t - k)
        let passes = root[k] * spare.squareRoot() + slope[k] * spare
        return min(max(passes, 0), Float(PassTable.width - 1) - 0.001)
    }
}

/// What a bot looks up: the value table of a lexicon and scoring, and the lines of the board.
///
/// Immutable.
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

    /// Runs `body` with pointers to the tables; nil only without any table.
    func withPlayout<Result>(_ body: (Playout) -> Result) -> Result? {
        withStates { states in
            geometry.withLines { lines in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: CellIndex.count) { gain in
                    gain.baseAddress.map { body(Playout(states, lines, gain: $0, self)) }
                }
            }
        }
    }

    /// The automaton and its values.
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
