/// The id of a challenge, used in its address: 1–32 lower-case ASCII letters and digits.
public struct ChallengeID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text.
    public let text: String

    /// Creates an id; nil if `text` has other characters or another length.
    public init?(_ text: String) {
        let isAllowed = { (byte: UInt8) in (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) }
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else { return nil }
        self.text = text
    }

    /// The id as text.
    public var description: String { text }
}

extension GameID {
    private static let challengePrefix = "challenge."

    /// The id of a challenge's journal.
    ///
    /// No game has it, because the ids of games contain no full stop.
    public init(challenge: ChallengeID) { self.init(unchecked: Self.challengePrefix + challenge.text) }

    /// The challenge whose journal has this id; nil for a game.
    public var challenge: ChallengeID? {
        text.utf8.starts(with: Self.challengePrefix.utf8)
            ? ChallengeID(String(text.dropFirst(Self.challengePrefix.count))) : nil
    }

    /// Whether the id is that of a game, and not of the journal of a room or a challenge.
    public var isGame: Bool { !text.utf8.contains(UInt8(ascii: ".")) }
}

extension GameSetup {
    /// The journals of the room and the challenge that the game belongs to; none for other games.
    package var parents: [GameID] {
        [room.map(GameID.init(room:)), challenge.map(GameID.init(challenge:))].compactMap(\.self)
    }
}
