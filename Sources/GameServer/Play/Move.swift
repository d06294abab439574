import GameCore

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
