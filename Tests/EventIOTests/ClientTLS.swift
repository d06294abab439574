import CLibevent
import Foundation

@testable import EventIO

/// TLS of a test client on a connected socket.
final class ClientTLS {
    private let session: OpaquePointer

    /// Shakes hands; the socket must block.
    init(on descriptor: Int32, version: Int32) throws {
        let context = SSL_CTX_new(TLS_client_method())
        defer { SSL_CTX_free(context) }
        guard let session = SSL_new(context) else { throw Client.Failure(description: "SSL_new") }
        self.session = session
        SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(version), nil)
        SSL_set_fd(session, descriptor)
        guard SSL_connect(session) == 1 else { throw Client.Failure(description: "handshake") }
    }

    deinit { SSL_free(session) }

    func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        ERR_clear_error()
        return Int(SSL_write(session, bytes.baseAddress, Int32(bytes.count)))
    }

    /// Receives bytes; 0 at the end of the server's side, and -1 on errors with `errno` as `recv` sets it.
    func receive(into memory: UnsafeMutableRawBufferPointer) -> Int {
        ERR_clear_error()
        let count = SSL_read(session, memory.baseAddress, Int32(memory.count))
        switch SSL_get_error(session, count) {
        case SSL_ERROR_ZERO_RETURN: return 0
        case SSL_ERROR_WANT_READ: errno = EAGAIN
        default: break
        }
        return Int(count)
    }

    var hasReceivedMore: Bool { SSL_pending(session) > 0 }

    func sendCloseNotify() {
        ERR_clear_error()
        SSL_shutdown(session)
    }

    /// Asks for new keys in TLS 1.3, or for a renegotiation in TLS 1.2, without waiting for the answer.
    func changeKeys(on descriptor: Int32) {
        ERR_clear_error()
        // The answer would end the session in TLS 1.2.
        SSL_set0_rbio(session, BIO_new(BIO_s_mem()))
        let is13 = SSL_version(session) == TLS1_3_VERSION
        if is13 { SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED) } else { SSL_renegotiate(session) }
        SSL_do_handshake(session)
        SSL_set0_rbio(session, BIO_new_socket(descriptor, 0))
    }
}

/// A self-signed certificate and its key, in a temporary folder.
enum TestCertificate {
    /// The context of a server with the certificate, made once.
    static let context: TLSContext? = try? make()

    private static func make() throws -> TLSContext {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("eventio-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (certificate, key) = (folder + "/server.crt", folder + "/server.key")
        write(certificate: certificate, key: key)
        return try TLSContext(certificate: certificate, key: key)
    }

    private static func write(certificate: String, key: String) {
        let generator = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(generator) }
        EVP_PKEY_keygen_init(generator)
        EVP_PKEY_CTX_set_group_name(generator, "P-256")
        var pair: OpaquePointer?
        EVP_PKEY_generate(generator, &pair)
        defer { EVP_PKEY_free(pair) }
        let document = X509_new()
        defer { X509_free(document) }
        X509_set_version(document, 2)
        X509_gmtime_adj(X509_getm_notBefore(document), 0)
        X509_gmtime_adj(X509_getm_notAfter(document), 86_400)
        X509_set_pubkey(document, pair)
        X509_sign(document, pair, EVP_sha256())
        for (path, isKey) in [(certificate, false), (key, true)] {
            let file = BIO_new_file(path, "w")
            if isKey {
                PEM_write_bio_PrivateKey(file, pair, nil, nil, 0, nil, nil)
            } else {
                PEM_write_bio_X509(file, document)
            }
            BIO_free(file)
        }
    }
}

/// The transports that a server offers.
enum Wiring: String, CaseIterable, CustomStringConvertible {
    case plain
    case tls12 = "TLS 1.2"
    case tls13 = "TLS 1.3"

    var description: String { rawValue }

    var version: Int32? {
        switch self {
        case .plain: nil
        case .tls12: TLS1_2_VERSION
        case .tls13: TLS1_3_VERSION
        }
    }
}
