import GameCore
import GameJSON
import GameStore

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

/// How often something may happen: on average, and at once.
struct RateLimit {
    let perSecond: Double
    let burst: Double
}

/// Token buckets by key, bounded in number.
///
/// For each new one the fullest of a few makes room, if it is full: it is as if nobody had come. When there
/// is no room for one more it need not be full: it says the least. A bucket that is empty stays, so nobody
/// gets rid of theirs by coming under many names.
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
    /// Where the next few are looked at.
    private var hand = 0
    /// How many are looked at to make room for one.
    private static var candidates: Int { 8 }

    init(_ limit: RateLimit, remembering capacity: Int = Settings.rememberedRates) {
        self.limit = limit
        self.capacity = capacity
    }

    /// How many keys are remembered.
    var count: Int { buckets.count }

    /// Takes one from the bucket of `key`.
    ///
    /// - Returns: nil when there was one; else the seconds until there will be, rounded up.
    /// - Complexity: O(1), also when there is no room.
    mutating func take(_ key: Key, at now: Timestamp) -> Int? {
        let place = places[key] ?? makePlace(for: key, at: now)
        let tokens = tokens(in: buckets[place], at: now)
        buckets[place].filled = now
        buckets[place].tokens = tokens < 1 ? tokens : tokens - 1
        return tokens < 1 ? Int(((1 - tokens) / limit.perSecond).rounded(.up)) : nil
    }

    private mutating func makePlace(for key: Key, at now: Timestamp) -> Int {
        let bucket = Bucket(key: key, tokens: limit.burst, filled: now)
        if let place = findSpare(at: now) {
            places[buckets[place].key] = nil
            places[key] = place
            buckets[place] = bucket
            return place
        }
        places[key] = buckets.count
        buckets.append(bucket)
        return buckets.count - 1
    }

    /// The fullest of a few, if it is full, which says nothing, or if there is no room for one more.
    private mutating func findSpare(at now: Timestamp) -> Int? {
        let few = (0..<min(Self.candidates, buckets.count)).map { (hand + $0) % buckets.count }
        let fullest = few.max { tokens(in: buckets[$0], at: now) < tokens(in: buckets[$1], at: now) }
        guard let fullest else { return nil }
        hand = (hand + few.count) % buckets.count
        let isFull = tokens(in: buckets[fullest], at: now) >= limit.burst
        return isFull || buckets.count >= capacity ? fullest : nil
    }

    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let seconds = Double(max(now.milliseconds - bucket.filled.milliseconds, 0)) / 1000
        return min(limit.burst, bucket.tokens + seconds * limit.perSecond)
    }
}
