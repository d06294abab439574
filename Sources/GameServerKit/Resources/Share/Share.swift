import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/share`: the result as plain text, without spoilers.
enum Share {
    static let routes = [
        Route(.get, "/games/{id}/share", game: .named, cost: .free, withoutLetters: true, show)
    ]

    private static func show(_ call: GameCall) throws -> Outcome {
        let (game, player) = (call.game, call.player)
        guard let rules = game.committed.rules as? any ShareTextRules else {
            throw Problem(ProblemTable["not-found"], "This game has no result to share.")
        }
        guard game.committed.phase == .finished else {
            throw Problem(ProblemTable["game-not-finished"], "The game is not over yet.")
        }
        let own = game.committed.hasPrivateBoards ? player.seat?.number : 0
        let winner = game.committed.result?.winners.first?.number
        guard let number = own ?? winner ?? game.committed.boards.first?.number,
            let board = game.committed.boards.numbered(number)
        else { throw Problem.noSuchBoard }
        let text = Array(game.shareText(of: board, by: rules).utf8)
        let vary = (name: "Vary", value: "Authorization")
        return .answer(
            Reply.response(200, "text/plain; charset=utf-8", text, [vary], cache: "no-store"))
    }
}

extension LiveGame {
    /// The result on `board` as a few lines of text that contain none of its letters.
    fileprivate func shareText(of board: BoardState, by rules: any ShareTextRules) -> String {
        let text = rules.shareText(of: board, in: committed, scorer)
        let head = ["FiveByFive", setup.rules, setup.day?.description, text.result].compactMap { $0 }
        return ([head.joined(separator: " ")] + text.rows).joined(separator: "\n") + "\n"
    }
}
