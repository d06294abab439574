import Testing

@testable import EventIO

@Suite("The parser")
struct HTTPParserTests {
    @Test("refuses invalid input with a code", arguments: RefusedInput.all)
    func refuses(_ input: RefusedInput) {
        #expect(ParserScript.outcomes(of: [input.bytes[...]]) == [input.outcome])
    }

    @Test("accepts valid input", arguments: AcceptedInput.all)
    func accepts(_ input: AcceptedInput) {
        #expect(ParserScript.outcomes(of: input.text) == input.outcomes)
    }

    @Test("refuses everything after a refusal")
    func staysRefused() {
        var script = ParserScript()
        script.feed(Array("BREW / HTTP/1.1\r\n".utf8)[...])
        script.feed(Array(get().utf8)[...])
        #expect(script.outcomes == ["refused 501 unknown-method"])
    }

    @Test("returns the requests before a refusal")
    func requestsBeforeRefusal() {
        #expect(
            ParserScript.outcomes(of: get("/a") + "GET /b HTTP/1.1\n")
                == ["GET /a on localhost", "refused 400 bare-line-feed"])
    }

    @Test("accepts a longer body at paths with their own limit")
    func bodyAtPath() {
        var limits = HTTPLimits()
        limits.bodyAtPath = ["/games": 20_000]
        let body = String(repeating: "x", count: 20_000)
        let outcomes = ParserScript.outcomes(of: post("Content-Length: 20000", body: body), limits: limits)
        #expect(outcomes == ["POST /games on localhost with \(body)"])
        #expect(
            ParserScript.outcomes(of: post("Content-Length: 20001", body: ""), limits: limits)
                == ["refused 413 body-too-large"])
    }

    @Test("accepts a request line, header bytes and header lines exactly at their limits")
    func atLimits() {
        let target = "/" + String(repeating: "a", count: 4096 - "GET / HTTP/1.1\r\n".utf8.count)
        #expect(ParserScript.outcomes(of: get(target)) == ["GET \(target) on localhost"])
        let value = String(repeating: "b", count: 8192 - "Host: localhost\r\nA: \r\n\r\n".utf8.count)
        #expect(ParserScript.outcomes(of: get("/", "A: \(value)")) == ["GET / on localhost"])
        let lines = String(repeating: "A: b\r\n", count: 99)
        #expect(
            ParserScript.outcomes(of: "GET / HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
                == ["GET / on localhost"])
    }

    @Test("knows whether it is inside a request or its body")
    func stages() {
        var parser = HTTPParser()
        func feed(_ text: String) { Array(text.utf8).withUnsafeBytes { _ = parser.parse($0) } }
        #expect(!parser.isInsideRequest && !parser.isInsideBody)
        feed("POST / HTTP/1.1\r\n")
        #expect(parser.isInsideRequest && !parser.isInsideBody)
        feed("Host: localhost\r\nContent-Length: 2\r\n\r\na")
        #expect(parser.isInsideRequest && parser.isInsideBody)
        feed("b")
        #expect(!parser.isInsideRequest && !parser.isInsideBody)
    }
}
