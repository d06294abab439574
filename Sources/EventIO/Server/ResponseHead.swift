/// The head of an answer as it goes out: the status line, the handler's headers and the server's own.
struct ResponseHead {
    /// How the body's end is told.
    enum Framing {
        /// By `Content-Length`.
        case length(Int)
        /// By chunks.
        case chunked
        /// By the end of the connection, or there can be no body.
        case none
    }

    let status: Int
    let headers: [(name: String, value: String)]
    let framing: Framing
    let closes: Bool
    let isVersion11: Bool

    func write(to scratch: OutputScratch, date: [UInt8]) {
        writeStatusLine(to: scratch)
        // The date begins with the end of the status line.
        scratch.write(date)
        switch framing {
        case .length(let count):
            scratch.write("Content-Length: ")
            scratch.write(decimal: count)
            scratch.write("\r\n")
        case .chunked: scratch.write("Transfer-Encoding: chunked\r\n")
        case .none: break
        }
        if closes {
            scratch.write("Connection: close\r\n")
        } else if !isVersion11 {
            scratch.write("Connection: keep-alive\r\n")
        }
        for (name, value) in headers where !Self.isServersOwn(name) {
            scratch.write(headerText: name)
            scratch.write(": ")
            scratch.write(headerText: value)
            scratch.write("\r\n")
        }
        scratch.write("\r\n")
    }

    private func writeStatusLine(to scratch: OutputScratch) {
        if status == 200 {
            scratch.write("HTTP/1.1 200 OK")
            return
        }
        scratch.write("HTTP/1.1 ")
        scratch.write(decimal: min(max(status, 200), 599))
        scratch.write(" ")
        scratch.write(ReasonPhrase.of(status))
    }

    /// Whether only the server sets this header: two of them would contradict each other.
    private static func isServersOwn(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: equal(name, "date")
        case 10: equal(name, "connection")
        case 14: equal(name, "content-length")
        case 17: equal(name, "transfer-encoding")
        default: false
        }
    }

    private static func equal(_ name: String, _ lowercased: StaticString) -> Bool {
        var name = name
        return name.withUTF8 { UnsafeRawBufferPointer($0).spells(lowercased) }
    }
}
