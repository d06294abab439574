import GameCore
import GameJSON
import GameStore

/// The owner of move ids and rate limits: a player in a game, or the address of a client without a token.
nonisolated enum Sender: Hashable, Sendable {
    case player(GameID, Player)
    case address(String)

    /// A text that is unique to the sender, for the digest in a move key.
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
    /// The key of `id` from `sender`; nil when the id is not 1–64 visible ASCII characters.
    init?(sender: Sender, id: String) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.init(bytes: Digest(Array("\(sender.canonicalText)\n\(id)".utf8)).bytes.prefix(16))
    }
}
