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

    static let all: [RefusedInput] =
        lines + requestLines + versions + otherProtocols + targets + fields + hosts + lengths + encodings
        + chunks
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
        RefusedInput("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "unsupported-version"),
        RefusedInput("a space after the version", "GET / HTTP/1.1 \r\n\r\n", 400, "space-in-target"),
        RefusedInput(
            "a request line over its limit", get("/" + String(repeating: "a", count: 8192)), 414,
            "request-line-too-long"),
        RefusedInput(
            "an endless request line", String(repeating: "a", count: 8193), 414, "request-line-too-long"),
        RefusedInput(
            "a long query", get("/?x=" + String(repeating: "a", count: 9000)), 414, "request-line-too-long"),
        RefusedInput("two spaces before the version", "GET /  HTTP/1.1\r\n\r\n", 400, "space-in-target"),
        RefusedInput("tabs instead of spaces", "GET\t/\tHTTP/1.1\r\n\r\n", 400, "malformed-request-line"),
    ]

    static let versions = [
        "HTTP/1.2", "HTTP/2.0", "HTTP/2", "HTTP/3", "HTTP/0.9", "http/1.1", "Http/1.1", "HTTP/1.10",
        "HTTP/01.1",
        "HTTP/1.1a", "HTTP/1,1", "HTTP/1", "HTTP/-1.1", "HTTP/11", "HTTPS/1.1", "ICAP/1.0",
    ]
    .map { RefusedInput("version \($0)", get(version: $0), 505, "unsupported-version") }

    /// The first bytes of clients of other protocols.
    static let otherProtocols = [
        RefusedInput(
            "TLS", bytes: [0x16, 3, 1, 2, 0, 1, 0] + [UInt8](repeating: 0xAA, count: 9000), 414,
            "request-line-too-long"),
        RefusedInput(
            "zeros", bytes: [UInt8](repeating: 0, count: 9000), 414, "request-line-too-long"),
        RefusedInput("SSH", "SSH-2.0-OpenSSH\r\n", 400, "malformed-request-line"),
        RefusedInput("SMTP", "EHLO localhost\r\n", 400, "malformed-request-line"),
        RefusedInput("empty lines", "\r\n\r\n", 400, "malformed-request-line"),
        RefusedInput("JSON", "{}\r\n\r\n", 400, "malformed-request-line"),
        RefusedInput("Redis", "*1\r\n$4\r\nPING\r\n", 400, "malformed-request-line"),
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
        RefusedInput("a lone percent sign", get("/a%"), 400, "bad-percent-encoding"),
        RefusedInput("a lone percent sign in a query", get("/a?b=%"), 400, "bad-percent-encoding"),
        RefusedInput("an encoded NUL", get("/a%00"), 400, "encoded-nul"),
        RefusedInput("an encoded NUL in a query", get("/a?b=%00"), 400, "encoded-nul"),
        RefusedInput("a control byte in the target", get("/a\u{1}b"), 400, "control-byte-in-target"),
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
        RefusedInput("a quoted name", get("/", "\"A\": b"), 400, "malformed-header-name"),
        RefusedInput("a name with a slash", get("/", "A/B: c"), 400, "malformed-header-name"),
        RefusedInput("a name outside ASCII", get("/", "Aé: c"), 400, "malformed-header-name"),
        RefusedInput("a name with a control byte", get("/", "A\u{1}B: c"), 400, "malformed-header-name"),
        RefusedInput("a name with a NUL", get("/", "A\0B: c"), 400, "malformed-header-name"),
        RefusedInput(
            "a space before the colon of a length", post("Content-Length : 1", body: "A"), 400,
            "space-before-colon"),
        RefusedInput("an empty name", get("/", ": b"), 400, "empty-header-name"),
        RefusedInput("a header without a colon", get("/", "nothing"), 400, "missing-colon"),
        RefusedInput("obsolete folding with a space", get("/", "A: b", " c"), 400, "obsolete-folding"),
        RefusedInput("obsolete folding with a tab", get("/", "A: b", "\tc"), 400, "obsolete-folding"),
        RefusedInput(
            "a first header that is folded", "GET / HTTP/1.1\r\n A: b\r\n\r\n", 400, "obsolete-folding"),
        RefusedInput("a NUL in a value", get("/", "A: b\0c"), 400, "control-byte-in-value"),
        RefusedInput("a control byte in a value", get("/", "A: b\u{1}c"), 400, "control-byte-in-value"),
        RefusedInput("an escape in a value", get("/", "A: \u{1B}[31m"), 400, "control-byte-in-value"),
        RefusedInput("a vertical tab in a value", get("/", "A: b\u{B}c"), 400, "control-byte-in-value"),
        RefusedInput("a DEL in a value", get("/", "A: b\u{7F}c"), 400, "control-byte-in-value"),
        RefusedInput(
            "header bytes over their limit", get("/", "A: " + String(repeating: "b", count: 8192)), 431,
            "headers-too-large"),
        RefusedInput(
            "an endless header", "GET / HTTP/1.1\r\nA" + String(repeating: "a", count: 8192), 431,
            "headers-too-large"),
        RefusedInput(
            "an endless name", get("/", String(repeating: "X", count: 9000) + ": b"), 431, "headers-too-large"
        ),
        RefusedInput(
            "many headers over their limit",
            "GET / HTTP/1.1\r\n"
                + String(repeating: "X: \(String(repeating: "b", count: 500))\r\n", count: 20) + "\r\n",
            431, "headers-too-large"),
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
        RefusedInput("another Host", get("/", "Host: 127.0.0.1"), 400, "duplicate-host"),
        malformedHost("an empty Host", ""), malformedHost("a Host with a path", "a/b"),
        malformedHost("a Host with a user", "a@b"), malformedHost("a list of Hosts", "a, b"),
        malformedHost("a Host with an invalid port", "a:x"),
        malformedHost("a Host with two ports", "a:80:80"),
        malformedHost("a Host with an unclosed bracket", "[::1"), malformedHost("a Host with a space", "a b"),
        malformedHost("a Host outside ASCII", "é"),
    ]

    private static func malformedHost(_ name: String, _ value: String) -> RefusedInput {
        RefusedInput(name, "GET / HTTP/1.1\r\nHost: \(value)\r\n\r\n", 400, "malformed-host")
    }

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
        malformedLength("a length with a letter", "2a"), malformedLength("a fraction", "2.0"),
        malformedLength("a quoted length", "\"2\""), malformedLength("a list that ends early", "2,"),
        malformedLength("a length beyond 64 bits", "18446744073709551618"),
        malformedLength("a length in full-width digits", "２"),
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
        chunkedNotLast("gzip", "gzip"),
        unsupportedEncoding("gzip and chunked", "gzip, chunked"),
        unsupportedEncoding("chunked twice in a line", "chunked, chunked"),
        chunkedNotLast("identity", "identity"),
        chunkedNotLast("chunked before gzip", "chunked, gzip"),
        chunkedNotLast("chunked before gzip, without a space", "Chunked,gzip"),
        chunkedNotLast("chunked with a parameter", "chunked;a=b"),
        chunkedNotLast("an empty encoding", ""), chunkedNotLast("a quoted encoding", "\"chunked\""),
        chunkedNotLast("a prefix", "xchunked"), chunkedNotLast("a suffix", "chunkedx"),
        RefusedInput(
            "chunked and another coding in two lines",
            post("Transfer-Encoding: chunked", "Transfer-Encoding: identity", body: ""), 400,
            "chunked-not-last"),
        RefusedInput(
            "another coding with a length", post("Content-Length: 1", "Transfer-Encoding: gzip", body: "A"),
            400, "length-with-transfer-encoding"),
        RefusedInput(
            "another coding and chunked in two lines",
            post("Transfer-Encoding: gzip", "Transfer-Encoding: chunked", body: ""), 501,
            "unsupported-transfer-encoding"),
        RefusedInput(
            "nothing and chunked in two lines",
            post("Transfer-Encoding: ", "Transfer-Encoding: chunked", body: ""), 501,
            "unsupported-transfer-encoding"),
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

    private static func chunkedNotLast(_ name: String, _ value: String) -> RefusedInput {
        RefusedInput(name, post("Transfer-Encoding: \(value)", body: ""), 400, "chunked-not-last")
    }

    static let chunks = [
        chunked("an empty chunk size", "\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size that is not a number", "g\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size of nine digits", "000000001\r\na\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size with 0x", "0x2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a negative chunk size", "-2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a signed chunk size", "+2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a space before the chunk size", " 2\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size with an underscore", "1_0\r\nab\r\n", 400, "malformed-chunk-size"),
        chunked("a chunk size that ends with CR", "1\rA\r\n0\r\n\r\n", 400, "bare-carriage-return"),
        chunked("an extension that ends with LF", "1;a\nb\r\nA\r\n0\r\n\r\n", 400, "bare-line-feed"),
        chunked("chunk data without its end", "1\r\nA0\r\n\r\n", 400, "malformed-chunk-end"),
        chunked("a trailer without a colon", "0\r\nnothing\r\n\r\n", 400, "missing-colon"),
        chunked("a trailer with a NUL", "0\r\nA: \0\r\n\r\n", 400, "control-byte-in-value"),
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
        chunked("a space after an extension", "1;a=b \r\na\r\n", 400, "malformed-chunk-extension"),
        chunked("a tab after an extension's name", "1;a\t\r\na\r\n", 400, "malformed-chunk-extension"),
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
