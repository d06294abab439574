package import GameCore
import GameJSON

/// A secret that says who one is in a game: 160 random bits, shown once, kept only as a hash.
package nonisolated struct Token: Equatable, Sendable {
    package let text: String

    package init(text: String) {
        self.text = text
    }

    /// A new secret from the system's random numbers.
    package static func random() -> Token {
        Token(text: RandomText.make(length: 32))
    }

    /// What is kept of it.
    package var digest: Digest { Digest(Array(text.utf8)) }
}

/// Random text of Crockford's base 32, whose signs are told apart when read aloud: 5 bits a character.
package nonisolated enum RandomText {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static func make(length: Int) -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

nonisolated extension GameID {
    /// An id that nobody guesses: 50 random bits.
    package static func random() -> GameID {
        // The alphabet of random text is one of names, so the first one is a name.
        while true {
            if let id = GameID(RandomText.make(length: 10)) { return id }
        }
    }
}

/// The hash of a token, and who holds it.
package nonisolated struct HeldToken: Equatable, Sendable {
    package let digest: Digest
    package let player: Player

    package init(digest: Digest, player: Player) {
        self.digest = digest
        self.player = player
    }
}
