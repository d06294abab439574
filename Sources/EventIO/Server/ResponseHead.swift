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
    /// The handler's header lines.
    let lines: [UInt8]
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
        scratch.write(lines)
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
}
