/// The scored lines of the 5x5 board (rows, columns, perhaps both diagonals), cells 0...24 by rows.
struct BoardGeometry: Sendable {
    let lineCount: Int
    /// lineCells[line * 5 + position] = cell.
    let lineCells: [Int32]
    /// crossings[cellStart[cell]..<cellStart[cell + 1]]: the lines through a cell, as line * 8 + position.
    let cellStart: [Int32]
    let crossings: [Int32]

    init(diagonals: Bool = false) {
        var lines = (0..<5).map { row in (0..<5).map { row * 5 + $0 } }
        lines += (0..<5).map { column in (0..<5).map { $0 * 5 + column } }
        if diagonals { lines += [(0..<5).map { $0 * 6 }, (0..<5).map { 20 - $0 * 4 }] }
        var starts: [Int32] = [0], through: [Int32] = []
        for cell in 0..<25 {
            for (line, cells) in lines.enumerated() {
                if let position = cells.firstIndex(of: cell) { through.append(Int32(line * 8 + position)) }
            }
            starts.append(Int32(through.count))
        }
        lineCount = lines.count
        lineCells = lines.flatMap { $0.map { Int32($0) } }
        cellStart = starts
        crossings = through
    }

    func cells(ofLine line: Int) -> [Int] { (0..<5).map { Int(lineCells[line * 5 + $0]) } }

    func lines(through cell: Int) -> [Int] {
        (Int(cellStart[cell])..<Int(cellStart[cell + 1])).map { Int(crossings[$0]) / 8 }
    }

    /// The arrays, for reading in a hurry; valid only inside of the closure that gets them.
    struct Lines {
        let cells: UnsafePointer<Int32>
        let starts: UnsafePointer<Int32>
        let crossings: UnsafePointer<Int32>
    }

    /// Lends the arrays to `body`.
    func withLines<Result>(_ body: (Lines) -> Result?) -> Result? {
        lineCells.withUnsafeBufferPointer { cells in
            cellStart.withUnsafeBufferPointer { starts in
                crossings.withUnsafeBufferPointer { crossings in
                    guard let cells = cells.baseAddress, let starts = starts.baseAddress,
                        let crossings = crossings.baseAddress
                    else { return nil }
                    return body(Lines(cells: cells, starts: starts, crossings: crossings))
                }
            }
        }
    }
}
