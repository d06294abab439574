import Testing

/// An invalid input with its expected refusal.
struct RefusedInput: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let outcome: String

    init(_ name: String, _ text: String, _ status: Int, _ code: String) {
        self.init(name, bytes: Array(text.utf8), status, code)
    }

    init(_ name: String, bytes: [UInt8], _ status: Int, _ code: String) {
        self.name = name
        self.bytes = bytes
        outcome = "refused \(status) \(code)"
    }

    var testDescription: String { name }

    static let all = lines + requestLines + targets + fields + hosts + lengths + encodings + chunks
}

extension RefusedInput {
    static let lines = [
        RefusedInput(
            "a bare LF as line end", "GET / HTTP/1.1\nHost: localhost\r\n\r\n", 400, "bare-line-feed"),
        RefusedInput(
            "a bare LF after a header", "GET / HTTP/1.1\r\nHost: localhost\n\r\n", 400, "bare-line-feed"),
        RefusedInput("a bare LF as the empty line", get().dropLast() + "\n", 400, "bare-line-feed"),
        RefusedInput("a bare CR in the request line", get("/a\rb"), 400, "bare-carriage-return"),
        RefusedInput("a bare CR in a name", get("/", "A\rB: c"), 400, "bare-carriage-return"),
        RefusedInput("a bare CR in a value", get("/", "A: b\rc"), 400, "bare-carriage-return"),
        RefusedInput("two CR before the LF", get("/", "A: b\r"), 400, "bare-carriage-return"),
        RefusedInput(
            "a second empty line before a request", "\r\n\r\n" + get(), 400, "malformed-request-line"),
    ]

    static let requestLines = [
        RefusedInput("a request line without a version", "GET /\r\n\r\n", 400, "malformed-request-line"),
        RefusedInput("a lone word", "HELLO\r\n\r\n", 400, "malformed-request-line"),
        RefusedInput("a method that is not a token", "G@T / HTTP/1.1\r\n\r\n", 400, "malformed-method"),
        RefusedInput("an empty method", " / HTTP/1.1\r\n\r\n", 400, "malformed-method"),
        RefusedInput("a method in lower case", "get / HTTP/1.1\r\n\r\n", 501, "unknown-method"),
        RefusedInput("an unknown method", "BREW /pot HTTP/1.1\r\n\r\n", 501, "unknown-method"),
        RefusedInput("CONNECT", "CONNECT a:1 HTTP/1.1\r\n\r\n", 501, "unknown-method"),
        RefusedInput("HTTP/2.0", get(version: "HTTP/2.0"), 505, "unsupported-version"),
        RefusedInput("HTTP/1.2", get(version: "HTTP/1.2"), 505, "unsupported-version"),
        RefusedInput("a version in lower case", get(version: "http/1.1"), 505, "unsupported-version"),
        RefusedInput("a version with a leading zero", get(version: "HTTP/01.1"), 505, "unsupported-version"),
        RefusedInput("a version with a suffix", get(version: "HTTP/1.1a"), 505, "unsupported-version"),
        RefusedInput("a space after the version", "GET / HTTP/1.1 \r\n\r\n", 400, "space-in-target"),
        RefusedInput(
            "a request line over its limit", get("/" + String(repeating: "a", count: 4096)), 414,
            "request-line-too-long"),
        RefusedInput(
            "an endless request line", String(repeating: "a", count: 4097), 414, "request-line-too-long"),
    ]

    static let targets = [
        RefusedInput("a space in the target", get("/a b"), 400, "space-in-target"),
        RefusedInput("two spaces before the target", get(" /"), 400, "space-in-target"),
        RefusedInput("a tab in the target", get("/a\tb"), 400, "control-byte-in-target"),
        RefusedInput("a NUL in the target", get("/a\0b"), 400, "control-byte-in-target"),
        RefusedInput("a DEL in the target", get("/a\u{7F}b"), 400, "control-byte-in-target"),
        RefusedInput("an 8-bit byte in the target", get("/é"), 400, "eight-bit-byte-in-target"),
        RefusedInput("a fragment in the target", get("/a#b"), 400, "fragment-in-target"),
        RefusedInput("a percent sign without digits", get("/a%zz"), 400, "bad-percent-encoding"),
        RefusedInput("a percent sign at the end", get("/a%4"), 400, "bad-percent-encoding"),
        RefusedInput("an encoded NUL", get("/a%00"), 400, "encoded-nul"),
        RefusedInput("a target without its slash", get("a"), 400, "malformed-target"),
        RefusedInput("an empty target", "GET  HTTP/1.1\r\n\r\n", 400, "malformed-target"),
        RefusedInput("an asterisk for GET", get("*"), 400, "malformed-target"),
        RefusedInput(
            "an absolute target of another scheme", get("ftp://localhost/"), 400, "malformed-target"),
        RefusedInput("an absolute target without a host", get("http:///a"), 400, "malformed-target"),
        RefusedInput("an absolute target with a user", get("http://me@localhost/"), 400, "malformed-target"),
    ]

    static let fields = [
        RefusedInput("a space before the colon", get("/", "A : b"), 400, "space-before-colon"),
        RefusedInput("a tab before the colon", get("/", "A\t: b"), 400, "space-before-colon"),
        RefusedInput("a name that is not a token", get("/", "A(B): c"), 400, "malformed-header-name"),
        RefusedInput("a name with a space inside", get("/", "A B: c"), 400, "malformed-header-name"),
        RefusedInput("an empty name", get("/", ": b"), 400, "empty-header-name"),
        RefusedInput("a header without a colon", get("/", "nothing"), 400, "missing-colon"),
        RefusedInput("obsolete folding with a space", get("/", "A: b", " c"), 400, "obsolete-folding"),
        RefusedInput("obsolete folding with a tab", get("/", "A: b", "\tc"), 400, "obsolete-folding"),
        RefusedInput(
            "a first header that is folded", "GET / HTTP/1.1\r\n A: b\r\n\r\n", 400, "obsolete-folding"),
        RefusedInput("a NUL in a value", get("/", "A: b\0c"), 400, "control-byte-in-value"),
        RefusedInput("a control byte in a value", get("/", "A: b\u{1}c"), 400, "control-byte-in-value"),
        RefusedInput("a DEL in a value", get("/", "A: b\u{7F}c"), 400, "control-byte-in-value"),
        RefusedInput(
            "header bytes over their limit", get("/", "A: " + String(repeating: "b", count: 8192)), 431,
            "headers-too-large"),
        RefusedInput(
            "an endless header", "GET / HTTP/1.1\r\nA" + String(repeating: "a", count: 8192), 431,
            "headers-too-large"),
        RefusedInput(
            "one header line too many",
            "GET / HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n", 431,
            "too-many-headers"),
        RefusedInput("an unknown expectation", get("/", "Expect: 200-ok"), 417, "unsupported-expectation"),
    ]

    static let hosts = [
        RefusedInput("a missing Host on HTTP/1.1", "GET / HTTP/1.1\r\n\r\n", 400, "missing-host"),
        RefusedInput("a double Host", get("/", "Host: localhost"), 400, "duplicate-host"),
        RefusedInput(
            "a double Host on HTTP/1.0", get("/", version: "HTTP/1.0", "Host: localhost"), 400,
            "duplicate-host"),
        RefusedInput("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "malformed-host"),
        RefusedInput("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "malformed-host"),
        RefusedInput("a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "malformed-host"),
        RefusedInput("a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400, "malformed-host"),
        RefusedInput(
            "a Host with an invalid port", "GET / HTTP/1.1\r\nHost: a:x\r\n\r\n", 400, "malformed-host"),
        RefusedInput(
            "a Host with an unclosed bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400, "malformed-host"),
    ]

    static let lengths = [
        RefusedInput(
            "two Content-Length lines", post("Content-Length: 1", "Content-Length: 2", body: "ab"), 400,
            "duplicate-content-length"),
        RefusedInput(
            "two equal Content-Length lines", post("Content-Length: 2", "Content-Length: 2", body: "ab"), 400,
            "duplicate-content-length"),
        malformedLength("a list of lengths", "2, 2"),
        malformedLength("a length with a plus", "+2"),
        malformedLength("a negative length", "-2"),
        malformedLength("a hexadecimal length", "0x2"),
        malformedLength("an empty length", ""),
        malformedLength("a length of ten digits", "0000000002"),
        malformedLength("a length with a space inside", "2 2"),
        RefusedInput("a body over its limit", post("Content-Length: 16385", body: ""), 413, "body-too-large"),
        RefusedInput(
            "a body on GET over its limit", get("/", "Content-Length: 1025"), 413, "body-too-large"),
        RefusedInput(
            "a body on DELETE over its limit",
            "DELETE / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1025\r\n\r\n", 413, "body-too-large"),
        RefusedInput(
            "a body on HEAD over its limit",
            "HEAD / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1025\r\n\r\n", 413, "body-too-large"),
    ]

    private static func malformedLength(_ name: String, _ value: String) -> RefusedInput {
        RefusedInput(name, post("Content-Length: \(value)", body: "ab"), 400, "malformed-content-length")
    }

    static let encodings = [
        RefusedInput(
            "Content-Length before Transfer-Encoding",
            post("Content-Length: 2", "Transfer-Encoding: chunked", body: "ab"), 400,
            "length-with-transfer-encoding"),
        RefusedInput(
            "Content-Length after Transfer-Encoding",
            post("Transfer-Encoding: chunked", "Content-Length: 2", body: "ab"), 400,
            "length-with-transfer-encoding"),
        unsupportedEncoding("gzip", "gzip"),
        unsupportedEncoding("gzip and chunked", "gzip, chunked"),
        unsupportedEncoding("chunked twice in a line", "chunked, chunked"),
        unsupportedEncoding("identity", "identity"),
        RefusedInput(
            "chunked before gzip", post("Transfer-Encoding: chunked, gzip", body: ""), 400, "chunked-not-last"
        ),
        RefusedInput(
            "chunked before gzip, without a space", post("Transfer-Encoding: Chunked,gzip", body: ""), 400,
            "chunked-not-last"),
        unsupportedEncoding("chunked with a parameter", "chunked;a=b"),
        unsupportedEncoding("an empty encoding", ""),
        RefusedInput(
            "chunked in two lines",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body: ""),
            501, "unsupported-transfer-encoding"),
        RefusedInput(
            "Transfer-Encoding on HTTP/1.0", get("/", version: "HTTP/1.0", "Transfer-Encoding: chunked"), 400,
            "transfer-encoding-on-http-1.0"),
    ]

    private static func unsupportedEncoding(_ name: String, _ value: String) -> RefusedInput {
        RefusedInput(
            name, post("Transfer-Encoding: \(value)", body: ""), 501, "unsupported-transfer-encoding")
    }

    static let chunks = [
        chunked("an empty chunk size", "\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size that is not a number", "g\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size of nine digits", "000000001\r\na\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size with 0x", "0x2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a negative chunk size", "-2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a space after the chunk size", "2 \r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size that ends with LF", "2\nab\r\n", 400, "bare-line-feed"),
        chunked("chunk data that is too long", "2\r\nabc\r\n", 400, "malformed-chunk-end"),
        chunked("chunk data followed by LF", "2\r\nab\n0\r\n\r\n", 400, "malformed-chunk-end"),
        chunked("chunk data followed by CR alone", "2\r\nab\rX", 400, "malformed-chunk-end"),
        chunked(
            "an extension over its limit", "2;" + String(repeating: "a", count: 256) + "\r\n", 400,
            "chunk-extension-too-long"),
        chunked(
            "all extensions over their limit",
            String(repeating: "1;\(String(repeating: "a", count: 200))\r\nx\r\n", count: 21), 400,
            "chunk-extension-too-long"),
        chunked("a NUL in an extension", "2;a\0\r\nab\r\n", 400, "control-byte-in-chunk-extension"),
        chunked("an extension without a name", "2;\r\nab\r\n", 400, "malformed-chunk-extension"),
        chunked("an extension with a bracket", "1;bad[=x\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked(
            "an extension without its last quote", "1;a=\"open\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked(
            "an extension that ends in a backslash", "1;a=\"b\\\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked("an extension without a value", "1;a=\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked("text after a quoted value", "1;a=\"b\"c\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked("two semicolons", "1;;a\r\na\r\n", 400, "malformed-chunk-extension"),
        chunked("a chunk over the limit of the body", "4001\r\n", 413, "body-too-large"),
        chunked("the largest chunk size", "ffffffff\r\n", 413, "body-too-large"),
        chunked("a malformed trailer", "0\r\nA : b\r\n\r\n", 400, "space-before-colon"),
        chunked("a folded trailer", "0\r\n b\r\n\r\n", 400, "obsolete-folding"),
        chunked(
            "trailers over their limit", "0\r\nA: " + String(repeating: "b", count: 4096) + "\r\n\r\n", 431,
            "trailers-too-large"),
        chunked(
            "too many trailers", "0\r\n" + String(repeating: "A: b\r\n", count: 33) + "\r\n", 431,
            "trailers-too-large"),
    ]

    private static func chunked(_ name: String, _ body: String, _ status: Int, _ code: String) -> RefusedInput
    {
        RefusedInput(name, post("Transfer-Encoding: chunked", body: body), status, code)
    }
}
