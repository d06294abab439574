import Testing

@testable import EventIO

@Suite("An IP address")
struct IPAddressTests {
    @Test(
        "has one form for all texts",
        arguments: [
            (
                "1.2.3.4",
                ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:1.2.3.4", "::ffff:102:304", "::fFfF:0102:0304"]
            ),
            (
                "1.2.3.4",
                ["0:0:0:0:0:ffff:1.2.3.4", "0000:0000:0000:0000:0000:ffff:0102:0304", "::ffff:102:304%2"]
            ),
            (
                "2001:db8::7",
                ["2001:db8::7", "2001:DB8:0:0::0007", "2001:0db8:0000:0000:0000:0000:0000:0007"]
            ),
            ("fe80::1", ["fe80::1", "fe80::1%eth0", "FE80::0:1%25wlan0"]), ("::", ["::", "0::0"]),
            // Only the mapped form is IPv4.
            ("::1.2.3.4", ["::1.2.3.4", "::102:304"]), ("64:ff9b::102:304", ["64:ff9b::1.2.3.4"]),
        ])
    func forms(address: String, texts: [String]) throws {
        for text in texts {
            let found = try #require(IPAddress(text), "\(text)")
            #expect(found.description == address && found == IPAddress(address), "\(text)")
        }
    }

    @Test(
        "is not created from any other text",
        arguments: [
            "", "%", "%eth0", "fe80::1%", "1.2.3.4%eth0", "1.2.3", "1.2.3.4.5", "01.2.3.4", "1.2.3.256",
            "::g",
            "[::1]", "1.2.3.4:80", "1.2.3.4/32", " ::1", "1::2::3", "::ffff:1.2.3.04", "12345::",
        ])
    func invalid(text: String) { #expect(IPAddress(text) == nil) }

    @Test("a client with a zone belongs to its network, its site and the blocks around it")
    func zones() throws {
        let (zoned, plain) = ("fe80::1:2%eth0", "fe80::9")
        #expect(
            SocketAddress(host: zoned, port: 1).clientKey == SocketAddress(host: plain, port: 1).clientKey)
        #expect(try #require(AddressBlock("fe80::/10")).contains(zoned))
    }
}
