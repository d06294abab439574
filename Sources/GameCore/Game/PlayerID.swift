/// The public id of a player who has a key: `p` and ten letters or digits.
///
/// It distinguishes players with the same name. It grants nothing: acting for a player takes a key.
public struct PlayerID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let text: String

    /// Creates an id; nil if `text` does not have the form.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count == 11, bytes.first == UInt8(ascii: "p"),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        self.text = text
    }

    /// The id as text.
    public var description: String { text }
}
