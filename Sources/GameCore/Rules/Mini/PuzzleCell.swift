/// A cell of a crossword: empty, or holding an entry, perhaps with a mark.
public struct PuzzleCell: CellObject {
    /// The entry; nil in an empty cell.
    public let letter: Letter?
    /// The mark of the entry.
    public let mark: CellMark?
    /// The printed number, label and circle.
    public let decoration: CellDecoration
    /// Whether the cell accepts an entry of several letters.
    public let takesRebus: Bool
    /// The kind `letter`.
    public var kind: String { "letter" }
    /// The first letter of the entry; `.` in an empty cell.
    public var symbol: String { letter.map { $0.isSingle ? $0.text : String($0.text.prefix(1)) } ?? "." }

    /// Creates a cell.
    public init(
        _ letter: Letter? = nil, mark: CellMark? = nil, decoration: CellDecoration = .none,
        takesRebus: Bool = false
    ) {
        self.letter = letter
        self.mark = mark
        self.decoration = decoration
        self.takesRebus = takesRebus
    }

    /// Parses one letter, or several in a puzzle with rebus cells.
    public func parse(_ text: String) -> Letter? { takesRebus ? Letter(rebus: text) : Letter(text) }

    /// Replaces the entry; refuses if it is marked as right or revealed.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard !isLocked else {
            throw RuleViolation(.lockedCell, "The letter in this cell is right and cannot be changed.")
        }
        return holding(letter)
    }

    /// The cell with `letter` and no mark.
    public func holding(_ letter: Letter?) -> any CellObject {
        PuzzleCell(letter, decoration: decoration, takesRebus: takesRebus)
    }

    /// The cell with `mark`, or without a mark if the cell is empty or `mark` belongs to a guess.
    public func marked(_ mark: CellMark?) -> any CellObject {
        let mark = letter == nil || mark?.isWordMark == true ? nil : mark
        return PuzzleCell(letter, mark: mark, decoration: decoration, takesRebus: takesRebus)
    }
}
