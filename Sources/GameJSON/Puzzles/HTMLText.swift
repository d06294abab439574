import GameCore

/// Conversion between plain text and the subset of HTML that ipuz allows in its texts.
///
/// The text is never shown as HTML: tags are dropped and character references are decoded.
enum HTMLText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// Decodes `html`; anything but a tag or a known reference is kept, as in `Q&A` or `5 < 6`.
    ///
    /// - Parameter simpleTagsOnly: Whether only tags that format text are dropped, as in a format whose texts
    ///   are mostly plain.
    package static func plain(_ html: String, simpleTagsOnly: Bool = false) -> String {
        var plain: [Unicode.Scalar] = []
        // The tag and the start of raised or lowered text, while it is open.
        var script: (tag: String, start: Int)?
        var rest = html[...].unicodeScalars
        while let character = rest.first {
            if character == "<", let tag = tag(rest), !simpleTagsOnly || simpleTags.contains(tag.name) {
                if lineBreaks.contains(tag.name) { plain.append("\n") }
                if let begun = script, tag.isClosing, begun.tag == tag.name {
                    let inside = HTMLScript.text(plain[begun.start...], raised: tag.name == "sup")
                    plain.replaceSubrange(begun.start..., with: inside)
                    script = nil
                } else if ["sup", "sub"].contains(tag.name), !tag.isClosing, script == nil {
                    script = (tag.name, plain.count)
                }
                rest = rest[tag.end...]
            } else if character == "&", let reference = reference(rest) {
                plain += reference.text.unicodeScalars
                rest = rest[reference.end...]
            } else {
                plain.append(character)
                rest.removeFirst()
            }
        }
        return String(String.UnicodeScalarView(plain))
    }

    /// Escapes `plain` where it could be read as a tag or a reference, and only there.
    static func escaped(_ plain: String) -> String {
        var html = String.UnicodeScalarView()
        var rest = plain[...].unicodeScalars
        while let character = rest.first {
            if character == "<", beginsTag(rest) {
                html.append(contentsOf: "&lt;".unicodeScalars)
            } else if character == "&", reference(rest) != nil {
                html.append(contentsOf: "&amp;".unicodeScalars)
            } else {
                html.append(character)
            }
            rest.removeFirst()
        }
        return String(html)
    }

    private static func beginsTag(_ rest: Scalars) -> Bool {
        guard let next = rest.dropFirst().first else { return false }
        return next == "/" || next == "!" || next.isASCII && next.properties.isAlphabetic
    }

    private static let lineBreaks: Set = ["br", "p", "div", "li"]
    private static let simpleTags = lineBreaks.union([
        "a", "b", "big", "center", "code", "em", "font", "i", "mark", "s", "small", "span", "strike",
        "strong",
        "sub", "sup", "tt", "u", "ul", "ol",
    ])

    private static func tag(_ rest: Scalars) -> (name: String, isClosing: Bool, end: Scalars.Index)? {
        guard beginsTag(rest) else { return nil }
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">" else {
            return nil
        }
        let name = inside[..<end].drop { $0 == "/" }.prefix { $0.properties.isAlphabetic }
        return (String(name).lowercased(), inside.first == "/", inside.index(after: end))
    }

    /// The length of the longest name, `CounterClockwiseContourIntegral`.
    private static let maximumNameLength = 31

    private static func reference(_ rest: Scalars) -> (text: String, end: Scalars.Index)? {
        let inside = rest.dropFirst()
        guard let end = inside.prefix(maximumNameLength + 1).firstIndex(of: ";") else { return nil }
        let name = String(inside[..<end])
        let text = name.hasPrefix("#") ? numbered(name.dropFirst()) : HTMLEntities.named[name]
        return text.map { ($0, inside.index(after: end)) }
    }

    /// The character with a number; as in HTML, those from 128 to 159 are of Windows-1252.
    private static func numbered(_ digits: Substring) -> String? {
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits) else {
            return nil
        }
        if let byte = UInt8(exactly: code), (0x80...0x9F).contains(byte),
            let windows = AcrossLiteEncoding.windows1252.text([byte])
        {
            return windows
        }
        return Unicode.Scalar(code).map { String($0) }
    }
}

/// Raised and lowered text in plain characters.
enum HTMLScript {
    private static let raised = table("0123456789+-=()−ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻ⁿⁱ")
    private static let lowered = table("0123456789+-=()−", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋")

    /// `text` in raised or lowered characters: 10 as ¹⁰.
    ///
    /// Words, as in 1st, stay as they are. Any other text without such characters gets a sign, as in x^(a+b).
    static func text(_ text: ArraySlice<Unicode.Scalar>, raised isRaised: Bool) -> [Unicode.Scalar] {
        let table = isRaised ? raised : lowered
        let mapped = text.compactMap { table[$0] }
        if mapped.count == text.count { return mapped }
        guard text.contains(where: { !$0.properties.isAlphabetic }) else { return Array(text) }
        return [isRaised ? "^" : "_", "("] + text + [")"]
    }

    private static func table(_ plain: String, _ script: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(zip(plain.unicodeScalars, script.unicodeScalars), uniquingKeysWith: { first, _ in first })
    }
}
