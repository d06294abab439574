import EventIO
import GameCore
import Testing

@testable import GameServerKit

@Suite("Addresses of clients behind proxies")
struct TrustedProxiesTests {
    private static let blocks = ["192.0.2.1", "10.1.0.0/16"].compactMap(AddressBlock.init(_:))
    private let peer = SocketAddress(host: "192.0.2.1", port: 9)

    private func request(_ headers: [String: String]) -> HTTPRequest {
        HTTPRequest(method: .get, path: "/", headers: headers.map { ($0.key, $0.value) })
    }

    private func proxies(_ header: String) -> TrustedProxies {
        TrustedProxies(blocks: Self.blocks, header: header)
    }

    @Test("a header counts only if it comes from a trusted proxy")
    func strangers() {
        let request = request(["x-forwarded-for": "198.51.100.4"])
        let stranger = SocketAddress(host: "192.0.2.2", port: 9)
        let proxies = proxies("x-forwarded-for")
        #expect(proxies.clientKey(of: request, peer: stranger) == "192.0.2.2")
        #expect(proxies.claims(of: request, peer: stranger) == ["192.0.2.2"])
        #expect(TrustedProxies(blocks: []).clientKey(of: request, peer: peer) == "192.0.2.1")
    }

    @Test(
        "the client is the last address that is not a trusted proxy",
        arguments: [
            ("203.0.113.5, 198.51.100.4, 10.1.2.3", "198.51.100.4"), ("198.51.100.4:5123", "198.51.100.4"),
            ("10.1.2.3, 10.1.2.4", "10.1.2.3"), ("::ffff:198.51.100.4", "198.51.100.4"),
            ("2001:DB8::7", "20:1:d:b8:0:0:0:0"), ("198.51.100.4,\t10.1.2.3", "198.51.100.4"),
            // The client is unknown, so the request counts as that of the last proxy that is known.
            ("198.51.100.4, unknown", "192.0.2.1"), ("198.51.100.4,", "192.0.2.1"), ("", "192.0.2.1"),
            ("198.51.100.0/24", "192.0.2.1"), ("unknown, 10.1.2.3", "10.1.2.3"),
            // What a client writes on the left joins no comma of a proxy.
            ("1.1.1.1\u{600}, 198.51.100.4", "198.51.100.4"),
            ("\", 198.51.100.4", "198.51.100.4"),
        ])
    func chains(value: String, client: String) {
        for header in ["x-forwarded-for", "cf-connecting-ip"] {
            #expect(proxies(header).clientKey(of: request([header: value]), peer: peer) == client)
        }
    }

    @Test(
        "the hops of Forwarded are read where that is the header of the proxies",
        arguments: [
            ("for=\"[2001:db8:0::9]:80\";by=10.1.0.1", "20:1:d:b8:0:0:0:0"),
            ("proto=https; For=198.51.100.4 , for=10.1.2.3", "198.51.100.4"),
            ("for=10.0.0.9, for=\"[2001:db8::7]:4711\";proto=http", "20:1:d:b8:0:0:0:0"),
            ("for=\"x, for=198.51.100.4", "198.51.100.4"),
            ("for=198.51.100.4, for=_hidden", "192.0.2.1"), ("for=198.51.100.4, proto=https", "192.0.2.1"),
        ])
    func forwarded(value: String, client: String) {
        #expect(proxies("forwarded").clientKey(of: request(["forwarded": value]), peer: peer) == client)
    }

    @Test(
        "no other header changes the client",
        arguments: ["x", "for=203.0.113.9", "", "for=192.0.2.1", "203.0.113.9"])
    func others(value: String) {
        let claimed = ["forwarded": value, "x-real-ip": value, "x-forwarded-for": "198.51.100.4"]
        #expect(proxies("x-forwarded-for").client(of: request(claimed), peer: peer) == "198.51.100.4")
        let opposite = ["x-forwarded-for": value, "x-real-ip": value, "forwarded": "for=198.51.100.4"]
        #expect(proxies("forwarded").client(of: request(opposite), peer: peer) == "198.51.100.4")
    }

    @Test("a ban holds for every address that is claimed, and for the peer's")
    func bans() throws {
        let bans = try Bans(folder: nil, proxies: proxies("x-forwarded-for"))
        let banned = try #require(Bans.Ban("203.0.113.0/24"))
        let claims = [
            ["x-forwarded-for": "203.0.113.9"], ["x-forwarded-for": "203.0.113.9, 198.51.100.4"],
            ["x-forwarded-for": "203.0.113.9, unknown"], ["x-forwarded-for": "::ffff:203.0.113.9"],
            ["x-forwarded-for": "198.51.100.4", "forwarded": "for=203.0.113.9"],
        ]
        for claim in claims { #expect(!bans.contains(senderOf: request(claim), peer: peer)) }
        try bans.replace(with: [banned])
        for claim in claims { #expect(bans.contains(senderOf: request(claim), peer: peer), "\(claim)") }
        #expect(!bans.contains(senderOf: request(["x-forwarded-for": "198.51.100.4"]), peer: peer))
        try bans.replace(with: [#require(Bans.Ban("192.0.2.1"))])
        #expect(bans.contains(senderOf: request(["x-forwarded-for": "198.51.100.4"]), peer: peer))
    }

    /// Texts of one random address, as proxies write them; of IPv4 also as IPv6.
    private func forms(ofVersion4 isVersion4: Bool, _ random: inout SeededGenerator) -> [String] {
        var groups = (0..<8).map { _ in Int.random(in: 0...0xFFFF, using: &random) }
        if isVersion4 { groups.replaceSubrange(0..<6, with: [0, 0, 0, 0, 0, 0xFFFF]) }
        let short = groups.map { String($0, radix: 16) }
        let long = short.map { String(repeating: "0", count: 4 - $0.count) + $0 }
        var texts = [short, long].flatMap {
            [$0.joined(separator: ":"), $0.joined(separator: ":").uppercased()]
        }
        if isVersion4 {
            let dotted = groups.suffix(2).flatMap { ["\($0 >> 8)", "\($0 & 255)"] }.joined(separator: ".")
            let hex = short.suffix(2).joined(separator: ":")
            texts += ["::ffff:" + dotted, "::FFFF:" + dotted, "::ffff:" + hex, "0::FFFF:" + hex.uppercased()]
            texts += [dotted, dotted + ":4711"].flatMap { [$0, "\"\($0)\""] }
        }
        let version6 = texts.filter { $0.count { $0 == ":" } > 1 }
        let bracketed = version6.flatMap { ["[\($0)]", "[\($0)]:80", "\"[\($0)%eth0]:80\"", "\($0)%2"] }
        return texts + bracketed
    }

    @Test(
        "all texts of an address are one client, and a ban holds for all of them", arguments: UInt64(1)...40)
    func oneClient(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let texts = forms(ofVersion4: seed % 2 == 0, &random)
        let (proxies, address) = (proxies("x-forwarded-for"), texts[0])
        let bans = try Bans(folder: nil, proxies: proxies)
        for banned in texts where Bans.Ban(banned) != nil {
            try bans.replace(with: [#require(Bans.Ban(banned))])
            for text in texts {
                #expect(bans.contains(senderOf: request(["x-forwarded-for": text]), peer: peer), "\(text)")
            }
        }
        let client = proxies.client(of: request(["x-forwarded-for": address]), peer: peer)
        let key = SocketAddress(host: client, port: 0).clientKey
        #expect(client != peer.host)
        for text in texts {
            let request = request(["x-forwarded-for": text])
            #expect(proxies.client(of: request, peer: peer) == client, "\(text)")
            #expect(proxies.clientKey(of: request, peer: peer) == key, "\(text)")
        }
    }

    @Test("probes are answered for an address in debt, and metrics for the proxy itself")
    func probes() throws {
        var settings = Settings()
        settings.trustedProxies = [try #require(AddressBlock("127.0.0.1"))]
        let client = try FrontDoorClient(settings)
        let claims = [[], [("X-Forwarded-For", "198.51.100.4")]]
        for key in ["127.0.0.1", "198.51.100.4"] {
            client.world.limits.chargeWork(10_000_000_000, of: .main, to: client.world.limits.client(at: key))
        }
        for headers in claims {
            for path in ["/healthz", "/readyz"] {
                #expect(try client.ask(.get, path, headers: headers).status == 200)
            }
            #expect(try client.ask(.get, "/games", headers: headers).outcome == "429 rate-limited")
        }
        #expect(try client.ask(.get, "/metrics").status == 200)
        #expect(try client.ask(.get, "/metrics", headers: claims[1]).outcome == "429 rate-limited")
    }
}
