/// A crossword on the 5x5 board: what belongs into its cells, and its clues.
public struct Puzzle: Equatable, Sendable {
    /// One cell that is no block.
    public struct Cell: Equatable, Sendable {
        /// What belongs there: one letter, or several of them in a rebus.
        public let answer: Letter
        /// Whether there is a circle around it.
        public let isCircled: Bool
        /// Whether the letter stands there from the beginning.
        public let isGiven: Bool

        /// A cell.
        public init(_ answer: Letter, isCircled: Bool = false, isGiven: Bool = false) {
            self.answer = answer
            self.isCircled = isCircled
            self.isGiven = isGiven
        }
    }

    /// What leads to one word.
    public struct Clue: Equatable, Sendable {
        /// Where the word stands.
        public let slot: PuzzleSlot
        /// The clue itself; plain text, perhaps none.
        public let text: String
        /// What a file writes in the first cell, where that is not the number.
        public let label: String?

        /// A clue.
        public init(slot: PuzzleSlot, text: String, label: String? = nil) {
            self.slot = slot
            self.text = text
            self.label = label
        }
    }

    /// What is written about a puzzle; plain text, "" where nothing is.
    public struct About: Equatable, Sendable {
        /// Its title.
        public var title = ""
        /// Who made it.
        public var author = ""
        /// Whose it is.
        public var copyright = ""
        /// What solvers are told before they begin.
        public var notes = ""

        /// Nothing.
        public init() {}
    }

    /// What is written about it.
    public let about: About
    /// 25 cells in the order of their index; nil is a block.
    public let cells: [Cell?]
    /// One for each slot: across by number, then down by number.
    public let clues: [Clue]

    /// A puzzle of these `cells`; `clue` gives the text for each slot, and perhaps a label.
    ///
    /// - Throws: `invalid-value` when there are not 25 cells, no slot among them, or nothing to be found.
    public init(
        about: About, cells: [Cell?], clue: (PuzzleSlot) -> (text: String, label: String?)
    ) throws(RuleViolation) {
        guard cells.count == CellIndex.count else {
            throw RuleViolation(.invalidValue, "A puzzle has five rows of five cells.")
        }
        let slots = PuzzleSlot.all(blocks: cells.map { $0 == nil })
        guard !slots.isEmpty else { throw RuleViolation(.invalidValue, "The puzzle has no words.") }
        guard cells.contains(where: { $0?.isGiven == false }) else {
            throw RuleViolation(.invalidValue, "The puzzle gives every letter away.")
        }
        self.about = about
        self.cells = cells
        clues = slots.map { slot in
            let (text, label) = clue(slot)
            return Clue(slot: slot, text: text, label: label)
        }
    }

    /// Whether some cell takes several letters.
    public var hasRebus: Bool { cells.contains { $0?.answer.isSingle == false } }

    /// The word that belongs into `slot`.
    public func answer(of slot: PuzzleSlot) -> String {
        slot.cells.compactMap { cells[$0.position]?.answer.text }.joined()
    }

    /// Whether `entry` is what belongs into the cell at `index`.
    ///
    /// In a rebus the first of its letters will do, as solvers are used to.
    public func isRight(_ entry: Letter, at index: CellIndex) -> Bool {
        guard let answer = cells[index.position]?.answer else { return false }
        return entry == answer || !answer.isSingle && entry.text == answer.text.prefix(1)
    }
}
