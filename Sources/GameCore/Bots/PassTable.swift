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
