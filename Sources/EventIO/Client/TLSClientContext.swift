internal import CLibevent

/// The TLS settings of a client: the trusted certificate authorities, TLS 1.2 or 1.3.
///
/// A session accepts the certificate of its host only. Loop's thread only.
final class TLSClientContext {
    private let context: OpaquePointer

    /// - Parameter authorities: The path of a PEM file with the certificates to trust; nil for those of the system.
    /// - Throws: ``EventIOError`` if the file cannot be read.
    init(authorities: String?) throws(EventIOError) {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_client_method()) else {
            throw EventIOError("SSL_CTX_new", code: 0)
        }
        self.context = context
        fbf_set_tls_options(context)
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        let isLoaded =
            if let authorities { SSL_CTX_load_verify_locations(context, authorities, nil) } else {
                SSL_CTX_set_default_verify_paths(context)
            }
        ERR_clear_error()
        guard isLoaded == 1 else {
            throw EventIOError(authorities ?? "certificates", reason: "cannot be read as certificates in PEM")
        }
    }

    deinit { SSL_CTX_free(context) }

    /// Creates the session of a connection to `host`, a name or an address; nil if OpenSSL is out of memory.
    func session(on descriptor: Int32, with host: String) -> TLSSession? {
        guard let session = SSL_new(context) else { return nil }
        let isAddress = IPAddress(host) != nil
        let isBound =
            isAddress
            ? X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session), host)
            : min(SSL_set1_host(session, host), Int32(fbf_set_server_name(session, host)))
        let offer = [UInt8(8)] + Array("http/1.1".utf8)
        guard isBound == 1, SSL_set_alpn_protos(session, offer, UInt32(offer.count)) == 0 else {
            SSL_free(session)
            return nil
        }
        return TLSSession(session, on: descriptor, isClient: true)
    }
}
