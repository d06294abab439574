internal import CLibevent
import Glibc

/// One request of an ``HTTPClient``, from the lookup of its host to the head of the response.
///
/// It lives until it is done, whether or not the caller keeps it. Loop's thread only.
public final class OutgoingRequest: @unchecked Sendable {
    // @unchecked Sendable: it is used on its loop's thread only; the thread of a lookup passes it back unused.

    private enum Phase {
        case lookup
        case connecting
        case shakingHands
        /// Connected; waits for `proceed`.
        case ready
        case sending
        case receiving
        case done
    }

    private let client: HTTPClient
    private let request: HTTPClient.Request
    private var admits: ((IPAddress) -> Bool)?
    private var connected: (() -> Void)?
    private var done: ((Result<HTTPClient.Answer, HTTPClient.Failure>) -> Void)?
    /// Lets the next lookup begin.
    var afterLookup: (() -> Void)?

    private var phase = Phase.lookup
    /// The admitted addresses that were not tried yet.
    private var addresses: [IPAddress] = []
    private var timePerAddress = Duration.zero
    private var descriptor: Int32 = -1
    private var watch: DescriptorWatch?
    private var tls: TLSSession?
    private var deadline: LoopTimer?
    private var unsent: ArraySlice<UInt8> = []
    private var received: [UInt8] = []
    private var lastFailure = HTTPClient.Failure("the host has no address")

    init(
        _ request: HTTPClient.Request, _ client: HTTPClient, admits: @escaping (IPAddress) -> Bool,
        connected: @escaping () -> Void,
        done: @escaping (Result<HTTPClient.Answer, HTTPClient.Failure>) -> Void
    ) {
        (self.request, self.client, self.admits) = (request, client, admits)
        (self.connected, self.done) = (connected, done)
    }

    deinit { close() }

    var isDone: Bool { phase == .done }
    var host: String { request.target.origin.host }

    func start() {
        setDeadline(client.limits.connecting, "the lookup of the host took too long")
        client.lookUp(for: self)
    }

    /// Sends the request; no effect unless the connection waits for it.
    public func proceed() {
        client.loop.requireCurrent()
        guard phase == .ready else { return }
        phase = .sending
        setDeadline(client.limits.answering, "no answer came in time")
        unsent = request.bytes[...]
        goOn()
    }

    /// Ends the request, without a call of its closures; idempotent.
    public func cancel() {
        client.loop.requireCurrent()
        end(nil)
    }

    private func setDeadline(_ time: Duration, _ reason: String) {
        // The timer keeps the request alive until it is done.
        deadline = client.loop.timer(after: time) { [self] in fail(reason) }
    }

    private func end(_ result: Result<HTTPClient.Answer, HTTPClient.Failure>?) {
        guard phase != .done else { return }
        phase = .done
        close()
        deadline?.cancel()
        let done = done
        // Released here: the thread of a lookup may hold the request last.
        (self.done, connected, admits) = (nil, nil, nil)
        if let result { done?(result) }
    }

    private func fail(_ reason: String) {
        let isSent = phase == .receiving || phase == .sending && unsent.isEmpty
        end(.failure(HTTPClient.Failure(reason, mayHaveArrived: isSent)))
    }

    private func close() {
        watch?.cancel()
        watch = nil
        tls?.sendCloseNotify()
        tls = nil
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    // MARK: Connecting

    func didLookUp(_ found: [IPAddress]) {
        afterLookup?()
        afterLookup = nil
        guard phase == .lookup else { return }
        addresses = found.filter { admits?($0) ?? false }
        guard !addresses.isEmpty || found.isEmpty else {
            return end(.failure(.init("the host's address is not admitted", isRefused: true)))
        }
        addresses = Array(addresses.prefix(client.limits.addresses))
        timePerAddress = client.limits.connecting / max(addresses.count, 1)
        connectToNext()
    }

    private func connectToNext() {
        close()
        guard !addresses.isEmpty else { return end(.failure(lastFailure)) }
        phase = .connecting
        deadline = client.loop.timer(after: timePerAddress) { [self] in
            lastFailure = HTTPClient.Failure("the connection took too long")
            connectToNext()
        }
        let address = addresses.removeFirst()
        switch address.connect(port: request.target.origin.port) {
        case .failure(let failure):
            lastFailure = failure
            connectToNext()
        case .success(let descriptor):
            self.descriptor = descriptor
            watch = client.loop.watch(descriptor) { [unowned self] in
                goOn()
            } writable: { [unowned self] in
                goOn()
            }
            wait(for: .writable)
        }
    }

    private func didConnect() {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        guard code == 0 else {
            lastFailure = HTTPClient.Failure(String(cString: strerror(code)).lowercased())
            return connectToNext()
        }
        guard request.target.origin.isSecure else { return becomeReady() }
        tls = client.tls.session(on: descriptor, with: host)
        guard tls != nil else { return fail("OpenSSL is out of memory") }
        phase = .shakingHands
        goOn()
    }

    private func becomeReady() {
        phase = .ready
        setDeadline(client.limits.connecting, "the request was not sent in time")
        // The server has nothing to send before the request.
        wait(for: nil)
        connected?()
    }

    /// Watches the socket for what the request waits for; nil for nothing.
    private func wait(for readiness: SocketReadiness?) {
        watch?.watchesReadability = readiness == .readable
        watch?.watchesWritability = readiness == .writable
    }

    // MARK: Input and output

    /// Continues, when the socket has become ready, until the request must wait again.
    private func goOn() {
        switch phase {
        case .connecting: didConnect()
        case .shakingHands: shakeHands()
        case .sending: send()
        case .receiving: receive()
        case .lookup, .ready, .done: break
        }
    }

    private func shakeHands() {
        guard let tls else { return }
        switch tls.shakeHands() {
        case .done: becomeReady()
        case .waits(let readiness): wait(for: readiness)
        case .ended, .failed: fail(tls.distrust ?? "the TLS handshake failed")
        }
    }

    private func send() {
        while !unsent.isEmpty {
            switch unsent.withUnsafeBytes({ write($0) }) {
            case .done(let count): unsent = unsent.dropFirst(count)
            case .waits(let readiness): return wait(for: readiness)
            case .ended, .failed: return fail("the connection broke")
            }
        }
        phase = .receiving
        wait(for: .readable)
    }

    private func receive() {
        var memory = [UInt8](repeating: 0, count: 16 * 1024)
        switch memory.withUnsafeMutableBytes({ read(into: $0) }) {
        case .waits(let readiness): return wait(for: readiness)
        case .ended, .failed: return fail("the connection was closed without an answer")
        case .done(let count): received += memory.prefix(count)
        }
        switch ResponseHead.read(received) {
        case .complete(let head):
            end(.success(HTTPClient.Answer(status: head.status, retryAfter: head.retryAfter)))
        case .malformed: fail("the answer is not HTTP")
        case .incomplete where received.count > client.limits.headBytes: fail("the answer's head is too long")
        case .incomplete: wait(for: .readable)
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> SocketResult {
        if let tls { return tls.write(bytes) }
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .done(count) }
        return errno == EAGAIN || errno == EINTR ? .waits(for: .writable) : .failed
    }

    private func read(into memory: UnsafeMutableRawBufferPointer) -> SocketResult {
        if let tls { return tls.read(into: memory) }
        let count = recv(descriptor, memory.baseAddress, memory.count, 0)
        if count > 0 { return .done(count) }
        if count == 0 { return .ended }
        return errno == EAGAIN || errno == EINTR ? .waits(for: .readable) : .failed
    }
}

extension IPAddress {
    /// Begins to connect to the address; returns the descriptor of a socket that does not block.
    fileprivate func connect(port: UInt16) -> Result<Int32, HTTPClient.Failure> {
        let family = isVersion4 ? AF_INET : AF_INET6
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        let failure = { HTTPClient.Failure(String(cString: strerror(errno)).lowercased()) }
        guard descriptor >= 0 else { return .failure(failure()) }
        guard connect(descriptor, port.bigEndian) == 0 || errno == EINPROGRESS else {
            let found = failure()
            Glibc.close(descriptor)
            return .failure(found)
        }
        return .success(descriptor)
    }

    private func connect(_ descriptor: Int32, _ port: in_port_t) -> Int32 {
        if isVersion4 {
            var address = sockaddr_in()
            (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port)
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes.suffix(4)) }
            return Self.connect(descriptor, address)
        }
        var address = sockaddr_in6()
        (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), port)
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
        return Self.connect(descriptor, address)
    }

    private static func connect(_ descriptor: Int32, _ address: some Any) -> Int32 {
        withUnsafeBytes(of: address) { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return -1 }
            return Glibc.connect(descriptor, start, socklen_t(bytes.count))
        }
    }
}
