/// Writes JSON straight into bytes.
///
/// A polled board is encoded after every edit, and Foundation's encoder takes many times as long. The caller
/// is responsible for the structure: a key before each value of an object, and no key elsewhere.
package struct JSONWriter: ~Copyable {
    private var output: ByteWriter
    private var needsComma = false

    package init(capacity: Int = 512) {
        output = ByteWriter(capacity: capacity)
    }

    /// A copy of the output.
    package var bytes: [UInt8] { output.array }

    package static func object(capacity: Int = 512, _ build: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        writer.object(build)
        return writer.bytes
    }

    package mutating func object(_ build: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        build(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ build: (inout JSONWriter, Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { build(&self, element) }
        close(UInt8(ascii: "]"))
    }

    package mutating func value(_ text: String) {
        separate()
        output.append(UInt8(ascii: "\""))
        append(escaping: text)
        output.append(UInt8(ascii: "\""))
        needsComma = true
    }

    package mutating func value(_ number: Int) {
        separate()
        append(decimal: number)
        needsComma = true
    }

    package mutating func value(_ flag: Bool) {
        literal(flag ? "true" : "false")
    }

    package mutating func null() {
        literal("null")
    }

    /// Writes text that is already a JSON value.
    package mutating func literal(_ text: String) {
        separate()
        output.append(text.utf8)
        needsComma = true
    }

    /// Writes bytes that are already a JSON value.
    package mutating func value(json: [UInt8]) {
        separate()
        output.append(json)
        needsComma = true
    }

    /// Writes bytes that are already fields of an object.
    package mutating func fields(json: [UInt8]) {
        separate()
        output.append(json)
        needsComma = true
    }

    /// Writes a key that needs no escaping.
    package mutating func key(_ name: StaticString) {
        separate()
        output.append(UInt8(ascii: "\""))
        output.append(name)
        output.append(UInt8(ascii: "\""))
        output.append(UInt8(ascii: ":"))
    }

    /// Writes a key that is not known at compile time, with escaping.
    package mutating func key(text name: String) {
        value(name)
        output.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func field(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    package mutating func field(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    package mutating func object(_ name: StaticString, _ build: (inout JSONWriter) -> Void) {
        key(name)
        object(build)
    }

    package mutating func array<Element>(
        _ name: StaticString, _ elements: some Sequence<Element>, _ build: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array(elements, build)
    }

    /// Writes an array whose elements are already JSON, separated by commas.
    package mutating func array(_ name: StaticString, json elements: ArraySlice<UInt8>) {
        key(name)
        open(UInt8(ascii: "["))
        output.append(elements)
        close(UInt8(ascii: "]"))
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        output.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        output.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { output.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    /// Digit by digit, without a `String`: most numbers have one or two digits.
    private mutating func append(decimal number: Int) {
        guard number >= 0 else { return output.append(String(number).utf8) }
        if number >= 10 { append(decimal: number / 10) }
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    private mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard !Self.isPlain(utf8) else { return output.append(UnsafeRawBufferPointer(utf8)) }
            for byte in utf8 { append(escaping: byte) }
        }
    }

    /// Whether nothing needs an escape; a loop, because a call of a closure costs more than comparing a byte.
    private static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in utf8 where needsEscape(byte) { return false }
        return true
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

    @inline(__always)
    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}

/// A growing byte buffer that owns its memory; `deinit` frees it.
///
/// It cannot be copied, so the memory is never shared. An array's checks of uniqueness and capacity would
/// double the time to write JSON.
struct ByteWriter: ~Copyable {
    private var memory: UnsafeMutableRawBufferPointer
    package private(set) var count = 0

    package init(capacity: Int) {
        memory = .allocate(byteCount: capacity, alignment: 1)
    }

    deinit { memory.deallocate() }

    package var array: [UInt8] { Array(memory[..<count]) }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        if count == memory.count { makeRoom(for: 1) }
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if count + bytes.count > memory.count { makeRoom(for: bytes.count) }
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyMemory(from: bytes)
        count += bytes.count
    }

    @inline(__always)
    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(UnsafeRawBufferPointer($0)) }
    }

    @inline(__always)
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
            ?? bytes.forEach { append($0) }
    }

    private mutating func makeRoom(for more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(2 * memory.count, count + more), alignment: 1)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
        memory.deallocate()
        memory = larger
    }
}

extension JSONWriter {
    /// Writes a decoded value, with the keys of objects sorted.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .text(let text): self.value(text)
        case .number(let number): self.value(number)
        // JSON cannot represent infinity and NaN.
        case .fraction(let fraction): literal(fraction.isFinite ? String(fraction) : "null")
        case .flag(let flag): self.value(flag)
        case .null: null()
        case .list(let list): array(list) { writer, element in writer.value(element) }
        case .object(let object):
            self.object { writer in
                for (key, value) in object.sorted(by: { $0.key < $1.key }) {
                    writer.key(text: key)
                    writer.value(value)
                }
            }
        }
    }
}
