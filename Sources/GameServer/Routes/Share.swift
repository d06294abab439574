import EventIO
import GameCore

/// `/games/{id}/share`: a result as plain text that gives nothing away.
enum Share {
    static let routes = [Route("/games/{id}/share", [.get: show])]

    private static func show(_ call: Call) throws(Problem) -> Outcome {
        let game = try call.game()
        let player = try call.player(in: game)
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
        else { throw .noSuchBoard }
        let text = Array(game.shareText(of: board).utf8)
        let vary = (name: "Vary", value: "Authorization")
        return .answer(
            Reply.respond(200, "text/plain; charset=utf-8", text, [vary], cache: "no-store"))
    }
}
