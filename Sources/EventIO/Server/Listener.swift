internal import CLibevent
import Glibc

/// One listening socket of a server; loop's thread only.
final class Listener {
    let address: SocketAddress
    private unowned let table: ConnectionTable
    private let descriptor: Int32
    private let isInherited: Bool
    private var listener: OpaquePointer?
    private var pause: LoopTimer?
    /// The number of connections accepted in this turn of the loop.
    private var acceptedInTurn = 0

    /// Takes ownership of a bound descriptor and listens on it.
    ///
    /// A backlog of 0 means that the descriptor is inherited and listens already.
    init(_ descriptor: Int32, backlog: Int32, table: ConnectionTable) throws(EventIOError) {
        self.descriptor = descriptor
        self.table = table
        isInherited = backlog == 0
        guard let address = SocketAddress(localOf: descriptor) else {
            let error = EventIOError("getsockname")
            Glibc.close(descriptor)
            throw error
        }
        self.address = address
        let flags = UInt32(LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC)
        listener = evconnlistener_new(
            table.loop.base,
            {
                CallbackContext.owner($4, as: Listener.self)?.didAccept($1, $2, $3)
                CallbackContext.owner($4, as: Listener.self)?.limitTurn()
            },
            CallbackContext.pointer(to: self), flags, backlog, descriptor)
        guard let listener else {
            let error = EventIOError("listen \(address)")
            Glibc.close(descriptor)
            throw error
        }
        evconnlistener_set_error_cb(listener) { CallbackContext.owner($1, as: Listener.self)?.didFail() }
    }

    deinit { close() }

    /// Resumes or stops accepting.
    func setAccepting(_ isAccepting: Bool) {
        guard let listener else { return }
        pause = nil
        if isAccepting { evconnlistener_enable(listener) } else { evconnlistener_disable(listener) }
    }

    /// Accepts the connections that the kernel has already established, and closes the socket; idempotent.
    ///
    /// Connections that wait on an inherited socket are left to the next process that listens on it.
    func drain() {
        while listener != nil, !isInherited {
            var storage = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let accepted = withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    let accepted = accept(descriptor, address, &length)
                    guard accepted >= 0 else { return accepted }
                    evutil_make_socket_nonblocking(accepted)
                    evutil_make_socket_closeonexec(accepted)
                    didAccept(accepted, address, Int32(length))
                    return accepted
                }
            }
            if accepted < 0 { break }
        }
        close()
    }

    /// Closes the socket; idempotent.
    func close() {
        guard let listener else { return }
        self.listener = nil
        pause = nil
        evconnlistener_free(listener)
    }

    private func didAccept(_ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: Int32) {
        guard let address else { return }
        table.accept(descriptor, from: SocketAddress(address, length: socklen_t(length)))
    }

    /// Leaves further connections to the next turn; libevent would accept until the kernel has none.
    private func limitTurn() {
        acceptedInTurn += 1
        if acceptedInTurn == 1 {
            table.loop.afterTurn { [weak self] in self?.endTurn() }
        } else if acceptedInTurn == table.settings.acceptsPerTurn, let listener {
            evconnlistener_disable(listener)
        }
    }

    private func endTurn() {
        let isPaused = acceptedInTurn >= table.settings.acceptsPerTurn
        acceptedInTurn = 0
        if isPaused, table.canAccept { setAccepting(true) }
    }

    /// Pauses accepting, because without a free descriptor `accept` would fail again at once.
    private func didFail() {
        let code = errno
        table.handler.observe(.acceptFailed(code: code))
        table.isAcceptFailing = true
        guard let listener else { return }
        evconnlistener_disable(listener)
        pause = table.loop.timer(after: table.settings.acceptPause) { [unowned self] in
            setAccepting(!table.isFull)
        }
    }
}

/// Creates and validates the descriptors of listeners.
enum ListeningSocket {
    /// Returns a socket bound to the first possible address of `host`; throws the error of the last.
    static func bind(host: String, port: UInt16, sharesPort: Bool) throws(EventIOError) -> Int32 {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = getaddrinfo(host, String(port), &hints, &found)
        guard failure == 0 else {
            throw EventIOError("resolve \(host)", reason: String(cString: gai_strerror(failure)))
        }
        defer { freeaddrinfo(found) }
        var error = EventIOError("resolve \(host)", reason: "no address")
        var next = found
        while let candidate = next {
            do {
                return try bind(candidate.pointee, sharesPort)
            } catch let failed {
                error = EventIOError("\(failed.operation) \(host) port \(port)", code: failed.code)
            }
            next = candidate.pointee.ai_next
        }
        throw error
    }

    private static func bind(_ address: addrinfo, _ sharesPort: Bool) throws(EventIOError) -> Int32 {
        let kind = address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, address.ai_protocol)
        guard descriptor >= 0 else { throw EventIOError("socket") }
        // A restarted server must not wait for old connections in TIME_WAIT.
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        // `::` serves IPv4 too, regardless of the system's default.
        if address.ai_family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        guard Glibc.bind(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            let error = EventIOError("bind")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Prepares an inherited descriptor for a loop; throws if it is not a listening socket.
    static func adopt(_ descriptor: Int32) throws(EventIOError) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0 else {
            throw EventIOError("inherit descriptor \(descriptor)")
        }
        guard isListening != 0 else {
            throw EventIOError("inherit descriptor \(descriptor)", reason: "not a listening socket")
        }
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
            throw EventIOError("inherit descriptor \(descriptor)")
        }
    }
}
