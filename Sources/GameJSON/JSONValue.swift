import Foundation
package import GameCore

/// A JSON value that has been read.
package enum JSONValue: Equatable, Sendable {
    case text(String)
    case number(Int)
    case fraction(Double)
    case flag(Bool)
    case null
    case list([JSONValue])
    case object([String: JSONValue])

    /// The value that `text` is; nil when it is not one JSON value.
    ///
    /// By serialization, not by a decoder: the same parser, and a value of any shape in a sixth of the time.
    package init?(parsing text: String) {
        guard let read = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return nil }
        self.init(read)
    }
}

extension JSONValue {
    /// The value that Foundation has read; nil for what is no JSON.
    fileprivate init?(_ read: Any) {
        switch read {
        case let text as String: self = .text(text)
        case let object as [String: Any]: self = .object(object.compactMapValues(Self.init))
        case let list as [Any]: self = .list(list.compactMap(Self.init))
        case is NSNull: self = .null
        case let number as NSNumber: self.init(number)
        default: return nil
        }
    }

    /// A flag, a whole number or a fraction; Foundation tells them apart by their C type only.
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
    /// The text under `name`; nil when absent or null.
    ///
    /// - Throws: `invalid-value` when it is something else.
    package func text(_ name: String) throws(RuleViolation) -> String? {
        switch self[name] {
        case .text(let text): return text.inNFC
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is a text.")
        }
    }

    /// The whole number under `name`; nil when absent or null.
    package func number(_ name: String) throws(RuleViolation) -> Int? {
        switch self[name] {
        case .number(let number): return number
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is a whole number.")
        }
    }

    /// The flag under `name`; nil when absent or null.
    package func flag(_ name: String) throws(RuleViolation) -> Bool? {
        switch self[name] {
        case .flag(let flag): return flag
        case nil, .null: return nil
        default: throw .invalidValue("“\(name)” is true or false.")
        }
    }

    /// The object under `name`; empty when absent or null.
    package func object(_ name: String) throws(RuleViolation) -> [String: JSONValue] {
        switch self[name] {
        case .object(let object): return object
        case nil, .null: return [:]
        default: throw .invalidValue("“\(name)” is an object.")
        }
    }
}

/// Reads JSON objects of the plainest kind: no nesting, texts without escapes, whole numbers.
///
/// Nearly all records of a journal are such, and a game is made of hundreds of them when it wakes; so are
/// nearly all edits that come in. Foundation takes 8 µs for one, this less than 1 µs. Whatever is not that
/// plain is left to Foundation.
struct FlatJSON {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// The object that `text` is; nil when it is not that plain, which says nothing against it.
    package static func object(_ text: String) -> [String: JSONValue]? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = FlatJSON(bytes)
            return reader.object()
        }
    }

    /// The object that `body` is; nil when it is not that plain, has bytes outside of ASCII, or names a key
    /// twice.
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
        guard take("{") else { return nil }
        repeat {
            skipSpace()
            guard let key = text(), take(":"), let value = value() else { return nil }
            guard object.updateValue(value, forKey: key) == nil else { return nil }
        } while take(",")
        guard take("}") else { return nil }
        skipSpace()
        return place == bytes.count ? object : nil
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        return place < bytes.count && bytes[place] == UInt8(ascii: "\"")
            ? text().map(JSONValue.text) : number()
    }

    private mutating func text() -> String? {
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            guard bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        guard place < bytes.count else { return nil }
        place += 1
        return text
    }

    /// Up to 15 digits, which every reader of JSON takes for the same number.
    private mutating func number() -> JSONValue? {
        let isNegative = place < bytes.count && bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let start = place
        var number = 0
        while place < bytes.count, (0x30...0x39).contains(bytes[place]), place - start < 15 {
            number = number * 10 + Int(bytes[place] - 0x30)
            place += 1
        }
        let hasLeadingZero = place - start > 1 && bytes[start] == UInt8(ascii: "0")
        guard place > start, !hasLeadingZero, !(isNegative && number == 0) else { return nil }
        return .number(isNegative ? -number : number)
    }

    /// Takes a sign between keys and values, and the space before it.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
