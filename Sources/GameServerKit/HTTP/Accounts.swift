import EventIO
import GameCore
import GameJSON
import GameStore

/// How much of one kind an account may use at once, and how much it gets back in a second.
nonisolated struct Allowance {
    /// What is used; an account has a level of each kind.
    enum Kind: Int, CaseIterable {
        case edits, cursorMoves, reactions, wrongCodes, games, players, creations, bytes
        case mainWork, storeWork, workerWork
        case seatChanges, play
    }

    let kind: Kind
    let burst: Double
    /// The nanoseconds in which 1 comes back.
    private let period: Double
    /// The nanoseconds in which a burst comes back.
    fileprivate let burstTime: Int64
    /// The nanoseconds in which the largest debt is paid and a burst comes back; a larger debt is forgiven.
    fileprivate let longestTime: Int64

    /// - Parameter debt: How far an account goes into debt; the burst unless given.
    init(_ kind: Kind, perSecond: Double, burst: Double, debt: Double? = nil) {
        (self.kind, self.burst, period) = (kind, burst, 1e9 / perSecond)
        burstTime = Int64(burst * period)
        longestTime = burstTime + Int64((debt ?? burst) * period)
    }

    /// The nanoseconds in which `amount` comes back, rounded down: a burst in parts takes no longer than at once.
    fileprivate func time(of amount: Double) -> Int64 { Int64(amount * period) }
}

/// What a client, a player or a visitor of a game has used.
///
/// A level is stored as the time at which it is whole again, as in the virtual scheduling form of the generic
/// cell rate algorithm (ITU-T I.371): one number for each kind, and nothing to refill. Times are nanoseconds of
/// `Stopwatch.uptime`, so that nobody gains anything by setting the wall clock.
nonisolated final class Account {
    private typealias Times = InlineArray<13, Int64>

    private var wholeAt = Times(repeating: 0)
    /// The account of the IPv6 site to which a client belongs.
    ///
    /// It pays too, and has `ClientCounts.siteFactor` times as much: one site has 65,536 clients.
    private let site: Account?

    init(site: Account? = nil) {
        self.site = site
    }

    /// Uses `amount`, if the account and its site have as much; otherwise nothing.
    ///
    /// - Returns: nil on success; otherwise the seconds until there is as much, rounded up.
    /// - Complexity: O(1).
    func take(_ amount: Double = 1, of allowance: Allowance, at now: Int64) -> Int? {
        let factor = Double(ClientCounts.siteFactor)
        let late = max(
            lateness(after: amount, of: allowance, at: now),
            site?.lateness(after: amount / factor, of: allowance, at: now) ?? 0)
        guard late <= 0 else { return Self.seconds(late) }
        spend(amount, of: allowance, at: now)
        return nil
    }

    /// Uses `amount`, for which the account may go into debt, as may its site; a negative amount is returned.
    func spend(_ amount: Double, of allowance: Allowance, at now: Int64) {
        let time = max(self[allowance.kind], now) + allowance.time(of: amount)
        wholeAt[allowance.kind.rawValue] = min(time, now + allowance.longestTime)
        site?.spend(amount / Double(ClientCounts.siteFactor), of: allowance, at: now)
    }

    /// The seconds until the debt of the account and of its site is paid, rounded up; nil without a debt.
    func debt(of allowance: Allowance, at now: Int64) -> Int? {
        let late = max(
            lateness(of: allowance, at: now), site?.lateness(of: allowance, at: now) ?? 0)
        return late > 0 ? Self.seconds(late) : nil
    }

    /// The time at which every level is whole again.
    fileprivate var wholeTime: Int64 { Allowance.Kind.allCases.reduce(.min) { max($0, self[$1]) } }

    private subscript(kind: Allowance.Kind) -> Int64 { wholeAt[kind.rawValue] }

    /// The nanoseconds until the account has `amount`; not positive if it does now.
    private func lateness(after amount: Double = 0, of allowance: Allowance, at now: Int64) -> Int64 {
        max(self[allowance.kind] - now, 0) + allowance.time(of: amount) - allowance.burstTime
    }

    private static func seconds(_ nanoseconds: Int64) -> Int {
        Int((nanoseconds + 999_999_999) / 1_000_000_000)
    }
}

/// Accounts by name, bounded in number.
///
/// A new account replaces one of a few candidates: one that is whole, because it limits nothing, and that nobody
/// is about to use. At capacity it replaces in any case the one that is whole soonest. Accounts that have used
/// much survive, so a client cannot get a new one by using many names.
nonisolated struct Accounts<Name: Hashable> {
    private let capacity: Int
    private var accounts: [(name: Name, account: Account)] = []
    private var places: [Name: Int] = [:]
    /// The index of the next candidate for replacement.
    private var hand = 0
    private static var candidates: Int { 8 }

    init(capacity: Int = Settings.accounts) {
        self.capacity = capacity
    }

    var count: Int { accounts.count }

    /// The account of `name`, and of its IPv6 site if it has one.
    ///
    /// - Complexity: O(1), also at capacity.
    mutating func account(
        of name: Name, site: @autoclosure () -> Name? = nil, at now: Int64
    ) -> Account {
        if let place = places[name] { return accounts[place].account }
        let new = (name: name, account: Account(site: site().map { account(of: $0, at: now) }))
        if let place = nextReplaceable(at: now) {
            places[accounts[place].name] = nil
            places[name] = place
            accounts[place] = new
        } else {
            places[name] = accounts.count
            accounts.append(new)
        }
        return new.account
    }

    /// The place of an account that a new one may replace.
    private mutating func nextReplaceable(at now: Int64) -> Int? {
        let candidates = (0..<min(Self.candidates, count)).map { (hand + $0) % count }
        hand = count == 0 ? 0 : (hand + candidates.count) % count
        if let idle = candidates.first(where: { isIdle($0, at: now) }) { return idle }
        guard count >= capacity else { return nil }
        return candidates.min { accounts[$0].account.wholeTime < accounts[$1].account.wholeTime }
    }

    /// Whether the account is whole, and neither a request nor the account of a network refers to it.
    private mutating func isIdle(_ place: Int, at now: Int64) -> Bool {
        accounts[place].account.wholeTime <= now && isKnownUniquelyReferenced(&accounts[place].account)
    }
}
