/// What is to be found in a game; nobody is told before the end.
public enum GameAnswer: Equatable, Sendable {
    /// A crossword; of a file that somebody has given to the server, with its id.
    indirect case puzzle(Puzzle, file: String?)
    /// A word.
    case word(String)

    /// What is told of it in the end: the word, or the board as text.
    public var text: String {
        switch self {
        case .word(let word): word
        case .puzzle(let puzzle, _): puzzle.solution.text
        }
    }
}

extension Puzzle {
    /// The board as it is in the end.
    public var solution: BoardPicture {
        let objects = cells.map { cell -> any CellObject in
            cell.map { PuzzleCell($0.answer, takesRebus: true) } ?? BlockCell()
        }
        return BoardPicture(of: Board(objects: objects))
    }

    /// The board before anything was written.
    public var layout: [any CellObject] {
        var prints: [CellIndex: CellPrint] = [:]
        for clue in clues {
            prints[clue.slot.cells[0]] = CellPrint(number: clue.slot.number, label: clue.label)
        }
        return zip(CellIndex.all, cells).map { index, cell -> any CellObject in
            guard let cell else { return BlockCell() }
            let start = prints[index] ?? .none
            let print = CellPrint(number: start.number, label: start.label, isCircled: cell.isCircled)
            return cell.isGiven
                ? GivenCell(cell.answer, print: print) : PuzzleCell(print: print, takesRebus: hasRebus)
        }
    }
}
