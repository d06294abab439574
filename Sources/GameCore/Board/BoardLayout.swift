/// A board drawn as text, read in: five rows joined by `/` or line feeds, `.` empty, `#` a block.
public struct BoardLayout {
    /// What the letters of the picture become.
    public enum Letters: Sendable {
        /// Letters that players wrote and may change.
        case written
        /// Letters that belong to the layout and stay.
        case given
    }

    /// The 25 objects in the order of their index.
    public let objects: [any CellObject]

    /// Reads `text`.
    ///
    /// - Throws: `invalid-value` when it is not five rows of five letters, `.` or `#`.
    public init(_ text: String, letters: Letters) throws(RuleViolation) {
        let rows = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\n" }
        guard rows.count == CellIndex.side, rows.allSatisfy({ $0.count == CellIndex.side }) else {
            throw RuleViolation(.invalidValue, "A board is five rows of five cells, joined by “/”.")
        }
        var objects: [any CellObject] = []
        for character in rows.joined() {
            objects.append(try Self.object(for: character, letters))
        }
        self.objects = objects
    }

    private static func object(
        for character: Character, _ letters: Letters
    ) throws(RuleViolation) -> any CellObject {
        if character == "." { return LetterCell() }
        if character == "#" { return BlockCell() }
        guard let letter = Letter(String(character)) else {
            throw RuleViolation(.invalidValue, "A board holds letters, “.” for empty and “#” for a block.")
        }
        return letters == .given ? GivenCell(letter) : LetterCell(letter)
    }
}

extension Board {
    /// A board drawn as text, with letters that may be changed.
    ///
    /// - Throws: `invalid-value` when the text is no board.
    public convenience init(number: Int = 0, text: String) throws(RuleViolation) {
        self.init(number: number, objects: try BoardLayout(text, letters: .written).objects)
    }
}
