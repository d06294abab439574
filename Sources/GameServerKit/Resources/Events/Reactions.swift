import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/reactions`: shows a player's reaction to everybody for a moment.
enum Reactions {
    static let routes = [Route(.post, "/games/{id}/reactions", game: .named, cost: .reaction, react)]

    private static func react(_ call: GameCall) throws -> Outcome {
        let seat = try call.requireSeat()
        guard !call.game.committed.kickedSeats.contains(seat) else {
            throw Problem(ProblemTable["not-allowed"], "The host has let a bot take your seat.")
        }
        let body = try RequestBody.object(call.request, known: ["reaction"])
        guard let reaction = try body.text("reaction").flatMap(Reaction.init(rawValue:)) else {
            let known = Reaction.allCases.map(\.rawValue).joined(separator: " ")
            throw Problem.invalidValue("“reaction” must be one of \(known).")
        }
        call.game.presence.react(reaction, by: seat)
        return .answer(Reply.empty(204))
    }
}
