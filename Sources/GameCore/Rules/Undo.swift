/// The action `undo`: one takes back one's own last change of a shared board.
enum Undo {
    /// Sets the action.
    static func setAction(on game: GameController) {
        game.actions.set("undo", isAllowed: { $1.takesEdits && $1.hasOwnChange($0) }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try undo(game, call.player)
        }
    }

    private static func undo(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard let own = player.seat.flatMap({ game.state.ownChanges[$0] })?.change,
            let board = game.boards.numbered(own.board), stands(own, on: board)
        else {
            throw RuleViolation(.nothingToUndo, "There is no change of yours that still stands.")
        }
        try game.rules.mayType(player, in: game)
        try game.change(for: .undo, by: player.seat) { () throws(RuleViolation) in
            try board[own.cell].type(own.previous?.text ?? "", inPencil: own.wasPencil)
        }
        if game.hasChangedCells { try game.rules.didEdit(board, in: game) }
    }

    /// Whether the cell still holds what was written, by who wrote it.
    private static func stands(_ change: CellChange, on board: Board) -> Bool {
        board[change.cell].stamp.by == change.by && board[change.cell].letter == change.value
    }
}
