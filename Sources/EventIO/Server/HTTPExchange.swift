import Synchronization

/// A request that must be answered exactly once.
///
/// ``answer(_:)`` or ``stream(_:onClose:)`` consumes the exchange, which cannot be copied, so a second answer
/// does not compile. An exchange that is dropped without an answer is answered with 500. It can be kept as
/// long as needed, on any thread; the connection starts no further request before the answer.
public struct HTTPExchange: ~Copyable, Sendable {
    /// The complete request, with its body; the owner of the exchange may change it.
    public var request: HTTPRequest
    /// The address of the client.
    public let peer: SocketAddress
    /// The id of the request.
    public let id: RequestID

    let connection: TCPConnection
    private let serial: UInt32
    private var isOpen = true

    init(request: HTTPRequest, connection: TCPConnection, serial: UInt32) {
        self.request = request
        self.connection = connection
        self.serial = serial
        peer = connection.peer
        id = connection.exchange.id
    }

    deinit {
        guard isOpen else { return }
        connection.loop.dispatch { [connection, serial] in connection.dropExchange(serial) }
    }

    /// The loop of the connection.
    public var loop: EventLoop { connection.loop }

    /// Whether the connection is closed, so that no answer can reach the client; safe on any thread.
    public var isClientGone: Bool { connection.isClosed.load(ordering: .relaxed) }

    /// Attaches an object to the request, for ``HTTPServerSettings/onAnswer``; loop's thread only.
    public func attach(_ context: any AnyObject & Sendable) {
        loop.requireCurrent()
        if connection.exchange.serial == serial { connection.context = context }
    }

    /// Sends the answer; safe on any thread, and without effect if the client has left.
    public consuming func answer(_ response: HTTPResponse) {
        isOpen = false
        if connection.loop.isCurrent {
            connection.answer(response, to: serial)
        } else {
            connection.loop.perform { [connection, serial] in connection.answer(response, to: serial) }
        }
    }

    /// Answers with a body of unknown length, for example server-sent events.
    ///
    /// Sends the head and the body of `response` at once; the stream carries the rest of the body, chunked on
    /// HTTP/1.1 and ended by closing the connection on HTTP/1.0. `onClose` is called exactly once, however
    /// the stream ends: on the connection's loop, and never inside `send` or `close`. Safe on any thread.
    public consuming func stream(
        _ response: HTTPResponse, onClose: @escaping @Sendable () -> Void
    ) -> HTTPStream {
        isOpen = false
        connection.stream.begin()
        connection.loop.dispatch { [connection, serial] in
            connection.beginStream(response, for: serial, onClose: onClose)
        }
        return HTTPStream(connection)
    }

    /// Parks the exchange, for example for a long poll: calls `abandoned` if the client leaves before the
    /// answer.
    ///
    /// The closure runs at most once, on the connection's loop, possibly while an answer is on its way from
    /// another thread. A second closure replaces the first. Only a parked exchange treats a client that
    /// closed its sending side as gone; otherwise such a client still gets its answer. Safe on any thread.
    public func onAbandon(_ abandoned: @escaping @Sendable () -> Void) {
        connection.loop.dispatch { [connection, serial] in connection.park(serial, abandoned) }
    }
}

/// The properties of a connection's current request that decide how its answer is sent.
///
/// The large fields come first, which saves padding: there can be thousands of connections.
struct CurrentExchange {
    private(set) var id = RequestID(number: 0)
    /// The number of bytes sent: of an answer with its head, of a stream without the framing.
    var sentBytes = 0
    /// The number of the request on its connection.
    private(set) var serial: UInt32 = 0
    private(set) var streamStatus: UInt16 = 200
    private(set) var isHead = false
    private(set) var isVersion11 = true
    /// Whether the connection closes after the answer.
    private(set) var closesConnection = false
    /// Whether closing gives the client time to read the answer.
    private(set) var lingers = false

    mutating func begin(_ request: HTTPRequest, _ id: RequestID) {
        serial &+= 1
        self.id = id
        sentBytes = 0
        isHead = request.method == .head
        isVersion11 = request.isVersion11
        closesConnection = !request.keepsAlive
    }

    /// Closes the connection after the stream, because no request can follow it.
    mutating func beginStream(status: Int) {
        streamStatus = UInt16(status)
        lingerAfterAnswer()
    }

    /// Takes the method and the version from an incomplete request.
    mutating func begin(unfinished head: RequestHead, _ id: RequestID) {
        self.id = id
        isHead = head.method == .head
        isVersion11 = head.isVersion11
    }

    /// Closes the connection after the answer; lingers if the client, which may be sending, did not ask for
    /// it.
    mutating func closeAfterAnswer() {
        lingers = lingers || !closesConnection
        closesConnection = true
    }

    /// Closes the connection after the answer, with time for the client to read it.
    mutating func lingerAfterAnswer() {
        lingers = true
        closesConnection = true
    }
}
