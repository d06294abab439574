import GameCore

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
