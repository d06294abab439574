import GameCore

/// Players fill a board together on which no letter may stand next to itself.
struct ApartRules: RuleSet {
    static let name = "apart"
    static let info = RuleInfo(
        title: "Apart", summary: "Fill the board; no letter may stand next to itself.",
        options: ["diagonals": Schema.flag.defaulting(to: .flag(false)).described("Diagonals count too.")])
    static let nextToItself = RuleViolation.Code(
        "next-to-itself", .conflict, title: "Next to itself", meaning: "A neighbouring cell has this letter.")
    static let refusals = [nextToItself]

    let diagonals: Bool

    init(_ setup: GameSetup) throws(RuleViolation) {
        try setup.options.allowOnly(["diagonals"])
        diagonals = try setup.options.flag("diagonals") ?? false
    }

    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
        guard let letter = edit.value, !fits(letter, edit.cell, game.boards[0]) else { return }
        throw RuleViolation(Self.nextToItself, "\(letter) would stand next to itself.")
    }

    func didEdit(_ board: Board, in game: GameController) {
        guard board.cells.allSatisfy({ $0.letter != nil }) else { return }
        let scores = game.state.seats.map { player in
            GameResult.Score(seat: player.seat, points: board.cells.count { $0.stamp.by == player.seat })
        }
        game.finish(scores)
    }

    func setActions(on game: GameController) {
        for set in [Undo.setAction, Recolour.setAction, Rematch.setAction, HostClose.setAction] { set(game) }
        let cell = ["cell": Schema.cell]
        game.actions.set("fit", parameters: cell, isAllowed: { $0.seat != nil && $1.phase == .playing }) {
            [weak game] call throws(RuleViolation) in
            guard let game, let cell = try call.parameters.cell("cell") else { return }
            try mayType(call.player, in: game)
            let letters = "ABCDEFGHI".compactMap { Letter(String($0)) }
            try game.boards[0][cell].type(letters.first { fits($0, cell, game.boards[0]) }?.text ?? "")
            didEdit(game.boards[0], in: game)
        }
    }

    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if prompt.purpose == Rematch.purpose, button != prompt.cancel { Rematch.start(in: game) }
    }

    private func fits(_ letter: Letter, _ cell: CellIndex, _ board: Board) -> Bool {
        !CellIndex.all.contains { other in
            let (rows, columns) = (abs(other.row - cell.row), abs(other.column - cell.column))
            let isNeighbour = diagonals ? max(rows, columns) == 1 : rows + columns == 1
            return isNeighbour && board[other].letter == letter
        }
    }
}
