import EventIO
import GameCore
import GameJSON
import GameStore

/// A token bucket's refill rate and capacity.
nonisolated struct RateLimit {
    let perSecond: Double
    let burst: Double
    /// How far the bucket goes into debt; what is spent beyond it is forgiven.
    let debt: Double

    /// - Parameter debt: The capacity unless given.
    init(perSecond: Double, burst: Double, debt: Double? = nil) {
        (self.perSecond, self.burst, self.debt) = (perSecond, burst, debt ?? burst)
    }

    /// The limit of an IPv6 site.
    var ofSite: RateLimit {
        let factor = Double(ClientCounts.siteFactor)
        return RateLimit(perSecond: perSecond * factor, burst: burst * factor, debt: debt * factor)
    }
}

/// Token buckets by key, bounded in number.
///
/// A new key replaces the fullest of a few candidate buckets if that one is full, because a full bucket
/// limits nothing. At capacity it replaces the fullest candidate in any case. Nearly empty buckets survive,
/// so a client cannot reset its own by using many names.
nonisolated struct RateLimiter<Key: Hashable> {
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

    /// Takes `tokens` from the bucket of `key`, if it has as many.
    ///
    /// - Returns: nil on success; otherwise the seconds until there are as many, rounded up.
    /// - Complexity: O(1), also at capacity.
    mutating func take(_ key: Key, _ tokens: Double = 1, at now: Timestamp) -> Int? {
        let place = refill(key, at: now)
        guard buckets[place].tokens < tokens else {
            buckets[place].tokens -= tokens
            return nil
        }
        return Int(((tokens - buckets[place].tokens) / limit.perSecond).rounded(.up))
    }

    /// Takes `tokens` from the bucket of `key`, which may go into debt.
    ///
    /// - Parameter tokens: A negative number returns what was taken before.
    /// - Returns: The seconds until the debt is paid, rounded up; nil without a debt.
    /// - Complexity: O(1), also at capacity.
    @discardableResult
    mutating func spend(_ key: Key, _ tokens: Double, at now: Timestamp) -> Int? {
        let place = refill(key, at: now)
        buckets[place].tokens = min(max(buckets[place].tokens - tokens, -limit.debt), limit.burst)
        let left = buckets[place].tokens
        return left < 0 ? Int((-left / limit.perSecond).rounded(.up)) : nil
    }

    private mutating func refill(_ key: Key, at now: Timestamp) -> Int {
        let place = places[key] ?? insertBucket(for: key, at: now)
        buckets[place].tokens = tokens(in: buckets[place], at: now)
        buckets[place].filled = now
        return place
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

/// Token buckets of client addresses.
///
/// An IPv6 client counts by its network of 64 bits, and all such networks of one site share a bucket that is
/// `ClientCounts.siteFactor` times as large. Otherwise one site would have 65,536 budgets.
nonisolated struct AddressLimiter {
    private var clients: RateLimiter<String>
    private var sites: RateLimiter<String>

    init(_ limit: RateLimit) {
        clients = RateLimiter(limit)
        sites = RateLimiter(limit.ofSite)
    }

    /// Takes `tokens` of `address`, if it and its site have as many; otherwise takes nothing of either.
    ///
    /// - Returns: nil on success; otherwise the seconds until there are as many, rounded up.
    mutating func take(_ address: String, _ tokens: Double = 1, at now: Timestamp) -> Int? {
        if let wait = clients.take(address, tokens, at: now) { return wait }
        guard let site = SocketAddress.site(of: address), let wait = sites.take(site, tokens, at: now) else {
            return nil
        }
        clients.spend(address, -tokens, at: now)
        return wait
    }

    /// Takes `tokens` of `address` and of its site, which may go into debt; a negative number returns them.
    ///
    /// - Returns: The seconds until the debt of each is paid; nil without a debt.
    @discardableResult
    mutating func spend(
        _ address: String, _ tokens: Double, at now: Timestamp
    ) -> (client: Int?, site: Int?) {
        let site = SocketAddress.site(of: address)
        return (
            clients.spend(address, tokens, at: now), site.flatMap { sites.spend($0, tokens, at: now) }
        )
    }
}

/// A budget for each client address and site, which what is done already may overdraw.
nonisolated struct AddressBudget {
    private var limiter: AddressLimiter
    /// The end of each debt, by address or site.
    private var debts: [String: Timestamp] = [:]

    init(_ limit: RateLimit) {
        limiter = AddressLimiter(limit)
    }

    /// Whether anybody may be in debt.
    var hasDebts: Bool { !debts.isEmpty }

    /// The seconds until the debt of `address` or of its site is paid, rounded up; nil if there is none.
    mutating func debt(of address: String, at now: Timestamp) -> Int? {
        for key in [address, SocketAddress.site(of: address)].compactMap({ $0 }) {
            guard let end = debts[key] else { continue }
            guard end > now else {
                debts[key] = nil
                continue
            }
            return Int((end - now).components.seconds) + 1
        }
        return nil
    }

    /// Takes `tokens` from the budget; a negative number returns what was taken before.
    mutating func spend(_ address: String, _ tokens: Double, at now: Timestamp) {
        let waits = limiter.spend(address, tokens, at: now)
        record(waits.client, of: address, at: now)
        if let site = SocketAddress.site(of: address) { record(waits.site, of: site, at: now) }
    }

    private mutating func record(_ wait: Int?, of key: String, at now: Timestamp) {
        if let wait {
            debts[key] = now + .seconds(wait)
        } else if !debts.isEmpty {
            debts[key] = nil
        }
    }
}
