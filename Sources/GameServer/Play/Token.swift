import GameCore

/// A secret that says who one is in a game: 160 random bits, shown once, kept only as a hash.
nonisolated struct Token: Equatable, Sendable {
    let text: String

    /// A new secret from the system's random numbers.
    static func random() -> Token {
        Token(text: RandomText.make(length: 32))
    }

    /// What is kept of it.
    var digest: Digest { Digest(Array(text.utf8)) }
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

nonisolated extension GameID {
    /// An id that nobody guesses: 50 random bits.
    static func random() -> GameID {
        // The alphabet of random text is one of names, so the first one is a name.
        while true {
            if let id = GameID(RandomText.make(length: 10)) { return id }
        }
    }
}

/// The hash of a token, and who holds it.
nonisolated struct HeldToken: Equatable, Sendable {
    let digest: Digest
    let player: Player
}

/// Who holds which token in one game.
struct TokenBook {
    /// By the prefix of the digest; the whole digest is compared in constant time.
    private var holders: [UInt64: HeldToken] = [:]
    /// New tokens of seats, which take the place of all earlier ones when they are saved.
    private var renewals: [Seat: HeldToken] = [:]

    /// The tokens of before.
    init(_ tokens: [HeldToken]) {
        for token in tokens { add(token) }
    }

    /// Who will hold which token when everything that waits is saved.
    var all: [HeldToken] {
        holders.values.filter { $0.player.seat.map { renewals[$0] == nil } ?? true } + renewals.values
    }

    /// From now on `all` are the tokens, when they are others than before.
    ///
    /// - Returns: the seats whose tokens are worth nothing any more.
    mutating func replace(with all: [HeldToken]) -> Set<Seat> {
        let gone = holders.values.filter { held in !all.contains { $0.digest.isSame(as: held.digest) } }
        guard !gone.isEmpty || all.count != holders.count else { return [] }
        self = TokenBook(all)
        return Set(gone.compactMap(\.player.seat))
    }

    /// From now on `token` is known.
    mutating func add(_ token: HeldToken) {
        holders[token.digest.prefix] = token
    }

    /// Whose token this is; nil when nobody's.
    func player(_ text: String) -> Player? {
        guard text.utf8.count <= 128 else { return nil }
        let digest = Token(text: text).digest
        guard let holder = holders[digest.prefix], holder.digest.isSame(as: digest) else { return nil }
        return holder.player
    }

    /// Prepares a token that will be the only one of `seat`: it is known, and the others are forgotten, when
    /// it is saved.
    ///
    /// It has the rights of those before it; `since` is the event with which the seat was taken.
    mutating func renew(_ seat: Seat, with digest: Digest, since: SequenceNumber?) -> HeldToken {
        let isHost = holders.values.contains { $0.player.seat == seat && $0.player.isHost }
        let token = HeldToken(digest: digest, player: Player(seat: seat, isHost: isHost, since: since))
        renewals[seat] = token
        return token
    }

    /// Whether the token of `seat` is being exchanged.
    func isRenewing(_ seat: Seat) -> Bool { renewals[seat] != nil }

    /// What was prepared could not be saved.
    mutating func forgetRenewals() { renewals = [:] }

    /// Takes back the tokens of `seat`.
    mutating func forget(_ seat: Seat) {
        renewals[seat] = nil
        holders = holders.filter { $0.value.player.seat != seat }
    }
}
