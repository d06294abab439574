import Testing

@testable import EventIO

@Suite("A request")
struct HTTPRequestTests {
    private func parse(_ text: String) throws -> HTTPRequest {
        var parser = HTTPParser()
        let outcome = Array(text.utf8).withUnsafeBytes { parser.parse($0).outcome }
        guard case .request(let request) = outcome else { throw Missing() }
        return request
    }

    private struct Missing: Error {}

    @Test("finds a header by its name in lower case, regardless of case in the request")
    func headerCase() throws {
        let request = try parse(get("/", "ACCEPT: text/plain", "If-None-Match: \"1\""))
        #expect(request.header("accept") == "text/plain")
        #expect(request.header("if-none-match") == "\"1\"")
        #expect(request.header("host") == "localhost")
        #expect(request.header("missing") == nil)
    }

    @Test("joins repeated headers in order")
    func repeated() throws {
        let request = try parse(get("/", "Accept: a", "X: y", "accept: b"))
        #expect(request.header("accept") == "a, b")
    }

    @Test("trims values and repairs invalid UTF-8")
    func values() throws {
        let request = try parse(get("/", "A:  \t b c \t ", "B: é", "C:"))
        #expect(request.header("a") == "b c")
        #expect(request.header("b") == "é")
        #expect(request.header("c") == "")
        var parser = HTTPParser()
        let bytes = Array("GET / HTTP/1.0\r\nA: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8)
        guard case .request(let odd) = bytes.withUnsafeBytes({ parser.parse($0).outcome }) else {
            throw Missing()
        }
        #expect(odd.header("a") == "\u{FFFD}")
    }

    @Test("can be created without a connection")
    func withoutConnection() {
        let request = HTTPRequest(
            method: .post, path: "/games", query: "a=b", headers: [("Host", "Play.example:80"), ("A", "b")],
            body: [1])
        #expect(request.authority == "play.example")
        #expect(request.header("a") == "b")
        #expect(request.keepsAlive && request.isVersion11)
        #expect(request.body == [1])
        #expect(HTTPRequest(method: .get, path: "/").authority == "localhost")
    }

    @Test("accepts exactly the bytes of a token in header names", arguments: UInt8.min...UInt8.max)
    func tokens(_ byte: UInt8) {
        let tokens = "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        #expect(Byte.isToken(byte) == tokens.utf8.contains(byte))
    }
}
