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

/// A run of two or more cells of a crossword, which takes one word.
public struct PuzzleSlot: Equatable, Sendable {
    /// `across` or `down`.
    public let direction: BoardLine.Direction
    /// The number in its first cell, from 1, as crosswords are numbered: in the order of reading, one number
    /// for each cell in which a word begins.
    public let number: Int
    /// Its cells, in the order of reading.
    public let cells: [CellIndex]

    /// The slots of a board with these `blocks`, 25 of them: across by number, then down by number.
    ///
    /// A run of a single cell is no slot.
    public static func all(blocks: [Bool]) -> [PuzzleSlot] {
        let across = runs(blocks, of: BoardLine.rowsAndColumns.filter { $0.direction == .across })
        let down = runs(blocks, of: BoardLine.rowsAndColumns.filter { $0.direction == .down })
        let starts = Set((across + down).map { $0[0] }).sorted()
        let slots = { (direction: BoardLine.Direction, runs: [[CellIndex]]) in
            starts.enumerated().flatMap { place, start in
                runs.filter { $0[0] == start }.map {
                    PuzzleSlot(direction: direction, number: place + 1, cells: $0)
                }
            }
        }
        return slots(.across, across) + slots(.down, down)
    }

    private static func runs(_ blocks: [Bool], of lines: [BoardLine]) -> [[CellIndex]] {
        lines.flatMap { line in
            line.cells.split { blocks[$0.position] }.map(Array.init).filter { $0.count > 1 }
        }
    }
}

/// Text about a puzzle as people may be shown it, whatever a file holds.
public enum PuzzleText {
    /// The most characters of a title, of an author's name and of a copyright line; a character is one
    /// Unicode scalar here.
    public static let longestLine = 200
    /// The most characters of a clue.
    public static let longestClue = 500
    /// The most characters of the notes.
    public static let longestNotes = 5000

    /// One line of plain text: control characters become spaces, what cannot be seen is gone, and there are
    /// no spaces around it.
    ///
    /// - Throws: `invalid-value`, naming `what`, when more than `limit` characters are left.
    public static func line(
        _ text: String, _ what: String, limit: Int = longestLine
    ) throws(RuleViolation) -> String {
        try visible(text, what, limit: limit, breaks: " ")
    }

    /// Notes: as a line, but in several lines where they had several.
    ///
    /// - Throws: `invalid-value` when more than `longestNotes` characters are left.
    public static func notes(_ text: String) throws(RuleViolation) -> String {
        try visible(text, "note", limit: longestNotes, breaks: "\n")
    }

    private static func visible(
        _ text: String, _ what: String, limit: Int, breaks: Unicode.Scalar
    ) throws(RuleViolation) -> String {
        var shown = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            // The second half of a Windows line break.
            if scalar != "\n" || last != "\r", let sign = appearance(scalar, breaks) { shown.append(sign) }
            last = scalar
        }
        let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\n" }
        let end = shown.lastIndex { !isSpace($0) }.map { shown.index(after: $0) } ?? shown.startIndex
        let trimmed = shown[..<end].drop(while: isSpace)
        guard trimmed.count <= limit else {
            throw RuleViolation(.invalidValue, "The \(what) is longer than \(limit) characters.")
        }
        return String(String.UnicodeScalarView(trimmed))
    }

    /// Nothing for what only changes how its neighbours look: overrides of the direction of writing, joiners,
    /// characters without width.
    private static func appearance(
        _ scalar: Unicode.Scalar, _ breaks: Unicode.Scalar
    ) -> Unicode.Scalar? {
        switch scalar {
        case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": return breaks
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control: return " "
        case .format: return nil
        default: return scalar
        }
    }
}
