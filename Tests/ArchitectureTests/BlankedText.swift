/// Replaces the comments and the literals of Swift source with spaces.
///
/// Byte offsets and line numbers do not change, so a rule can search the remaining code for words and braces.
/// Code inside `\( … )` is kept.
struct BlankedText {
    private var bytes: [UInt8]
    private var index = 0
    /// The bytes with which comments and literals begin, and parentheses.
    private static let signs: Set<UInt8> = Set("/\"#()".utf8)

    /// Blanks the comments of `source` and the contents of its literals.
    static func blanking(_ source: String) -> String {
        var text = BlankedText(bytes: Array(source.utf8))
        text.skipCode(insideInterpolation: false)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func skipCode(insideInterpolation: Bool) {
        var openParentheses = 1
        while index < bytes.count {
            guard Self.signs.contains(bytes[index]) else {
                index += 1
                continue
            }
            if starts("//") {
                blankLineComment()
            } else if starts("/*") {
                blankBlockComment()
            } else if let hashes = hashesBeforeQuote() {
                skipString(hashes: hashes)
            } else if startsRegex {
                skipRegex()
            } else {
                if bytes[index] == UInt8(ascii: "(") { openParentheses += 1 }
                if bytes[index] == UInt8(ascii: ")") { openParentheses -= 1 }
                index += 1
                if insideInterpolation, openParentheses == 0 { return }
            }
        }
    }

    private mutating func blankLineComment() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    private mutating func skipString(hashes: Int) {
        index += hashes
        let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
        let pounds = String(repeating: "#", count: hashes)
        index += quotes.utf8.count
        while index < bytes.count {
            if starts(quotes + pounds) {
                index += quotes.utf8.count + hashes
                return
            }
            if starts("\\" + pounds + "(") {
                index += 2 + hashes
                skipCode(insideInterpolation: true)
            } else if starts("\\" + pounds) {
                blank(2 + hashes)
            } else {
                blank(1)
            }
        }
    }

    private mutating func skipRegex() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "/") {
            blank(bytes[index] == UInt8(ascii: "\\") ? 2 : 1)
        }
        index += 1
    }

    /// Whether a regex literal starts here: a slash that cannot be an operator, with another slash on its line.
    private var startsRegex: Bool {
        guard bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count else { return false }
        let before = bytes[..<index].last { $0 != UInt8(ascii: " ") } ?? UInt8(ascii: "\n")
        guard "(,=:[{\n".utf8.contains(before), bytes[index + 1] != UInt8(ascii: " ") else { return false }
        let rest = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: "\n") }
        return rest.contains(UInt8(ascii: "/"))
    }

    private func hashesBeforeQuote() -> Int? {
        let hashes = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        let quote = index + hashes
        return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
    }

    private func starts(_ word: String) -> Bool {
        bytes[index...].starts(with: word.utf8)
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
            index += 1
        }
    }
}
