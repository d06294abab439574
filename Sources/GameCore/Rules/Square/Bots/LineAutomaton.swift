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

/// Makes the states of the automaton, fullest patterns first.
struct AutomatonBuilder {
    let letterCount: Int
    private(set) var next: [UInt32] = []
    private(set) var offset: [UInt32]
    private(set) var holes: [UInt8]
    private var slots: [UInt32]
    private var keys: [UInt64]
    private var used = 0
    private let factors: [UInt64]

    init(letterCount: Int, outcomes: Int) {
        self.letterCount = letterCount
        offset = [UInt32](repeating: 0, count: outcomes)
        holes = [UInt8](repeating: 0, count: outcomes)
        keys = [UInt64](repeating: 0, count: 1 << 16)
        slots = [UInt32](repeating: 0, count: 1 << 16)
        var random = SeededGenerator(seed: 5)
        factors = (0..<5 * letterCount).map { _ in random.next() | 1 }
    }

    /// The state of every pattern with the given holes (a mask of positions), by its letters as digits.
    ///
    /// `children` gives the states of patterns with one hole less.
    /// - Complexity: O(letterCount^filled * letterCount * holes).
    mutating func states<State: FixedWidthInteger>(holes mask: Int, children: (Int) -> [State]) -> [UInt32] {
        let positions = (0..<5).filter { mask & (1 << $0) != 0 }
        let tables = positions.map { children(mask & ~(1 << $0)) }
        let strides = positions.map { position in
            (0..<position).reduce(1) { mask & (1 << $1) == 0 ? $0 * letterCount : $0 }
        }
        let count = (0..<5 - positions.count).reduce(1) { total, _ in total * letterCount }
        var hashes = [UInt64](repeating: UInt64(positions.count), count: count)
        for (j, stride) in strides.enumerated() {
            let row = Array(factors[j * letterCount..<(j + 1) * letterCount])
            add(tables[j], stride: stride, factors: row, to: &hashes)
        }
        var result = [UInt32](repeating: 0, count: count)
        for index in 0..<count {
            let slot = find(hashes[index])
            if slots[slot] == 0 {
                add(hashes[index], slot: slot, index: index, tables: tables, strides: strides)
            }
            result[index] = slots[slot]
        }
        return result
    }

    /// Adds factor * (state + 1) of each letter in one hole to the hash of the pattern.
    private func add<State: FixedWidthInteger>(
        _ table: [State], stride: Int, factors: [UInt64], to hashes: inout [UInt64]
    ) {
        table.withUnsafeBufferPointer { table in
            hashes.withUnsafeMutableBufferPointer { hashes in
                for row in 0..<hashes.count / stride * letterCount {
                    let (high, letter) = row.quotientAndRemainder(dividingBy: letterCount)
                    let (from, to) = (row * stride, high * stride)
                    Self.add(table[from..<from + stride], factors[letter], to: hashes[to..<to + stride])
                }
            }
        }
    }

    @inline(__always)
    private static func add<State: FixedWidthInteger>(
        _ states: Slice<UnsafeBufferPointer<State>>, _ factor: UInt64,
        to hashes: Slice<UnsafeMutableBufferPointer<UInt64>>
    ) {
        let (states, hashes) = (
            UnsafeBufferPointer(rebasing: states), UnsafeMutableBufferPointer(rebasing: hashes)
        )
        for place in states.indices {
            hashes[place] &+= factor &* (UInt64(truncatingIfNeeded: states[place]) &+ 1)
        }
    }

    private mutating func add<State: FixedWidthInteger>(
        _ key: UInt64, slot: Int, index: Int, tables: [[State]], strides: [Int]
    ) {
        keys[slot] = key
        slots[slot] = UInt32(offset.count)
        offset.append(UInt32(next.count))
        holes.append(UInt8(tables.count))
        for letter in 0..<letterCount {
            for (table, stride) in zip(tables, strides) {
                let child = index % stride + letter * stride + index / stride * stride * letterCount
                next.append(UInt32(truncatingIfNeeded: table[child]))
            }
        }
        used += 1
        if used * 2 > slots.count { grow() }
    }

    private func find(_ key: UInt64) -> Int {
        let mixed = ((key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15) >> 24
        var slot = Int(truncatingIfNeeded: mixed) & (slots.count - 1)
        while slots[slot] != 0, keys[slot] != key { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }

    private mutating func grow() {
        let old = zip(keys, slots).filter { $0.1 != 0 }
        keys = [UInt64](repeating: 0, count: keys.count * 2)
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for (key, state) in old {
            let slot = find(key)
            keys[slot] = key
            slots[slot] = state
        }
    }
}

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
