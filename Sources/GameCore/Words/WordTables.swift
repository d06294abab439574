/// Tells in nanoseconds which parts of a line are words.
///
/// Words of 2 to 4 letters are bits, addressed by their codes as digits of a number to the base of the
/// alphabet's size plus one: 65 KB for 26 letters. Words of 5 letters would take 1.8 MB that way and, with 33
/// letters, 5.7 MB; they stand in an open hash table instead (32 KB for 6,445 words), which stays in the
/// processor's cache. `Benchmarks/RESULTS.md` has the figures of both.
struct WordTable: Sendable {
    private let base: Int
    /// One bit for each word of two letters, then three, then four.
    private let bits: [UInt64]
    private let threes: Int
    private let fours: Int
    /// Words of five letters, `LineKey`s; 0 is a free place.
    private let fives: [UInt32]
    private let shift: UInt32

    /// The table of `words`, each 2 to 5 codes.
    init(_ words: some Sequence<ArraySlice<UInt8>>, letters: Int) {
        let base = letters + 1
        let threes = base * base
        let fours = threes + base * base * base
        (self.base, self.threes, self.fours) = (base, threes, fours)
        var bits = [UInt64](repeating: 0, count: (fours + base * base * base * base) / 64 + 1)
        var long: [UInt32] = []
        for word in words {
            guard word.count < CellIndex.side else {
                long.append(LineKey.of(word))
                continue
            }
            let place = word.reduce(0) { $0 * base + Int($1) } + [0, threes, fours][word.count - 2]
            bits[place >> 6] |= 1 << UInt64(place & 63)
        }
        self.bits = bits
        (fives, shift) = LineKey.table(of: long)
    }

    /// Which spans of the line `a b c d e` are words; 0 is no letter.
    ///
    /// - Complexity: nine bits and one place of a hash table: some 10 ns.
    @inline(__always)
    func words(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8) -> SpanSet {
        let (a, b, c, d, e) = (Int(a), Int(b), Int(c), Int(d), Int(e))
        let (ab, bc, cd, de) = (a &* base &+ b, b &* base &+ c, c &* base &+ d, d &* base &+ e)
        let (abc, bcd, cde) = (ab &* base &+ c, bc &* base &+ d, cd &* base &+ e)
        let (abcd, bcde) = (abc &* base &+ d, bcd &* base &+ e)
        return bits.withUnsafeBufferPointer { bits in
            func bit(_ place: Int, _ number: UInt16) -> UInt16 {
                UInt16(truncatingIfNeeded: bits[place &>> 6] &>> UInt64(truncatingIfNeeded: place) & 1)
                    &<< number
            }
            var found = bit(ab, 0) | bit(threes + abc, 1) | bit(fours + abcd, 2)
            found |= bit(bc, 4) | bit(threes + bcd, 5) | bit(fours + bcde, 6)
            found |= bit(cd, 7) | bit(threes + cde, 8) | bit(de, 9)
            if a != 0, b != 0, c != 0, d != 0, e != 0, isFive(LineKey.of(a, b, c, d, e)) { found |= 1 << 3 }
            return SpanSet(bits: found)
        }
    }

    /// Whether `word`, 2 to 5 codes, is a word.
    func contains(_ word: [UInt8]) -> Bool {
        guard (2...CellIndex.side).contains(word.count), word.allSatisfy({ (1..<base).contains(Int($0)) })
        else { return false }
        let line = word + Array(repeating: 0, count: CellIndex.side - word.count)
        let found = words(line[0], line[1], line[2], line[3], line[4])
        return found.bits >> UInt16(word.count - 2) & 1 == 1
    }

    @inline(__always)
    private func isFive(_ key: UInt32) -> Bool {
        fives.withUnsafeBufferPointer { fives in
            var place = Int(LineKey.hash(key) &>> shift)
            while fives[place] != 0 {
                if fives[place] == key { return true }
                place = (place + 1) & (fives.count - 1)
            }
            return false
        }
    }

    /// Bytes that it takes.
    var footprint: Int { bits.count * 8 + fives.count * 4 }
}

/// A line of five codes as one number, six bits a code: the key of hash tables.
enum LineKey {
    @inline(__always)
    static func of(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: a | b << 6 | c << 12 | d << 18 | e << 24)
    }

    static func of(_ codes: ArraySlice<UInt8>) -> UInt32 {
        codes.reversed().reduce(0) { $0 << 6 | UInt32($1) }
    }

    /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the high bits count.
    @inline(__always)
    static func hash(_ key: UInt32) -> UInt32 {
        (key ^ key >> 15) &* 0x9E37_79B1
    }

    /// An open table of `keys`, at most half full, and by how much a hash is shifted to address it.
    static func table(of keys: [UInt32]) -> (places: [UInt32], shift: UInt32) {
        let bits = width(for: keys.count)
        let shift = UInt32(32 - bits)
        var places = [UInt32](repeating: 0, count: 1 << bits)
        for key in keys {
            var place = Int(hash(key) >> shift)
            while places[place] != 0, places[place] != key { place = (place + 1) & (places.count - 1) }
            places[place] = key
        }
        return (places, shift)
    }

    /// How many bits address twice `count` places.
    static func width(for count: Int) -> Int {
        max(4, Int.bitWidth - (max(count, 1) * 2 - 1).leadingZeroBitCount)
    }
}

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
