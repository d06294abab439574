/// A 5x5 crossword: its solution, its clues and its metadata.
public struct Puzzle: Equatable, Sendable {
    /// A cell that is not a block.
    public struct Cell: Equatable, Sendable {
        /// The correct entry: one letter or digit, or several in a rebus cell.
        public package(set) var answer: Letter
        /// Whether the cell has a circle.
        public let isCircled: Bool
        /// Whether the letter is given from the start.
        public let isGiven: Bool
        /// The sides on which a bar ends a word.
        public package(set) var bars: CellBars

        /// Creates a cell.
        public init(
            _ answer: Letter, isCircled: Bool = false, isGiven: Bool = false, bars: CellBars = []
        ) {
            self.answer = answer
            self.isCircled = isCircled
            self.isGiven = isGiven
            self.bars = bars
        }
    }

    /// The clue of one slot.
    public struct Clue: Equatable, Sendable {
        /// The slot of the word.
        public let slot: PuzzleSlot
        /// The clue as plain text; may be empty.
        public let text: String
        /// The label that the file prints in the first cell; nil if it is the number.
        public let label: String?

        /// Creates a clue.
        public init(slot: PuzzleSlot, text: String, label: String? = nil) {
            self.slot = slot
            self.text = text
            self.label = label
        }
    }

    /// The title and the credits of a puzzle, as plain text; empty where unknown.
    public struct Metadata: Equatable, Sendable {
        /// The title.
        public var title = ""
        /// The author's name.
        public var author = ""
        /// The copyright line.
        public var copyright = ""
        /// The notes for solvers.
        public var notes = ""

        /// Creates empty metadata.
        public init() {}
    }

    /// The title, the credits and the notes.
    public private(set) var metadata: Metadata
    /// The 25 cells by index; nil for a block.
    public let cells: [Cell?]
    /// The clue of each slot: across by number, then down by number.
    public let clues: [Clue]

    /// Creates a puzzle of `cells`; `clue` returns the clue and the label, if any, of a slot.
    ///
    /// - Throws: `invalid-value` unless there are 25 cells, at least one slot, and a cell that is not given.
    public init(
        metadata: Metadata, cells: [Cell?], clue: (PuzzleSlot) -> (text: String, label: String?)
    ) throws(RuleViolation) {
        guard cells.count == CellIndex.count else {
            throw RuleViolation(.invalidValue, "A puzzle has five rows of five cells.")
        }
        let slots = PuzzleSlot.all(of: cells)
        guard !slots.isEmpty else { throw RuleViolation(.invalidValue, "The puzzle has no words.") }
        guard cells.contains(where: { $0?.isGiven == false }) else {
            throw RuleViolation(.invalidValue, "Every letter of the puzzle is given.")
        }
        self.metadata = metadata
        self.cells = cells
        clues = slots.map { slot in
            let (text, label) = clue(slot)
            return Clue(slot: slot, text: text, label: label)
        }
    }

    /// The puzzle with a title, an author and the day, for a generated one that leaves the server as a file.
    package func signed(on day: Day) -> Puzzle {
        var signed = self
        (signed.metadata.title, signed.metadata.author) = ("Mini crossword, \(day)", "FiveByFive")
        return signed
    }

    /// Refuses the puzzle of a file that is larger than the board.
    ///
    /// A smaller one has blocks in the other cells.
    /// - Throws: `invalid-value`.
    package static func checkSize(_ width: Int, _ height: Int) throws(RuleViolation) {
        let sizes = 1...CellIndex.side
        guard sizes.contains(width), sizes.contains(height) else {
            throw RuleViolation(
                .invalidValue, "This puzzle is \(width)x\(height); only 5x5 and smaller ones can be played.")
        }
    }

    /// The reason for which a diagramless puzzle is refused.
    package static let diagramlessDetail =
        "The puzzle is diagramless: solvers find its blocks, but a mini shows them."

    /// The reason for which a puzzle without any answers is refused.
    package static let noSolutionDetail = "The puzzle has no solution."

    /// The reason for which a puzzle without an answer in `cell` is refused.
    package static func noLetterDetail(_ cell: CellIndex) -> String {
        "Cell \(cell.square) of the solution is empty."
    }

    /// Whether any word ends at a bar.
    public var hasBars: Bool { cells.contains { $0?.bars.isEmpty == false } }

    /// Whether the entry of any cell has several letters.
    public var hasRebus: Bool { cells.contains { $0?.answer.isSingle == false } }

    /// What all cells accept besides one letter: the same, so that no cell reveals the kind of its answer.
    var entries: PuzzleCell.Entries {
        let hasDigits = cells.contains { $0?.answer.text.contains(where: \.isDigit) == true }
        return PuzzleCell.Entries(hasRebus ? [.several] : []).union(hasDigits ? [.digits] : [])
    }

    /// The word of `slot`.
    public func answer(of slot: PuzzleSlot) -> String {
        slot.cells.compactMap { cells[$0.position]?.answer.text }.joined()
    }

    /// Whether `entry` is correct for the cell at `index`.
    ///
    /// As is customary, the first letter is enough in a rebus cell. Letters without their accents are enough,
    /// because keyboards may not have the accents.
    public func isRight(_ entry: Letter, at index: CellIndex) -> Bool {
        guard let answer = cells[index.position]?.answer else { return false }
        let letters = answer.text.map { String($0) }
        let typed = entry.text.map { String($0) }
        guard typed.count == letters.count || typed.count == 1 else { return false }
        return zip(typed, letters).allSatisfy { $0 == $1 || $0 == Letter($1)?.withoutAccents.text }
    }
}

/// A run of two or more cells of a crossword that holds one word.
public struct PuzzleSlot: Equatable, Sendable {
    /// `across` or `down`.
    public let direction: BoardLine.Direction
    /// The number of the first cell, from 1: cells in which a word starts are numbered in reading order.
    public let number: Int
    /// The cells, in reading order.
    public let cells: [CellIndex]

    /// The slots of a puzzle's 25 cells: across by number, then down by number.
    package static func all(of cells: [Puzzle.Cell?]) -> [PuzzleSlot] {
        all(blocks: cells.map { $0 == nil }, bars: cells.map { $0?.bars ?? [] })
    }

    /// The slots of a board: across by number, then down by number.
    ///
    /// - Parameters:
    ///   - blocks: For each of the 25 cells, whether it is a block.
    ///   - bars: For each cell, the sides on which a bar ends a word; empty for a board without bars.
    public static func all(blocks: [Bool], bars: [CellBars] = []) -> [PuzzleSlot] {
        let across = runs(.across, blocks) { !bars.isEmpty && bars[$0].contains(.right) }
        let down = runs(.down, blocks) { !bars.isEmpty && bars[$0].contains(.bottom) }
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

    /// The runs of cells between blocks and bars.
    private static func runs(
        _ direction: BoardLine.Direction, _ blocks: [Bool], endsAfter: (Int) -> Bool
    ) -> [[CellIndex]] {
        BoardLine.rowsAndColumns.filter { $0.direction == direction }.flatMap { line in
            var runs: [[CellIndex]] = [[]]
            for cell in line.cells {
                if !blocks[cell.position] { runs[runs.count - 1].append(cell) }
                if blocks[cell.position] || endsAfter(cell.position) { runs.append([]) }
            }
            return runs.filter { $0.count > 1 }
        }
    }
}

/// Cleans the text of puzzle files for display.
public enum PuzzleText {
    /// The maximum length of a title, an author's name or a copyright line, in Unicode scalars.
    public static let longestLine = 200
    /// The maximum length of a clue, in Unicode scalars.
    public static let longestClue = 500
    /// The maximum length of the notes, in Unicode scalars.
    public static let longestNotes = 5000

    /// Cleans one line of plain text.
    ///
    /// Line breaks and control characters become spaces; invisible characters, surrounding spaces and
    /// combining marks beyond ``CombiningMarkRun/limit`` are removed.
    /// - Throws: `invalid-value`, naming `what`, if more than `limit` scalars remain.
    public static func line(
        _ text: String, _ what: String, limit: Int = longestLine
    ) throws(RuleViolation) -> String {
        try visible(text, what, limit: limit, breaks: " ")
    }

    /// Cleans notes as ``line(_:_:limit:)`` does, but keeps their line breaks.
    ///
    /// - Throws: `invalid-value` if more than ``longestNotes`` scalars remain.
    public static func notes(_ text: String) throws(RuleViolation) -> String {
        try visible(text, "note", limit: longestNotes, breaks: "\n")
    }

    private static func visible(
        _ text: String, _ what: String, limit: Int, breaks: Unicode.Scalar
    ) throws(RuleViolation) -> String {
        var shown = String.UnicodeScalarView()
        var last: Unicode.Scalar = " "
        var marks = CombiningMarkRun()
        for (scalar, isJoined) in VisibleText(text).marked {
            // A CRLF is one line break.
            if scalar != "\n" || last != "\r", let kept = isJoined ? scalar : replacement(scalar, breaks),
                marks.accepts(kept)
            {
                shown.append(kept)
            }
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

    /// The scalar to show for `scalar`; nil for format characters: bidirectional overrides and zero-width
    /// characters, which could disguise the text around them.
    private static func replacement(
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
