/// The possible words of each slot of a board, and the possible letters of each cell that two slots share.
///
/// The sets are arc consistent after ``settle(_:)`` (Mackworth, Consistency in Networks of Relations, 1977):
/// for each letter of a word, the crossing slot has a word with that letter there. Unless words may repeat,
/// the only word of a slot is in no other slot. The object owns the memory; `deinit` releases it.
final class FillState {
    private let grid: SlotGrid
    /// The sets of words of the slots; that of a slot begins at `SlotGrid.Slot.first`.
    let words: UnsafeMutablePointer<UInt64>
    /// The number of words of each slot.
    let counts: UnsafeMutablePointer<Int>
    /// The letters of each cell, `letterWidth` units each; only those of cells that two slots share are kept.
    private let letters: UnsafeMutablePointer<UInt64>
    /// The slots whose only word has been removed from the others.
    private var fixed: UInt32 = 0
    private let found: UnsafeMutablePointer<UInt64>
    private let union: UnsafeMutablePointer<UInt64>
    /// For each slot the places at which its cells have lost letters, a bit each.
    private let pending: UnsafeMutablePointer<UInt8>

    /// Allows all words and letters, except where letters are given.
    init(_ grid: SlotGrid) {
        self.grid = grid
        words = .allocate(capacity: max(1, grid.wordUnits))
        counts = .allocate(capacity: max(1, grid.slots.count))
        letters = .allocate(capacity: CellIndex.count * grid.letterWidth)
        letters.initialize(repeating: ~0, count: CellIndex.count * grid.letterWidth)
        found = .allocate(capacity: 5 * grid.letterWidth)
        union = .allocate(capacity: max(1, grid.slots.map(\.words.width).max() ?? 1))
        pending = .allocate(capacity: max(1, grid.slots.count))
        pending.initialize(repeating: 0, count: grid.slots.count)
        for (number, slot) in grid.slots.enumerated() {
            let set = words + slot.first
            for unit in 0..<slot.words.width {
                let left = slot.words.count - unit * 64
                set[unit] = left >= 64 ? ~0 : 1 << UInt64(left) - 1
            }
            counts[number] = slot.words.count
            for (place, cell) in slot.cells.enumerated() {
                if let letter = grid.given[cell] { require(Int(letter), at: place, of: number) }
            }
        }
    }

    deinit {
        words.deallocate()
        counts.deallocate()
        letters.deallocate()
        found.deallocate()
        union.deallocate()
        pending.deallocate()
    }

    /// Copies the sets of `other`, a state of the same grid.
    func copy(_ other: FillState) {
        words.update(from: other.words, count: grid.wordUnits)
        counts.update(from: other.counts, count: grid.slots.count)
        letters.update(from: other.letters, count: CellIndex.count * grid.letterWidth)
        fixed = other.fixed
    }

    // MARK: Questions

    func contains(_ word: Int, in slot: Int) -> Bool {
        words[grid.slots[slot].first + word / 64] >> UInt64(word % 64) & 1 == 1
    }

    /// The first word of a slot, which must have one.
    func firstWord(of slot: Int) -> Int {
        let set = words + grid.slots[slot].first
        var unit = 0
        while set[unit] == 0 { unit += 1 }
        return unit * 64 + set[unit].trailingZeroBitCount
    }

    /// The slot with the fewest words of those with more than one; nil if each has one.
    var tightestSlot: Int? {
        var best: Int?
        for slot in grid.slots.indices where counts[slot] > 1 {
            if best.map({ counts[slot] < counts[$0] }) ?? true { best = slot }
        }
        return best
    }

    /// The letters that the words of a slot have at each place.
    func letters(of slot: Int) -> [Set<Int>] {
        let entry = grid.slots[slot]
        var letters = [Set<Int>](repeating: [], count: entry.words.length)
        for word in 0..<entry.words.count where contains(word, in: slot) {
            for (place, letter) in entry.words.word(word).enumerated() { letters[place].insert(Int(letter)) }
        }
        return letters
    }

    /// For each place and letter of a slot, the logarithm of the words that it leaves to the crossing slot.
    func promise(of slot: Int) -> [Float] {
        let entry = grid.slots[slot]
        var promise = [Float](repeating: 0, count: entry.words.length * grid.letters)
        for place in 0..<entry.words.length where entry.crossing[place] >= 0 {
            let (other, otherPlace) = (grid.slots[entry.crossing[place]], entry.crossingPlace[place])
            guard counts[entry.crossing[place]] > 1 else { continue }
            let kept = letters + entry.cells[place] * grid.letterWidth
            for letter in 0..<grid.letters where kept[letter / 64] >> UInt64(letter % 64) & 1 == 1 {
                let count = count(of: other, with: letter, at: otherPlace)
                promise[place * grid.letters + letter] = Self.logarithm(count)
            }
        }
        return promise
    }

    /// The number of the slot's words with `letter` at `place`.
    private func count(of slot: SlotGrid.Slot, with letter: Int, at place: Int) -> Int {
        guard let mask = slot.words.mask(place, letter) else { return 0 }
        var count = 0
        for unit in 0..<slot.words.width {
            count &+= (words[slot.first + unit] & mask[unit]).nonzeroBitCount
        }
        return count
    }

    /// About the logarithm of a count to base 2, exact for powers of two; 0 for 0.
    private static func logarithm(_ count: Int) -> Float {
        guard count > 1 else { return 0 }
        let value = Float(count)
        return Float(value.exponent) + value.significand - 1
    }

    // MARK: Changes

    /// Leaves a slot only `word`; call ``settle(_:)`` next.
    func assign(_ word: Int, to slot: Int) {
        let entry = grid.slots[slot]
        (words + entry.first).update(repeating: 0, count: entry.words.width)
        words[entry.first + word / 64] = 1 << UInt64(word % 64)
        counts[slot] = 1
    }

    func remove(_ word: Int, from slot: Int) {
        guard contains(word, in: slot) else { return }
        words[grid.slots[slot].first + word / 64] &= ~(1 << UInt64(word % 64))
        counts[slot] -= 1
    }

    /// Leaves a slot only the words with `letter` at `place`.
    func require(_ letter: Int, at place: Int, of slot: Int) {
        let entry = grid.slots[slot]
        let set = words + entry.first
        if let mask = entry.words.mask(place, letter) {
            for unit in 0..<entry.words.width { set[unit] &= mask[unit] }
        } else {
            set.update(repeating: 0, count: entry.words.width)
        }
        recount(slot)
    }

    /// Removes the words with `letter` at `place` from a slot.
    func forbid(_ letter: Int, at place: Int, of slot: Int) {
        let entry = grid.slots[slot]
        guard let mask = entry.words.mask(place, letter) else { return }
        let set = words + entry.first
        for unit in 0..<entry.words.width { set[unit] &= ~mask[unit] }
        recount(slot)
    }

    private func recount(_ slot: Int) {
        let entry = grid.slots[slot]
        let set = words + entry.first
        var count = 0
        for unit in 0..<entry.words.width { count &+= set[unit].nonzeroBitCount }
        counts[slot] = count
    }

    /// Leaves a slot only its first `count` words.
    func keepFirst(_ count: Int, of slot: Int) {
        let entry = grid.slots[slot]
        let set = words + entry.first
        for unit in 0..<entry.words.width where unit * 64 + 64 > count {
            set[unit] &= unit * 64 >= count ? 0 : 1 << UInt64(count - unit * 64) - 1
        }
        recount(slot)
    }

    // MARK: Arc consistency

    /// Makes the sets consistent after changes of the slots in `changed`; false if a slot has no words left.
    ///
    /// The slots of one direction are narrowed before those of the other, so that each is narrowed once for
    /// all of its cells.
    func settle(_ changed: UInt32) -> Bool {
        var (dirty, fresh) = (changed, changed)
        var direction = grid.acrossSlots
        while dirty != 0 {
            if dirty & direction == 0 { direction = ~direction }
            let slot = (dirty & direction).trailingZeroBitCount
            let bit = UInt32(1) << UInt32(slot)
            dirty ^= bit
            let isNarrower = narrow(slot)
            if counts[slot] == 0 {
                for slot in grid.slots.indices { pending[slot] = 0 }
                return false
            }
            guard isNarrower || fresh & bit != 0 else { continue }
            fresh &= ~bit
            if counts[slot] == 1, fixed & bit == 0 {
                fixed |= bit
                takeFromMates(of: slot, &dirty, &fresh)
            }
            collectLetters(of: slot)
            passLetters(of: slot, &dirty)
        }
        return true
    }

    /// Removes the only word of a slot from the other slots of its length.
    private func takeFromMates(of slot: Int, _ dirty: inout UInt32, _ fresh: inout UInt32) {
        let word = firstWord(of: slot)
        for mate in grid.slots[slot].mates where contains(word, in: mate) {
            remove(word, from: mate)
            dirty |= 1 << UInt32(mate)
            fresh |= 1 << UInt32(mate)
        }
    }

    /// Collects the letters of the slot's words at each place into ``found``.
    private func collectLetters(of slot: Int) {
        let entry = grid.slots[slot]
        let (length, width, units) = (entry.words.length, entry.words.width, grid.letterWidth)
        let set = words + entry.first
        found.update(repeating: 0, count: length * units)
        if units == 1, counts[slot] > 256 {
            for place in 0..<length where entry.crossing[place] >= 0 {
                found[place] = lettersWithWords(entry, set, place)
            }
            return
        }
        let codes = entry.words.codes
        for unit in 0..<width {
            var rest = set[unit]
            while rest != 0 {
                let word = codes + (unit &* 64 &+ rest.trailingZeroBitCount) &* length
                rest &= rest &- 1
                for place in 0..<length {
                    let letter = Int(word[place])
                    found[place &* units &+ letter &>> 6] |= 1 &<< UInt64(letter & 63)
                }
            }
        }
    }

    /// The letters of a cell that a word in `set` has there, for alphabets of up to 64 letters.
    private func lettersWithWords(
        _ entry: SlotGrid.Slot, _ set: UnsafeMutablePointer<UInt64>, _ place: Int
    ) -> UInt64 {
        var (rest, kept) = (letters[entry.cells[place]], UInt64(0))
        if grid.letters < 64 { rest &= 1 << UInt64(grid.letters) - 1 }
        while rest != 0 {
            let letter = rest.trailingZeroBitCount
            rest &= rest &- 1
            guard let mask = entry.words.mask(place, letter) else { continue }
            for unit in 0..<entry.words.width where set[unit] & mask[unit] != 0 {
                kept |= 1 << UInt64(letter)
                break
            }
        }
        return kept
    }

    /// Leaves the cells of `slot` the letters in ``found``, and marks the slots that cross it in changed
    /// cells.
    private func passLetters(of slot: Int, _ dirty: inout UInt32) {
        let entry = grid.slots[slot]
        let units = grid.letterWidth
        for place in entry.cells.indices where entry.crossing[place] >= 0 {
            let cell = letters + entry.cells[place] * units
            var isChanged = false
            for unit in 0..<units {
                let kept = cell[unit] & found[place * units + unit]
                if kept != cell[unit] { isChanged = true }
                cell[unit] = kept
            }
            guard isChanged else { continue }
            pending[entry.crossing[place]] |= 1 << UInt8(entry.crossingPlace[place])
            dirty |= 1 << UInt32(entry.crossing[place])
        }
    }

    /// Leaves a slot the words whose letters are in the sets of its cells; returns whether it has lost any.
    private func narrow(_ slot: Int) -> Bool {
        let places = pending[slot]
        guard places != 0 else { return false }
        pending[slot] = 0
        let (entry, before) = (grid.slots[slot], counts[slot])
        let domain = words + entry.first
        if before < 4 * entry.words.width {
            keepWords(slot, entry, places)
        } else {
            for place in 0..<entry.words.length where places >> UInt8(place) & 1 == 1 {
                keepMasks(entry, domain, place)
            }
            recount(slot)
        }
        return counts[slot] != before
    }

    /// Leaves a set the words with a letter of the cell at `place`, by the masks of these letters.
    private func keepMasks(_ entry: SlotGrid.Slot, _ domain: UnsafeMutablePointer<UInt64>, _ place: Int) {
        let (units, width) = (grid.letterWidth, entry.words.width)
        let set = letters + entry.cells[place] * units
        union.update(repeating: 0, count: width)
        for unit in 0..<units {
            var rest = set[unit]
            while rest != 0 {
                let letter = unit &* 64 &+ rest.trailingZeroBitCount
                rest &= rest &- 1
                guard letter < grid.letters, let mask = entry.words.mask(place, letter) else { continue }
                for unit in 0..<width { union[unit] |= mask[unit] }
            }
        }
        for unit in 0..<width { domain[unit] &= union[unit] }
    }

    /// Leaves the set of a slot the words with letters of its cells at `places`, word by word.
    private func keepWords(_ slot: Int, _ entry: SlotGrid.Slot, _ places: UInt8) {
        let (codes, length, units) = (entry.words.codes, entry.words.length, grid.letterWidth)
        let domain = words + entry.first
        var count = 0
        for unit in 0..<entry.words.width {
            var rest = domain[unit]
            while rest != 0 {
                let bit = rest & (0 &- rest)
                rest ^= bit
                let word = codes + (unit &* 64 &+ bit.trailingZeroBitCount) &* length
                var (left, fits) = (places, true)
                while left != 0, fits {
                    let place = left.trailingZeroBitCount
                    left &= left &- 1
                    let letter = Int(word[place])
                    let set = letters[entry.cells[place] &* units &+ letter &>> 6]
                    fits = set &>> UInt64(letter & 63) & 1 == 1
                }
                if fits { count &+= 1 } else { domain[unit] ^= bit }
            }
        }
        counts[slot] = count
    }
}
