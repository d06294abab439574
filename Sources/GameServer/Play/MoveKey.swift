/// The id that a client gave a move, with who sent it: one key is one move, however often it comes.
///
/// A digest, so that nothing is kept of who sent what from where.
nonisolated struct MoveKey: Hashable, Sendable {
    // Two words instead of an array: a game remembers thousands of keys.
    private let start: UInt64
    private let end: UInt64

    /// 16 bytes.
    var bytes: [UInt8] {
        [start, end].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
    }

    /// A key; nil when the id is not 1–64 visible ASCII characters.
    init?(sender: Sender, id: String) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.init(bytes: Digest(Array("\(sender.canonicalText)\n\(id)".utf8)).bytes.prefix(16))
    }

    /// A key that was stored.
    init(bytes: some Collection<UInt8>) {
        start = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        end = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
