internal import CLibevent

// What a connection with TLS does besides.
extension TCPConnection {
    /// OpenSSL's part of the connection; nil without TLS.
    private var session: OpaquePointer? {
        isSecure ? bufferevent.flatMap { bufferevent_openssl_get_ssl($0) } : nil
    }

    /// The handshake is done: from now on the client has the time for a request.
    func didShakeHands() {
        guard phase == .reading, let table else { return }
        deadline = Instant.now + table.timeouts.idle
    }

    /// After the client's goodbye libevent writes no more by itself, but answers may still be due.
    func resumeWriting() {
        guard isSecure, let bufferevent, pendingOutput > 0 else { return }
        bufferevent_enable(bufferevent, Int16(EV_WRITE))
    }

    /// Answers a client that speaks plain HTTP here, so that a person reads why; false when it is none.
    func refusePlainHTTP() -> Bool {
        guard phase == .reading, let bufferevent, let session, SSL_is_init_finished(session) == 0 else {
            return false
        }
        guard ERR_GET_REASON(bufferevent_get_openssl_error(bufferevent)) == SSL_R_HTTP_REQUEST else {
            return false
        }
        // Nothing is secret between the two, so the answer goes as bare as the question came.
        isSecure = false
        refuse(.plainHTTP)
        return true
    }

    /// Tells the client that nothing more will come, which it can tell from a connection that was cut.
    func sayGoodbye() {
        guard let session, SSL_is_init_finished(session) == 1 else { return }
        guard SSL_get_shutdown(session) & SSL_SENT_SHUTDOWN == 0 else { return }
        SSL_shutdown(session)
        // It may have failed, of which nobody else should hear.
        ERR_clear_error()
    }
}
