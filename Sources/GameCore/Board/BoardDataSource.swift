/// Gives whoever shows a board the object at an index; the board of the game and its pictures are such
/// sources.
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
