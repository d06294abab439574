/// The index of a cell on the 5x5 board: 0…24, left to right and top to bottom.
public struct CellIndex: Hashable, Comparable, Sendable {
    /// The number of cells in a row and in a column.
    public static let side = 5
    /// The number of cells on a board.
    public static let count = side * side
    /// All indices, in order.
    public static let all: [CellIndex] = (0..<count).map(CellIndex.init(unchecked:))

    /// One byte, because events and requests hold many indices.
    private let stored: UInt8

    /// The index as a number: 5 · row + column, 0…24.
    public var position: Int { Int(stored) }

    /// Creates an index from its number; nil outside 0…24.
    public init?(_ position: Int) {
        guard (0..<Self.count).contains(position) else { return nil }
        stored = UInt8(position)
    }

    /// Creates an index from its row and column; nil unless both are 0…4.
    public init?(row: Int, column: Int) {
        guard (0..<Self.side).contains(row), (0..<Self.side).contains(column) else { return nil }
        stored = UInt8(row * Self.side + column)
    }

    /// Parses a number ("12") or a square name ("c3"); nil for any other text.
    public init?(name: String) {
        let bytes = name.utf8
        guard (1...2).contains(bytes.count), let first = bytes.first, let last = bytes.last else {
            return nil
        }
        if bytes.count == 2, let column = Self.letters.firstIndex(of: first | 0x20) {
            self.init(row: Int(last) - Int(UInt8(ascii: "1")), column: column)
            return
        }
        guard bytes.allSatisfy({ (0x30...0x39).contains($0) }),
            bytes.count == 1 || first != UInt8(ascii: "0"), let position = Int(name)
        else { return nil }
        self.init(position)
    }

    private init(unchecked position: Int) {
        stored = UInt8(position)
    }

    /// The row, 0…4 from the top.
    public var row: Int { position / Self.side }
    /// The column, 0…4 from the left.
    public var column: Int { position % Self.side }

    /// The square name: column letter a–e, then row digit 1–5.
    public var square: String { Self.squares[position] }

    /// Orders cells left to right and top to bottom.
    public static func < (left: CellIndex, right: CellIndex) -> Bool {
        left.position < right.position
    }

    private static let letters = Array("abcde".utf8)
    private static let squares = all.map { String(Unicode.Scalar(letters[$0.column])) + String($0.row + 1) }
}
