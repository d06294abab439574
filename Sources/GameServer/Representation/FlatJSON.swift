/// Reads JSON objects of the plainest kind: no space, no nesting, texts without escapes, whole numbers.
///
/// Nearly all records of a journal are such, and a game is made of hundreds of them when it wakes: Foundation
/// takes 8 µs for one, this less than 1 µs. Whatever is not that plain is left to Foundation.
nonisolated struct FlatJSON {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    /// The object that `text` is; nil when it is not that plain, which says nothing against it.
    static func object(_ text: String) -> [String: JSONValue]? {
        var text = text
        return text.withUTF8 { bytes in
            var reader = FlatJSON(bytes)
            return reader.object()
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    private mutating func object() -> [String: JSONValue]? {
        var object: [String: JSONValue] = [:]
        object.reserveCapacity(8)
        guard take("{") else { return nil }
        repeat {
            guard let key = text(), take(":"), let value = value() else { return nil }
            object[key] = value
        } while take(",")
        return take("}") && place == bytes.count ? object : nil
    }

    private mutating func value() -> JSONValue? {
        place < bytes.count && bytes[place] == UInt8(ascii: "\"") ? text().map(JSONValue.text) : number()
    }

    private mutating func text() -> String? {
        guard take("\"") else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            guard bytes[place] >= 0x20, bytes[place] != UInt8(ascii: "\\") else { return nil }
            place += 1
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        return take("\"") ? text : nil
    }

    /// Up to 15 digits, which every reader of JSON takes for the same number.
    private mutating func number() -> JSONValue? {
        let isNegative = take("-")
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

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }
}
