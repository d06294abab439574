import GameCore

/// A secret that says who one is in a game: 160 random bits, shown once, kept only as a hash.
nonisolated struct Token {
    let text: String

    /// A new secret from the system's random numbers.
    static func random() -> Token {
        Token(text: RandomText.make(length: 32))
    }
}

/// Random text of Crockford's base 32, whose signs are told apart when read aloud: 5 bits a character.
nonisolated enum RandomText {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    static func make(length: Int) -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Who holds which token in one game.
final class TokenBook {
    /// By the prefix of the digest; the whole digest is compared in constant time.
    private var holders: [UInt64: (digest: Digest, player: Player)] = [:]

    /// Gives `player` a new token.
    func issue(to player: Player) -> Token {
        let token = Token.random()
        let digest = Digest(Array(token.text.utf8))
        holders[digest.prefix] = (digest, player)
        return token
    }

    /// Whose token this is; nil when nobody's.
    func player(_ text: String) -> Player? {
        guard text.utf8.count <= 128 else { return nil }
        let digest = Digest(Array(text.utf8))
        guard let holder = holders[digest.prefix], holder.digest.isSame(as: digest) else { return nil }
        return holder.player
    }

    /// Takes back the tokens of `seat`.
    func forget(_ seat: Seat) {
        holders = holders.filter { $0.value.player.seat != seat }
    }
}
