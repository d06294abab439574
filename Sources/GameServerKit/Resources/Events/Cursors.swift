import EventIO
import GameCore
import GameJSON
import GameStore

/// `/games/{id}/cursor`: shows a player's cursor to the others.
enum Cursors {
    static let routes = [Route(.post, "/games/{id}/cursor", game: .named, cost: .cursor, move)]

    private static func move(_ call: GameCall) throws -> Outcome {
        let seat = try call.requireSeat()
        let body = try RequestBody.object(call.request, known: ["cell", "direction"])
        let cell = try body.number("cell")
        let index = cell.flatMap(CellIndex.init(_:))
        guard (cell == nil) == (index == nil) else {
            throw Problem.invalidValue("“cell” must be 0…24, or null to hide the cursor.")
        }
        guard let direction = Cursor.Direction(rawValue: try body.text("direction") ?? "across") else {
            throw Problem.invalidValue("“direction” must be across or down.")
        }
        // On a hidden board, a cursor would give away what the player is about to do.
        guard call.game.committed.shows(seat.number, to: nil) else { return .answer(Reply.empty(204)) }
        call.game.presence.moveCursor(of: seat, to: index, direction)
        return .answer(Reply.empty(204))
    }
}
