import GameCore

/// How often something may happen: on average, and at once.
struct RateLimit {
    let perSecond: Double
    let burst: Double
}

/// Token buckets by key, bounded in number: a full bucket says nothing and is forgotten first.
struct RateLimiter<Key: Hashable> {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private let limit: RateLimit
    private var buckets: [Key: Bucket] = [:]

    init(_ limit: RateLimit) {
        self.limit = limit
    }

    /// Takes one from the bucket of `key`.
    ///
    /// - Returns: nil when there was one; else the seconds until there will be, rounded up.
    mutating func take(_ key: Key, at now: Timestamp) -> Int? {
        var bucket = buckets[key] ?? Bucket(tokens: limit.burst, filled: now)
        bucket.tokens = tokens(in: bucket, at: now)
        bucket.filled = now
        defer { buckets[key] = bucket }
        guard bucket.tokens < 1 else {
            bucket.tokens -= 1
            if buckets.count >= Settings.rememberedRates { forgetFull(at: now) }
            return nil
        }
        return Int(((1 - bucket.tokens) / limit.perSecond).rounded(.up))
    }

    private func tokens(in bucket: Bucket, at now: Timestamp) -> Double {
        let seconds = Double(max(now.milliseconds - bucket.filled.milliseconds, 0)) / 1000
        return min(limit.burst, bucket.tokens + seconds * limit.perSecond)
    }

    private mutating func forgetFull(at now: Timestamp) {
        buckets = buckets.filter { tokens(in: $0.value, at: now) < limit.burst }
        if buckets.count >= Settings.rememberedRates { buckets = [:] }
    }
}
