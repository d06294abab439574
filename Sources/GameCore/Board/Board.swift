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
