/// A table as comma-separated values (RFC 4180): a header, and lines that end with CR and LF.
nonisolated struct CSV {
    private(set) var bytes: [UInt8] = []

    init(_ header: [String]) { add(header) }

    mutating func add(_ fields: [String]) {
        bytes += Array(fields.map(Self.field).joined(separator: ",").utf8) + [13, 10]
    }

    private static let formulas = Set("=+-@＝＋－＠\t\r".unicodeScalars)
    private static let separators = Set(",;\"\r\n".unicodeScalars)

    /// A field, in quotes where necessary.
    ///
    /// Spreadsheets compute fields that begin like a formula, so those get an apostrophe in front, which they show as
    /// text (OWASP, “CSV Injection”).
    private static func field(_ text: String) -> String {
        // Compares scalars: a quote with a combining mark is another character, but a spreadsheet still reads
        // a quote.
        let isFormula = text.unicodeScalars.first.map { formulas.contains($0) } ?? false
        let plain = isFormula && Double(text) == nil ? "'" + text : text
        guard plain.unicodeScalars.contains(where: separators.contains) else { return plain }
        var quoted = String.UnicodeScalarView()
        for scalar in plain.unicodeScalars {
            quoted.append(contentsOf: scalar == "\"" ? ["\"", "\""] : [scalar])
        }
        return "\"\(String(quoted))\""
    }
}
