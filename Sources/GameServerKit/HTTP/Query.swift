import GameCore
import GameJSON
import GameStore

nonisolated extension Int {
    /// A number of digits alone, without sign; nil for anything else.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits)
    }
}

/// The parameters in the address of a request.
///
/// Unknown names are ignored, as everywhere on the web.
struct Query {
    private let pairs: [(name: String, value: String)]

    /// Reads the text after the question mark.
    ///
    /// - Throws: `invalid-query` when it cannot be decoded.
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

    /// A whole number in `range`; nil when absent.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(digits: text), range.contains(number) else {
            let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw Problem.invalidQuery("“\(name)” is a whole number, \(range.lowerBound) \(upper).")
        }
        return number
    }

    /// A sequence number; nil when absent.
    func sequence(_ name: String) throws -> SequenceNumber? {
        try number(name, in: 0...Int.max).flatMap(SequenceNumber.init(_:))
    }
}

/// Percent-encoding (RFC 3986, section 2.1) and its form of web forms.
///
/// Not isolated, so that its closures need not prove for each byte on which thread they run.
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
