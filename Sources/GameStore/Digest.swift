import CLibcrypto
import GameCore
import GameJSON

/// A SHA-256 digest, computed by OpenSSL.
package nonisolated struct Digest: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Fetched once, because OpenSSL's `SHA256` looks it up at every call; nil if OpenSSL does not have it.
    private nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA2-256", nil)

    package init(_ input: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        if EVP_Digest(input, input.count, &digest, nil, Self.algorithm, nil) != 1 {
            _ = SHA256(input, input.count, &digest)
        }
        bytes = digest
    }

    /// A stored digest; nil unless it has 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Int(SHA256_DIGEST_LENGTH) else { return nil }
        self.bytes = bytes
    }

    package var prefix: UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Compares in constant time, so that timing does not reveal the digest of a secret.
    package func isSame(as other: Digest) -> Bool {
        CRYPTO_memcmp(bytes, other.bytes, bytes.count) == 0
    }

    package var shortHex: String {
        bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
