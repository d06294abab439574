import CLibcrypto

/// Encrypts records with a secret of their client, so that a copy of the store does not reveal them.
///
/// AES-256-GCM: nonce, then tag, then ciphertext.
package nonisolated struct Seal: Sendable {
    private static let (nonceLength, tagLength) = (12, 16)
    private let key: [UInt8]

    /// - Parameter secret: Hashed to the key of the cipher.
    package init(_ secret: [UInt8]) { key = Digest(secret).bytes }

    /// Encrypts `text`; nil if the cipher fails.
    package func close(_ text: [UInt8]) -> [UInt8]? {
        let nonce = (0..<Self.nonceLength).map { _ in UInt8.random(in: .min ... .max) }
        var tag = [UInt8](repeating: 0, count: Self.tagLength)
        let sealed = run(encrypts: true, text, nonce: nonce, tag: &tag)
        return sealed.map { nonce + tag + $0 }
    }

    /// Decrypts a result of `close`; nil for any other bytes.
    package func open(_ sealed: [UInt8]) -> [UInt8]? {
        let head = Self.nonceLength + Self.tagLength
        guard sealed.count >= head else { return nil }
        var tag = Array(sealed[Self.nonceLength..<head])
        return run(
            encrypts: false, Array(sealed[head...]), nonce: Array(sealed[..<Self.nonceLength]), tag: &tag)
    }

    private func run(
        encrypts: Bool, _ input: [UInt8], nonce: [UInt8], tag: inout [UInt8]
    ) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: input.count)
        var (length, rest) = (Int32(0), Int32(0))
        var end = [UInt8](repeating: 0, count: Int(EVP_MAX_BLOCK_LENGTH))
        let size = Int32(Self.tagLength)
        guard EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, encrypts ? 1 : 0) == 1,
            EVP_CipherUpdate(context, &output, &length, input, Int32(input.count)) == 1,
            encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, size, &tag) == 1,
            // Fails if the tag does not fit.
            EVP_CipherFinal_ex(context, &end, &rest) == 1,
            !encrypts || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, size, &tag) == 1
        else { return nil }
        return output
    }
}
