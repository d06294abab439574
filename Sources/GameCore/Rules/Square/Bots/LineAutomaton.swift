/// The minimal acyclic automaton of line patterns, a relative of the DAWG.
///
/// A pattern is a line of letters and holes. Two patterns are the same state if every way of filling their
/// holes gives the same points. States are merged bottom-up through a register (Daciuk, Mihov, Watson,
/// Watson: Incremental Construction of Minimal Acyclic Finite-State Automata, 2000).
///
/// States `0..<points.count` are the outcomes of full lines; the empty line is `start`. From a state with k
/// holes, writing letter code c into the j-th hole from the left leads to
/// `next[offset[state] + (c - 1) * k + j]`.
final class LineAutomaton: Sendable {
    let letterCount: Int
    let points: [Int]
    let start: UInt32
    let next: [UInt32]
    let offset: [UInt32]
    let holes: [UInt8]

    var stateCount: Int { offset.count }

    init(lexicon: BotLexicon, scores: LineScoreTable) {
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

    /// The state of a line of five codes, 0 for a hole.
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

/// Builds the states of the automaton, patterns with fewer holes first.
///
/// The register is a hash table whose key is a 64-bit linear hash of a state's transitions. States with equal
/// hashes are taken to be equal: with 400,000 states a collision has a probability of about 10^-8.
struct AutomatonBuilder {
    let letterCount: Int
    private(set) var next: [UInt32] = []
    private(set) var offset: [UInt32]
    private(set) var holes: [UInt8]
    /// The register: the state whose hash is in the same slot of `keys`; 0 for a free slot.
    private var slots: [UInt32]
    private var keys: [UInt64]
    private var used = 0
    /// A random odd factor for each hole and letter.
    private let factors: [UInt64]

    /// - Parameter capacity: The first number of slots, a power of two; the register doubles when it is half
    ///   full.
    init(letterCount: Int, outcomes: Int, capacity: Int = 1 << 16) {
        self.letterCount = letterCount
        offset = [UInt32](repeating: 0, count: outcomes)
        holes = [UInt8](repeating: 0, count: outcomes)
        keys = [UInt64](repeating: 0, count: capacity)
        slots = [UInt32](repeating: 0, count: capacity)
        var random = SeededGenerator(seed: 5)
        factors = (0..<5 * letterCount).map { _ in random.next() | 1 }
    }

    /// Finds or adds the state of every pattern with the holes of `mask`.
    ///
    /// - Parameter children: Returns the same table for a mask with one hole less.
    /// - Returns: The states, indexed by the pattern's letters as digits in base `letterCount`.
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
            addHashes(of: tables[j], stride: stride, factors: row, to: &hashes)
        }
        var result = [UInt32](repeating: 0, count: count)
        for index in 0..<count {
            let slot = find(hashes[index])
            if slots[slot] == 0 {
                result[index] = addState(
                    hashes[index], slot: slot, index: index, tables: tables, strides: strides)
            } else {
                result[index] = slots[slot]
            }
        }
        return result
    }

    /// Adds the terms of one hole to the hashes: for each letter its factor times (state + 1).
    private func addHashes<State: FixedWidthInteger>(
        of table: [State], stride: Int, factors: [UInt64], to hashes: inout [UInt64]
    ) {
        table.withUnsafeBufferPointer { table in
            hashes.withUnsafeMutableBufferPointer { hashes in
                for row in 0..<hashes.count / stride * letterCount {
                    let (high, letter) = row.quotientAndRemainder(dividingBy: letterCount)
                    let (from, to) = (row * stride, high * stride)
                    Self.addScaled(
                        table[from..<from + stride], factors[letter], to: hashes[to..<to + stride])
                }
            }
        }
    }

    @inline(__always)
    private static func addScaled<State: FixedWidthInteger>(
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

    private mutating func addState<State: FixedWidthInteger>(
        _ key: UInt64, slot: Int, index: Int, tables: [[State]], strides: [Int]
    ) -> UInt32 {
        let state = UInt32(offset.count)
        keys[slot] = key
        slots[slot] = state
        offset.append(UInt32(next.count))
        holes.append(UInt8(tables.count))
        for letter in 0..<letterCount {
            for (table, stride) in zip(tables, strides) {
                let child = index % stride + letter * stride + index / stride * stride * letterCount
                next.append(UInt32(truncatingIfNeeded: table[child]))
            }
        }
        used += 1
        // Growing moves every slot, so callers get the state and not its slot.
        if used * 2 > slots.count { grow() }
        return state
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

/// The points of every full line, needed only while the automaton is built.
///
/// Takes letterCount^5 bytes: 12 MB for 26 letters, 39 MB for 33.
struct FullLines {
    /// The distinct point values, ascending.
    let points: [Int]
    /// For each line, whose index is the sum of (code at p - 1) * letterCount^p, the index in `points`.
    let outcome: [UInt8]

    init(lexicon: BotLexicon, scores: LineScoreTable) {
        let pointsOfSet = (0..<SpanSet.count).map { scores.points(of: SpanSet(bits: UInt16($0))) }
        let distinct = Self.quantized(Set(pointsOfSet).sorted())
        let outcomes = pointsOfSet.map { points in
            UInt8((distinct.firstIndex { $0 >= points } ?? 0) & 0xFF)
        }
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

    /// Thins out `values` to 256, so that an index fits into one byte.
    private static func quantized(_ values: [Int]) -> [Int] {
        guard values.count > 256 else { return values }
        return (0..<256).map { values[$0 * (values.count - 1) / 255] }
    }

    /// The codes as digits of a number, the first code least significant.
    private static func index(_ codes: [UInt8], letterCount: Int) -> Int {
        codes.reversed().reduce(0) { $0 * letterCount + Int($1) - 1 }
    }

    /// For each sequence of four letters, the words of 2 to 4 letters in it as bits of a `SpanSet`.
    ///
    /// - Returns: `low` for a sequence at positions 0...3; `high` for one at positions 1...4, with only the
    ///   words that end at position 4.
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
