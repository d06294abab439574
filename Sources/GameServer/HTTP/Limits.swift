import GameCore

/// The rates of players and addresses.
final class Limits {
    private var playerEdits = RateLimiter<Sender>(Settings.playerEdits)
    private var playerCursors = RateLimiter<Sender>(Settings.playerEdits)
    private var addressEdits = RateLimiter<String>(Settings.addressEdits)
    private var addressGames = RateLimiter<String>(Settings.addressGames)
    private var addressGamesPerDay = RateLimiter<String>(Settings.addressGamesPerDay)
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

    private func require(_ wait: Int?) throws(Problem) {
        guard let wait else { return }
        throw .retryLater("rate-limited", "That was too quick; try again in \(wait) s.", retryAfter: wait)
    }
}
