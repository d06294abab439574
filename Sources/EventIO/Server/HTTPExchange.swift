/// One request that waits for its answer.
///
/// It cannot be copied and `answer` and `stream` consume it, so it is answered once by type; dropped without
/// an answer it answers 500. It may be carried to any thread.
public struct HTTPExchange: ~Copyable, Sendable {
    /// The request.
    public let request: HTTPRequest
    /// The other end of the connection.
    public let peer: SocketAddress

    let connection: TCPConnection
    private let serial: UInt32
    private var isOpen = true

    init(request: HTTPRequest, connection: TCPConnection, serial: UInt32) {
        self.request = request
        self.connection = connection
        self.serial = serial
        peer = connection.peer
    }

    deinit {
        guard isOpen else { return }
        connection.loop.execute { [connection, serial] in connection.dropExchange(serial) }
    }

    /// The loop of the connection.
    public var loop: EventLoop { connection.loop }

    /// Sends the answer, from any thread; nothing happens when the client has left.
    public consuming func answer(_ response: HTTPResponse) {
        isOpen = false
        if connection.loop.isCurrent {
            connection.answer(response, to: serial)
        } else {
            connection.loop.perform { [connection, serial] in connection.answer(response, to: serial) }
        }
    }

    /// Sends the head of a body without end at once and gives the stream that carries it; from any thread.
    ///
    /// The body goes in chunks on HTTP/1.1 and ends with the connection on HTTP/1.0. `onClose` is called
    /// exactly once, on the connection's loop and never inside `send` or `close`, however the stream ends.
    public consuming func stream(
        _ response: HTTPResponse, onClose: @escaping @Sendable () -> Void
    ) -> HTTPStream {
        isOpen = false
        connection.stream.begin()
        connection.loop.execute { [connection, serial] in
            connection.beginStream(response, for: serial, onClose: onClose)
        }
        return HTTPStream(connection)
    }

    /// Parks the request: the closure is called once, on the loop, if the client leaves before the answer.
    ///
    /// From any thread; a second closure replaces the first. Only a parked request notices that its client
    /// closed its side; others still get their answer. After an answer it is not called, unless that answer
    /// was on its way from another thread when the client left.
    public func onAbandon(_ gone: @escaping @Sendable () -> Void) {
        connection.loop.execute { [connection, serial] in connection.park(serial, gone) }
    }
}

/// The request that a connection is answering: what decides how the answer goes out.
struct CurrentExchange {
    /// Counts the requests of the connection; names this one.
    private(set) var serial: UInt32 = 0
    private(set) var isHead = false
    private(set) var isVersion11 = true
    /// Whether the connection closes after the answer.
    private(set) var closes = false
    /// Whether closing must let the client read the answer first.
    private(set) var lingers = false

    mutating func begin(_ request: HTTPRequest) {
        serial &+= 1
        isHead = request.method == .head
        isVersion11 = request.isVersion11
        closes = !request.keepsAlive
    }

    /// Takes the method and the version from what the parser has read of a request that is not whole.
    mutating func begin(unfinished head: RequestHead) {
        isHead = head.method == .head
        isVersion11 = head.isVersion11
    }

    /// Closes the connection after the answer; a client that did not ask for it may still be sending.
    mutating func close() {
        lingers = lingers || !closes
        closes = true
    }

    /// Closes the connection after the answer, in any case with time for the client to read it.
    mutating func linger() {
        lingers = true
        closes = true
    }
}
