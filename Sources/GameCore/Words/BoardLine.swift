/// Five cells in which words are read: a row, a column, or a diagonal from left to right.
public struct BoardLine: Equatable, Sendable {
    /// How words are read.
    public enum Direction: String, Sendable {
        case across, down, diagonal
    }

    /// How words are read in it.
    public let direction: Direction
    /// Rows from the top, columns from the left; diagonal 0 leads down from a1, 1 up from a5.
    public let index: Int
    /// The cells, in the order of reading.
    public let cells: [CellIndex]

    /// The five rows, then the five columns.
    public static let rowsAndColumns = (0..<CellIndex.side).map(row) + (0..<CellIndex.side).map(column)
    /// The two diagonals.
    public static let diagonals = [
        BoardLine(.diagonal, 0) { (row: $0, column: $0) },
        BoardLine(.diagonal, 1) { (row: CellIndex.side - 1 - $0, column: $0) },
    ]

    private static func row(_ index: Int) -> BoardLine {
        BoardLine(.across, index) { (row: index, column: $0) }
    }

    private static func column(_ index: Int) -> BoardLine {
        BoardLine(.down, index) { (row: $0, column: index) }
    }

    private init(_ direction: Direction, _ index: Int, _ place: (Int) -> (row: Int, column: Int)) {
        self.direction = direction
        self.index = index
        cells = (0..<CellIndex.side).compactMap { step in
            CellIndex(row: place(step).row, column: place(step).column)
        }
    }
}
