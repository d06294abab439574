import GameCore

/// Whom move ids and rate limits belong to.
nonisolated enum Sender: Hashable, Sendable {
    case player(GameID, Player)
    case address(String)

    /// The sender in one way only.
    fileprivate var canonicalText: String {
        switch self {
        case .address(let address): return "address \(address)"
        case .player(let game, let player):
            let seat = player.seat.map { String($0.number) } ?? "-"
            return "player \(game) \(seat) \(player.isHost) \(player.since?.description ?? "-")"
        }
    }
}

/// The id that a client gave a move, with who sent it: one key is one move, however often it comes.
///
/// A digest, so that nothing is kept of who sent what from where.
nonisolated struct MoveKey: Hashable, Sendable {
    /// 16 bytes.
    let bytes: [UInt8]

    /// A key; nil when the id is not 1–64 visible ASCII characters.
    init?(sender: Sender, id: String) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        bytes = Array(Digest(Array("\(sender.canonicalText)\n\(id)".utf8)).bytes.prefix(16))
    }

    /// A key that was stored.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// A command that carried an id, and what came of it.
nonisolated struct Move: Equatable, Sendable {
    let key: MoveKey
    /// The start of the digest of the command, to tell when the id is used for another.
    let command: UInt64
    /// The game's last event before it.
    let before: SequenceNumber
    /// The game's last event after it: its own last one, if it made any.
    let sequence: SequenceNumber
    /// The fingerprint after it.
    let hash: StateHash
    let time: Timestamp

    /// How many events it made.
    var count: Int { sequence.value - before.value }
}

nonisolated extension Command {
    /// Tells commands apart.
    var fingerprint: UInt64 { Digest(canonicalText).prefix }
}
