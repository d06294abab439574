import GameCore
import GameJSON
import GameStore

nonisolated extension Int {
    /// The number in `digits`, which must consist of ASCII digits only, without a sign.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits)
    }
}

/// The query parameters of a request.
///
/// Unknown names are ignored; if a name is repeated, the first value counts.
struct Query {
    private let pairs: [(name: String, value: String)]

    /// Parses the text after the question mark.
    ///
    /// - Throws: `invalid-query` if it cannot be decoded.
    init(_ text: String?) throws {
        guard let text else {
            pairs = []
            return
        }
        guard let pairs = PercentCoding.pairs(text) else {
            throw Problem.invalidQuery("The query is not valid percent-encoded UTF-8.")
        }
        self.pairs = pairs
    }

    subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// The whole number `name`, nil if absent.
    ///
    /// - Throws: `invalid-query` if it is not a whole number in `range`.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(digits: text), range.contains(number) else {
            let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw Problem.invalidQuery("“\(name)” must be a whole number, \(range.lowerBound) \(upper).")
        }
        return number
    }

    func sequence(_ name: String) throws -> SequenceNumber? {
        try number(name, in: 0...Int.max).flatMap(SequenceNumber.init(_:))
    }
}

/// Percent-encoding of URIs (RFC 3986, section 2.1) and HTML forms.
///
/// Not isolated: in an isolated type, each closure call per byte would check that it runs on the main actor.
nonisolated enum PercentCoding {
    /// The decoded text; nil for malformed escapes or bytes that are not UTF-8.
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

    /// A fast path: the text itself if it contains nothing to decode, else nil.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard !bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return nil
        }
        // Already valid UTF-8: the parser admits only ASCII targets, and forms are read as text first.
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The decoded pairs of a query or form, in order; nil if one cannot be decoded.
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
