import GameCore
import GameStore

extension GameState {
    /// The members of a room in the order in which they joined.
    var membersInOrder: [SeatedPlayer] {
        seats.sorted { (seatedSince($0.seat) ?? .zero) < (seatedSince($1.seat) ?? .zero) }
    }

    /// Whether `player` has a seat, which in a room is to be a member.
    func hasMember(_ player: PlayerID) -> Bool { seats.contains { $0.player == player } }

    /// The seats of the members of this room in `game`, and of those who may begin its next game.
    func members(in game: GameState) -> RoomSeats {
        let host = player(on: room?.host)?.player
        let members = game.seats.filter { $0.player.map(hasMember) ?? false }
        let starters = members.filter { isOpenToMembers || $0.player == host }
        return RoomSeats(members: Set(members.map(\.seat)), starters: Set(starters.map(\.seat)))
    }

    /// The player on `seat`; nil for no seat.
    func player(on seat: Seat?) -> SeatedPlayer? { seat.flatMap { player(on: $0) } }

    /// The parameters that record the result of a game in its room.
    func roomRecord(_ result: GameResult) -> Parameters {
        var values: [String: Parameters.Value] = [
            "milliseconds": .number(Int(result.elapsed.wholeMilliseconds))
        ]
        if !result.winners.isEmpty { values["winners"] = .list(result.winners.map { .number($0.number) }) }
        if !result.scores.isEmpty {
            values["scores"] = .group(
                result.scores.reduce(into: [:]) { $0[String($1.seat.number)] = .number($1.points) })
        }
        let times = result.solves.compactMap { solve in
            solve.seat.map { seat in
                (String(seat.number), Parameters.Value.number(Int(solve.elapsed.wholeMilliseconds)))
            }
        }
        if !times.isEmpty { values["times"] = .group(Dictionary(times) { $1 }) }
        let players = seats.reduce(into: [String: Parameters.Value]()) { players, seated in
            if let player = seated.player { players[String(seated.seat.number)] = .text(player.text) }
        }
        return Parameters([
            "game": .text(setup.id.text), "result": .group(values), "players": .group(players),
        ])
    }
}
