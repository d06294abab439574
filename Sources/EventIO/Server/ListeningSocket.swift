import Glibc

/// Making sockets that listen.
enum ListeningSocket {
    /// A socket bound to the first address of the host that can be bound; throws the last failure.
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
        // A restart must not wait for the kernel to forget the old connections.
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        // "::" serves IPv4 too, whatever the system's default is.
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

    /// Makes an inherited descriptor fit for a loop; throws when it is not a listening socket.
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
