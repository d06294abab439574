import Glibc

/// A buffer that collects the answers to the requests of one read, to send them in one system call.
///
/// It holds the output of one connection at a time and flushes it before it switches to another. Loop's
/// thread only.
final class ResponseWriter {
    private enum Framing {
        case length(Int)
        case chunked
        /// The body ends with the connection, or the answer has no body.
        case none
    }

    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    private var used = 0
    /// The connection whose output the buffer holds.
    private var target: TCPConnection?
    /// Number of bytes written of the current answer.
    private var written = 0
    private var date = HTTPDate()
    /// The header line with the id of the current request.
    private let idLine = UnsafeMutableRawPointer.allocate(byteCount: 32, alignment: 8)
    private var idDigits: UnsafeMutableRawPointer { idLine + 14 }

    init() {
        UnsafeMutableRawBufferPointer(start: idLine, count: 32)
            .copyBytes(from: "X-Request-Id: ----------------\r\n".utf8)
    }

    deinit {
        memory.deallocate()
        idLine.deallocate()
    }

    func holdsOutput(of connection: TCPConnection) -> Bool { target === connection }

    /// Writes an answer and returns the number of its bytes.
    func writeAnswer(
        _ response: HTTPResponse, to connection: TCPConnection, in exchange: CurrentExchange
    ) -> Int {
        switchTo(connection)
        written = 0
        writeHead(of: response, framing(of: response, in: exchange), in: exchange)
        if response.mayHaveBody, !exchange.isHead { appendBody(of: response) }
        return written
    }

    @inline(__always)
    private func appendBody(of response: HTTPResponse) {
        guard let offset = response.requestIDOffset else { return append(response.body) }
        response.body.withUnsafeBytes { body in
            append(body.part(0..<offset))
            append(UnsafeRawBufferPointer(start: idDigits, count: RequestID.length))
            append(body.part(offset..<body.count))
        }
    }

    private func framing(of response: HTTPResponse, in exchange: CurrentExchange) -> Framing {
        guard response.mayHaveBody else { return .none }
        guard response.hasUnknownLength, exchange.isHead else { return .length(response.length) }
        return exchange.isVersion11 ? .chunked : .none
    }

    func sendHead(
        ofStream response: HTTPResponse, to connection: TCPConnection, in exchange: CurrentExchange
    ) {
        switchTo(connection)
        let isChunked = exchange.isVersion11 && response.mayHaveBody
        writeHead(of: response, isChunked ? .chunked : .none, in: exchange)
        flush()
    }

    func writeContinue(to connection: TCPConnection) {
        switchTo(connection)
        append("HTTP/1.1 100 Continue\r\n\r\n")
    }

    func flush(_ connection: TCPConnection) {
        if target === connection { flush() }
    }

    private func switchTo(_ connection: TCPConnection) {
        guard target !== connection else { return }
        flush()
        target = connection
    }

    private func flush() {
        guard let connection = target else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: memory[0..<used])
        target = nil
        used = 0
        connection.sendOrQueue(bytes)
    }

    // MARK: The head

    private func writeHead(of response: HTTPResponse, _ framing: Framing, in exchange: CurrentExchange) {
        writeStatusLine(response.status)
        // `date.line` begins with the CR LF of the status line.
        date.refresh()
        append(date.line)
        exchange.id.write(to: idDigits)
        append(UnsafeRawBufferPointer(start: idLine, count: 32))
        switch framing {
        case .length(let count):
            append("Content-Length: ")
            append(decimal: count)
            append("\r\n")
        case .chunked: append("Transfer-Encoding: chunked\r\n")
        case .none: break
        }
        if exchange.closesConnection {
            append("Connection: close\r\n")
        } else if !exchange.isVersion11 {
            append("Connection: keep-alive\r\n")
        }
        response.forEachPartOfLines { append($0) }
        append("\r\n")
    }

    private func writeStatusLine(_ status: Int) {
        if status == 200 {
            append("HTTP/1.1 200 OK")
            return
        }
        append("HTTP/1.1 ")
        append(decimal: min(max(status, 200), 599))
        append(" ")
        append(ReasonPhrase.of(status))
    }

    // MARK: Bytes

    /// Appends bytes, and flushes the bytes before them if they do not fit.
    @inline(__always)
    private func append(_ bytes: UnsafeRawBufferPointer) {
        written += bytes.count
        guard used + bytes.count <= memory.count else {
            overflow(bytes)
            return
        }
        guard let source = bytes.baseAddress, let start = memory.baseAddress else { return }
        (start + used).copyMemory(from: source, byteCount: bytes.count)
        used += bytes.count
    }

    private func overflow(_ bytes: UnsafeRawBufferPointer) {
        guard let connection = target else { return }
        flush()
        target = connection
        guard bytes.count <= memory.count else {
            connection.sendOrQueue(bytes)
            return
        }
        memory.copyMemory(from: bytes)
        used = bytes.count
    }

    @inline(__always)
    private func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    private func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    private func append(decimal number: Int) {
        var rest = number
        withUnsafeTemporaryAllocation(byteCount: 20, alignment: 1) { digits in
            var index = 20
            repeat {
                index -= 1
                digits[index] = UInt8(0x30 + rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeRawBufferPointer(rebasing: digits[index...]))
        }
    }
}

/// The line of the `Date` header, formatted once per second.
struct HTTPDate {
    private var second = -1
    private(set) var line: [UInt8] = []

    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    mutating func refresh() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        guard time.tv_sec != second else { return }
        second = time.tv_sec
        line = Array("\r\nDate: \(Self.text(second))\r\n".utf8)
    }

    /// Formats seconds since 1970 (RFC 9110, section 5.6.7), for example "Sun, 06 Nov 1994 08:49:37 GMT".
    static func text(_ seconds: Int) -> String {
        let (day, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (year, month, dayOfMonth) = civil(day)
        let clock = [time / 3600, time / 60 % 60, time % 60].map(twoDigits).joined(separator: ":")
        return "\(days[day % 7]), \(twoDigits(dayOfMonth)) \(months[month - 1]) \(year) \(clock) GMT"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}
