import Foundation
package import GameCore

/// A decoded JSON value.
package enum JSONValue: Equatable, Sendable {
    case text(String)
    case number(Int)
    case fraction(Double)
    case flag(Bool)
    case null
    case list([JSONValue])
    case object([String: JSONValue])

    /// Parses one JSON value; nil when `text` is anything else.
    ///
    /// `JSONSerialization` has the parser of `JSONDecoder`, but takes a sixth of its time for any value.
    package init?(parsing text: String) {
        let data = Data(text.utf8)
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else {
            return nil
        }
        self.init(value)
    }
}

extension JSONValue {
    /// Converts a value of `JSONSerialization`; nil for any other.
    fileprivate init?(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let object as [String: Any]: self = .object(object.compactMapValues(Self.init))
        case let list as [Any]: self = .list(list.compactMap(Self.init))
        case is NSNull: self = .null
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    /// Distinguishes booleans from numbers by the C type, which is Foundation's only mark of a boolean.
    private init(_ number: NSNumber) {
        if number.objCType.pointee == CChar(UInt8(ascii: "c")) {
            self = .flag(number.boolValue)
        } else if number.doubleValue.magnitude < 0x1p53, let whole = Int(exactly: number.doubleValue) {
            self = .number(whole)
        } else {
            self = .fraction(number.doubleValue)
        }
    }
}

extension [String: JSONValue] {
    /// The string under `name` in NFC; nil when absent or null.
    ///
    /// - Throws: `invalid-value` for any other value, as the accessors below do.
    package func text(_ name: String) throws(RuleViolation) -> String? {
        switch self[name] {
        case .text(let text): return text.inNFC
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” must be a string.")
        }
    }

    package func number(_ name: String) throws(RuleViolation) -> Int? {
        switch self[name] {
        case .number(let number): return number
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” must be a whole number.")
        }
    }

    package func flag(_ name: String) throws(RuleViolation) -> Bool? {
        switch self[name] {
        case .flag(let flag): return flag
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” must be true or false.")
        }
    }

    /// The object under `name`; empty when absent or null.
    package func object(_ name: String) throws(RuleViolation) -> [String: JSONValue] {
        switch self[name] {
        case .object(let object): return object
        case nil, .null: return [:]
        default: throw .invalidValue("“\(name)” must be an object.")
        }
    }
}

/// A fast parser for flat JSON objects: strings without escapes and whole numbers, no nesting.
///
/// Nearly all journal records and edits are flat, and waking a game reads hundreds of records. Foundation
/// takes 8 µs for one, this parser less than 1 µs. Callers fall back to Foundation for everything else.
/// A parser is used only within the closure that lends it the bytes.
struct FlatJSON {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    /// Parses an object; nil when `text` is not flat, which does not make it malformed.
    package static func object(_ text: String) -> [String: JSONValue]? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = FlatJSON(bytes)
            return reader.object()
        }
    }

    /// Parses an object; nil when `body` is not flat, has a byte outside ASCII, or repeats a key.
    package static func object(ascii body: [UInt8]) -> [String: JSONValue]? {
        body.withUnsafeBufferPointer { bytes in
            guard !bytes.contains(where: { $0 >= 0x80 }) else { return nil }
            var reader = FlatJSON(bytes)
            return reader.object()
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func object() -> [String: JSONValue]? {
        var object: [String: JSONValue] = [:]
        guard accept("{") else { return nil }
        repeat {
            skipSpace()
            guard let key = text(), accept(":"), let value = value() else { return nil }
            guard object.updateValue(value, forKey: key) == nil else { return nil }
        } while accept(",")
        guard accept("}") else { return nil }
        skipSpace()
        return offset == bytes.count ? object : nil
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        return offset < bytes.count && bytes[offset] == UInt8(ascii: "\"")
            ? text().map(JSONValue.text) : number()
    }

    private mutating func text() -> String? {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
        offset += 1
        let start = offset
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            guard bytes[offset] >= 0x20, bytes[offset] != UInt8(ascii: "\\") else { return nil }
            offset += 1
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
        guard offset < bytes.count else { return nil }
        offset += 1
        return text
    }

    /// Parses a whole number of at most 15 digits, which every JSON reader represents exactly.
    private mutating func number() -> JSONValue? {
        let isNegative = offset < bytes.count && bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let start = offset
        var number = 0
        while offset < bytes.count, (0x30...0x39).contains(bytes[offset]), offset - start < 15 {
            number = number * 10 + Int(bytes[offset] - 0x30)
            offset += 1
        }
        let hasLeadingZero = offset - start > 1 && bytes[start] == UInt8(ascii: "0")
        guard offset > start, !hasLeadingZero, !(isNegative && number == 0) else { return nil }
        return .number(isNegative ? -number : number)
    }

    /// Skips space and consumes `punctuation`, if it comes next.
    private mutating func accept(_ punctuation: Unicode.Scalar) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: punctuation) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
