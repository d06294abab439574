import GameCore
import GameJSON
import GameStore

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

nonisolated extension MoveKey {
    /// A key; nil when the id is not 1–64 visible ASCII characters.
    init?(sender: Sender, id: String) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.init(bytes: Digest(Array("\(sender.canonicalText)\n\(id)".utf8)).bytes.prefix(16))
    }
}
