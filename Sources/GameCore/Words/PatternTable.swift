/// For every line that can still become a word of five letters: the letters that each of its holes can take.
///
/// A line of codes in which 0 is a hole is a pattern. All patterns of all words stand in an open hash table
/// from pattern to a run of letter sets, one for each hole in order; what is not there cannot become a word.
/// For 6,445 words: 66,000 patterns, 2.1 MB, one look-up for the five cells of a line.
struct PatternTable: Sendable {
    /// `key + 1` of each pattern, sixteen to a line of the processor's cache; 0 is a free place.
    private let keys: [UInt32]
    /// Where the letter sets of the pattern at the same place begin.
    private let firsts: [UInt32]
    private let shift: UInt32
    /// Sets of letters: bit `code` for each letter that fits.
    private let sets: [UInt64]

    /// The table of all patterns of `words`, of five codes each.
    ///
    /// - Complexity: O(31 · words).
    init(_ words: some Collection<ArraySlice<UInt8>>) {
        var builder = PatternBuilder(capacity: words.count * 14)
        for word in words {
            let key = LineKey.of(word)
            for holes in 1..<32 { builder.add(key, holes: holes) }
        }
        keys = builder.places.map { UInt32(truncatingIfNeeded: $0) }
        firsts = builder.places.map { UInt32($0 >> 32) }
        shift = builder.shift
        sets = builder.sets
    }

    /// The table, for reading in a hurry; valid only inside of the closure that gets it.
    struct Sets {
        fileprivate let keys: UnsafeBufferPointer<UInt32>
        fileprivate let firsts: UnsafeBufferPointer<UInt32>
        fileprivate let sets: UnsafeBufferPointer<UInt64>
        fileprivate let shift: UInt32

        /// Where the letter sets of the pattern `key` begin; -1 when no word has this pattern.
        @inline(__always)
        func find(_ key: UInt32) -> Int {
            var place = Int(LineKey.hash(key) &>> shift)
            while keys[place] != 0 {
                if keys[place] == key &+ 1 { return Int(firsts[place]) }
                place = (place &+ 1) & (keys.count &- 1)
            }
            return -1
        }

        /// The letter set at `place`.
        @inline(__always)
        subscript(place: Int) -> UInt64 { sets[place] }
    }

    /// Lends the table to `work`.
    @inline(__always)
    func withSets(_ work: (Sets) -> Void) {
        keys.withUnsafeBufferPointer { keys in
            firsts.withUnsafeBufferPointer { firsts in
                sets.withUnsafeBufferPointer { sets in
                    work(Sets(keys: keys, firsts: firsts, sets: sets, shift: shift))
                }
            }
        }
    }

    /// Bytes that it takes.
    var footprint: Int { keys.count * 8 + sets.count * 8 }
}

/// Gathers patterns; the table grows when it is half full.
private struct PatternBuilder {
    /// `key + 1` in bits 0…31, the first letter set in bits 32…63; 0 is a free place.
    private(set) var places: [UInt64]
    private(set) var shift: UInt32
    private(set) var sets: [UInt64] = []
    private var count = 0

    /// For each set of holes, a bit a cell: the bits of the key that stay.
    private static let kept: [UInt32] = (0..<32).map { holes in
        (0..<UInt32(5)).reduce(0) { holes >> Int($1) & 1 == 1 ? $0 : $0 | 0x3F << ($1 * 6) }
    }

    init(capacity: Int) {
        let bits = LineKey.width(for: capacity)
        places = Array(repeating: 0, count: 1 << bits)
        shift = UInt32(32 - bits)
    }

    /// Adds the letters of the word `key` to its pattern with these holes.
    mutating func add(_ key: UInt32, holes: Int) {
        let first = begin(key & Self.kept[holes], holes: holes)
        var place = first
        for cell in 0..<5 where holes >> cell & 1 == 1 {
            sets[place] |= 1 << UInt64(key >> UInt32(cell * 6) & 0x3F)
            place += 1
        }
    }

    private mutating func begin(_ pattern: UInt32, holes: Int) -> Int {
        var place = Int(LineKey.hash(pattern) >> shift)
        while places[place] != 0 {
            if UInt32(truncatingIfNeeded: places[place]) == pattern &+ 1 { return Int(places[place] >> 32) }
            place = (place + 1) & (places.count - 1)
        }
        let first = sets.count
        places[place] = UInt64(pattern &+ 1) | UInt64(first) << 32
        sets.append(contentsOf: repeatElement(0, count: holes.nonzeroBitCount))
        count += 1
        if count * 2 > places.count { grow() }
        return first
    }

    private mutating func grow() {
        let old = places
        places = Array(repeating: 0, count: old.count * 2)
        shift -= 1
        for entry in old where entry != 0 {
            var place = Int(LineKey.hash(UInt32(truncatingIfNeeded: entry) &- 1) >> shift)
            while places[place] != 0 { place = (place + 1) & (places.count - 1) }
            places[place] = entry
        }
    }
}
