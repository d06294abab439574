/// The slots of a board, their words, and the cells in which they cross.
struct SlotGrid {
    struct Slot {
        let cells: [Int]
        let words: WordIndex
        /// Where the slot's set of words begins in a ``FillState``.
        let first: Int
        /// The slot that crosses each cell; -1 if none does.
        let crossing: [Int]
        /// The place of each cell in the crossing slot.
        let crossingPlace: [Int]
        /// The other slots of the same length, which must hold other words.
        let mates: [Int]
    }

    let slots: [Slot]
    /// The slots across, a bit each.
    let acrossSlots: UInt32
    let letters: Int
    /// The 64-bit units of a set of letters.
    let letterWidth: Int
    /// The 64-bit units of the sets of words of all slots.
    let wordUnits: Int
    /// The given letter of each cell; nil for an empty cell or a block.
    let given: [UInt16?]
    /// The reflection of each slot in the main diagonal; nil if the board is not symmetric.
    let mirrored: [Int]?

    /// - Parameters:
    ///   - slots: The cells of each slot.
    ///   - given: The given letter of each of the 25 cells, below `letters`.
    ///   - words: The words by length.
    ///   - isDistinct: Whether no word may occur twice.
    init(
        slots runs: [[Int]], given: [UInt16?], words: [Int: WordIndex], letters: Int, isDistinct: Bool = true
    ) {
        var slots: [Slot] = []
        var first = 0
        for (number, cells) in runs.enumerated() {
            let index = words[cells.count] ?? WordIndex([], length: cells.count, letters: letters)
            let others = cells.map { cell in
                runs.indices.first { $0 != number && runs[$0].contains(cell) } ?? -1
            }
            let places = zip(cells, others).map { cell, other in
                other < 0 ? 0 : runs[other].firstIndex(of: cell) ?? 0
            }
            slots.append(
                Slot(
                    cells: cells, words: index, first: first, crossing: others, crossingPlace: places,
                    mates: runs.indices.filter {
                        isDistinct && $0 != number && runs[$0].count == cells.count
                    }))
            first += index.width
        }
        (self.slots, wordUnits, self.letters, self.given) = (slots, first, letters, given)
        acrossSlots = slots.indices.reduce(0) { set, slot in
            slots[slot].cells[1] == slots[slot].cells[0] + 1 ? set | 1 << UInt32(slot) : set
        }
        letterWidth = (letters + 63) / 64
        mirrored = Self.mirror(runs, given)
    }

    private static func mirror(_ runs: [[Int]], _ given: [UInt16?]) -> [Int]? {
        let reflect = { (cell: Int) in cell % CellIndex.side * CellIndex.side + cell / CellIndex.side }
        guard given.indices.allSatisfy({ given[$0] == given[reflect($0)] }) else { return nil }
        let images = runs.map { run in runs.firstIndex(of: run.map(reflect)) }
        return images.contains(nil) ? nil : images.compactMap(\.self)
    }
}
