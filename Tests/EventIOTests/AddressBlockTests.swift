import EventIO
import Testing

@Suite("An address block")
struct AddressBlockTests {
    @Test(
        "contains exactly the addresses with its prefix",
        arguments: [
            ("192.0.2.1", ["192.0.2.1", "::ffff:192.0.2.1"], ["192.0.2.2", "::1"]),
            ("10.0.0.0/8", ["10.0.0.1", "10.255.255.255"], ["11.0.0.0", "9.255.255.255"]),
            ("10.1.2.3/9", ["10.127.0.1"], ["10.128.0.1"]),
            ("0.0.0.0/0", ["1.2.3.4"], ["2001:db8::1"]),
            ("::1", ["::1", "0:0:0:0:0:0:0:1"], ["::2", "127.0.0.1"]),
            ("2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::1"]),
            ("::/0", ["::1", "2001:db8::1", "1.2.3.4"], []),
        ])
    func contains(block: String, inside: [String], outside: [String]) throws {
        let block = try #require(AddressBlock(block))
        for address in inside { #expect(block.contains(address), "\(address)") }
        for address in outside + ["", "unknown", "10.0.0.1/8"] {
            #expect(!block.contains(address), "\(address)")
        }
    }

    @Test(
        "is not created from an invalid text",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0/8",
            "localhost",
            "[::1]", "10.0.0.1:80", "10.0.0.0/8/8", " 10.0.0.1",
        ])
    func invalid(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
