import EventIO
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

struct LimitsTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    @Test("a rate limiter allows a burst at once, then the rate, and returns the wait")
    func burstThenRate() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 2, burst: 3))
        for _ in 1...3 { #expect(limiter.take("a", at: start) == nil) }
        #expect(limiter.take("a", at: start) == 1)
        #expect(limiter.take("b", at: start) == nil)
        #expect(limiter.take("a", at: start + .milliseconds(500)) == nil)
        #expect(limiter.take("a", at: start + .milliseconds(500)) == 1)
    }

    @Test("a rate limiter never remembers more keys than its capacity")
    func bounded() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 1, burst: 2), capacity: 100)
        for key in 0..<10_000 { #expect(limiter.take(key, at: start) == nil) }
        #expect(limiter.count == 100)
    }

    @Test("a rate limiter forgets keys with a full bucket when new ones arrive")
    func forgetting() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 10, burst: 2))
        for key in 0..<10_000 {
            #expect(limiter.take(key, at: start + .milliseconds(10 * key)) == nil)
        }
        #expect(limiter.count < 40)
    }

    @Test("a flood of new keys does not refill an empty bucket")
    func flushing() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 0.001, burst: 5), capacity: 100)
        for _ in 1...5 { #expect(limiter.take(-1, at: start) == nil) }
        for key in 0..<10_000 {
            #expect(limiter.take(key, at: start) == nil)
            #expect(limiter.take(-1, at: start) != nil)
        }
    }

    @Test("at capacity a rate limiter forgets the key with the fullest bucket")
    func fullestGoes() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 1, burst: 3), capacity: 3)
        for name in ["a", "a", "b", "c", "c", "c"] { #expect(limiter.take(name, at: start) == nil) }
        #expect(limiter.take("d", at: start) == nil)
        #expect(limiter.take("c", at: start) != nil)
        #expect(limiter.take("a", at: start) == nil)
        #expect(limiter.take("a", at: start) != nil)
    }

    @Test("a clock that goes back refills nothing")
    func clockGoesBack() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 1, burst: 1))
        #expect(limiter.take("a", at: start) == nil)
        #expect(limiter.take("a", at: Timestamp(milliseconds: 0)) != nil)
    }

    @Test("with address limits off, only players are limited")
    func switchedOff() throws {
        let limits = Limits(limitsAddresses: false)
        for _ in 1...1000 { try limits.chargeEdits(.address("a"), "a", at: start) }
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...40 { try limits.chargeEdits(player, "a", at: start) }
        #expect(throws: Problem.self) { try limits.chargeEdits(player, "a", at: start) }
    }

    @Test("a player's edits, cursor moves and reactions have a budget each")
    func separateBudgets() throws {
        let limits = Limits(limitsAddresses: false)
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...40 { try limits.chargeCursorMove(player, at: start) }
        #expect(throws: Problem.self) { try limits.chargeCursorMove(player, at: start) }
        for _ in 1...6 { try limits.chargeReaction(player, at: start) }
        #expect(throws: Problem.self) { try limits.chargeReaction(player, at: start) }
        try limits.chargeEdits(player, "a", count: 40, at: start)
    }

    @Test("an edit of many cells costs as many edits")
    func manyCells() throws {
        let limits = Limits(limitsAddresses: true)
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        try limits.chargeEdits(player, "a", count: 25, at: start)
        #expect(throws: Problem.self) { try limits.chargeEdits(player, "a", count: 25, at: start) }
        try limits.chargeEdits(player, "a", count: 15, at: start)
    }

    @Test("the networks of an IPv6 site share eight times the limit of one")
    func sites() {
        var limiter = AddressLimiter(RateLimit(perSecond: 1, burst: 2))
        func network(_ number: Int) -> String { "20:1:d:b8:0:1:0:\(String(number, radix: 16))" }
        for number in 1...8 { for _ in 1...2 { #expect(limiter.take(network(number), at: start) == nil) } }
        #expect(limiter.take(network(9), at: start) == 1)
        #expect(limiter.take("20:1:d:b8:0:2:0:1", at: start) == nil)
        #expect(limiter.take("192.0.2.1", at: start) == nil)
    }

    @Test("an address that has overdrawn its budget of work waits until the debt is paid")
    func debts() throws {
        let work = WorkBudgets(limitsAddresses: true)
        let burst = Int64(Settings.addressWork(.store).burst) * 1000
        work.charge(burst, of: .store, to: "a")
        try work.requireBudget(.store, of: "a")
        work.charge(burst, of: .store, to: "a")
        #expect(throws: Problem.self) { try work.requireBudget(.store, of: "a") }
        try work.requireBudget(.worker, of: "a")
        try work.requireBudget(.store, of: "b")
        #expect(work.seconds(of: .store) == Double(2 * burst) / 1e9)
    }

    @Test("work of many requests that have passed at the same time is paid in full")
    func workAtOnce() {
        let work = WorkBudgets(limitsAddresses: true)
        // As many as may wait for a worker, for as long as a search may take.
        for _ in 1...Settings.queuedJobsPerClient {
            work.charge(Settings.fillTimeLimit.nanoseconds, of: .worker, to: "a")
        }
        for _ in 1...256 { work.charge(40_000_000, of: .store, to: "b") }
        #expect((53...55).contains(wait(for: .worker, "a", work)))
        #expect((96...101).contains(wait(for: .store, "b", work)))
    }

    /// The seconds after which an address may cause work again; 0 if it may now.
    private func wait(for kind: WorkKind, _ address: String, _ work: WorkBudgets) -> Int {
        do throws(Problem) {
            try work.requireBudget(kind, of: address)
            return 0
        } catch {
            return error.headers.first { $0.name == "Retry-After" }.flatMap { Int($0.value) } ?? 0
        }
    }

    @Test("another network of an IPv6 site does not pay for the site's debts with a fresh budget")
    func siteDebts() throws {
        let work = WorkBudgets(limitsAddresses: true)
        let burst = Int64(Settings.addressWork(.main).burst) * 1000
        for number in 1...9 { work.charge(burst, of: .main, to: "20:1:d:b8:0:1:0:\(number)") }
        #expect(throws: Problem.self) { try work.requireBudget(.main, of: "20:1:d:b8:0:1:0:aa") }
    }

    @Test("with address limits off, work is counted but not limited")
    func unlimitedWork() throws {
        let work = WorkBudgets(limitsAddresses: false)
        for _ in 1...1000 { work.charge(1_000_000_000, of: .main, to: "a") }
        try work.requireBudget(.main, of: "a")
        #expect(work.seconds(of: .main) == 1000)
    }

    @Test("a refused network of 64 bits takes nothing from the others of its site")
    func refusedNetwork() {
        var limiter = AddressLimiter(RateLimit(perSecond: 1, burst: 2))
        for number in 0..<100 {
            #expect((limiter.take("20:1:d:b8:0:1:0:1", at: start) == nil) == (number < 2))
        }
        for number in 2...8 {
            #expect(limiter.take("20:1:d:b8:0:1:0:\(number)", 2, at: start) == nil)
        }
        // The site has nothing left; the network keeps what it could not use.
        #expect(limiter.take("20:1:d:b8:0:1:0:9", at: start) != nil)
        #expect(limiter.take("20:1:d:b8:0:1:0:9", 2, at: start + .seconds(1)) == nil)
    }

    @Test("what is returned pays a debt, and gives no more than there was")
    func returned() throws {
        let limits = Limits(limitsAddresses: true)
        limits.chargeEvents(100_000, to: "a", at: start)
        #expect(throws: Problem.self) { try limits.requireData("a", at: start) }
        limits.chargeEvents(-100_000, to: "a", at: start)
        try limits.requireData("a", at: start)
        for _ in 1...3 { limits.chargeEvents(-100_000, to: "a", at: start) }
        limits.chargeEvents(97_700, to: "a", at: start)
        #expect(throws: Problem.self) { try limits.requireData("a", at: start) }
    }

    @Test("changes in many games are edits, and an address in debt makes none")
    func changes() throws {
        let limits = Limits(limitsAddresses: true)
        try limits.chargeChanges(150, saving: 150, to: "a", at: start)
        try limits.chargeChanges(150, saving: 150, to: "a", at: start)
        for count in [0, 1] {
            #expect(throws: Problem.self) {
                try limits.chargeChanges(count, saving: count, to: "a", at: start)
            }
        }
        #expect(throws: Problem.self) { try limits.chargeEdits(.address("a"), "a", at: start) }
        try limits.chargeChanges(1, saving: 1, to: "a", at: start + .seconds(1))
        try limits.chargeChanges(1, saving: 1, to: "b", at: start)
    }

    @Test("an address may create twenty games at once, not more")
    func games() throws {
        let limits = Limits(limitsAddresses: true)
        for _ in 1...20 { try limits.chargeNewGame("a", bytes: 0, at: start) }
        #expect(throws: Problem.self) { try limits.chargeNewGame("a", bytes: 0, at: start) }
    }

    @Test("a token is valid until its seat is revoked, and no other text is")
    func tokens() throws {
        let seat = try #require(Seat(1))
        let (token, host) = (Token.random(), Token.random())
        var book = TokenBook([HeldToken(digest: token.digest, player: Player(seat: seat))])
        book.add(HeldToken(digest: host.digest, player: Player(seat: nil, isHost: true)))
        #expect(token.text.count == 32 && token.text != host.text)
        #expect(book.player(withToken: token.text)?.seat == seat)
        #expect(book.player(withToken: token.text.dropLast() + "u") == nil)
        #expect(book.player(withToken: "") == nil)
        book.revoke(seat)
        #expect(book.player(withToken: token.text) == nil)
        #expect(book.player(withToken: host.text)?.isHost == true)
    }

    @Test("a renewed token replaces all tokens of its seat at the commit, not before")
    func renewal() throws {
        let (seat, other) = (try #require(Seat(1)), try #require(Seat(2)))
        let tokens = (0..<4).map { _ in Token.random() }
        var book = TokenBook([
            HeldToken(digest: tokens[0].digest, player: Player(seat: seat, isHost: true)),
            HeldToken(digest: tokens[1].digest, player: Player(seat: seat)),
            HeldToken(digest: tokens[2].digest, player: Player(seat: other)),
        ])
        let fresh = book.prepareRenewal(of: seat, with: tokens[3].digest, since: nil)
        #expect(fresh.player == Player(seat: seat, isHost: true))
        #expect(book.isRenewing(seat) && !book.isRenewing(other))
        #expect(book.player(withToken: tokens[0].text)?.seat == seat)
        #expect(book.player(withToken: tokens[3].text) == nil)
        #expect(Set(book.all.map(\.digest)) == [tokens[2].digest, tokens[3].digest])
        var failed = book
        failed.discardRenewals()
        #expect(failed.all.count == 3 && !failed.isRenewing(seat))
        book.revoke(seat)
        book.add(fresh)
        #expect(tokens.map { book.player(withToken: $0.text)?.seat } == [nil, nil, other, seat])
        #expect(!book.isRenewing(seat))
    }

    @Test("metrics are written as Prometheus text: counters, gauges and histograms with labels")
    func metrics() {
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(registry)
        metrics.observe(.answered(status: 200, bytes: 10))
        metrics.countRefusal("not-found")
        metrics.countRefusal("not-found")
        metrics.setGauge("games", 3)
        metrics.recordLatency(20_000)
        let text = registry.exposition
        #expect(text.contains("# TYPE fivebyfive_http_answers_total counter\n"))
        #expect(text.contains("fivebyfive_http_answers_total{status=\"2xx\"} 1\n"))
        #expect(text.contains("fivebyfive_refusals_total{code=\"not-found\"} 2\n"))
        #expect(text.contains("fivebyfive_games 3\n"))
        #expect(text.contains("fivebyfive_http_request_seconds_bucket{le=\"3e-05\"} 1\n"))
        #expect(text.contains("fivebyfive_http_request_seconds_count 1\n"))
    }

    @Test("an address stores at most 50 MB in a day, and the others are not affected")
    func data() throws {
        let limits = Limits(limitsAddresses: true)
        var stored = 0
        for minute in 0..<24 * 60 {
            let now = start + .seconds(60 * minute)
            while (try? limits.requireData("a", at: now)) != nil {
                limits.chargeEvents(100, bytes: 0, to: "a", at: now)
                stored += 100 * Settings.eventBytes
            }
        }
        #expect((49_000_000...50_100_000).contains(stored))
        let end = start + .seconds(86_340)
        #expect(throws: Problem.self) { try limits.chargeNewGame("a", bytes: 0, at: end) }
        try limits.requireData("b", at: end)
    }

    @Test("a puzzle counts with the size of its file, an event with the size of its request")
    func fileData() throws {
        let limits = Limits(limitsAddresses: true)
        try limits.chargeNewGame("a", bytes: 30_000_000, at: start)
        limits.chargeEvents(1, bytes: 30_000_000, to: "b", at: start)
        for address in ["a", "b"] {
            #expect(throws: Problem.self) { try limits.requireData(address, at: start) }
        }
    }

    @Test("all networks of 64 bits in one of 48 bits store eight times as much")
    func siteData() throws {
        let limits = Limits(limitsAddresses: true)
        for network in 1...8 {
            try limits.requireData("20:1:d:b8:0:1:0:\(network)", at: start)
            limits.chargeEvents(99_000, bytes: 0, to: "20:1:d:b8:0:1:0:\(network)", at: start)
        }
        #expect(throws: Problem.self) { try limits.requireData("20:1:d:b8:0:1:0:9", at: start) }
        try limits.requireData("20:1:d:b8:0:2:0:1", at: start)
    }

    @Test("without limits for addresses, data is not counted")
    func unlimitedData() throws {
        let limits = Limits(limitsAddresses: false)
        limits.chargeEvents(1_000_000, bytes: 0, to: "a", at: start)
        try limits.requireData("a", at: start)
    }
}
