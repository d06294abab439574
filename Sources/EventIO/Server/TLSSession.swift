internal import CLibevent

/// The result of one read, write or handshake on a socket that does not block.
enum SocketResult {
    case done(Int)
    case waits(for: SocketReadiness)
    /// The peer closed its sending side.
    case ended
    case failed
}

/// What a socket must be before a read or a write can go on.
enum SocketReadiness {
    case readable
    case writable
}

/// TLS on the socket of one connection; its loop's thread only.
///
/// OpenSSL takes one record at a time from the socket, so it holds no bytes that the loop cannot see. A read
/// can have to wait until the socket is writable, and a write until it is readable: TLS 1.3 changes its keys
/// between two records.
final class TLSSession {
    private let session: OpaquePointer
    /// Whether the handshake is complete.
    private(set) var isOpen = false
    /// Whether the handshake failed because the client sent plain HTTP.
    private(set) var receivedPlainHTTP = false

    /// Takes over a session of OpenSSL; nil, with the session freed, if OpenSSL is out of memory.
    init?(_ session: OpaquePointer, on descriptor: Int32, isClient: Bool = false) {
        guard SSL_set_fd(session, descriptor) == 1 else {
            SSL_free(session)
            return nil
        }
        if isClient { SSL_set_connect_state(session) } else { SSL_set_accept_state(session) }
        self.session = session
    }

    deinit { SSL_free(session) }

    func shakeHands() -> SocketResult {
        ERR_clear_error()
        let result = result(of: SSL_do_handshake(session))
        switch result {
        case .done: isOpen = true
        case .failed: receivedPlainHTTP = ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST
        case .waits, .ended: break
        }
        return result
    }

    /// Why a client does not trust the server's certificate; nil if it does, or has not seen one.
    var distrust: String? {
        let result = SSL_get_verify_result(session)
        guard result != Int(X509_V_OK) else { return nil }
        return X509_verify_cert_error_string(result).map { String(cString: $0) }
    }

    /// Reads at most one record; `memory` has room for the longest.
    func read(into memory: UnsafeMutableRawBufferPointer) -> SocketResult {
        ERR_clear_error()
        return result(of: SSL_read(session, memory.baseAddress, Int32(clamping: memory.count)))
    }

    /// Writes at most one record; a write that waited must be repeated with at least the same bytes.
    func write(_ bytes: UnsafeRawBufferPointer) -> SocketResult {
        ERR_clear_error()
        let result = result(of: SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)))
        // After the peer's close_notify, OpenSSL reports a broken connection as the end of the input.
        if case .ended = result { return .failed }
        return result
    }

    /// Sends close_notify, by which the peer tells an orderly end from a cut connection; idempotent.
    func sendCloseNotify() {
        guard isOpen, SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN == 0 else { return }
        SSL_shutdown(session)
    }

    private func result(of count: Int32) -> SocketResult {
        guard count <= 0 else { return .done(Int(count)) }
        return switch SSL_get_error(session, count) {
        case SSL_ERROR_WANT_READ: .waits(for: .readable)
        case SSL_ERROR_WANT_WRITE: .waits(for: .writable)
        case SSL_ERROR_ZERO_RETURN: .ended
        default: .failed
        }
    }
}
