import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

struct LimitsTests {
    private let start = Timestamp(milliseconds: 1_000_000)

    @Test("a burst is allowed at once, then the rate, and the wait is told")
    func burstThenRate() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 2, burst: 3))
        for _ in 1...3 { #expect(limiter.take("a", at: start) == nil) }
        #expect(limiter.take("a", at: start) == 1)
        #expect(limiter.take("b", at: start) == nil)
        #expect(limiter.take("a", at: start + .milliseconds(500)) == nil)
        #expect(limiter.take("a", at: start + .milliseconds(500)) == 1)
    }

    @Test("however many come, no more are remembered than there is room for")
    func bounded() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 1, burst: 2), remembering: 100)
        for key in 0..<10_000 { #expect(limiter.take(key, at: start) == nil) }
        #expect(limiter.count == 100)
    }

    @Test("who has not come for a while is forgotten when others come")
    func forgetting() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 10, burst: 2))
        for key in 0..<10_000 {
            #expect(limiter.take(key, at: start + .milliseconds(10 * key)) == nil)
        }
        #expect(limiter.count < 40)
    }

    @Test("nobody gets rid of an empty bucket by coming under many other names")
    func flushing() {
        var limiter = RateLimiter<Int>(RateLimit(perSecond: 0.001, burst: 5), remembering: 100)
        for _ in 1...5 { #expect(limiter.take(-1, at: start) == nil) }
        for key in 0..<10_000 {
            #expect(limiter.take(key, at: start) == nil)
            #expect(limiter.take(-1, at: start) != nil)
        }
    }

    @Test("who is forgotten for want of room is the one who had the most left")
    func fullestGoes() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 1, burst: 3), remembering: 3)
        for name in ["a", "a", "b", "c", "c", "c"] { #expect(limiter.take(name, at: start) == nil) }
        #expect(limiter.take("d", at: start) == nil)
        #expect(limiter.take("c", at: start) != nil)
        #expect(limiter.take("a", at: start) == nil)
        #expect(limiter.take("a", at: start) != nil)
    }

    @Test("a clock that goes back gives nothing and takes nothing")
    func clockGoesBack() {
        var limiter = RateLimiter<String>(RateLimit(perSecond: 1, burst: 1))
        #expect(limiter.take("a", at: start) == nil)
        #expect(limiter.take("a", at: Timestamp(milliseconds: 0)) != nil)
    }

    @Test("without limits by address only players are limited")
    func switchedOff() throws {
        let limits = Limits(limitsAddresses: false)
        for _ in 1...1000 { try limits.allowEdit(.address("a"), "a", at: start) }
        let player = Sender.player(.lobby, Player(seat: Seat(1)))
        for _ in 1...40 { try limits.allowEdit(player, "a", at: start) }
        #expect(throws: Problem.self) { try limits.allowEdit(player, "a", at: start) }
    }

    @Test("an address may make twenty games at once, not more")
    func games() throws {
        let limits = Limits(limitsAddresses: true)
        for _ in 1...20 { try limits.allowGame("a", at: start) }
        #expect(throws: Problem.self) { try limits.allowGame("a", at: start) }
    }

    @Test("a token is known until its seat is left, and no other text is")
    func tokens() throws {
        let seat = try #require(Seat(1))
        let (token, host) = (Token.random(), Token.random())
        var book = TokenBook([HeldToken(digest: token.digest, player: Player(seat: seat))])
        book.add(HeldToken(digest: host.digest, player: Player(seat: nil, isHost: true)))
        #expect(token.text.count == 32 && token.text != host.text)
        #expect(book.player(token.text)?.seat == seat)
        #expect(book.player(token.text.dropLast() + "u") == nil)
        #expect(book.player("") == nil)
        book.forget(seat)
        #expect(book.player(token.text) == nil)
        #expect(book.player(host.text)?.isHost == true)
    }

    @Test("an exchanged token takes the place of all of its seat when it is saved, and not before")
    func renewal() throws {
        let (seat, other) = (try #require(Seat(1)), try #require(Seat(2)))
        let tokens = (0..<4).map { _ in Token.random() }
        var book = TokenBook([
            HeldToken(digest: tokens[0].digest, player: Player(seat: seat, isHost: true)),
            HeldToken(digest: tokens[1].digest, player: Player(seat: seat)),
            HeldToken(digest: tokens[2].digest, player: Player(seat: other)),
        ])
        let fresh = book.renew(seat, with: tokens[3].digest, since: nil)
        #expect(fresh.player == Player(seat: seat, isHost: true))
        #expect(book.isRenewing(seat) && !book.isRenewing(other))
        #expect(book.player(tokens[0].text)?.seat == seat && book.player(tokens[3].text) == nil)
        #expect(Set(book.all.map(\.digest)) == [tokens[2].digest, tokens[3].digest])
        var failed = book
        failed.forgetRenewals()
        #expect(failed.all.count == 3 && !failed.isRenewing(seat))
        book.forget(seat)
        book.add(fresh)
        #expect(tokens.map { book.player($0.text)?.seat } == [nil, nil, other, seat])
        #expect(!book.isRenewing(seat))
    }

    @Test("metrics are Prometheus text: counters, gauges and histograms with labels")
    func metrics() {
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(registry)
        metrics.observe(.answered(status: 200, bytes: 10))
        metrics.refused("not-found")
        metrics.refused("not-found")
        metrics.gauge("games", 3)
        metrics.observe(latency: 20_000)
        let text = registry.exposition
        #expect(text.contains("# TYPE fivebyfive_http_answers_total counter\n"))
        #expect(text.contains("fivebyfive_http_answers_total{status=\"2xx\"} 1\n"))
        #expect(text.contains("fivebyfive_refusals_total{code=\"not-found\"} 2\n"))
        #expect(text.contains("fivebyfive_games 3\n"))
        #expect(text.contains("fivebyfive_http_request_seconds_bucket{le=\"3e-05\"} 1\n"))
        #expect(text.contains("fivebyfive_http_request_seconds_count 1\n"))
    }
}
