internal import CLibevent
import Glibc

/// A certificate and its private key for HTTPS, read from PEM files.
///
/// Connections use TLS 1.2 or 1.3 with forward secrecy and authenticated ciphers, and HTTP/1.1 in ALPN.
/// Renegotiation, compression and early data are off. Servers on several loops can share a context. Safe on
/// any thread.
public final class TLSContext: Sendable {
    private let certificate: String
    private let key: String
    /// OpenSSL's context; its reference count keeps it alive for open connections after a reload.
    private let context: Locked<OpaquePointer>

    /// Reads the certificate with its chain, and the private key.
    ///
    /// - Parameters:
    ///   - certificate: The path of a PEM file with the certificate, followed by its chain.
    ///   - key: The path of a PEM file with the key, without a passphrase.
    /// - Throws: ``EventIOError`` if a file cannot be read or is malformed, or if the key does not match the
    ///   certificate.
    public init(certificate: String, key: String) throws(EventIOError) {
        self.certificate = certificate
        self.key = key
        context = Locked(try Self.makeContext(certificate, key))
    }

    deinit { context.withLock { SSL_CTX_free($0) } }

    /// Reads both files again and uses them for new connections; open connections are not affected.
    ///
    /// - Throws: ``EventIOError`` as ``init(certificate:key:)`` does. The former certificate then stays in
    ///   use.
    public func reload() throws(EventIOError) {
        let fresh = try Self.makeContext(certificate, key)
        context.withLock { context in
            SSL_CTX_free(context)
            context = fresh
        }
    }

    /// The number of days until the certificate expires, rounded down; negative if it has expired.
    public var daysLeft: Int {
        context.withLock { context in
            var (days, seconds) = (Int32(0), Int32(0))
            let end = SSL_CTX_get0_certificate(context).flatMap { X509_get0_notAfter($0) }
            ASN1_TIME_diff(&days, &seconds, nil, end)
            return Int(days) - (seconds < 0 ? 1 : 0)
        }
    }

    /// Creates the session of an accepted connection; nil if OpenSSL is out of memory.
    func session(on descriptor: Int32) -> TLSSession? {
        guard let session = context.withLock({ SSL_new($0) }) else { return nil }
        return TLSSession(session, on: descriptor)
    }

    // MARK: Certificate and key

    /// The ciphers for TLS 1.2; all those of TLS 1.3 are allowed.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    private static func makeContext(
        _ certificate: String, _ key: String
    ) throws(EventIOError) -> OpaquePointer {
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
                    TLSContext.selectProtocol(
                        out, length, UnsafeBufferPointer(start: offers, count: Int(count)))
                }, nil)
            try load(certificate: certificate, into: context)
            try load(key: key, into: context)
            return context
        } catch {
            SSL_CTX_free(context)
            throw error
        }
    }

    private static func load(certificate: String, into context: OpaquePointer) throws(EventIOError) {
        try requireReadable(certificate, "certificate")
        guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
            throw openSSLError("certificate \(certificate)", "not a certificate in PEM")
        }
    }

    private static func load(key: String, into context: OpaquePointer) throws(EventIOError) {
        try requireReadable(key, "key")
        var isEncrypted = false
        let isLoaded = withUnsafeMutablePointer(to: &isEncrypted) { isEncrypted in
            // OpenSSL calls this only for an encrypted key; its default prompts on the terminal.
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
            throw EventIOError("key \(key)", reason: "has a passphrase; remove it with openssl pkey")
        }
        guard isLoaded else { throw openSSLError("key \(key)", "not a private key in PEM") }
        guard SSL_CTX_check_private_key(context) == 1 else {
            ERR_clear_error()
            throw EventIOError("key \(key)", reason: keyMismatch)
        }
    }

    private static let keyMismatch = "does not match the certificate"

    /// Throws the system's error for an unreadable file, which is clearer than OpenSSL's.
    private static func requireReadable(_ path: String, _ what: String) throws(EventIOError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw EventIOError("\(what) \(path)") }
        close(descriptor)
    }

    /// An error with OpenSSL's first queued reason, which is the closest to the cause.
    private static func openSSLError(_ operation: String, _ reason: String) -> EventIOError {
        let code = ERR_peek_error()
        ERR_clear_error()
        let mismatches = [X509_R_KEY_VALUES_MISMATCH, X509_R_KEY_TYPE_MISMATCH]
        if ERR_GET_LIB(code) == ERR_LIB_X509, mismatches.contains(ERR_GET_REASON(code)) {
            return EventIOError(operation, reason: keyMismatch)
        }
        let details = ERR_reason_error_string(code).map { " (\(String(cString: $0)))" } ?? ""
        return EventIOError(operation, reason: reason + details)
    }

    // MARK: ALPN

    /// Selects `http/1.1` from a client's protocols, each prefixed with its length (RFC 7301).
    private static func selectProtocol(
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
