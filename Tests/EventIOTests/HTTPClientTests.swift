import Glibc
import Testing

@testable import EventIO

@Suite("An HTTP client", .timeLimit(.minutes(2)))
struct HTTPClientTests {
    private typealias Outcome = Result<HTTPClient.Answer, HTTPClient.Failure>

    private func request(_ port: UInt16, host: String = "127.0.0.1") throws -> HTTPClient.Request {
        let target = try #require(OutgoingTarget("http://\(host):\(port)/hook?a=b"))
        return HTTPClient.Request("POST", target, headers: [("X-Y", "z")], body: Array("{}".utf8))
    }

    /// Sends a request from a loop of this thread, and returns how it ended.
    private func send(
        _ request: HTTPClient.Request, _ limits: HTTPClient.Limits = HTTPClient.Limits(),
        proceeds: Bool = true,
        admits: @escaping (IPAddress) -> Bool = { _ in true }
    ) throws -> Outcome? {
        let loop = try EventLoop()
        let client = try HTTPClient(loop: loop, limits: limits)
        var (outcome, outgoing): (Outcome?, OutgoingRequest?) = (nil, nil)
        outgoing = client.connect(for: request, admits: admits) {
            if proceeds { outgoing?.proceed() }
        } done: {
            outcome = $0
        }
        loop.serve { outcome != nil }
        return outcome
    }

    private func failure(of outcome: Outcome?) throws -> HTTPClient.Failure {
        guard case .failure(let failure) = outcome else { throw Client.Failure(description: "answered") }
        return failure
    }

    @Test("sends the request and returns the status and Retry-After")
    func answers() throws {
        let bodies = Locked<[String]>([])
        try withServer(answering: { exchange in
            let request = exchange.request
            bodies.withLock {
                $0.append(
                    "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))")
            }
            exchange.answer(HTTPResponse(status: 429, headers: [("Retry-After", "7")], body: []))
        }) { server in
            let outcome = try send(request(server.port))
            #expect(outcome == .success(HTTPClient.Answer(status: 429, retryAfter: "7")))
            #expect(bodies.withLock { $0 } == ["post /hook {}"])
        }
    }

    @Test("connects to no address that is not admitted, also behind a name")
    func refused() throws {
        try withServer { server in
            for host in ["127.0.0.1", "localhost"] {
                let failure = try failure(of: send(request(server.port, host: host)) { $0.isPublic })
                #expect(failure.isRefused && !failure.mayHaveArrived)
            }
            #expect(server.connectionCount == 0)
        }
    }

    @Test("says that nothing has arrived where nobody listens, and for a name without an address")
    func down() throws {
        let port = try LiveServer().portAfterStop()
        for host in ["127.0.0.1", "no-such-host.invalid"] {
            let failure = try failure(of: send(request(port, host: host)))
            #expect(!failure.mayHaveArrived && !failure.isRefused)
        }
    }

    @Test("gives up a silent server, and says that the request may have arrived")
    func silent() throws {
        let lot = ParkingLot()
        try withServer(answering: { lot.park($0) }) { server in
            var limits = HTTPClient.Limits()
            limits.answering = .milliseconds(50)
            let failure = try failure(of: send(request(server.port), limits))
            #expect(failure.mayHaveArrived)
            lot.clear()
        }
    }

    @Test("sends nothing before the caller lets it, and gives up a caller who does not")
    func waits() throws {
        let requests = Counter()
        try withServer(answering: { exchange in
            requests.increment()
            exchange.answer(.text("late"))
        }) { server in
            var limits = HTTPClient.Limits()
            limits.connecting = .milliseconds(200)
            let failure = try failure(of: send(request(server.port), limits, proceeds: false))
            #expect(!failure.mayHaveArrived && requests.value == 0)
        }
    }
}

extension LiveServer {
    /// The port of a server that has stopped.
    fileprivate func portAfterStop() -> UInt16 {
        stop()
        return port
    }
}
