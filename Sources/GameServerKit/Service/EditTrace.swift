import GameCore
import GameJSON
import GameStore
import Logging

/// For tinkerers: with `--log-level trace` every text edit is logged with its index, straight from the cell.
///
/// The closures reach the cells by association and see applied edits before they are saved; they only log.
final class EditTrace {
    private var subscriptions: [Subscription] = []

    /// Logs the edits of every cell of `game` from now on.
    func follow(_ game: Game, _ log: Logger) {
        let id = game.setup.id
        // A private board is nobody else's business, not even the log's.
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
