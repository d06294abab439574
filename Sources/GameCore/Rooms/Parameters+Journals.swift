/// How the events of rooms and challenges name games and players.
extension Parameters {
    func name(_ name: String) -> String? { (try? text(name)) ?? nil }

    func number(_ name: String) -> Int? {
        if case .number(let number) = values[name] { number } else { nil }
    }

    func gameID(_ name: String) -> GameID? { self.name(name).flatMap { GameID($0) } }

    func players(_ name: String) -> [Seat: PlayerID]? {
        guard case .group(let group) = values[name] else { return nil }
        var players: [Seat: PlayerID] = [:]
        for (seat, player) in group.values {
            guard let seat = Int(seat).flatMap(Seat.init(_:)), case .text(let player) = player,
                let player = PlayerID(player)
            else { return nil }
            players[seat] = player
        }
        return players
    }
}
