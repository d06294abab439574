import Dispatch
import Glibc

/// Sends single requests to other servers, each on its own connection; loop's thread only.
///
/// For short messages whose status alone matters: it reads the head of the response and leaves the body
/// unread. It follows no redirect and never repeats a request. It connects to the address that the caller has
/// admitted and does not look the name up again, so DNS cannot change the address in between. A certificate
/// must be valid and name the host.
public final class HTTPClient {
    /// The bounds of a request.
    public struct Limits: Sendable {
        /// Time for the lookup, again for connecting with TLS, and again for ``OutgoingRequest/proceed()``.
        ///
        /// All addresses of the host share the time for connecting.
        public var connecting = Duration.seconds(15)
        /// Time from ``OutgoingRequest/proceed()`` until the head of the response has arrived.
        public var answering = Duration.seconds(60)
        /// Maximum bytes of the head of a response, together with interim (1xx) heads before it.
        public var headBytes = 16 * 1024
        /// Maximum number of concurrent lookups; others wait.
        public var lookups = 4
        /// Maximum number of admitted addresses of a host to try.
        public var addresses = 4

        /// The default limits.
        public init() {}
    }

    /// A request with a body.
    public struct Request: Sendable {
        /// The method, such as `POST`.
        public let method: String
        /// The URL.
        public let target: OutgoingTarget
        /// The headers besides Host, Content-Length and Connection; their values must be visible ASCII and spaces.
        public let headers: [(name: String, value: String)]
        /// The body.
        public let body: [UInt8]

        /// Creates a request.
        public init(
            _ method: String, _ target: OutgoingTarget, headers: [(name: String, value: String)],
            body: [UInt8]
        ) {
            (self.method, self.target, self.headers, self.body) = (method, target, headers, body)
        }

        var bytes: [UInt8] {
            let fixed = [
                ("Host", target.origin.authority), ("Content-Length", String(body.count)),
                ("Connection", "close"),
            ]
            let lines = (fixed + headers.map { ($0.name, $0.value) }).map { "\($0): \($1)\r\n" }
            let head = "\(method) \(target.path)\(target.query) HTTP/1.1\r\n" + lines.joined() + "\r\n"
            return Array(head.utf8) + body
        }
    }

    /// The part of a response that the caller gets.
    public struct Answer: Sendable, Equatable {
        /// The status, from 200 to 599.
        public let status: Int
        /// The value of Retry-After; nil without the header.
        public let retryAfter: String?
    }

    /// Why there is no answer.
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// What has gone wrong, as a phrase: `connection refused`.
        public let description: String
        /// Whether the server may have received the whole request.
        public let mayHaveArrived: Bool
        /// Whether the host has addresses, but none that the caller admits.
        public let isRefused: Bool

        init(_ description: String, mayHaveArrived: Bool = false, isRefused: Bool = false) {
            (self.description, self.mayHaveArrived) = (description, mayHaveArrived)
            self.isRefused = isRefused
        }
    }

    let loop: EventLoop
    let limits: Limits
    let tls: TLSClientContext
    private var lookups = 0
    private var waiting: [OutgoingRequest] = []

    /// Creates a client of `loop`.
    ///
    /// - Parameter authorities: The path of a PEM file with the certificates of the authorities to trust; nil for those
    ///   of the system.
    /// - Throws: ``EventIOError`` if the certificates cannot be read.
    public init(
        loop: EventLoop, limits: Limits = Limits(), authorities: String? = nil
    ) throws(EventIOError) {
        loop.requireCurrent()
        (self.loop, self.limits) = (loop, limits)
        tls = try TLSClientContext(authorities: authorities)
    }

    /// Connects for `request`, and later calls `connected`, at most once, and then `done`, once.
    ///
    /// The caller sends the request by ``OutgoingRequest/proceed()`` after `connected`, so that it can first
    /// record that the request may arrive. A failure calls `done` without `connected`. No closure is called
    /// after ``OutgoingRequest/cancel()``.
    ///
    /// - Parameter admits: Whether an address may be connected to.
    public func connect(
        for request: Request, admits: @escaping (IPAddress) -> Bool, connected: @escaping () -> Void,
        done: @escaping (Result<Answer, Failure>) -> Void
    ) -> OutgoingRequest {
        loop.requireCurrent()
        let outgoing = OutgoingRequest(request, self, admits: admits, connected: connected, done: done)
        outgoing.start()
        return outgoing
    }

    // MARK: Names

    /// Looks up the addresses of the request's host on another thread, after the lookups that wait before it.
    func lookUp(for request: OutgoingRequest) {
        waiting.append(request)
        startLookups()
    }

    private func startLookups() {
        waiting.removeAll(where: \.isDone)
        while lookups < limits.lookups, !waiting.isEmpty {
            lookups += 1
            Self.lookUp(for: waiting.removeFirst(), on: loop) { [weak self] in
                self?.lookups -= 1
                self?.startLookups()
            }
        }
    }

    private static func lookUp(
        for request: OutgoingRequest, on loop: EventLoop, _ next: @escaping () -> Void
    ) {
        let host = request.host
        request.afterLookup = next
        // The system's resolver blocks, and has its own, long timeouts.
        DispatchQueue.global(qos: .utility).async {
            let found = addresses(of: host)
            loop.perform { request.didLookUp(found) }
        }
    }

    private static func addresses(of host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        var addresses: [IPAddress] = []
        var next = found
        while let entry = next?.pointee {
            let address = entry.ai_addr.map { SocketAddress($0, length: entry.ai_addrlen) }
            if let address = address.flatMap({ IPAddress($0.host) }), !addresses.contains(address) {
                addresses.append(address)
            }
            next = entry.ai_next
        }
        return addresses
    }
}

@available(*, unavailable)
extension HTTPClient: Sendable {}
