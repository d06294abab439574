/// A board in the codes of one alphabet: what the word engine reads.
public struct CodedBoard: Equatable, Sendable {
    /// The code of a cell that takes no letter.
    public static let block: UInt8 = 0xFF

    /// 25 codes in the order of the cells: 0 is empty or foreign, `block` a block.
    public internal(set) var codes: [UInt8]

    /// An empty board.
    public init() {
        codes = Array(repeating: 0, count: CellIndex.count)
    }

    /// What `board` shows, in the codes of `alphabet`.
    public init(_ board: some BoardDataSource, _ alphabet: Alphabet) {
        codes = CellIndex.all.map { index in
            let object = board.object(at: index)
            return object is BlockCell ? Self.block : alphabet.code(of: object.letter)
        }
    }

    /// The code in `cell`.
    public subscript(cell: CellIndex) -> UInt8 {
        get { codes[cell.position] }
        set { codes[cell.position] = newValue }
    }

    /// The cells that are empty.
    public var emptyCells: [CellIndex] { CellIndex.all.filter { self[$0] == 0 } }
}
