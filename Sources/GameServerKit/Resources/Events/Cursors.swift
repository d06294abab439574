import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/cursor`: the cell that a player looks at, for the streams of the others.
enum Cursors {
    static let routes = [Route(.post, "/games/{id}/cursor", game: .named, cost: .cursor, move)]

    private static func move(_ call: GameCall) throws -> Outcome {
        guard let seat = call.player.seat else {
            guard call.player == .spectator else {
                throw Problem(ProblemTable["not-allowed"], "The host takes a seat first to play.")
            }
            throw Problem.tokenNeeded("token-needed", "Take a seat first, and send its token.")
        }
        let body = try RequestBody.object(call.request, known: ["cell", "direction"])
        let cell = try body.number("cell")
        let index = cell.flatMap(CellIndex.init(_:))
        guard (cell == nil) == (index == nil) else {
            throw Problem.invalidValue("“cell” is 0…24, or null when you look away.")
        }
        guard let direction = Cursor.Direction(rawValue: try body.text("direction") ?? "across") else {
            throw Problem.invalidValue("“direction” is across or down.")
        }
        // Where somebody looks on a hidden board says what they mean to do there.
        guard call.game.shown.shows(seat.number, to: nil) else { return .answer(Reply.empty(204)) }
        call.game.presence.move(seat, to: index, direction)
        return .answer(Reply.empty(204))
    }
}
