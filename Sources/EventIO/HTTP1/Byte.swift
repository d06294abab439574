/// Byte constants and character classes of HTTP.
enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let colon: UInt8 = 0x3A

    /// Whether a byte may occur in a token (RFC 9110, section 5.6.2).
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        // One bit for each ASCII character: a shift instead of a table in memory.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        guard byte < 0x80 else { return false }
        return (byte < 0x40 ? low >> UInt64(byte) : high >> UInt64(byte - 0x40)) & 1 == 1
    }

    /// Whether a byte is not allowed in a header value: a control byte other than tab, or DEL.
    @inline(__always)
    static func isControl(_ byte: UInt8) -> Bool {
        (byte < 0x20 && byte != tab) || byte == 0x7F
    }

    /// Returns an ASCII letter in lower case, and any other byte unchanged.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The value of a hexadecimal digit, or nil.
    static func hexadecimal(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x41 + 10
        case 0x61...0x66: Int(byte) - 0x61 + 10
        default: nil
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes at some offsets, with indices that start at 0 again.
    @inline(__always)
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }

    /// The index of the first `byte` at or after `offset`; searches eight bytes at a time.
    @inline(__always)
    func firstIndex(of byte: UInt8, from offset: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let pattern = ones &* UInt64(byte)
        var index = offset
        while index + 8 <= count {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
            // Sets the high bit of each byte of `word` that is zero. Only bytes above the first can be wrong.
            let hit = (word &- ones) & ~word & (ones << 7)
            if hit != 0 { return index + hit.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Whether the bytes equal a lower-case text, ignoring the case of ASCII letters.
    func spells(_ lowercased: StaticString) -> Bool {
        guard count == lowercased.utf8CodeUnitCount else { return false }
        let text = UnsafeRawBufferPointer(start: lowercased.utf8Start, count: count)
        for index in 0..<count where Byte.lowercased(self[index]) != text[index] { return false }
        return true
    }

    /// The bytes without leading and trailing spaces and tabs.
    func trimmed() -> UnsafeRawBufferPointer {
        var start = 0
        var end = count
        while start < end, self[start] == Byte.space || self[start] == Byte.tab { start += 1 }
        while end > start, self[end - 1] == Byte.space || self[end - 1] == Byte.tab { end -= 1 }
        return part(start..<end)
    }
}
