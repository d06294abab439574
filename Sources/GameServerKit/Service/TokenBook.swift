import GameCore
import GameJSON
import GameStore

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
