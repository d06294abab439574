/// Twenty-five cells in five rows.
///
/// The board owns its cells; who owns the board is told of edits as the cells' delegate.
public final class Board: BoardDataSource {
    /// 0 is the shared board; board n belongs to seat n.
    public let number: Int
    /// The cells in the order of their index.
    public let cells: [Cell]

    /// An empty board, or one with the given objects (exactly 25).
    public init(number: Int = 0, objects: [any CellObject] = []) {
        self.number = number
        self.cells = CellIndex.all.map { index in
            Cell(objects.count == CellIndex.count ? objects[index.position] : LetterCell())
        }
    }

    /// A live board that shows `state`.
    init(_ state: BoardState) {
        number = state.number
        cells = CellIndex.all.map { index in
            let cell = Cell(state.object(at: index))
            cell.sign(state.stamp(at: index))
            return cell
        }
    }

    /// The cell at `index`.
    public subscript(index: CellIndex) -> Cell { cells[index.position] }

    /// Where `cell` stands on this board; nil when it is not one of its cells.
    ///
    /// - Complexity: O(25), by identity.
    public func index(of cell: Cell) -> CellIndex? {
        cells.firstIndex { $0 === cell }.flatMap(CellIndex.init(_:))
    }

    /// What stands at `index`.
    public func object(at index: CellIndex) -> any CellObject { self[index].object }

    /// The sign of the cell at `index`.
    public func sign(at index: CellIndex) -> String { self[index].object.sign }

    /// The sign of the cell at `index` as a byte, which the cell has kept.
    public func asciiSign(at index: CellIndex) -> UInt8? { self[index].asciiSign }

    /// Who changed the cell at `index` last.
    public func stamp(at index: CellIndex) -> CellStamp { self[index].stamp }
}

/// The source from which a view draws a board: the object at each index.
public protocol BoardDataSource {
    /// 0 is the shared board; board n belongs to seat n.
    var number: Int { get }
    /// What stands at `index`.
    func object(at index: CellIndex) -> any CellObject
    /// Who changed it last.
    func stamp(at index: CellIndex) -> CellStamp
    /// The one character of what stands at `index`, in a board drawn as text.
    func sign(at index: CellIndex) -> String
    /// The same as a byte; nil where it takes more than one.
    func asciiSign(at index: CellIndex) -> UInt8?
}

extension Sequence where Element: BoardDataSource {
    /// The board with this number, if it is there.
    public func numbered(_ number: Int) -> Element? {
        first { $0.number == number }
    }
}

extension BoardDataSource {
    /// Looked up in the text.
    public func asciiSign(at index: CellIndex) -> UInt8? { sign(at: index).asciiByte }

    /// The rows, top to bottom, joined by `/`: `.` is empty, `#` a block.
    public var text: String {
        var text = ""
        text.reserveCapacity(CellIndex.count + CellIndex.side - 1)
        for index in CellIndex.all {
            if index.column == 0, index.row > 0 { text.append("/") }
            text.append(sign(at: index))
        }
        return text
    }

    /// The same as five lines, as tests and terminals show it.
    public var lines: String {
        String(text.map { $0 == "/" ? "\n" : $0 })
    }
}

extension String {
    /// The only byte; nil where there are none or several.
    var asciiByte: UInt8? { utf8.count == 1 ? utf8.first : nil }
}

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
