import GameCore

/// Whom move ids and rate limits belong to.
nonisolated enum Sender: Hashable, Sendable {
    case player(GameID, Player)
    case address(String)

    /// The sender in one way only.
    var canonicalText: String {
        switch self {
        case .address(let address): return "address \(address)"
        case .player(let game, let player):
            let seat = player.seat.map { String($0.number) } ?? "-"
            return "player \(game) \(seat) \(player.isHost) \(player.since?.description ?? "-")"
        }
    }
}
