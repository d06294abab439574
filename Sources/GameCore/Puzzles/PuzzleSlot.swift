/// A run of two or more cells of a crossword, which takes one word.
public struct PuzzleSlot: Equatable, Sendable {
    /// `across` or `down`.
    public let direction: BoardLine.Direction
    /// The number in its first cell, from 1, as crosswords are numbered: in the order of reading, one number
    /// for each cell in which a word begins.
    public let number: Int
    /// Its cells, in the order of reading.
    public let cells: [CellIndex]

    /// The slots of a board with these `blocks`, 25 of them: across by number, then down by number.
    ///
    /// A run of a single cell is no slot.
    public static func all(blocks: [Bool]) -> [PuzzleSlot] {
        let across = runs(blocks, of: BoardLine.rowsAndColumns.filter { $0.direction == .across })
        let down = runs(blocks, of: BoardLine.rowsAndColumns.filter { $0.direction == .down })
        let starts = Set((across + down).map { $0[0] }).sorted()
        let slots = { (direction: BoardLine.Direction, runs: [[CellIndex]]) in
            starts.enumerated().flatMap { place, start in
                runs.filter { $0[0] == start }.map {
                    PuzzleSlot(direction: direction, number: place + 1, cells: $0)
                }
            }
        }
        return slots(.across, across) + slots(.down, down)
    }

    private static func runs(_ blocks: [Bool], of lines: [BoardLine]) -> [[CellIndex]] {
        lines.flatMap { line in
            line.cells.split { blocks[$0.position] }.map(Array.init).filter { $0.count > 1 }
        }
    }
}
