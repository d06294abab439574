/// A set of words that finds all words of a line at once.
///
/// Words of 2 to 4 letters are bits of a direct-address table; a word's codes are the digits of its index in
/// base (letters + 1). The table takes 69 KB for 26 letters. Words of 5 letters would take 1.8 MB that way,
/// or 5.7 MB for 33 letters. They are in an open-addressing hash table instead (64 KB for 6,445 words), which
/// stays in the processor's cache.
struct WordTable: Sendable {
    private let base: Int
    /// One bit for each sequence of two codes, then of three, then of four.
    private let bits: [UInt64]
    /// The indices at which words of three and of four letters begin.
    private let threesStart: Int
    private let foursStart: Int
    /// The `LineKey`s of the words of five letters; 0 is a free slot.
    private let fives: [UInt32]
    private let shift: UInt32

    init(_ words: some Sequence<ArraySlice<UInt8>>, letters: Int) {
        let base = letters + 1
        let threesStart = base * base
        let foursStart = threesStart + base * base * base
        (self.base, self.threesStart, self.foursStart) = (base, threesStart, foursStart)
        var bits = [UInt64](repeating: 0, count: (foursStart + base * base * base * base) / 64 + 1)
        var keys: [UInt32] = []
        for word in words {
            guard word.count < CellIndex.side else {
                keys.append(LineKey.of(word))
                continue
            }
            let index = word.reduce(0) { $0 * base + Int($1) } + [0, threesStart, foursStart][word.count - 2]
            bits[index >> 6] |= 1 << UInt64(index & 63)
        }
        self.bits = bits
        (fives, shift) = LineKey.table(of: keys)
    }

    /// The words in the line `a b c d e`, 0 for a cell without a letter: nine bits and one hash lookup.
    @inline(__always)
    func words(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8) -> SpanSet {
        let (a, b, c, d, e) = (Int(a), Int(b), Int(c), Int(d), Int(e))
        let (ab, bc, cd, de) = (a &* base &+ b, b &* base &+ c, c &* base &+ d, d &* base &+ e)
        let (abc, bcd, cde) = (ab &* base &+ c, bc &* base &+ d, cd &* base &+ e)
        let (abcd, bcde) = (abc &* base &+ d, bcd &* base &+ e)
        return bits.withUnsafeBufferPointer { bits in
            // The bit numbers are the indices of `Span.all`.
            func bit(_ index: Int, _ number: UInt16) -> UInt16 {
                UInt16(truncatingIfNeeded: bits[index &>> 6] &>> UInt64(truncatingIfNeeded: index) & 1)
                    &<< number
            }
            var found = bit(ab, 0) | bit(threesStart + abc, 1) | bit(foursStart + abcd, 2)
            found |= bit(bc, 4) | bit(threesStart + bcd, 5) | bit(foursStart + bcde, 6)
            found |= bit(cd, 7) | bit(threesStart + cde, 8) | bit(de, 9)
            if a != 0, b != 0, c != 0, d != 0, e != 0, containsFive(LineKey.of(a, b, c, d, e)) {
                found |= 1 << 3
            }
            return SpanSet(bits: found)
        }
    }

    /// Whether the table contains the word with these codes; false for other lengths than 2 to 5.
    func contains(_ word: [UInt8]) -> Bool {
        guard (2...CellIndex.side).contains(word.count), word.allSatisfy({ (1..<base).contains(Int($0)) })
        else { return false }
        let line = word + Array(repeating: 0, count: CellIndex.side - word.count)
        let found = words(line[0], line[1], line[2], line[3], line[4])
        return found.bits >> UInt16(word.count - 2) & 1 == 1
    }

    @inline(__always)
    private func containsFive(_ key: UInt32) -> Bool {
        fives.withUnsafeBufferPointer { fives in
            var slot = Int(LineKey.hash(key) &>> shift)
            while fives[slot] != 0 {
                if fives[slot] == key { return true }
                slot = (slot + 1) & (fives.count - 1)
            }
            return false
        }
    }

    var footprint: Int { bits.count * 8 + fives.count * 4 }
}

/// The key of a line in hash tables: five codes of six bits each.
///
/// The hash tables use open addressing with linear probing, and powers of two as sizes.
enum LineKey {
    @inline(__always)
    static func of(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: a | b << 6 | c << 12 | d << 18 | e << 24)
    }

    static func of(_ codes: ArraySlice<UInt8>) -> UInt32 {
        codes.reversed().reduce(0) { $0 << 6 | UInt32($1) }
    }

    /// Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4); the high bits select the slot.
    @inline(__always)
    static func hash(_ key: UInt32) -> UInt32 {
        (key ^ key >> 15) &* 0x9E37_79B1
    }

    /// A hash table of `keys` that is at most half full, and the right shift from a hash to its slot.
    static func table(of keys: [UInt32]) -> (slots: [UInt32], shift: UInt32) {
        let bits = indexWidth(for: keys.count)
        let shift = UInt32(32 - bits)
        var slots = [UInt32](repeating: 0, count: 1 << bits)
        for key in keys {
            var slot = Int(hash(key) >> shift)
            while slots[slot] != 0, slots[slot] != key { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = key
        }
        return (slots, shift)
    }

    /// The number of index bits of a table with at least `2 * count` slots.
    static func indexWidth(for count: Int) -> Int {
        max(4, Int.bitWidth - (max(count, 1) * 2 - 1).leadingZeroBitCount)
    }
}

/// A hash table from partly filled lines to the letters that fit each of their holes.
///
/// A pattern is a line of five codes in which 0 is a hole. The table contains every pattern of every word of
/// five letters, with one letter set for each hole in order. A line whose pattern is missing cannot become a
/// word. For 6,445 words there are 49,000 patterns in 2.7 MB, and one lookup serves all five cells of a line.
struct PatternTable: Sendable {
    /// `key + 1` of each pattern, or 0 for a free slot; kept apart from `firsts` for the processor's cache.
    private let keys: [UInt32]
    /// For the pattern in the same slot, the index of its first letter set.
    private let firsts: [UInt32]
    private let shift: UInt32
    /// Letter sets: bit `code` for each letter that fits.
    private let sets: [UInt64]

    /// Creates the table from the 31 patterns of each word of five codes.
    init(_ words: some Collection<ArraySlice<UInt8>>) {
        var builder = PatternBuilder(capacity: words.count * 14)
        for word in words {
            let key = LineKey.of(word)
            for holes in 1..<32 { builder.add(key, holes: holes) }
        }
        keys = builder.slots.map { UInt32(truncatingIfNeeded: $0) }
        firsts = builder.slots.map { UInt32($0 >> 32) }
        shift = builder.shift
        sets = builder.sets
    }

    /// Unchecked access to the table; valid only inside the closure of ``withLookup(_:)``.
    struct Lookup {
        fileprivate let keys: UnsafeBufferPointer<UInt32>
        fileprivate let firsts: UnsafeBufferPointer<UInt32>
        fileprivate let sets: UnsafeBufferPointer<UInt64>
        fileprivate let shift: UInt32

        /// The index of the first letter set of the pattern `key`, or -1 if no word has this pattern.
        @inline(__always)
        func find(_ key: UInt32) -> Int {
            var slot = Int(LineKey.hash(key) &>> shift)
            while keys[slot] != 0 {
                if keys[slot] == key &+ 1 { return Int(firsts[slot]) }
                slot = (slot &+ 1) & (keys.count &- 1)
            }
            return -1
        }

        @inline(__always)
        subscript(index: Int) -> UInt64 { sets[index] }
    }

    @inline(__always)
    func withLookup(_ work: (Lookup) -> Void) {
        keys.withUnsafeBufferPointer { keys in
            firsts.withUnsafeBufferPointer { firsts in
                sets.withUnsafeBufferPointer { sets in
                    work(Lookup(keys: keys, firsts: firsts, sets: sets, shift: shift))
                }
            }
        }
    }
}

/// Builds a `PatternTable`; the hash table doubles when it is half full.
private struct PatternBuilder {
    /// `key + 1` in bits 0…31, the index of the first letter set in bits 32…63; 0 for a free slot.
    private(set) var slots: [UInt64]
    private(set) var shift: UInt32
    private(set) var sets: [UInt64] = []
    private var count = 0

    /// For each set of holes (bit `n` for cell `n`), the bits of a key outside the holes.
    private static let keyMasks: [UInt32] = (0..<32).map { holes in
        (0..<UInt32(5)).reduce(0) { holes >> Int($1) & 1 == 1 ? $0 : $0 | 0x3F << ($1 * 6) }
    }

    init(capacity: Int) {
        let bits = LineKey.indexWidth(for: capacity)
        slots = Array(repeating: 0, count: 1 << bits)
        shift = UInt32(32 - bits)
    }

    /// Adds the letters of the word `key` to the sets of its pattern with these holes.
    mutating func add(_ key: UInt32, holes: Int) {
        var index = findOrInsert(key & Self.keyMasks[holes], holes: holes)
        for cell in 0..<5 where holes >> cell & 1 == 1 {
            sets[index] |= 1 << UInt64(key >> UInt32(cell * 6) & 0x3F)
            index += 1
        }
    }

    /// The index of the first letter set of `pattern`, which is inserted if it is missing.
    private mutating func findOrInsert(_ pattern: UInt32, holes: Int) -> Int {
        var slot = Int(LineKey.hash(pattern) >> shift)
        while slots[slot] != 0 {
            if UInt32(truncatingIfNeeded: slots[slot]) == pattern &+ 1 { return Int(slots[slot] >> 32) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let first = sets.count
        slots[slot] = UInt64(pattern &+ 1) | UInt64(first) << 32
        sets.append(contentsOf: repeatElement(0, count: holes.nonzeroBitCount))
        count += 1
        if count * 2 > slots.count { grow() }
        return first
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        shift -= 1
        for entry in old where entry != 0 {
            var slot = Int(LineKey.hash(UInt32(truncatingIfNeeded: entry) &- 1) >> shift)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }
}
