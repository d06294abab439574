package import GameCore
import GameJSON

/// A bearer token: 160 random bits, shown once and stored only as a digest.
package nonisolated struct Token: Equatable, Sendable {
    package let text: String

    package init(text: String) {
        self.text = text
    }

    /// Generates a token with the system's random number generator.
    package static func random() -> Token {
        Token(text: RandomText.make(length: 32))
    }

    package var digest: Digest { Digest(Array(text.utf8)) }
}

/// Random text in Crockford's base 32, 5 bits a character, which people can read aloud without confusion.
package nonisolated enum RandomText {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static func make(length: Int) -> String {
        var random = SystemRandomNumberGenerator()
        var bits: UInt64 = 0
        // One call of the system for twelve characters.
        let bytes = (0..<length).map { place in
            bits = place % 12 == 0 ? random.next() : bits >> 5
            return alphabet[Int(bits & 31)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text that follows from `digest`, at most 51 characters.
    package static func make(length: Int, from digest: Digest) -> String {
        let bits = digest.bytes.flatMap { byte in (0..<8).map { byte >> $0 & 1 } }
        let letters = (0..<min(length, bits.count / 5)).map { place in
            alphabet[bits[place * 5..<place * 5 + 5].reduce(0) { $0 << 1 | Int($1) }]
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Whether `text` could have been made.
    static func isRandom(_ text: String) -> Bool { text.utf8.allSatisfy(alphabet.contains) }
}

nonisolated extension GameID {
    /// Generates an unguessable id of 50 random bits.
    package static func random() -> GameID {
        // The first attempt succeeds: every random text is a valid id.
        while true {
            if let id = GameID(RandomText.make(length: 10)) { return id }
        }
    }
}

/// The digest of a token and its holder.
package nonisolated struct HeldToken: Equatable, Sendable {
    package let digest: Digest
    package let player: Player

    package init(digest: Digest, player: Player) {
        self.digest = digest
        self.player = player
    }
}
