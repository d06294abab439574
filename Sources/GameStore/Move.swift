package import GameCore
import GameJSON

/// A command that carried an id, and what came of it.
package nonisolated struct Move: Equatable, Sendable {
    package let key: MoveKey
    /// The start of the digest of the command, to tell when the id is used for another.
    package let command: UInt64
    /// The game's last event before it.
    package let before: SequenceNumber
    /// The game's last event after it: its own last one, if it made any.
    package let sequence: SequenceNumber
    /// The fingerprint after it.
    package let hash: StateHash
    package let time: Timestamp

    package init(
        key: MoveKey, command: UInt64, before: SequenceNumber, sequence: SequenceNumber, hash: StateHash,
        time: Timestamp
    ) {
        self.key = key
        self.command = command
        self.before = before
        self.sequence = sequence
        self.hash = hash
        self.time = time
    }

    /// How many events it made.
    package var count: Int { sequence.value - before.value }
}

nonisolated extension Command {
    /// Tells commands apart.
    package var fingerprint: UInt64 { Digest(canonicalText).prefix }
}

/// The id that a client gave a move, with who sent it: one key is one move, however often it comes.
///
/// A digest, so that nothing is kept of who sent what from where.
package nonisolated struct MoveKey: Hashable, Sendable {
    // Two words instead of an array: a game remembers thousands of keys.
    private let start: UInt64
    private let end: UInt64

    /// 16 bytes.
    package var bytes: [UInt8] {
        [start, end].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// A key that was stored.
    package init(bytes: some Collection<UInt8>) {
        start = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        end = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
