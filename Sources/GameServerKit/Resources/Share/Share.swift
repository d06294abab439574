import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/share`: a result as plain text that gives nothing away.
enum Share {
    static let routes = [Route(.get, "/games/{id}/share", game: .named, cost: .free, show)]

    private static func show(_ call: GameCall) throws -> Outcome {
        let (game, player) = (call.game, call.player)
        guard game.setup.rules != FreeRules.name else {
            throw Problem(ProblemTable["not-found"], "A free board has no result.")
        }
        guard game.shown.state.phase == .finished else {
            throw Problem(ProblemTable["game-not-finished"], "The game is not over yet.")
        }
        let own = game.shown.hasPrivateBoards ? player.seat?.number : 0
        let winner = game.shown.state.result?.winners.first?.number
        guard let number = own ?? winner ?? game.shown.boards.first?.number,
            let board = game.shown.boards.numbered(number)
        else { throw Problem.noSuchBoard }
        let text = Array(game.shareText(of: board).utf8)
        let vary = (name: "Vary", value: "Authorization")
        return .answer(
            Reply.respond(200, "text/plain; charset=utf-8", text, [vary], cache: "no-store"))
    }
}

extension LiveGame {
    /// The result on `board` in a few lines of plain text, without a letter of it.
    func shareText(of board: BoardPicture) -> String {
        let state = shown.state
        let end = state.end(of: board.number)
        let (title, rows): (String, [String])
        switch setup.answer {
        case .word: (title, rows) = (guesses(end), board.rowMarks.map { Self.squares($0.marks) })
        case .puzzle(let puzzle, _): (title, rows) = (time(end), Self.rows(of: board, puzzle))
        case nil: (title, rows) = (points(of: board), pointsOnBoard(board))
        }
        let head = ["FiveByFive", setup.rules, setup.day?.description, title].compactMap { $0 }
        return ([head.joined(separator: " ")] + rows).joined(separator: "\n") + "\n"
    }

    /// `4/5`, or `X/5`; with a star in hard mode.
    private func guesses(_ end: BoardEnd?) -> String {
        let count = end?.isSolved == true ? end?.guesses.map(String.init) : nil
        return "\(count ?? "X")/\(CellIndex.side)" + (setup.options.values["hard"] == .flag(true) ? "*" : "")
    }

    /// `1:23`, and whether there was help.
    private func time(_ end: BoardEnd?) -> String {
        guard let end, end.isSolved else { return "unsolved" }
        let seconds = end.elapsed.components.seconds
        let rest = String(seconds % 60)
        return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest + (end.isAssisted ? ", assisted" : "")
    }

    private func points(of board: BoardPicture) -> String {
        let score = shown.state.result?.scores.first { $0.seat.number == board.number }?.points
        return "\(score ?? 0) points"
    }

    /// Which cells are part of a word that counts.
    private func pointsOnBoard(_ board: BoardPicture) -> [String] {
        let counted = Set(scorer?.countedCells(of: board) ?? [])
        return CellIndex.all.chunkedByRow { counted.contains($0) ? "🟩" : "⬜" }
    }

    /// Which letters somebody has found, and which with help.
    private static func rows(of board: BoardPicture, _ puzzle: Puzzle) -> [String] {
        CellIndex.all.chunkedByRow { cell in
            let object = board.object(at: cell)
            if object is BlockCell { return "⬛" }
            guard let letter = object.letter, puzzle.isRight(letter, at: cell) else { return "⬜" }
            return object.mark == .revealed || object.mark == .right ? "🟨" : "🟩"
        }
    }

    private static func squares(_ marks: [CellMark]) -> String {
        marks.map { $0 == .hit ? "🟩" : $0 == .near ? "🟨" : "⬛" }.joined()
    }
}

extension [CellIndex] {
    /// Five lines, one sign for each cell.
    fileprivate func chunkedByRow(_ sign: (CellIndex) -> String) -> [String] {
        (0..<CellIndex.side).map { row in filter { $0.row == row }.map(sign).joined() }
    }
}
