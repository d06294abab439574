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
