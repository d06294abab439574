/// A board in the codes of one alphabet: what the word engine reads.
public struct CodedBoard: Equatable, Sendable {
    /// The code of a cell that takes no letter.
    public static let block: UInt8 = 0xFF
    /// The code of a letter that no word of the lexicon has.
    public static let foreign: UInt8 = 0xFE

    /// 25 codes in the order of the cells: 0 is empty; `block` and `foreign` are no letters of words.
    public internal(set) var codes: [UInt8]

    /// An empty board.
    public init() {
        codes = Array(repeating: 0, count: CellIndex.count)
    }

    /// What `board` shows, in the codes of `alphabet`.
    public init(_ board: some BoardDataSource, _ alphabet: Alphabet) {
        codes = CellIndex.all.map { index in
            let object = board.object(at: index)
            guard let letter = object.letter else {
                // Not `is`, which looks the type up each time.
                return type(of: object) == BlockCell.self ? Self.block : 0
            }
            let code = alphabet.code(of: letter)
            return code == 0 ? Self.foreign : code
        }
    }

    /// The code in `cell`.
    public subscript(cell: CellIndex) -> UInt8 {
        get { codes[cell.position] }
        set { codes[cell.position] = newValue }
    }

    /// Writes the letter with this code into `cell`.
    public mutating func put(_ letter: UInt8, in cell: CellIndex) {
        codes[cell.position] = letter
    }

    /// The cells that are empty.
    public var emptyCells: [CellIndex] { CellIndex.all.filter { self[$0] == 0 } }
}
