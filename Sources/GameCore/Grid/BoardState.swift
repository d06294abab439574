/// A board as it was at one moment: a value that can be kept, compared and folded forward.
public struct BoardPicture: BoardDataSource, Sendable {
    /// 0 is the shared board; board n belongs to seat n.
    public let number: Int
    private var objects: [any CellObject]
    private var stamps: [CellStamp]

    /// What `source` shows now.
    public init(of source: some BoardDataSource) {
        number = source.number
        objects = CellIndex.all.map(source.object(at:))
        stamps = CellIndex.all.map(source.stamp(at:))
    }

    /// What stands at `index`.
    public func object(at index: CellIndex) -> any CellObject { objects[index.position] }

    /// The sign of the cell at `index`.
    public func sign(at index: CellIndex) -> String { objects[index.position].sign }

    /// Who changed the cell at `index` last.
    public func stamp(at index: CellIndex) -> CellStamp { stamps[index.position] }

    /// Takes over the letters and stamps that a snapshot has kept of this board.
    mutating func takeOver(_ cells: [GameSnapshot.Cell]) {
        for (position, cell) in zip(objects.indices, cells) {
            objects[position] = objects[position].taking(cell.entry).marked(cell.mark)
            stamps[position] = cell.stamp
        }
    }

    /// Shows again what stood there before one change.
    mutating func goBack(before change: CellChange) {
        let position = change.cell.position
        objects[position] = objects[position].taking(change.previous)
    }

    /// Takes over one change that has happened to this board.
    mutating func fold(_ change: CellChange, at sequence: SequenceNumber) {
        let position = change.cell.position
        objects[position] = objects[position].after(change)
        stamps[position] = CellStamp(by: change.by, sequence: sequence)
    }

    /// Takes over what the rules have said of some letters.
    mutating func fold(_ marks: CellMarks, at sequence: SequenceNumber) {
        for marked in marks.cells {
            let position = marked.cell.position
            objects[position] = objects[position].marked(marked.mark)
            stamps[position].sequence = sequence
        }
    }
}
