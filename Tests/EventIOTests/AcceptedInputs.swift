import Testing

/// A valid input with its expected outcomes.
struct AcceptedInput: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let outcomes: [String]

    init(_ name: String, _ text: String, _ outcomes: String...) {
        self.name = name
        self.text = text
        self.outcomes = outcomes
    }

    var testDescription: String { name }

    static let all = heads + bodies

    static let heads = [
        AcceptedInput("a plain GET", get(), "GET / on localhost"),
        AcceptedInput("a query", get("/a?b=c&d"), "GET /a?b=c&d on localhost"),
        AcceptedInput("an empty query", get("/a?"), "GET /a? on localhost"),
        AcceptedInput("a question mark in the query", get("/a?b?c"), "GET /a?b?c on localhost"),
        AcceptedInput("percent-encoded bytes", get("/%41%c3%a9"), "GET /%41%c3%a9 on localhost"),
        AcceptedInput(
            "two pipelined requests", get("/a") + get("/b"), "GET /a on localhost", "GET /b on localhost"),
        AcceptedInput("one empty line before a request", "\r\n" + get(), "GET / on localhost"),
        AcceptedInput(
            "an empty line after a body", post("Content-Length: 1", body: "x\r\n") + get(),
            "POST /games on localhost with x", "GET / on localhost"),
        AcceptedInput(
            "a Host with port and capitals", "GET / HTTP/1.1\r\nhOST: Play.Example:8080\r\n\r\n",
            "GET / on play.example"),
        AcceptedInput("an IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", "GET / on [::1]"),
        AcceptedInput("spaces and tabs around a value", get("/", "A: \t b \t"), "GET / on localhost"),
        AcceptedInput("an empty value", get("/", "A:"), "GET / on localhost"),
        AcceptedInput("bytes outside ASCII in a value", get("/", "A: é"), "GET / on localhost"),
        AcceptedInput("an absolute target", get("http://Other:1/a?b"), "GET /a?b on other"),
        AcceptedInput("an absolute target without a path", get("HTTP://other"), "GET / on other"),
        AcceptedInput("an absolute target with a query only", get("http://other?a"), "GET /?a on other"),
        AcceptedInput(
            "OPTIONS of the server", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * on a"),
        AcceptedInput("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", "GET / on  1.0 closing"),
        AcceptedInput(
            "HTTP/1.0 with keep-alive", get(version: "HTTP/1.0", "Connection: Keep-Alive"),
            "GET / on localhost 1.0"),
        AcceptedInput("a closing connection", get("/", "Connection: x, CLOSE"), "GET / on localhost closing"),
        AcceptedInput(
            "close together with keep-alive", get("/", "Connection: keep-alive", "Connection: close"),
            "GET / on localhost closing"),
        AcceptedInput("an unfinished request", String(get().dropLast())),
    ]

    static let bodies = [
        AcceptedInput(
            "a body with its length", post("Content-Length: 3", body: "a\nb"),
            "POST /games on localhost with a\nb"),
        AcceptedInput("a length of zero", post("Content-Length: 0", body: ""), "POST /games on localhost"),
        AcceptedInput(
            "a small body on GET", get("/", "Content-Length: 2") + "ab", "GET / on localhost with ab"),
        AcceptedInput(
            "chunks", post("Transfer-Encoding: Chunked", body: "2\r\nab\r\n0001\r\nc\r\n0\r\n\r\n"),
            "POST /games on localhost with abc"),
        AcceptedInput(
            "chunk extensions", post("Transfer-Encoding: chunked", body: "2;a=\"b\"\r\nab\r\n0;c\r\n\r\n"),
            "POST /games on localhost with ab"),
        AcceptedInput(
            "chunk extensions with spaces, escapes and several names",
            post(
                "Transfer-Encoding: chunked",
                body: "2 ; a = b;c;d=\"e;\\\"f\" ; g\r\nab\r\n0\r\n\r\n"),
            "POST /games on localhost with ab"),
        AcceptedInput(
            "trailers, which are dropped",
            post("Transfer-Encoding: chunked", body: "A\r\n0123456789\r\n0\r\nHost: evil\r\nX: y\r\n\r\n")
                + get(),
            "POST /games on localhost with 0123456789", "GET / on localhost"),
        AcceptedInput(
            "an expectation", post("Expect: 100-Continue", "Content-Length: 2", body: "ab"), "continue",
            "POST /games on localhost with ab"),
        AcceptedInput(
            "an expectation with chunks",
            post("Expect: 100-continue", "Transfer-Encoding: chunked", body: "0\r\n\r\n"), "continue",
            "POST /games on localhost"),
        AcceptedInput(
            "an expectation without a body", get("/", "Expect: 100-continue"), "GET / on localhost"),
        AcceptedInput(
            "an expectation on HTTP/1.0", get("/", version: "HTTP/1.0", "Expect: x"),
            "GET / on localhost 1.0 closing"),
    ]
}
