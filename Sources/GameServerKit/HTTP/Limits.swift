import GameCore
import GameJSON
import GameStore

/// The rate limits of players and addresses, and the number of long exports per address.
final class Limits {
    private var playerEdits = RateLimiter<Sender>(Settings.playerEdits)
    private var playerCursors = RateLimiter<Sender>(Settings.playerEdits)
    private var addressEdits = RateLimiter<String>(Settings.addressEdits)
    private var addressGames = RateLimiter<String>(Settings.addressGames)
    private var addressGamesPerDay = RateLimiter<String>(Settings.addressGamesPerDay)
    /// Running exports of long games, by address.
    private var exports: [String: Int] = [:]
    private let limitsAddresses: Bool

    init(limitsAddresses: Bool) {
        self.limitsAddresses = limitsAddresses
    }

    /// Charges an edit to the player, if there is one, and to the address.
    func chargeEdit(_ sender: Sender, _ address: String, at now: Timestamp) throws(Problem) {
        if case .player = sender { try require(playerEdits.take(sender, at: now)) }
        if limitsAddresses { try require(addressEdits.take(address, at: now)) }
    }

    func chargeCursorMove(_ sender: Sender, at now: Timestamp) throws(Problem) {
        try require(playerCursors.take(sender, at: now))
    }

    func chargeNewGame(_ address: String, at now: Timestamp) throws(Problem) {
        guard limitsAddresses else { return }
        try require(addressGames.take(address, at: now))
        try require(addressGamesPerDay.take(address, at: now))
    }

    /// Counts a long export of `address` until `endExport`.
    func beginExport(_ address: String) throws(Problem) {
        guard !limitsAddresses || exports[address, default: 0] < Settings.exportsPerAddress else {
            throw .retryLater(
                "too-many-exports",
                "Your address already has \(Settings.exportsPerAddress) long exports running.")
        }
        exports[address, default: 0] += 1
    }

    func endExport(_ address: String) {
        let left = (exports[address] ?? 1) - 1
        exports[address] = left > 0 ? left : nil
    }

    private func require(_ wait: Int?) throws(Problem) {
        guard let wait else { return }
        throw .retryLater("rate-limited", "Slow down a little; try again in \(wait) s.", retryAfter: wait)
    }
}

/// A token bucket's refill rate and capacity.
struct RateLimit {
    let perSecond: Double
    let burst: Double
}

/// Token buckets by key, bounded in number.
///
/// A new key replaces the fullest of a few candidate buckets if that one is full, because a full bucket
/// limits nothing. At capacity it replaces the fullest candidate in any case. Nearly empty buckets survive,
/// so a client cannot reset its own by using many names.
struct RateLimiter<Key: Hashable> {
    private struct Bucket {
        var key: Key
        var tokens: Double
        var filled: Timestamp
    }

    private let limit: RateLimit
    private let capacity: Int
    private var buckets: [Bucket] = []
    private var places: [Key: Int] = [:]
    /// The index of the next candidate for replacement.
    private var hand = 0
    private static var candidates: Int { 8 }

    init(_ limit: RateLimit, capacity: Int = Settings.rateLimiterCapacity) {
        self.limit = limit
        self.capacity = capacity
    }

    var count: Int { buckets.count }

    /// Takes one token from the bucket of `key`.
    ///
    /// - Returns: nil on success; otherwise the seconds until a token is available, rounded up.
    /// - Complexity: O(1), also at capacity.
    mutating func take(_ key: Key, at now: Timestamp) -> Int? {
        let place = places[key] ?? insertBucket(for: key, at: now)
        let tokens = tokens(in: buckets[place], at: now)
        buckets[place].filled = now
        buckets[place].tokens = tokens < 1 ? tokens : tokens - 1
        return tokens < 1 ? Int(((1 - tokens) / limit.perSecond).rounded(.up)) : nil
    }

    private mutating func insertBucket(for key: Key, at now: Timestamp) -> Int {
        let bucket = Bucket(key: key, tokens: limit.burst, filled: now)
        if let place = nextReplaceable(at: now) {
            places[buckets[place].key] = nil
            places[key] = place
            buckets[place] = bucket
            return place
        }
        places[key] = buckets.count
        buckets.append(bucket)
        return buckets.count - 1
    }

    /// The fullest of the next candidates, if it is full or there is no room for another bucket.
    private mutating func nextReplaceable(at now: Timestamp) -> Int? {
        let candidates = (0..<min(Self.candidates, buckets.count)).map { (hand + $0) % buckets.count }
        let fullest = candidates.max { tokens(in: buckets[$0], at: now) < tokens(in: buckets[$1], at: now) }
        guard let fullest else { return nil }
        hand = (hand + candidates.count) % buckets.count
        let isFull = tokens(in: buckets[fullest], at: now) >= limit.burst
        return isFull || buckets.count >= capacity ? fullest : nil
    }

    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let seconds = Double(max(now.milliseconds - bucket.filled.milliseconds, 0)) / 1000
        return min(limit.burst, bucket.tokens + seconds * limit.perSecond)
    }
}
