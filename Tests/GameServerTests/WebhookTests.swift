import GameCore
import Testing

@testable import EventIO
@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("The message about a day")
struct WebhookMessageTests {
    private static let day = Day(number: 20_000)

    private func message(
        _ names: [String], title: String = "Tea", finished: Bool = true
    ) throws -> WebhookMessage? {
        var members: [DayResults.Member] = []
        var standings: [Standing] = []
        for (number, name) in names.enumerated() {
            let id = try #require(
                PlayerID("p" + String(repeating: "0", count: 10 - String(number).count) + "\(number)"))
            members.append(DayResults.Member(player: id, name: try PlayerName(name)))
            let game = try #require(GameID("game\(number)"))
            standings.append(
                Standing(
                    rules: "guess", day: Self.day, player: id, game: game, isSolved: finished && number < 2,
                    elapsed: finished ? .seconds(42 + 3600 * number) : .zero,
                    guesses: finished ? number + 1 : nil))
        }
        let results = DayResults(
            day: Self.day, rules: ["guess", "mini"], members: members, standings: standings)
        return WebhookMessage(results, room: title) { $0 == "guess" ? "Guess" : $0 }
    }

    @Test("has the finished games of the day with their ranks, and the week")
    func table() throws {
        let text = try #require(try message(["Ann", "Ben", "Cem"])).text(limit: 2000) { $0 }
        #expect(
            text == """
                Tea, \(Self.day)

                Guess
                1. Ann: 1 guess, 0:42
                2. Ben: 2 guesses, 1:00:42
                – Cem: not solved, 3 guesses, 2:00:42

                These seven days
                1. Ann: 3 points, 1 win
                2. Ben: 2 points, 0 wins
                """)
    }

    @Test("does not exist for a day on which nobody has finished a game")
    func empty() throws {
        #expect(try message([]) == nil)
        #expect(try message(["Ann", "Ben"], finished: false) == nil)
    }

    @Test("names mean nothing to the service", arguments: RoomWebhook.Shape.allCases)
    func escapes(shape: RoomWebhook.Shape) throws {
        let names = ["@everyone", "<!channel>", "**a**_b_`c`", "[x](http://h)", "# A & \"B\"\\"]
        let message = try #require(try message(names, title: "> *T* <@1>"))
        let json = String(decoding: message.body(shape), as: UTF8.self)
        let body = try #require(JSONValue(parsing: json))
        let text: String
        switch shape {
        case .discord:
            text = body["content"].string
            for sign in [" @everyone", "<!", "**", "`c`", "](", "http://", "<@1>"] {
                #expect(!text.contains(sign), "\(sign)")
            }
            #expect(text.hasPrefix("\\> \\*T\\* \\<\\@1\\>") && text.contains("\n1\\. \\@everyone\\: "))
        case .slack:
            text = body["text"].string
            #expect(!text.contains("<") && text.contains("&lt;!channel&gt;") && text.contains("# A &amp;"))
        case .matrix:
            text = body["body"].string
            #expect(
                text.contains("<!channel>") && body["m.mentions"] == .object([:])
                    && body["formatted_body"] == .null)
        }
        #expect(!text.isEmpty)
    }

    @Test("fits the limit whatever the names are, and says how many lines are missing")
    func limit() throws {
        let names = (0..<60).map { "*" + String(repeating: "<>", count: 14) + "\($0)" }
        let text = try #require(try message(names)).text(
            limit: 2000, escaping: WebhookMessage.escapedForDiscord)
        #expect(text.utf16.count <= 2000 && text.hasSuffix("more lines"))
        #expect(text.split(separator: "\n").count > 10)
    }

    @Test("goes to Matrix under a name of its room and day, with the token in a header")
    func matrix() throws {
        let target = RoomWebhook.Target(
            url: "https://m.org/_matrix/client/v3/rooms/!a:m.org/send/m.room.message", shape: .matrix,
            token: "syt")
        let request = try #require(try message(["Ann"])?.request(to: target, transaction: "t-1"))
        #expect(request.method == "PUT" && request.target.path.hasSuffix("/send/m.room.message/t-1"))
        #expect(request.headers.contains { $0.name == "Authorization" && $0.value == "Bearer syt" })
    }
}

@Suite("After an attempt to post a day")
struct WebhookVerdictTests {
    private let now = Timestamp(milliseconds: 1_445_412_480_000)

    private func verdict(_ status: Int, _ retryAfter: String? = nil) -> WebhookVerdict {
        WebhookVerdict(.success(.init(status: status, retryAfter: retryAfter)), .slack, at: now)
    }

    @Test("an answer settles the day, or asks for another attempt")
    func answers() {
        for status in [200, 201, 204] {
            #expect(verdict(status) == .settled(.told, reason: "status \(status)"))
        }
        for status in [301, 302, 307, 308] {
            #expect(
                verdict(status)
                    == .settled(.refused, reason: "status \(status), and redirects are not followed"))
        }
        for status in [400, 401, 403, 404, 410] {
            #expect(verdict(status) == .settled(.refused, reason: "status \(status)"))
        }
        for status in [408, 429, 500, 502, 503, 504] {
            #expect(verdict(status) == .tryAgain(reason: "status \(status)", after: nil))
        }
    }

    @Test(
        "Retry-After is a number of seconds or a date",
        arguments: [
            ("17", Duration.seconds(17)), (" 0 ", .zero), ("1.2", .seconds(2)), ("1e99", .seconds(1_000_000)),
            ("Wed, 21 Oct 2015 07:28:30 GMT", .seconds(30)), ("Wed, 21 Oct 2015 07:27:00 GMT", .zero),
            ("soon", nil), ("-1", nil), ("", nil), ("nan", nil),
        ])
    func waits(text: String, wait: Duration?) { #expect(WebhookVerdict.wait(text, at: now) == wait) }

    @Test("waits double up to the longest, and end after a day")
    func schedule() {
        let retry = WebhookRetry()
        let wait = { (attempts: Int, asked: Duration?, jitter: Double) in
            retry.next(after: attempts, begun: 0, now: 0, asked: asked, jitter: jitter)
        }
        #expect([1, 2, 3].map { wait($0, nil, 0) } == [30_000, 60_000, 120_000])
        #expect(wait(13, nil, 0) == WebhookRetry.longest.wholeMilliseconds && wait(14, nil, 0) == nil)
        #expect(wait(1, nil, 1) == 36_000 && wait(1, .seconds(100), 0) == 100_000)
        #expect(wait(3, .seconds(1), 0) == 120_000)
        #expect(wait(1, .seconds(1_000_000), 0) == WebhookRetry.longest.wholeMilliseconds)
        let day = WebhookRetry.total.wholeMilliseconds
        #expect(retry.next(after: 2, begun: 0, now: day - 60_001, asked: nil, jitter: 0) == day - 1)
        #expect(retry.next(after: 2, begun: 0, now: day - 60_000, asked: nil, jitter: 0) == nil)
    }
}

@Suite("The hosts that the operator admits")
struct WebhookHostsTests {
    private let hosts = WebhookHosts(
        ["discord.com", "http://10.0.0.7:8008", "api.example.org:8443"], private: ["matrix.lan"])

    @Test(
        "are compared with scheme, name and port",
        arguments: [
            ("https://discord.com/x", true), ("https://DISCORD.com:443/x", true),
            ("http://discord.com/x", false),
            ("https://discord.com:8443/x", false), ("https://a.discord.com/x", false),
            ("https://discord.com.evil.org/x", false), ("http://10.0.0.7:8008/x", true),
            ("http://10.0.0.7/x", false), ("https://api.example.org:8443/", true),
            ("https://api.example.org/", false), ("https://matrix.lan/", true), ("https://10.0.0.8/", false),
        ])
    func names(url: String, isAdmitted: Bool) throws {
        #expect(hosts.admits(try #require(OutgoingTarget(url)).origin) == isAdmitted)
    }

    @Test("lead to public addresses only, unless the operator has said that they are inside")
    func addresses() throws {
        let admits = { (host: String, address: String) throws in
            let origin = try #require(OutgoingTarget.Origin(host))
            return hosts.admits(try #require(IPAddress(address)), of: origin)
        }
        for inside in ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"] {
            let (outside, own) = try (admits("discord.com", inside), admits("matrix.lan", inside))
            #expect(!outside && own, "\(inside)")
        }
        #expect(try admits("discord.com", "162.159.128.233"))
        #expect(try admits("http://10.0.0.7:8008", "10.0.0.7"))
        #expect(try !admits("evil.org", "1.1.1.1"))
        #expect(try !admits("http://discord.com", "1.1.1.1"))
    }
}
