/// Percent-encoding (RFC 3986, section 2.1) and its form of web forms.
nonisolated enum PercentCoding {
    /// The text behind `encoded`; nil for bad escapes and for bytes that are not UTF-8.
    static func decode(_ encoded: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
        if let plain = encoded.withUnsafeBufferPointer(Self.plain) { return plain }
        var bytes: [UInt8] = []
        var rest = encoded
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The text of bytes that need no decoding, as nearly all do; nil of others.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return nil
        }
        // Valid already: targets are ASCII by the parser, forms are read as text first.
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The pairs of a query or form, decoded, in order; nil when one cannot be decoded.
    static func pairs(_ text: String) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = decode(part[..<equals], plusIsSpace: true),
                let value = decode(part[equals...].dropFirst(), plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }
}

nonisolated extension UInt8 {
    fileprivate var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
