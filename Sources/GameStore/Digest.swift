import CLibcrypto
import GameCore
import GameJSON

/// A SHA-256 digest, by OpenSSL.
package nonisolated struct Digest: Hashable, Sendable {
    package let bytes: [UInt8]

    /// The digest of `input`.
    package init(_ input: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = SHA256(input, input.count, &digest)
        bytes = digest
    }

    /// A digest that was made before; nil when it has another length.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Int(SHA256_DIGEST_LENGTH) else { return nil }
        self.bytes = bytes
    }

    /// The first eight bytes: enough to find a digest by, too little to forge one.
    package var prefix: UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// In constant time, so that nobody learns a secret by measuring.
    package func isSame(as other: Digest) -> Bool {
        CRYPTO_memcmp(bytes, other.bytes, bytes.count) == 0
    }

    /// The first eight bytes in hex: enough to tell the versions of a file apart.
    package var shortHex: String {
        bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
