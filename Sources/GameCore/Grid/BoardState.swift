/// A board as a value: what stands in its cells, and who put it there.
public struct BoardState: BoardDataSource, Sendable {
    /// 0 is the shared board; board n belongs to seat n.
    public let number: Int
    private var objects: [any CellObject]
    private var stamps: [CellStamp]

    /// An untouched board with the given objects (exactly 25), or an empty one.
    public init(number: Int = 0, objects: [any CellObject] = []) {
        self.number = number
        self.objects = objects.count == CellIndex.count ? objects : CellIndex.all.map { _ in LetterCell() }
        stamps = CellIndex.all.map { _ in .untouched }
    }

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

    /// The author of the last change of the cell at `index`.
    public func stamp(at index: CellIndex) -> CellStamp { stamps[index.position] }

    /// Puts a letter and a mark into the cell at `index`, as a snapshot has kept them.
    public mutating func restore(
        _ letter: Letter?, _ mark: CellMark?, _ stamp: CellStamp, at index: CellIndex
    ) {
        let position = index.position
        objects[position] = objects[position].taking(letter).marked(mark)
        stamps[position] = stamp
    }

    /// Applies one change of a cell.
    mutating func apply(_ change: CellChange, at sequence: SequenceNumber) {
        let position = change.cell.position
        objects[position] = objects[position].after(change)
        stamps[position] = CellStamp(by: change.by, sequence: sequence)
    }

    /// Applies what the rules have said of some letters.
    mutating func apply(_ marks: CellMarks, at sequence: SequenceNumber) {
        for marked in marks.cells {
            let position = marked.cell.position
            objects[position] = objects[position].marked(marked.mark)
            stamps[position].sequence = sequence
        }
    }

    /// Shows again the letter that stood there before one change.
    mutating func goBack(before change: CellChange) {
        let position = change.cell.position
        objects[position] = objects[position].taking(change.previous)
    }
}

extension BoardState: Equatable {
    /// Whether both boards show the same, put there by the same people.
    public static func == (left: BoardState, right: BoardState) -> Bool {
        left.number == right.number && left.stamps == right.stamps
            && zip(left.objects, right.objects).allSatisfy { one, other in
                one.kind == other.kind && one.letter == other.letter && one.mark == other.mark
                    && one.print == other.print
            }
    }
}
