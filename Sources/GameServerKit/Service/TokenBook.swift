import GameCore
import GameJSON
import GameStore

/// The tokens of one game and their holders.
struct TokenBook {
    /// By the prefix of the digest; the whole digest is compared in constant time.
    private var holders: [UInt64: HeldToken] = [:]
    /// Pending tokens, which replace all earlier ones of their seat at the commit.
    private var renewals: [Seat: HeldToken] = [:]

    init(_ tokens: [HeldToken]) {
        for token in tokens { add(token) }
    }

    /// The tokens that will be valid once all pending renewals are committed.
    var all: [HeldToken] {
        holders.values.filter { $0.player.seat.map { renewals[$0] == nil } ?? true } + renewals.values
    }

    /// Replaces the tokens with `all`; pending renewals are kept only if nothing has changed.
    ///
    /// - Returns: The seats of the tokens that are no longer valid.
    mutating func replace(with all: [HeldToken]) -> Set<Seat> {
        let gone = holders.values.filter { held in !all.contains { $0.digest.isSame(as: held.digest) } }
        guard !gone.isEmpty || all.count != holders.count else { return [] }
        self = TokenBook(all)
        return Set(gone.compactMap(\.player.seat))
    }

    mutating func add(_ token: HeldToken) {
        holders[token.digest.prefix] = token
    }

    /// The holder of the token `text`; nil for an unknown token.
    func player(withToken text: String) -> Player? {
        guard text.utf8.count <= 128 else { return nil }
        let digest = Token(text: text).digest
        guard let holder = holders[digest.prefix], holder.digest.isSame(as: digest) else { return nil }
        return holder.player
    }

    /// Prepares a renewal: at its commit the new token becomes valid and all others of `seat` are revoked.
    ///
    /// The new token keeps the rights of the old ones; `since` is the event that took the seat.
    mutating func prepareRenewal(of seat: Seat, with digest: Digest, since: SequenceNumber?) -> HeldToken {
        let isHost = holders.values.contains { $0.player.seat == seat && $0.player.isHost }
        let token = HeldToken(digest: digest, player: Player(seat: seat, isHost: isHost, since: since))
        renewals[seat] = token
        return token
    }

    func isRenewing(_ seat: Seat) -> Bool { renewals[seat] != nil }

    /// Discards the pending renewals, whose commit failed.
    mutating func discardRenewals() { renewals = [:] }

    /// Revokes all tokens of `seat`, and ends its renewal.
    mutating func revoke(_ seat: Seat) {
        renewals[seat] = nil
        holders = holders.filter { $0.value.player.seat != seat }
    }
}
