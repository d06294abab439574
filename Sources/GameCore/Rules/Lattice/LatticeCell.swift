/// A letter of the lattice with its mark; players swap letters and never type them.
struct LatticeCell: CellObject {
    /// The letter; nil before the game starts.
    let letter: Letter?
    let mark: CellMark?
    var kind: String { "letter" }
    var style: CellStyle { .bold }
    /// A letter in its place stays there; the others can move.
    var isLocked: Bool { mark == .hit }

    init(_ letter: Letter? = nil, mark: CellMark? = nil) {
        self.letter = letter
        self.mark = mark
    }

    /// Replaces the letter; the rules allow that for a swap only.
    func typing(_ letter: Letter?) throws(RuleViolation) -> any CellObject {
        guard !isLocked else { throw RuleViolation(.cellLocked, "This letter is in its place.") }
        return LatticeCell(letter)
    }

    func holding(_ letter: Letter?) -> any CellObject { LatticeCell(letter) }

    func marked(_ mark: CellMark?) -> any CellObject {
        LatticeCell(letter, mark: letter != nil && mark?.isWordMark == true ? mark : nil)
    }
}

extension Lattice {
    /// The objects of a board with these letters, by position; nil is a hole.
    static func objects(_ letters: [Letter?], marks: [CellMark?]? = nil) -> [any CellObject] {
        letters.enumerated().map { position, letter -> any CellObject in
            guard let letter else { return BlockCell() }
            return LatticeCell(letter, mark: marks?[position])
        }
    }
}
