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
        guard Self.isID(id) else { return nil }
        self.init(bytes: Digest(Array("\(sender.canonicalText)\n\(id)".utf8)).bytes.prefix(16))
    }

    /// Whether `text` is 1–64 visible ASCII characters.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension Problem {
    static let invalidMoveID = Problem.invalidValue("A move id must be 1–64 visible ASCII characters.")
    static let moveIDReused = Problem(
        ProblemTable["move-id-reused"], "This move id was used for something else.")
}
