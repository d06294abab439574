/// Writes JSON straight into bytes.
///
/// Foundation's encoder takes many times as long for a board, and a board is encoded for every edit that
/// somebody polls for; ARCHITECTURE.md has the figures. What is read comes through Foundation.
nonisolated struct JSONWriter: ~Copyable {
    private var output: ByteWriter
    private var needsComma = false

    /// A writer with room for `capacity` bytes at once.
    init(capacity: Int = 512) {
        output = ByteWriter(capacity: capacity)
    }

    /// What was written, as an array of its own.
    var bytes: [UInt8] { output.array }

    /// The bytes of one object, for which there is room for `capacity` of them at once.
    static func object(capacity: Int = 512, _ build: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        writer.object(build)
        return writer.bytes
    }

    mutating func object(_ build: (inout JSONWriter) -> Void) {
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), build)
    }

    mutating func array<Element>(
        _ elements: some Sequence<Element>, _ build: (inout JSONWriter, Element) -> Void
    ) {
        nest(UInt8(ascii: "["), UInt8(ascii: "]")) { writer in
            for element in elements { build(&writer, element) }
        }
    }

    mutating func value(_ text: String) {
        separate()
        output.append(UInt8(ascii: "\""))
        append(escaping: text)
        output.append(UInt8(ascii: "\""))
        needsComma = true
    }

    mutating func value(_ number: Int) {
        separate()
        append(decimal: number)
        needsComma = true
    }

    mutating func value(_ flag: Bool) {
        literal(flag ? "true" : "false")
    }

    mutating func null() {
        literal("null")
    }

    /// Text that is JSON already: a number in decimals, or null.
    mutating func literal(_ text: String) {
        separate()
        output.append(text.utf8)
        needsComma = true
    }

    /// Bytes that are one JSON value already.
    mutating func value(json: [UInt8]) {
        separate()
        output.append(json)
        needsComma = true
    }

    /// A key that is written in the program and so needs no escaping.
    mutating func key(_ name: StaticString) {
        separate()
        output.append(UInt8(ascii: "\""))
        output.append(name)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    /// A key that comes from outside.
    mutating func key(text name: String) {
        value(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func field(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    mutating func field(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    mutating func field(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    mutating func object(_ name: StaticString, _ build: (inout JSONWriter) -> Void) {
        key(name)
        object(build)
    }

    mutating func array<Element>(
        _ name: StaticString, _ elements: some Sequence<Element>, _ build: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements, build)
    }

    /// An array whose elements are JSON already, with commas between them.
    mutating func array(_ name: StaticString, json elements: ArraySlice<UInt8>) {
        key(name)
        nest(UInt8(ascii: "["), UInt8(ascii: "]")) { $0.output.append(elements) }
    }

    private mutating func nest(_ open: UInt8, _ close: UInt8, _ build: (inout JSONWriter) -> Void) {
        separate()
        output.append(open)
        needsComma = false
        build(&self)
        output.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    /// Digit by digit: most numbers have one or two.
    private mutating func append(decimal number: Int) {
        guard number >= 0 else { return output.append(String(number).utf8) }
        var unit = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }

    private mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(where: Self.needsEscape) else {
                output.append(UnsafeRawBufferPointer(utf8))
                return
            }
            for byte in utf8 { append(escaping: byte) }
        }
    }

    private mutating func append(escaping byte: UInt8) {
        guard Self.needsEscape(byte) else { return output.append(byte) }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        } else {
            let digits = String(byte, radix: 16)
            output.append("\\u00\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
