/// A board as letter codes of one ``Alphabet``, the input of the word engine.
public struct CodedBoard: Equatable, Sendable {
    /// The code of a block.
    public static let block: UInt8 = 0xFF
    /// The code of a letter that is not in the alphabet.
    public static let foreign: UInt8 = 0xFE

    /// The codes of the 25 cells by position: 0 for an empty cell, a letter code, ``block`` or ``foreign``.
    public internal(set) var codes: [UInt8]

    /// Creates an empty board.
    public init() {
        codes = Array(repeating: 0, count: CellIndex.count)
    }

    /// Creates a copy of `board` in the codes of `alphabet`.
    public init(_ board: some BoardDataSource, _ alphabet: Alphabet) {
        codes = CellIndex.all.map { index in
            let object = board.object(at: index)
            guard let letter = object.letter else {
                // Faster than `is`, a dynamic cast.
                return type(of: object) == BlockCell.self ? Self.block : 0
            }
            let code = alphabet.code(of: letter)
            return code == 0 ? Self.foreign : code
        }
    }

    /// The code of `cell`.
    public subscript(cell: CellIndex) -> UInt8 {
        get { codes[cell.position] }
        set { codes[cell.position] = newValue }
    }

    /// Sets `cell` to the letter with the code `letter`.
    public mutating func put(_ letter: UInt8, in cell: CellIndex) {
        codes[cell.position] = letter
    }

    /// The empty cells, in order.
    public var emptyCells: [CellIndex] { CellIndex.all.filter { self[$0] == 0 } }
}
