package import GameCore
import GameJSON

/// The record of a command that carried a client's move id.
///
/// If the same id arrives again, the server reads the events between `before` and `sequence` from the journal
/// and answers with them, instead of applying the command twice.
package nonisolated struct Move: Equatable, Sendable {
    package let key: MoveKey
    /// The fingerprint of the command, which reveals the reuse of an id for another command.
    package let command: UInt64
    /// The game's sequence before the command.
    package let before: SequenceNumber
    /// The game's sequence after the command; equal to `before` if the command made no events.
    package let sequence: SequenceNumber
    /// The hash after the command, as the sender may see it.
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

    /// The number of events that the command made.
    package var count: Int { sequence.value - before.value }
}

nonisolated extension Command {
    /// A 64-bit digest of the canonical text.
    package var fingerprint: UInt64 { Digest(canonicalText).prefix }
}

/// A digest of a client's move id and its sender.
///
/// Only the digest is stored, so that the store does not reveal senders and their addresses.
package nonisolated struct MoveKey: Hashable, Sendable {
    // Two words instead of an array, because a game remembers up to 10,000 keys.
    private let start: UInt64
    private let end: UInt64

    package var bytes: [UInt8] {
        [start, end].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// A key from its 16 bytes.
    package init(bytes: some Collection<UInt8>) {
        start = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        end = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
