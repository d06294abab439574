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
    private var players: [Digest: Player] = [:]

    /// Gives `player` a new token.
    func issue(to player: Player) -> Token {
        let token = Token.random()
        players[Digest(Array(token.text.utf8))] = player
        return token
    }

    /// Whose token this is; nil when nobody's.
    func player(_ text: String) -> Player? {
        guard text.utf8.count <= 128 else { return nil }
        let hash = Digest(Array(text.utf8))
        guard let place = players.index(forKey: hash), players[place].key.isSame(as: hash) else { return nil }
        return players[place].value
    }

    /// Takes back the tokens of `seat`.
    func forget(_ seat: Seat) {
        players = players.filter { $0.value.seat != seat }
    }
}
