/// The host and port of a Host line or of an absolute target (RFC 3986, section 3.2, without user
/// information).
enum Authority {
    /// The host in lower case without its port, or nil when the bytes are no host with an optional port.
    ///
    /// A host is a name of letters, digits, ".", "-" and "_", an IPv4 address, or an IPv6 address in
    /// brackets, which stay. At most 255 bytes.
    static func host(in bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count > 0, bytes.count <= 261 else { return nil }
        guard let end = bytes[0] == 0x5B ? bracketedEnd(bytes) : nameEnd(bytes), end <= 255 else {
            return nil
        }
        guard isPort(bytes.part(end..<bytes.count)) else { return nil }
        return String(unsafeUninitializedCapacity: end) { room in
            for index in 0..<end { room[index] = Byte.lowercased(bytes[index]) }
            return end
        }
    }

    private static func nameEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var end = 0
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        return end > 0 ? end : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func bracketedEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var end = 1
        while end < bytes.count, isAddressByte(bytes[end]) { end += 1 }
        guard end > 2, end < bytes.count, bytes[end] == 0x5D else { return nil }
        return end + 1
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        Byte.hexadecimal(byte) != nil || byte == Byte.colon || byte == 0x2E
    }

    /// Whether the bytes are nothing, or a colon and one to five digits.
    private static func isPort(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count > 0 else { return true }
        guard bytes[0] == Byte.colon, (2...6).contains(bytes.count) else { return false }
        return bytes.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}
