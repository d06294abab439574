/// The name of a room, which is its address: 1–40 lower-case ASCII letters, digits and hyphens.
public struct RoomName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Creates a name; nil if `text` has other characters or another length.
    public init?(_ text: String) {
        let isAllowed = { (byte: UInt8) in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard (1...40).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        self.text = text
    }

    /// The name.
    public var description: String { text }
}

extension GameID {
    private static let roomPrefix = "room."

    /// The id of a room's journal.
    ///
    /// No game has it, because the ids of games contain no full stop.
    public init(room: RoomName) { self.init(unchecked: Self.roomPrefix + room.text) }

    /// The name of the room whose journal has this id; nil for a game.
    public var room: RoomName? {
        text.utf8.starts(with: Self.roomPrefix.utf8)
            ? RoomName(String(text.dropFirst(Self.roomPrefix.count))) : nil
    }
}
