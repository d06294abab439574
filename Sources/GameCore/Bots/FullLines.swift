/// The outcome of every full line of five letters.
///
/// `outcome[i]` indexes `points`, where i = sum of (code at position p - 1) * letterCount^p.
/// Memory letterCount^5 bytes (12 MB for 26 letters, 39 MB for 33), needed only while the automaton is made.
struct FullLines {
    /// Distinct point values, ascending.
    let points: [Int]
    let outcome: [UInt8]

    init(lexicon: BotLexicon, scores: LineScores) {
        let worths = (0..<SpanSet.count).map { scores.points(of: SpanSet(bits: UInt16($0))) }
        let distinct = Self.steps(Set(worths).sorted())
        let outcomes = worths.map { worth in UInt8((distinct.firstIndex { $0 >= worth } ?? 0) & 0xFF) }
        let n = lexicon.letterCount
        let fourth = n * n * n * n
        let halves = FullLines.halfMasks(lexicon)
        var table = [UInt8](repeating: 0, count: fourth * n)
        for rest in 0..<fourth {
            let high = halves.high[rest]
            for first in 0..<n {
                let index = rest * n + first
                table[index] = outcomes[Int(halves.low[index % fourth] | high)]
            }
        }
        let five = SpanSet([Span(start: 0, length: 5)]).bits
        for word in lexicon.words where word.count == 5 {
            let index = FullLines.index(word, letterCount: n)
            table[index] = outcomes[Int(halves.low[index % fourth] | halves.high[index / n] | five)]
        }
        points = distinct
        outcome = table
    }

    /// At most 256 of the values that lines can have: one byte says which.
    private static func steps(_ values: [Int]) -> [Int] {
        guard values.count > 256 else { return values }
        return (0..<256).map { values[$0 * (values.count - 1) / 255] }
    }

    /// Place value of a row of codes, position 0 least.
    private static func index(_ codes: [UInt8], letterCount: Int) -> Int {
        codes.reversed().reduce(0) { $0 * letterCount + Int($1) - 1 }
    }

    /// Mask bits of the substrings within positions 0...3 (low), and of those that end at position 4 (high),
    /// by the index of four letters.
    private static func halfMasks(_ lexicon: BotLexicon) -> (low: [UInt16], high: [UInt16]) {
        let n = lexicon.letterCount
        var known = [[Bool]](repeating: [], count: 5)
        var count = n
        for length in 2...4 {
            count *= n
            known[length] = [Bool](repeating: false, count: count)
        }
        for word in lexicon.words where (2...4).contains(word.count) {
            known[word.count][index(word, letterCount: n)] = true
        }
        let square = n * n, cube = square * n
        var low = [UInt16](repeating: 0, count: cube * n), high = low
        let bits = (0..<4).map { start in
            (0...5).map { SpanSet([Span(start: start, length: $0)]).bits }
        }
        func flag(_ length: Int, _ index: Int, _ start: Int) -> UInt16 {
            known[length][index] ? bits[start][length] : 0
        }
        for i in 0..<cube * n {
            low[i] =
                flag(2, i % square, 0) | flag(2, i / n % square, 1) | flag(2, i / square, 2)
                | flag(3, i % cube, 0) | flag(3, i / n, 1) | flag(4, i, 0)
            high[i] = flag(2, i / square, 3) | flag(3, i / n, 2) | flag(4, i, 1)
        }
        return (low, high)
    }
}
