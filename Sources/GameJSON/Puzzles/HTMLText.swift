/// Conversion between plain text and the subset of HTML that ipuz allows in its texts.
///
/// The text is never shown as HTML: tags are dropped and character references are decoded.
enum HTMLText {
    private typealias Scalars = Substring.UnicodeScalarView

    /// Decodes `html`; anything but a tag or a known reference is kept, as in `Q&A` or `5 < 6`.
    package static func plain(_ html: String) -> String {
        var plain = String.UnicodeScalarView()
        var rest = html[...].unicodeScalars
        while let character = rest.first {
            if character == "<", let tag = tag(rest) {
                if tag.breaksLine { plain.append("\n") }
                rest = rest[tag.end...]
            } else if character == "&", let reference = reference(rest) {
                plain.append(reference.scalar)
                rest = rest[reference.end...]
            } else {
                plain.append(character)
                rest.removeFirst()
            }
        }
        return String(plain)
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

    private static func tag(_ rest: Scalars) -> (breaksLine: Bool, end: Scalars.Index)? {
        guard beginsTag(rest) else { return nil }
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(where: { $0 == ">" || $0 == "<" }), inside[end] == ">" else {
            return nil
        }
        let name = inside[..<end].drop { $0 == "/" }.prefix { $0.properties.isAlphabetic }
        let breaksLine = ["br", "p", "div", "li"].contains(String(name).lowercased())
        return (breaksLine, inside.index(after: end))
    }

    private static let maximumNameLength = 8

    private static func reference(_ rest: Scalars) -> (scalar: Unicode.Scalar, end: Scalars.Index)? {
        let inside = rest.dropFirst()
        guard let end = inside.prefix(maximumNameLength + 1).firstIndex(of: ";") else { return nil }
        let name = String(inside[..<end])
        guard let scalar = name.hasPrefix("#") ? numbered(name.dropFirst()) : named[name] else { return nil }
        return (scalar, inside.index(after: end))
    }

    private static func numbered(_ digits: Substring) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init)
    }

    /// The HTML entities for Latin-1, and a few others that clues use.
    private static let named: [String: Unicode.Scalar] = {
        let latin = """
            iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
            sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
            Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave \
            Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
            Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave \
            eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
            divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        var named: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "lsquo": "‘",
            "rsquo": "’", "ldquo": "“", "rdquo": "”", "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•",
            "trade": "™", "euro": "€", "OElig": "Œ", "oelig": "œ",
        ]
        for (name, code) in zip(latin.split(separator: " "), UInt32(0xA1)...) {
            named[String(name)] = Unicode.Scalar(code)
        }
        return named
    }()
}
