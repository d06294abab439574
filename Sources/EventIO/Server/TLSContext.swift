internal import CLibevent
import Glibc

/// A certificate and its key, from files, and how TLS is spoken with them; they can be exchanged while a
/// server runs.
///
/// TLS 1.2 and 1.3 with forward secrecy and authenticated ciphers, and HTTP/1.1 as the one protocol above it;
/// neither renegotiation nor compression nor early data. May be shared by servers on several loops and is
/// used from any thread.
public final class TLSContext: Sendable {
    private let certificate: String
    private let key: String
    /// OpenSSL's context, which counts who uses it.
    private let context: Locked<OpaquePointer>

    /// Reads the certificate with its chain and the key, both in PEM.
    ///
    /// Throws when a file cannot be read, holds something else, or has a passphrase, and when the two do not
    /// belong together.
    public init(certificate: String, key: String) throws(EventIOError) {
        self.certificate = certificate
        self.key = key
        context = Locked(try Self.read(certificate, key))
    }

    deinit { context.withLock { SSL_CTX_free($0) } }

    /// Reads both files again: connections that come later get what they hold now, and open ones go on.
    ///
    /// Throws as `init` does; then everything stays as it was.
    public func reload() throws(EventIOError) {
        let fresh = try Self.read(certificate, key)
        context.withLock { context in
            SSL_CTX_free(context)
            context = fresh
        }
    }

    /// For how many more days the certificate is valid, rounded down; negative when it has expired.
    public var daysLeft: Int {
        context.withLock { context in
            var (days, seconds) = (Int32(0), Int32(0))
            let end = SSL_CTX_get0_certificate(context).flatMap { X509_get0_notAfter($0) }
            ASN1_TIME_diff(&days, &seconds, nil, end)
            return Int(days) - (seconds < 0 ? 1 : 0)
        }
    }

    /// An accepted connection that shakes hands first; nil when there is no memory for it.
    ///
    /// Its callbacks come after those of the sockets, so that what was read is told before the end is.
    func bufferevent(on base: OpaquePointer, _ descriptor: Int32) -> OpaquePointer? {
        guard let session = context.withLock({ SSL_new($0) }) else { return nil }
        let options = BEV_OPT_CLOSE_ON_FREE.rawValue | BEV_OPT_DEFER_CALLBACKS.rawValue
        return bufferevent_openssl_socket_new(
            base, descriptor, session, BUFFEREVENT_SSL_ACCEPTING, Int32(options))
    }

    // MARK: Reading the files

    /// For TLS 1.2; all that TLS 1.3 has are good.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    private static func read(_ certificate: String, _ key: String) throws(EventIOError) -> OpaquePointer {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_server_method()) else {
            throw EventIOError("SSL_CTX_new", code: 0)
        }
        do {
            fbf_set_tls_options(context)
            SSL_CTX_set_cipher_list(context, ciphers)
            SSL_CTX_set_alpn_select_cb(
                context,
                { _, out, length, offers, count, _ in
                    TLSContext.choose(out, length, UnsafeBufferPointer(start: offers, count: Int(count)))
                }, nil)
            try use(certificate, in: context)
            try use(key: key, in: context)
            return context
        } catch {
            SSL_CTX_free(context)
            throw error
        }
    }

    private static func use(_ certificate: String, in context: OpaquePointer) throws(EventIOError) {
        try requireReadable(certificate, "certificate")
        guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
            throw failure("certificate \(certificate)", "holds no certificate in PEM")
        }
    }

    private static func use(key: String, in context: OpaquePointer) throws(EventIOError) {
        try requireReadable(key, "key")
        var isEncrypted = false
        let isUsed = withUnsafeMutablePointer(to: &isEncrypted) { isEncrypted in
            // OpenSSL would ask on the terminal. Asked means encrypted, and nobody answers.
            SSL_CTX_set_default_passwd_cb(context) { _, _, _, isEncrypted in
                isEncrypted?.assumingMemoryBound(to: Bool.self).pointee = true
                return -1
            }
            SSL_CTX_set_default_passwd_cb_userdata(context, isEncrypted)
            defer { SSL_CTX_set_default_passwd_cb_userdata(context, nil) }
            return SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
        }
        if isEncrypted {
            ERR_clear_error()
            throw EventIOError("key \(key)", reason: "has a passphrase; give it without one (openssl pkey)")
        }
        guard isUsed else { throw failure("key \(key)", "holds no private key in PEM") }
        guard SSL_CTX_check_private_key(context) == 1 else {
            ERR_clear_error()
            throw EventIOError("key \(key)", reason: isForeign)
        }
    }

    private static let isForeign = "does not belong to the certificate"

    /// Says why a file cannot be read in the system's words, which are better than OpenSSL's.
    private static func requireReadable(_ path: String, _ what: String) throws(EventIOError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw EventIOError("\(what) \(path)") }
        close(descriptor)
    }

    /// An error that tells OpenSSL's first reason, which is the one nearest to the cause.
    private static func failure(_ operation: String, _ meaning: String) -> EventIOError {
        let code = ERR_peek_error()
        ERR_clear_error()
        let mismatches = [X509_R_KEY_VALUES_MISMATCH, X509_R_KEY_TYPE_MISMATCH]
        if ERR_GET_LIB(code) == ERR_LIB_X509, mismatches.contains(ERR_GET_REASON(code)) {
            return EventIOError(operation, reason: isForeign)
        }
        let words = ERR_reason_error_string(code).map { " (\(String(cString: $0)))" } ?? ""
        return EventIOError(operation, reason: meaning + words)
    }

    // MARK: The protocol above

    /// Picks `http/1.1` among the names that a client offers, each after its length (RFC 7301).
    private static func choose(
        _ out: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ length: UnsafeMutablePointer<UInt8>?,
        _ offers: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        var start = 0
        while start < offers.count {
            let end = min(start + 1 + Int(offers[start]), offers.count)
            let name = offers[(start + 1)..<end]
            if name.elementsEqual("http/1.1".utf8), let base = offers.baseAddress {
                out?.pointee = base + start + 1
                length?.pointee = UInt8(name.count)
                return SSL_TLSEXT_ERR_OK
            }
            start = end
        }
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
