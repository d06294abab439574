import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/share`: a result as plain text that gives nothing away.
enum Share {
    static let routes = [Route(.get, "/games/{id}/share", game: .named, cost: .free, show)]

    private static func show(_ call: GameCall) throws -> Outcome {
        let (game, player) = (call.game, call.player)
        guard let rules = game.shown.rules as? any SharedResultRules else {
            throw Problem(ProblemTable["not-found"], "Games of these rules have no result to share.")
        }
        guard game.shown.phase == .finished else {
            throw Problem(ProblemTable["game-not-finished"], "The game is not over yet.")
        }
        let own = game.shown.hasPrivateBoards ? player.seat?.number : 0
        let winner = game.shown.result?.winners.first?.number
        guard let number = own ?? winner ?? game.shown.boards.first?.number,
            let board = game.shown.boards.numbered(number)
        else { throw Problem.noSuchBoard }
        let text = Array(game.shareText(of: board, by: rules).utf8)
        let vary = (name: "Vary", value: "Authorization")
        return .answer(
            Reply.respond(200, "text/plain; charset=utf-8", text, [vary], cache: "no-store"))
    }
}

extension LiveGame {
    /// The result on `board` in a few lines of plain text, without a letter of it.
    fileprivate func shareText(of board: BoardState, by rules: any SharedResultRules) -> String {
        let text = rules.shareText(of: board, in: shown, scorer)
        let head = ["FiveByFive", setup.rules, setup.day?.description, text.result].compactMap { $0 }
        return ([head.joined(separator: " ")] + text.rows).joined(separator: "\n") + "\n"
    }
}
