/// Reads JSON objects of the plainest kind: no nesting, texts without escapes, whole numbers.
///
/// Nearly all records of a journal are such, and a game is made of hundreds of them when it wakes; so are
/// nearly all edits that come in. Foundation takes 8 µs for one, this less than 1 µs. Whatever is not that
/// plain is left to Foundation.
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

    /// The object that `body` is; nil when it is not that plain, has bytes outside of ASCII, or names a key
    /// twice.
    static func object(ascii body: [UInt8]) -> [String: JSONValue]? {
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
