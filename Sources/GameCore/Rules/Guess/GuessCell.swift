/// A cell of a guess: empty, a letter, or a letter of a row that was submitted.
public struct GuessCell: CellObject {
    /// The letter; nil when empty.
    public let letter: Letter?
    /// What the submitted letter tells of the hidden word.
    public let mark: CellMark?
    /// The kind `letter`.
    public var style: CellStyle { .bold }
    /// The kind of the wire.
    public var kind: String { "letter" }

    /// A cell of a guess.
    public init(_ letter: Letter? = nil, mark: CellMark? = nil) {
        self.letter = letter
        self.mark = mark
    }

    /// What was submitted stays.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard mark == nil else { throw RuleViolation(.lockedCell, "This row has been submitted.") }
        return GuessCell(letter)
    }

    /// The same cell with another letter.
    public func taking(_ letter: Letter?) -> any CellObject { GuessCell(letter) }

    /// The same letter with `mark`, which is that of a guess; an empty cell has none.
    public func marked(_ mark: CellMark?) -> any CellObject {
        GuessCell(letter, mark: letter != nil && mark?.isOfGuess == true ? mark : nil)
    }
}
