/// The state of a board: the object and the stamp of each cell.
public struct BoardState: BoardDataSource, Sendable {
    /// 0 is the shared board; board n belongs to seat n.
    public let number: Int
    private var objects: [any CellObject]
    private var stamps: [CellStamp]

    /// Creates an untouched board with 25 `objects`; with empty cells for any other number.
    public init(number: Int = 0, objects: [any CellObject] = []) {
        self.number = number
        self.objects = objects.count == CellIndex.count ? objects : Self.emptyObjects
        stamps = Self.untouchedStamps
    }

    // Untouched boards share these until their first change.
    private static let emptyObjects: [any CellObject] = CellIndex.all.map { _ in LetterCell() }
    private static let untouchedStamps: [CellStamp] = CellIndex.all.map { _ in .untouched }

    /// Copies `source`.
    public init(of source: some BoardDataSource) {
        number = source.number
        objects = CellIndex.all.map(source.object(at:))
        stamps = CellIndex.all.map(source.stamp(at:))
    }

    /// The object at `index`.
    public func object(at index: CellIndex) -> any CellObject { objects[index.position] }

    /// The symbol of the object at `index`.
    public func symbol(at index: CellIndex) -> String { objects[index.position].symbol }

    /// The stamp of the cell at `index`.
    public func stamp(at index: CellIndex) -> CellStamp { stamps[index.position] }

    mutating func applyChange(_ change: CellChange, at sequence: SequenceNumber) {
        let position = change.cell.position
        objects[position] = objects[position].after(change)
        stamps[position] = CellStamp(by: change.by, sequence: sequence)
    }

    mutating func applyMarks(_ marks: CellMarks, at sequence: SequenceNumber) {
        for marked in marks.cells {
            let position = marked.cell.position
            objects[position] = objects[position].marked(marked.mark)
            stamps[position].sequence = sequence
        }
    }

    /// Restores the letter before `change`; the stamp stays.
    mutating func revert(_ change: CellChange) {
        let position = change.cell.position
        objects[position] = objects[position].holding(change.previous)
    }
}

extension BoardState: Equatable {
    /// Compares numbers, stamps, and the kind, letter, mark and decoration of each object.
    public static func == (left: BoardState, right: BoardState) -> Bool {
        left.number == right.number && left.stamps == right.stamps
            && zip(left.objects, right.objects).allSatisfy { one, other in
                one.kind == other.kind && one.letter == other.letter && one.mark == other.mark
                    && one.decoration == other.decoration
            }
    }
}
