/// What the rules say of the letter in a cell.
public enum CellMark: String, CaseIterable, Codable, Sendable {
    /// Of a guess: the right letter in the right place.
    case hit
    /// Of a guess: the word has the letter elsewhere.
    case near
    /// Of a guess: the word does not have the letter, or not so often.
    case miss
    /// Of a crossword: checked, and not what belongs there.
    case wrong
    /// Of a crossword: checked, and what belongs there.
    case right
    /// Of a crossword: shown by the server.
    case revealed
    /// Of a crossword: whoever wrote it is not sure.
    case pencil

    /// Whether it says something of a guess; the others belong to crosswords.
    var isOfGuess: Bool { self == .hit || self == .near || self == .miss }

    /// Whether a letter with this mark stays.
    public var locks: Bool {
        switch self {
        case .hit, .near, .miss, .right, .revealed: true
        case .wrong, .pencil: false
        }
    }
}
