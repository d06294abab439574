/// A cell of a crossword: empty, or an entry, with what the rules have said of it.
public struct PuzzleCell: CellObject {
    /// The entry; nil when empty.
    public let letter: Letter?
    /// What is known of the entry.
    public let mark: CellMark?
    /// What is printed in the cell.
    public let print: CellPrint
    /// Whether several letters may share the cell.
    public let takesRebus: Bool
    /// The kind `letter`.
    public var kind: String { "letter" }
    /// The entry; the first letter of several.
    public var sign: String { letter.map { $0.isSingle ? $0.text : String($0.text.prefix(1)) } ?? "." }

    /// A cell of a crossword.
    public init(
        _ letter: Letter? = nil, mark: CellMark? = nil, print: CellPrint = .none, takesRebus: Bool = false
    ) {
        self.letter = letter
        self.mark = mark
        self.print = print
        self.takesRebus = takesRebus
    }

    /// One letter, or several where the puzzle has such cells.
    public func reading(_ text: String) -> Letter? { takesRebus ? Letter(rebus: text) : Letter(text) }

    /// An entry that is checked and right, or was shown by the server, stays; others are replaced.
    public func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard mark?.locks != true else {
            throw RuleViolation(.lockedCell, "The letter in this cell is known to be right.")
        }
        return taking(letter)
    }

    /// The same cell with another entry, of which nothing is known.
    public func taking(_ letter: Letter?) -> any CellObject {
        PuzzleCell(letter, print: print, takesRebus: takesRebus)
    }

    /// The same entry with `mark`, which is that of a crossword; an empty cell has none.
    public func marked(_ mark: CellMark?) -> any CellObject {
        let mark = letter == nil || mark?.isOfGuess == true ? nil : mark
        return PuzzleCell(letter, mark: mark, print: print, takesRebus: takesRebus)
    }
}
