/// A live board: 25 cells in five rows.
///
/// Owns its cells. Edits are reported to the cells' delegate, not to the board.
public final class Board: BoardDataSource {
    /// 0 is the shared board; board n belongs to seat n.
    public let number: Int
    /// The cells, by index.
    public let cells: [Cell]

    /// Creates a board with 25 `objects`; with empty cells for any other number.
    public init(number: Int = 0, objects: [any CellObject] = []) {
        self.number = number
        self.cells = CellIndex.all.map { index in
            Cell(objects.count == CellIndex.count ? objects[index.position] : LetterCell())
        }
    }

    init(_ state: BoardState) {
        number = state.number
        cells = CellIndex.all.map { index in
            let cell = Cell(state.object(at: index))
            cell.setStamp(state.stamp(at: index))
            return cell
        }
    }

    /// The cell at `index`.
    public subscript(index: CellIndex) -> Cell { cells[index.position] }

    /// The index of `cell`; nil if it is not a cell of this board.
    ///
    /// - Complexity: O(25); compares by identity.
    public func index(of cell: Cell) -> CellIndex? {
        cells.firstIndex { $0 === cell }.flatMap(CellIndex.init(_:))
    }

    /// Sets the cell at `index` to that of `state`, for replay and roll-back.
    func show(_ state: BoardState, at index: CellIndex) {
        self[index].restore(state.object(at: index), state.stamp(at: index))
    }

    /// The object at `index`.
    public func object(at index: CellIndex) -> any CellObject { self[index].object }

    /// The symbol of the object at `index`.
    public func symbol(at index: CellIndex) -> String { self[index].object.symbol }

    /// The symbol of the object at `index` as one byte, which the cell caches.
    public func asciiSymbol(at index: CellIndex) -> UInt8? { self[index].asciiSymbol }

    /// The stamp of the cell at `index`.
    public func stamp(at index: CellIndex) -> CellStamp { self[index].stamp }
}

/// The source of a board's content for views: the object at each index.
public protocol BoardDataSource {
    /// 0 is the shared board; board n belongs to seat n.
    var number: Int { get }
    /// The object at `index`.
    func object(at index: CellIndex) -> any CellObject
    /// The stamp of the cell at `index`.
    func stamp(at index: CellIndex) -> CellStamp
    /// The symbol of the object at `index`: its one character in the board's text.
    func symbol(at index: CellIndex) -> String
    /// The symbol as one byte; nil if it takes more. Default: computed from `symbol(at:)`.
    func asciiSymbol(at index: CellIndex) -> UInt8?
}

extension Sequence where Element: BoardDataSource {
    /// The board with this number; nil if there is none.
    public func numbered(_ number: Int) -> Element? {
        first { $0.number == number }
    }
}

extension BoardDataSource {
    /// Default: computed from `symbol(at:)`.
    public func asciiSymbol(at index: CellIndex) -> UInt8? { symbol(at: index).asciiByte }

    /// The board as text: rows top to bottom, joined by `/`; `.` is an empty cell, `#` a block.
    public var text: String {
        // Bytes, because appending 25 strings takes several times as long.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(CellIndex.count + CellIndex.side - 1)
        for index in CellIndex.all {
            if index.column == 0, index.row > 0 { bytes.append(UInt8(ascii: "/")) }
            if let byte = asciiSymbol(at: index) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: symbol(at: index).utf8)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The board as five lines of text.
    public var lines: String {
        String(text.map { $0 == "/" ? "\n" : $0 })
    }
}

extension String {
    var asciiByte: UInt8? { utf8.count == 1 ? utf8.first : nil }
}

/// A parsed board text: five rows joined by `/` or line feeds; `.` is an empty cell, `#` a block.
public struct BoardLayout {
    /// The kind of cell that letters become.
    public enum Letters: Sendable {
        /// Letters that players can change.
        case written
        /// Letters of the layout, which cannot be changed.
        case given
    }

    /// The 25 objects, by index.
    public let objects: [any CellObject]

    /// Parses `text`.
    ///
    /// - Throws: `invalid-value` unless it is five rows of five letters, `.` or `#`.
    public init(_ text: String, letters: Letters) throws(RuleViolation) {
        let rows = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\n" }
        guard rows.count == CellIndex.side, rows.allSatisfy({ $0.count == CellIndex.side }) else {
            throw RuleViolation(.invalidValue, "A board must be five rows of five cells, joined by “/”.")
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
            throw RuleViolation(
                .invalidValue, "A board consists of letters, “.” for an empty cell and “#” for a block.")
        }
        return letters == .given ? GivenCell(letter) : LetterCell(letter)
    }
}

extension Board {
    /// Creates a board from its text; players can change its letters.
    ///
    /// - Throws: `invalid-value` if the text is not a board.
    public convenience init(number: Int = 0, text: String) throws(RuleViolation) {
        self.init(number: number, objects: try BoardLayout(text, letters: .written).objects)
    }
}
