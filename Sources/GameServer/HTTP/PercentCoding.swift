/// Percent-encoding (RFC 3986, section 2.1) and its form of web forms.
enum PercentCoding {
    /// The text behind `encoded`; nil for bad escapes and for bytes that are not UTF-8.
    static func decode(_ encoded: Substring, plusIsSpace: Bool = false) -> String? {
        guard encoded.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(encoded)
        }
        var bytes: [UInt8] = []
        var rest = encoded.utf8[...]
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

    /// The pairs of a query or form, decoded, in order; nil when one cannot be decoded.
    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        for part in String(text).split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decode(halves[0], plusIsSpace: true),
                let value = decode(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }
}

extension UInt8 {
    fileprivate var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
