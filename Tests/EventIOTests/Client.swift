import Glibc

/// A blocking client on a real socket; every wait times out after 30 seconds.
final class Client {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var descriptor: Int32
    private var tls: ClientTLS?
    private var received: [UInt8] = []

    /// Takes ownership of a connected descriptor.
    init(connected descriptor: Int32) {
        self.descriptor = descriptor
    }

    convenience init(to port: UInt16, receiveBuffer: Int32? = nil, over wiring: Wiring = .plain) throws {
        try self.init(connected: Self.connect(to: port, receiveBuffer: receiveBuffer))
        if let version = wiring.version { tls = try ClientTLS(on: descriptor, version: version) }
    }

    /// Connects over IPv4; a small receive buffer makes a client that takes little at a time.
    static func connect(to port: UInt16, receiveBuffer: Int32? = nil) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var receiveBuffer {
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        // Otherwise the kernel holds a close_notify back until the request before it is acknowledged.
        var isEnabled: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isEnabled, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            Glibc.close(descriptor)
            throw Failure(description: "connect: \(errno)")
        }
        return descriptor
    }

    deinit { close() }

    func close() {
        guard descriptor >= 0 else { return }
        tls = nil
        Glibc.close(descriptor)
        descriptor = -1
    }

    func enlargeReceiveBuffer() {
        var size: Int32 = 1 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Closes with a TCP reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Closes the sending half only.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the sending half as the protocol does: by close_notify with TLS, else by FIN.
    func endInput() { if let tls { tls.sendCloseNotify() } else { endSending() } }

    /// Asks for new keys or a renegotiation with TLS; else sends nothing.
    func changeKeys() { tls?.changeKeys(on: descriptor) }

    /// From here on neither sending nor `takeSome` waits.
    func stopBlocking() { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }

    /// Receives what has arrived, up to 64 KiB, and forgets it.
    func takeSome() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = buffer.withUnsafeMutableBytes { receive(into: $0) }
    }

    /// Receives until the connection ends, and forgets it.
    ///
    /// - Parameter limit: Milliseconds without any bytes after which it gives up.
    func takeAll(limit: Int32) {
        enlargeReceiveBuffer()
        stopBlocking()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while tls?.hasReceivedMore == true || Glibc.poll(&poll, 1, limit) == 1 {
            let count = buffer.withUnsafeMutableBytes { receive(into: $0) }
            guard count > 0 || count < 0 && errno == EAGAIN else { break }
        }
    }

    private func receive(into memory: UnsafeMutableRawBufferPointer) -> Int {
        tls?.receive(into: memory) ?? recv(descriptor, memory.baseAddress, memory.count, 0)
    }

    /// Sends all bytes, or as many as it can before the server cuts the connection.
    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                tls?.send($0) ?? Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Waits for bytes; returns false at the end of the connection.
    private func receive() throws -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard tls?.hasReceivedMore == true || Glibc.poll(&poll, 1, 30_000) == 1 else {
            throw Failure(description: "received nothing in 30 s")
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { receive(into: $0) }
        guard count >= 0 else { throw Failure(description: errno == ECONNRESET ? "reset" : "recv: \(errno)") }
        received += buffer[..<count]
        return count > 0
    }

    /// Waits and returns whether nothing was received.
    func staysQuiet(milliseconds: Int32) -> Bool {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return received.isEmpty && Glibc.poll(&poll, 1, milliseconds) == 0
    }

    /// Reads up to and including a text.
    func read(through end: String) throws -> String {
        let end = Array(end.utf8)
        var searched = 0
        while true {
            if received.count >= end.count {
                for start in searched...(received.count - end.count)
                where received[start..<start + end.count].elementsEqual(end) {
                    return take(start + end.count)
                }
                searched = received.count - end.count + 1
            }
            guard try receive() else { throw Failure(description: "ended after \(take(received.count))") }
        }
    }

    func read(count: Int) throws -> String {
        while received.count < count {
            guard try receive() else { throw Failure(description: "ended after \(received.count) bytes") }
        }
        return take(count)
    }

    func readToEnd() throws -> String {
        while try receive() {}
        return take(received.count)
    }

    /// Reads an answer with a `Content-Length`; `hasBody` is false after HEAD.
    func readAnswer(hasBody: Bool = true) throws -> Answer {
        let head = try read(through: "\r\n\r\n")
        var answer = Answer(head: head)
        guard hasBody, let length = answer.header("content-length").flatMap({ Int($0) }) else {
            return answer
        }
        answer.body = try read(count: length)
        return answer
    }

    /// Waits and returns whether the server ended the connection in an orderly way.
    func isEnded() throws -> Bool {
        try received.isEmpty && !receive()
    }

    private func take(_ count: Int) -> String {
        defer { received.removeFirst(count) }
        return String(decoding: received[..<count], as: UTF8.self)
    }
}

struct Answer {
    let status: Int
    let lines: [String]
    var body = ""

    init(head: String) {
        lines = head.split(separator: "\r\n").map(String.init)
        status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
    }

    func header(_ lowercasedName: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(lowercasedName + ": ") }
            .map { String($0.dropFirst(lowercasedName.count + 2)) }
    }
}
