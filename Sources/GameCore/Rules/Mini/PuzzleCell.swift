/// A cell of a crossword: empty, or holding an entry, perhaps with a mark.
public struct PuzzleCell: CellObject {
    /// What a cell accepts besides one letter.
    public struct Entries: OptionSet, Sendable {
        /// Digits, alone or among letters.
        public static let digits = Entries(rawValue: 1)
        /// Several letters or digits.
        public static let several = Entries(rawValue: 2)

        /// The kinds as bits.
        public let rawValue: Int

        /// Creates a set of kinds.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }
    }

    /// The entry; nil in an empty cell.
    public let letter: Letter?
    /// The mark of the entry.
    public let mark: CellMark?
    /// The printed number, label and circle.
    public let decoration: CellDecoration
    /// What the cell accepts besides one letter.
    public let entries: Entries
    /// The kind `letter`.
    public var kind: String { "letter" }
    /// The first letter of the entry; `.` in an empty cell.
    public var symbol: String { letter.map { $0.isSingle ? $0.text : String($0.text.prefix(1)) } ?? "." }

    /// Creates a cell.
    public init(
        _ letter: Letter? = nil, mark: CellMark? = nil, decoration: CellDecoration = .none,
        entries: Entries = []
    ) {
        self.letter = letter
        self.mark = mark
        self.decoration = decoration
        self.entries = entries
    }

    /// Parses one letter, or an entry that ``entries`` allows.
    public func parse(_ text: String) -> Letter? {
        if let letter = Letter(text) { return letter }
        guard entries.contains(.digits) || !text.contains(where: \.isDigit),
            entries.contains(.several) || text.count == 1
        else { return nil }
        return Letter(entry: text)
    }

    /// Replaces the entry; refuses if it is marked as right or revealed.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard !isLocked else {
            throw RuleViolation(.lockedCell, "The letter in this cell is right and cannot be changed.")
        }
        return holding(letter)
    }

    /// The cell with `letter` and no mark.
    public func holding(_ letter: Letter?) -> any CellObject {
        PuzzleCell(letter, decoration: decoration, entries: entries)
    }

    /// The cell with `mark`, or without a mark if the cell is empty or `mark` belongs to a guess.
    public func marked(_ mark: CellMark?) -> any CellObject {
        let mark = letter == nil || mark?.isWordMark == true ? nil : mark
        return PuzzleCell(letter, mark: mark, decoration: decoration, entries: entries)
    }
}
