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
