import Testing

@testable import EventIO

@Suite("Counts of clients")
struct ClientCountsTests {
    private func key(_ host: String) -> String { SocketAddress(host: host, port: 1).clientKey }

    @Test("are separate for IPv4 addresses")
    func version4() {
        var counts = ClientCounts()
        counts.add(3, to: key("192.0.2.1"))
        #expect(counts[key("192.0.2.1")] == 3)
        #expect(counts[key("192.0.2.2")] == 0)
    }

    @Test("are shared by the addresses of one IPv6 network of 64 bits")
    func network() {
        var counts = ClientCounts()
        counts.add(1, to: key("2001:db8:1:2::1"))
        counts.add(1, to: key("2001:db8:1:2:ffff::9"))
        #expect(counts[key("2001:db8:1:2::3")] == 2)
    }

    @Test("reach a client's limit when its site reaches eight times the limit")
    func site() {
        var counts = ClientCounts()
        for network in 0..<16 { counts.add(5, to: key("2001:db8:1:\(String(network, radix: 16))::1")) }
        #expect(counts[key("2001:db8:1:ffff::1")] == 10, "80 in the site, which may have eight times as many")
        #expect(counts[key("2001:db8:2:ffff::1")] == 0, "another site")
    }

    @Test("are forgotten once they are zero")
    func zero() {
        var counts = ClientCounts()
        counts.add(2, to: key("2001:db8:1:2::1"))
        counts.add(-2, to: key("2001:db8:1:2::1"))
        #expect(counts == ClientCounts())
    }
}
