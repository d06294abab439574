import Testing

@testable import EventIO

@Suite("The target of an outgoing request")
struct OutgoingTargetTests {
    @Test(
        "has the parts of its URL",
        arguments: [
            ("https://discord.com/api/webhooks/1/a-b_c", "https://discord.com", "/api/webhooks/1/a-b_c", ""),
            ("HTTPS://Discord.COM", "https://discord.com", "/", ""),
            ("https://discord.com:443/a?b=c?d", "https://discord.com", "/a", "?b=c?d"),
            ("http://bridge.lan:8008/x", "http://bridge.lan:8008", "/x", ""),
            ("http://127.0.0.1:1/", "http://127.0.0.1:1", "/", ""),
            ("https://[2001:DB8::7]:8443/x", "https://[2001:db8::7]:8443", "/x", ""),
            ("https://[::ffff:10.0.0.1]/x", "https://10.0.0.1", "/x", ""),
            ("https://h/rooms/!a%3Ab:c/send", "https://h", "/rooms/!a%3Ab:c/send", ""),
            ("https://h?x", "https://h", "/", "?x"),
        ])
    func parts(url: String, origin: String, path: String, query: String) throws {
        let target = try #require(OutgoingTarget(url))
        #expect(target.origin.description == origin && target.path == path && target.query == query)
    }

    @Test(
        "is no URL that two programs could read differently",
        arguments: [
            "", "discord.com", "ftp://h/", "https:/h", "https://", "https:///x", "//h/x",
            "file:///etc/passwd",
            "https://user@h/", "https://user:password@h/", "https://h@evil/", "https://h#@evil/",
            "https://h/#x",
            "https://h\\@evil/", "https://h/\r\nX: y", "https://h/a b", "https://h/\u{E9}",
            "https://\u{E9}.com/",
            "https://h:0/", "https://h:080/", "https://h:65536/", "https://h:/", "https://h:80:80/",
            "https://h:x/",
            "https://127.1/", "https://0x7f000001/", "https://2130706433/", "https://0177.0.0.1/",
            "https://127.0.0.01/", "https://1.2.3.4.5/", "https://h..com/", "https://.h/", "https://h./",
            "https://-h/", "https://h_x/", "https://[::1/", "https://[fe80::1%25eth0]/", "https://[::1]x/",
            "https://[127.0.0.1]x/", "https://%31/", "https://h/" + String(repeating: "a", count: 2000),
        ])
    func refused(url: String) { #expect(OutgoingTarget(url) == nil) }

    @Test(
        "an origin is a host, with a scheme and a port if they are not the usual ones",
        arguments: [
            ("discord.com", "https://discord.com"), ("https://discord.com:443", "https://discord.com"),
            ("http://10.0.0.7:8008", "http://10.0.0.7:8008"), ("[::1]:8443", "https://[::1]:8443"),
        ])
    func origins(text: String, origin: String) {
        #expect(OutgoingTarget.Origin(text)?.description == origin)
    }

    @Test(
        "an origin has no path, no pattern and no other scheme",
        arguments: [
            "", "*", "*.discord.com", "discord.com/", "https://discord.com/api", "a b", "ftp://h", "h?x",
        ])
    func noOrigins(text: String) { #expect(OutgoingTarget.Origin(text) == nil) }

    @Test("a segment is added to its path, before its query")
    func appending() throws {
        let target = try #require(OutgoingTarget("https://h/send?a=b")).appending("x-1")
        #expect(target.path == "/send/x-1" && target.query == "?a=b")
    }
}

@Suite("The head of a response")
struct ResponseHeadTests {
    /// What a client makes of the bytes: `incomplete`, `malformed`, or the status and Retry-After.
    private func read(_ bytes: some Sequence<UInt8>) -> String {
        switch ResponseHead.read(Array(bytes)) {
        case .incomplete: "incomplete"
        case .malformed: "malformed"
        case .complete(let head): "\(head.status) \(head.retryAfter ?? "-")"
        }
    }

    @Test(
        "has the status, and the value of Retry-After",
        arguments: [
            ("HTTP/1.1 204 No Content\r\n\r\n", "204 -"), ("HTTP/1.0 200\r\n\r\nbody", "200 -"),
            ("HTTP/1.1 429 Slow down\r\nA: b\r\nRETRY-AFTER:  17\r\n\r\n", "429 17"),
            ("HTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 500 Oh\r\n\r\n", "500 -"),
        ])
    func complete(text: String, head: String) { #expect(read(text.utf8) == head) }

    @Test("is complete at its empty line and not before")
    func split() {
        let bytes = Array("HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\n".utf8)
        for count in 0..<bytes.count { #expect(read(bytes[..<count]) == "incomplete", "\(count) bytes") }
        #expect(read(bytes) == "200 -")
    }

    @Test(
        "is refused if it is not HTTP/1",
        arguments: [
            "SSH-2.0-OpenSSH\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 20 x\r\n\r\n", "HTTP/1.1 abc x\r\n\r\n",
            "HTTP/1.1\r\n\r\n", "HTTP/1.1 999 x\r\n\r\n", "\u{15}\u{3}\u{1}",
        ])
    func malformed(text: String) { #expect(read(text.utf8) == "malformed") }
}
