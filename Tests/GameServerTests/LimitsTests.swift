import EventIO
import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

/// What requests are charged, at a clock that stands still.
struct LimitsTests {
    private let limits: Limits
    private let start = Stopwatch.uptime

    init() {
        limits = Self.limits(addresses: true)
        set(seconds: 0)
    }

    private static func limits(addresses: Bool) -> Limits {
        var settings = Settings()
        settings.addressLimits = addresses
        return Limits(settings)
    }

    private func client(_ address: String) -> Client { limits.client(at: address) }

    private func set(seconds: Int) {
        let now = start + Int64(seconds) * 1_000_000_000
        limits.clock = { now }
    }

    @Test("with address limits off, only players are limited")
    func switchedOff() throws {
        let limits = Self.limits(addresses: false)
        for _ in 1...1000 { try limits.chargeEdits(to: client("a")) }
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...40 { try limits.chargeEdits(by: player, to: client("a")) }
        #expect(throws: Problem.self) { try limits.chargeEdits(by: player, to: client("a")) }
    }

    @Test("a player's edits, cursor moves and reactions have a budget each")
    func separateBudgets() throws {
        let limits = Self.limits(addresses: false)
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...40 { try limits.take(of: Settings.playerCursorMoves, by: player) }
        #expect(throws: Problem.self) { try limits.take(of: Settings.playerCursorMoves, by: player) }
        for _ in 1...6 { try limits.take(of: Settings.playerReactions, by: player) }
        #expect(throws: Problem.self) { try limits.take(of: Settings.playerReactions, by: player) }
        try limits.chargeEdits(40, by: player, to: client("a"))
    }

    @Test("a refused edit costs neither the player nor the address anything")
    func refusedEdits() throws {
        let ann = Sender.player(.lobby, Player(seat: Seat(1)))
        let bea = Sender.player(.lobby, Player(seat: Seat(2)))
        let burst = Int(Settings.addressEdits.burst)
        for _ in 1...burst {
            #expect(throws: Problem.self) { try limits.chargeEdits(41, by: ann, to: client("a")) }
        }
        try limits.chargeEdits(burst, to: client("a"))
        #expect(throws: Problem.self) { try limits.chargeEdits(40, by: bea, to: client("a")) }
        try limits.chargeEdits(40, by: bea, to: client("b"))
    }

    @Test("an edit that is returned costs neither the player nor the address anything")
    func returnedEdits() throws {
        let ann = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...300 {
            try limits.chargeEdits(by: ann, to: client("a"))
            limits.returnEdits(by: ann, to: client("a"), isMember: false)
        }
        try limits.chargeEdits(40, by: ann, to: client("a"))
        #expect(throws: Problem.self) { try limits.chargeEdits(by: ann, to: client("a")) }
    }

    @Test("an edit of many cells costs as many edits")
    func manyCells() throws {
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        try limits.chargeEdits(25, by: player, to: client("a"))
        #expect(throws: Problem.self) { try limits.chargeEdits(25, by: player, to: client("a")) }
        try limits.chargeEdits(15, by: player, to: client("a"))
    }

    @Test("an address that has overdrawn its budget of work waits until the debt is paid")
    func debts() throws {
        let burst = Int64(Settings.storeWork.burst) * 1000
        limits.chargeWork(burst, of: .store, to: client("a"))
        try limits.requireWork(.store, of: client("a"))
        limits.chargeWork(burst, of: .store, to: client("a"))
        #expect(throws: Problem.self) { try limits.requireWork(.store, of: client("a")) }
        try limits.requireWork(.worker, of: client("a"))
        try limits.requireWork(.store, of: client("b"))
        #expect(limits.seconds(of: .store) == Double(2 * burst) / 1e9)
    }

    @Test("work of many requests that have passed at the same time is paid in full")
    func workAtOnce() {
        // As many as may wait for a worker, for as long as a search may take.
        for _ in 1...Settings.queuedJobsPerClient {
            limits.chargeWork(Settings.fillTimeLimit.nanoseconds, of: .worker, to: client("a"))
        }
        for _ in 1...256 { limits.chargeWork(40_000_000, of: .store, to: client("b")) }
        #expect((53...55).contains(wait(for: .worker, "a")))
        #expect((96...101).contains(wait(for: .store, "b")))
    }

    /// The seconds after which an address may cause work again; 0 if it may now.
    private func wait(for kind: WorkKind, _ address: String) -> Int {
        do throws(Problem) {
            try limits.requireWork(kind, of: client(address))
            return 0
        } catch {
            return error.headers.first { $0.name == "Retry-After" }.flatMap { Int($0.value) } ?? 0
        }
    }

    @Test("another network of an IPv6 site does not pay for the site's debts with a fresh budget")
    func siteDebts() throws {
        let burst = Int64(Settings.mainWork.burst) * 1000
        for number in 1...9 { limits.chargeWork(burst, of: .main, to: client("20:1:d:b8:0:1:0:\(number)")) }
        #expect(throws: Problem.self) { try limits.requireWork(.main, of: client("20:1:d:b8:0:1:0:aa")) }
    }

    @Test("with address limits off, work is counted but not limited")
    func unlimitedWork() throws {
        let limits = Self.limits(addresses: false)
        for _ in 1...1000 { limits.chargeWork(1_000_000_000, of: .main, to: client("a")) }
        try limits.requireWork(.main, of: client("a"))
        #expect(limits.seconds(of: .main) == 1000)
    }

    @Test("what is returned pays a debt, and gives no more than there was")
    func returned() throws {
        limits.chargeEvents(100_000, to: client("a"))
        #expect(throws: Problem.self) { try limits.requireData(client("a")) }
        limits.chargeEvents(-100_000, to: client("a"))
        try limits.requireData(client("a"))
        for _ in 1...3 { limits.chargeEvents(-100_000, to: client("a")) }
        limits.chargeEvents(97_700, to: client("a"))
        #expect(throws: Problem.self) { try limits.requireData(client("a")) }
    }

    @Test("changes in many games are edits, and an address in debt makes none")
    func changes() throws {
        try limits.chargeChanges(150, saving: 150, to: client("a"))
        try limits.chargeChanges(150, saving: 150, to: client("a"))
        for count in [0, 1] {
            #expect(throws: Problem.self) {
                try limits.chargeChanges(count, saving: count, to: client("a"))
            }
        }
        #expect(throws: Problem.self) { try limits.chargeEdits(to: client("a")) }
        set(seconds: 1)
        try limits.chargeChanges(1, saving: 1, to: client("a"))
        try limits.chargeChanges(1, saving: 1, to: client("b"))
    }

    @Test("an address may create twenty games at once, not more")
    func games() throws {
        for _ in 1...20 { try limits.chargeNewGame(client("a"), bytes: 0) }
        #expect(throws: Problem.self) { try limits.chargeNewGame(client("a"), bytes: 0) }
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
        var stored = 0
        for minute in 0..<24 * 60 {
            set(seconds: 60 * minute)
            while (try? limits.requireData(client("a"))) != nil {
                limits.chargeEvents(100, bytes: 0, to: client("a"))
                stored += 100 * Settings.eventBytes
            }
        }
        #expect((49_000_000...50_100_000).contains(stored))
        set(seconds: 86_340)
        #expect(throws: Problem.self) { try limits.chargeNewGame(client("a"), bytes: 0) }
        try limits.requireData(client("b"))
    }

    @Test("a puzzle counts with the size of its file, an event with the size of its request")
    func fileData() throws {
        try limits.chargeNewGame(client("a"), bytes: 30_000_000)
        limits.chargeEvents(1, bytes: 30_000_000, to: client("b"))
        for address in ["a", "b"] {
            #expect(throws: Problem.self) { try limits.requireData(client(address)) }
        }
    }

    @Test("all networks of 64 bits in one of 48 bits store eight times as much")
    func siteData() throws {
        for network in 1...8 {
            try limits.requireData(client("20:1:d:b8:0:1:0:\(network)"))
            limits.chargeEvents(99_000, bytes: 0, to: client("20:1:d:b8:0:1:0:\(network)"))
        }
        #expect(throws: Problem.self) { try limits.requireData(client("20:1:d:b8:0:1:0:9")) }
        try limits.requireData(client("20:1:d:b8:0:2:0:1"))
    }

    @Test("without limits for addresses, data is not counted")
    func unlimitedData() throws {
        let limits = Self.limits(addresses: false)
        limits.chargeEvents(1_000_000, bytes: 0, to: client("a"))
        try limits.requireData(client("a"))
    }
}
