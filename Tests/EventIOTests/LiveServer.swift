import Dispatch
import Glibc
import Synchronization

@testable import EventIO

/// A server on its own loop and thread, with a closure as its handler.
final class LiveServer: Sendable {
    final class Handler: HTTPHandler {
        private let handling: @Sendable (consuming HTTPExchange) -> Void
        // The thread sanitizer does not see the slow path of the standard Mutex; it sees this lock's.
        private let observed = Locked<[HTTPObservation]>([])

        init(_ handling: @escaping @Sendable (consuming HTTPExchange) -> Void) {
            self.handling = handling
        }

        func handle(_ exchange: consuming HTTPExchange) { handling(exchange) }

        func observe(_ observation: HTTPObservation) { observed.withLock { $0.append(observation) } }

        var observations: [HTTPObservation] { observed.withLock { $0 } }
    }

    let loop: EventLoop
    let port: UInt16
    let handler: Handler
    private let server = Mutex<HTTPServer?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    init(
        _ settings: HTTPServerSettings = HTTPServerSettings(), host: String = "127.0.0.1",
        _ handling: @escaping @Sendable (consuming HTTPExchange) -> Void = { $0.answer(.text("hello")) }
    ) throws {
        loop = try EventLoop()
        handler = Handler(handling)
        let server = HTTPServer(loop: loop, settings: settings, handler: handler)
        port = try server.listen(host: host, port: 0).port
        self.server.withLock { $0 = server }
        DispatchQueue(label: "loop").async { [loop, ended] in
            loop.run()
            ended.signal()
        }
    }

    /// Drops the server on its loop's thread and ends the loop.
    func stop() {
        onLoop { self.server.withLock { $0 = nil } }
        loop.stop()
        ended.wait()
    }

    /// Runs work on the loop's thread and waits for it.
    func onLoop<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let value = Mutex<Value?>(nil)
        loop.perform {
            let result = work()
            value.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = value.withLock({ $0 }) else { preconditionFailure("the work did not run") }
        return result
    }

    var connectionCount: Int { server.withLock { $0?.connectionCount ?? 0 } }

    /// Runs work and then drains the server, in the same turn.
    @discardableResult
    func drain<Value: Sendable>(
        within limit: Duration, then done: @escaping @Sendable () -> Void,
        after work: @escaping @Sendable () -> Value = {}
    ) -> Value {
        let server = server.withLock { $0 }
        return onLoop {
            let value = work()
            server?.drain(within: limit, then: done)
            return value
        }
    }

    /// A new client, which has sent `text`.
    func client(
        sending text: String = "", receiveBuffer: Int32? = nil, over wiring: Wiring = .plain
    ) throws -> Client {
        let client = try Client(to: port, receiveBuffer: receiveBuffer, over: wiring)
        client.send(text)
        return client
    }
}

/// Runs a test with a server.
func withServer(
    _ settings: HTTPServerSettings = HTTPServerSettings(),
    host: String = "127.0.0.1",
    answering handling: @escaping @Sendable (consuming HTTPExchange) -> Void = { $0.answer(.text("hello")) },
    _ test: (LiveServer) throws -> Void
) throws {
    let server = try LiveServer(settings, host: host, handling)
    defer { server.stop() }
    try test(server)
}

extension HTTPResponse {
    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: [("Content-Type", "text/plain")], body: Array(text.utf8))
    }
}

/// Waits up to 30 seconds for a condition, and returns whether it became true.
func eventually(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while !condition() {
        guard .now < end else { return condition() }
        usleep(2000)
    }
    return true
}

/// A counter for any thread.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)

    var value: Int { number.load(ordering: .sequentiallyConsistent) }

    func increment() { number.add(1, ordering: .sequentiallyConsistent) }
}

/// Exchanges that wait for their answers, as long polls do.
final class ParkingLot: Sendable {
    private final class Space: Sendable {
        let exchange: Mutex<HTTPExchange?>

        init(_ exchange: consuming HTTPExchange) { self.exchange = Mutex(exchange) }
    }

    private let spaces = Locked<[Space]>([])

    var count: Int { spaces.withLock { $0.count } }

    func park(_ exchange: consuming HTTPExchange) {
        let space = Space(exchange)
        spaces.withLock { $0.append(space) }
    }

    /// Answers the oldest exchange, on the current thread.
    func answerFirst(_ response: HTTPResponse) {
        guard let space = spaces.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        let exchange = space.exchange.withLock { $0.take() }
        exchange?.answer(response)
    }

    func onAbandonOfFirst(_ abandoned: @escaping @Sendable () -> Void) {
        let space = spaces.withLock { $0.first }
        space?.exchange.withLock { $0?.onAbandon(abandoned) }
    }

    /// Drops all exchanges without an answer.
    func clear() { spaces.withLock { $0 = [] } }
}

/// The stream that a handler opened last.
final class StreamHolder: Sendable {
    private let held = Mutex<HTTPStream?>(nil)

    var stream: HTTPStream? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}

enum Descriptor {
    /// Number of open sockets of a server on `port` and its clients; concurrent tests open others.
    static func count(on port: UInt16) -> Int {
        (0..<4096).count { descriptor in
            self.port(of: descriptor, getsockname) == port || self.port(of: descriptor, getpeername) == port
        }
    }

    private static func port(
        of descriptor: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> UInt16? {
        var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) }
        }
        guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }
}
