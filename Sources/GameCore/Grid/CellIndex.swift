/// The place of one cell on the 5x5 board: 0…24, counted left to right and top to bottom.
public struct CellIndex: Hashable, Comparable, Sendable {
    /// Cells in a row and in a column.
    public static let side = 5
    /// Cells on a board.
    public static let count = side * side
    /// Every index, in order.
    public static let all: [CellIndex] = (0..<count).map(CellIndex.init(unchecked:))

    /// A byte, as events and requests hold many of them.
    private let stored: UInt8

    /// 5 · row + column, 0…24.
    public var position: Int { Int(stored) }

    /// An index from its position; nil outside 0…24.
    public init?(_ position: Int) {
        guard (0..<Self.count).contains(position) else { return nil }
        stored = UInt8(position)
    }

    /// An index from its row and column, each 0…4; nil outside.
    public init?(row: Int, column: Int) {
        guard (0..<Self.side).contains(row), (0..<Self.side).contains(column) else { return nil }
        stored = UInt8(row * Self.side + column)
    }

    /// An index from what people write: a position ("12") or a square name ("c3").
    public init?(name: String) {
        let bytes = Array(name.utf8)
        if bytes.count == 2, let column = Self.letters.firstIndex(of: bytes[0] | 0x20) {
            self.init(row: Int(bytes[1]) - Int(UInt8(ascii: "1")), column: column)
            return
        }
        guard (1...2).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        guard bytes.count == 1 || bytes[0] != UInt8(ascii: "0"), let position = Int(name) else { return nil }
        self.init(position)
    }

    private init(unchecked position: Int) {
        stored = UInt8(position)
    }

    /// 0…4, from the top.
    public var row: Int { position / Self.side }
    /// 0…4, from the left.
    public var column: Int { position % Self.side }

    /// The square's name: column letter a–e, then row digit 1–5.
    public var square: String {
        String(Unicode.Scalar(Self.letters[column])) + String(row + 1)
    }

    /// The order of reading: left to right, top to bottom.
    public static func < (left: CellIndex, right: CellIndex) -> Bool {
        left.position < right.position
    }

    private static let letters = Array("abcde".utf8)
}
