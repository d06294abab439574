import GameCore
import GameJSON
import GameStore
import Logging

/// Logs every edit of a shared board, with `--log-level trace`.
///
/// The listeners are associated with the cells and see pending edits, before the commit; they only log.
final class EditTrace {
    private var subscriptions: [Subscription] = []

    func logEdits(of game: Game, to log: Logger) {
        let id = game.setup.id
        // Private boards must not leak into the log.
        subscriptions = game.controller.boards.filter { $0.number == 0 }.flatMap { board in
            CellIndex.all.map { index in
                board[index].onChange { cell, previous in
                    let (old, new) = (previous?.text ?? "", cell.letter?.text ?? "")
                    log.trace("cell \(index.square) of \(id): “\(old)” becomes “\(new)”")
                }
            }
        }
    }
}
