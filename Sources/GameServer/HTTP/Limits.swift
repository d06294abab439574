import GameCore

/// The rates of players and addresses, and the exports of addresses.
final class Limits {
    private var playerEdits = RateLimiter<Sender>(Settings.playerEdits)
    private var playerCursors = RateLimiter<Sender>(Settings.playerEdits)
    private var addressEdits = RateLimiter<String>(Settings.addressEdits)
    private var addressGames = RateLimiter<String>(Settings.addressGames)
    private var addressGamesPerDay = RateLimiter<String>(Settings.addressGamesPerDay)
    /// Exports of long games under way, by address.
    private var exports: [String: Int] = [:]
    private let limitsAddresses: Bool

    init(limitsAddresses: Bool) {
        self.limitsAddresses = limitsAddresses
    }

    /// Takes an edit from the rates of who sends it.
    func allowEdit(_ sender: Sender, _ address: String, at now: Timestamp) throws(Problem) {
        if case .player = sender { try require(playerEdits.take(sender, at: now)) }
        if limitsAddresses { try require(addressEdits.take(address, at: now)) }
    }

    /// Takes a move of the cursor from the rate of its player.
    func allowCursor(_ sender: Sender, at now: Timestamp) throws(Problem) {
        try require(playerCursors.take(sender, at: now))
    }

    /// Takes a new game from the rates of who makes it.
    func allowGame(_ address: String, at now: Timestamp) throws(Problem) {
        guard limitsAddresses else { return }
        try require(addressGames.take(address, at: now))
        try require(addressGamesPerDay.take(address, at: now))
    }

    /// Takes one of the places for exports of long games, until `endExport`.
    func beginExport(_ address: String) throws(Problem) {
        guard !limitsAddresses || exports[address, default: 0] < Settings.exportsPerAddress else {
            throw .retryLater(
                "too-many-exports", "Your address has \(Settings.exportsPerAddress) long exports under way.")
        }
        exports[address, default: 0] += 1
    }

    /// Gives the place back.
    func endExport(_ address: String) {
        let left = (exports[address] ?? 1) - 1
        exports[address] = left > 0 ? left : nil
    }

    private func require(_ wait: Int?) throws(Problem) {
        guard let wait else { return }
        throw .retryLater("rate-limited", "That was too quick; try again in \(wait) s.", retryAfter: wait)
    }
}
