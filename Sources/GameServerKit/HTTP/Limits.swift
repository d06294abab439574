import EventIO
import GameCore
import GameJSON
import GameStore

/// The rate limits of players and addresses, the work of addresses, and the number of long exports.
final class Limits {
    private var playerEdits = RateLimiter<Sender>(Settings.playerEdits)
    private var playerCursors = RateLimiter<Sender>(Settings.playerEdits)
    private var playerReactions = RateLimiter<Sender>(Settings.playerReactions)
    private var addressEdits = AddressLimiter(Settings.addressEdits)
    private var addressData = AddressBudget(Settings.addressData)
    private var wrongCodes = AddressLimiter(Settings.wrongCodes)
    private var addressGames = AddressLimiter(Settings.addressGames)
    private var addressPlayers = AddressLimiter(Settings.addressPlayers)
    private var addressGamesPerDay = AddressLimiter(Settings.addressGamesPerDay)
    /// Running exports of long games, by address.
    private var exports = ClientCounts()
    private let limitsAddresses: Bool

    init(limitsAddresses: Bool) {
        self.limitsAddresses = limitsAddresses
    }

    /// Charges edits to the player, if there is one, and to the address.
    ///
    /// - Parameter isMember: Whether the player is a member of the game's room: a class shares one address, which is
    ///   charged a part only.
    func chargeEdits(
        _ sender: Sender, _ address: String, count: Int = 1, isMember: Bool = false, at now: Timestamp
    ) throws(Problem) {
        if case .player = sender { try require(playerEdits.take(sender, Double(count), at: now)) }
        let part = isMember ? Settings.memberPart : 1
        if limitsAddresses { try require(addressEdits.take(address, Double(count) * part, at: now)) }
    }

    func chargeCursorMove(_ sender: Sender, at now: Timestamp) throws(Problem) {
        try require(playerCursors.take(sender, at: now))
    }

    func chargeReaction(_ sender: Sender, at now: Timestamp) throws(Problem) {
        try require(playerReactions.take(sender, at: now))
    }

    /// Charges a new game or puzzle, which arrived in `bytes` bytes.
    func chargeNewGame(_ address: String, bytes: Int, at now: Timestamp) throws(Problem) {
        guard limitsAddresses else { return }
        try requireData(address, at: now)
        try require(addressGames.take(address, at: now))
        try require(addressGamesPerDay.take(address, at: now))
        addressData.spend(address, Double(Settings.gameBytes + bytes), at: now)
    }

    /// Charges a new player.
    func chargeNewPlayer(_ address: String, at now: Timestamp) throws(Problem) {
        guard limitsAddresses else { return }
        try requireData(address, at: now)
        try require(addressPlayers.take(address, at: now))
        try require(addressGamesPerDay.take(address, at: now))
        addressData.spend(address, Double(Settings.playerBytes), at: now)
    }

    /// Counts a code as wrong before it is looked up, so that many at once are not tried before they count.
    ///
    /// Also if the other limits are off. An address that has tried too many wrong codes is refused, even if
    /// the next one is right.
    ///
    /// - Throws: `rate-limited`.
    func chargeCode(_ address: String, at now: Timestamp) throws(Problem) {
        try require(wrongCodes.take(address, at: now))
    }

    /// Takes back ``chargeCode(_:at:)`` for a code that was not wrong.
    func returnCode(_ address: String, at now: Timestamp) { wrongCodes.spend(address, -1, at: now) }

    /// Refuses an address that has stored as much as it may.
    ///
    /// - Throws: `rate-limited`.
    func requireData(_ address: String, at now: Timestamp) throws(Problem) {
        guard addressData.hasDebts, let wait = addressData.debt(of: address, at: now) else { return }
        throw .retryLater(
            "rate-limited", "Your address has stored as much as it may in a day; try again in \(wait) s.",
            retryAfter: wait)
    }

    /// Charges events, which are about to be saved, to the address that has caused them by a request with
    /// `bytes` bytes.
    ///
    /// - Parameter count: A negative number takes back what was charged and not saved, as do the bytes.
    func chargeEvents(_ count: Int, bytes: Int = 0, to address: String, at now: Timestamp) {
        guard limitsAddresses, count != 0 || bytes != 0 else { return }
        addressData.spend(address, Double(count * Settings.eventBytes + bytes), at: now)
    }

    /// Charges the changes that a request is about to make in many games and rooms to the address, as edits.
    ///
    /// Such a request is carried out as a whole, so the address goes into debt for what is left.
    ///
    /// - Parameter events: The number of events that the changes will save.
    /// - Throws: `rate-limited` if the address is in debt, or has stored as much as it may.
    func chargeChanges(
        _ count: Int, saving events: Int, to address: String, at now: Timestamp
    ) throws(Problem) {
        guard limitsAddresses else { return }
        if events > 0 { try requireData(address, at: now) }
        try require(addressEdits.take(address, 0, at: now))
        addressEdits.spend(address, Double(count), at: now)
        chargeEvents(events, to: address, at: now)
    }

    /// Counts a long export of `address` until `endExport`.
    func beginExport(_ address: String) throws(Problem) {
        guard !limitsAddresses || exports[address] < Settings.exportsPerAddress else {
            throw .retryLater(
                "too-many-exports",
                "Your address already has \(Settings.exportsPerAddress) long exports running.")
        }
        exports.add(1, to: address)
    }

    func endExport(_ address: String) { exports.add(-1, to: address) }

    private func require(_ wait: Int?) throws(Problem) {
        if let wait { throw .rateLimited(wait) }
    }
}

extension Problem {
    /// The refusal of a request that exceeds a limit for the next `wait` seconds.
    static func rateLimited(_ wait: Int) -> Problem {
        .retryLater("rate-limited", "Slow down a little; try again in \(wait) s.", retryAfter: wait)
    }
}
