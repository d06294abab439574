/// A cell of a guess: empty, holding a letter, or holding a marked letter of a submitted row.
public struct GuessCell: CellObject {
    /// The letter; nil in an empty cell.
    public let letter: Letter?
    /// The mark of a submitted letter.
    public let mark: CellMark?
    /// Drawn in bold.
    public var style: CellStyle { .bold }
    /// The kind `letter`.
    public var kind: String { "letter" }

    /// Creates a cell.
    public init(_ letter: Letter? = nil, mark: CellMark? = nil) {
        self.letter = letter
        self.mark = mark
    }

    /// Replaces the letter; refuses in a submitted row.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard mark == nil else { throw RuleViolation(.lockedCell, "This row has been submitted.") }
        return GuessCell(letter)
    }

    /// The cell with `letter` and no mark.
    public func holding(_ letter: Letter?) -> any CellObject { GuessCell(letter) }

    /// The cell with `mark`, or without a mark if the cell is empty or `mark` belongs to a crossword.
    public func marked(_ mark: CellMark?) -> any CellObject {
        GuessCell(letter, mark: letter != nil && mark?.isWordMark == true ? mark : nil)
    }
}
