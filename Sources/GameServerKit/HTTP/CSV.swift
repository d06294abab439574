/// A table as comma-separated values (RFC 4180): a header, and lines that end with CR and LF.
nonisolated struct CSV {
    private(set) var bytes: [UInt8] = []

    init(_ header: [String]) { add(header) }

    mutating func add(_ fields: [String]) {
        bytes += Array(fields.map(Self.field).joined(separator: ",").utf8) + [13, 10]
    }

    /// A field, in quotes if it has to be.
    ///
    /// Spreadsheets compute fields that begin like a formula, so those get an apostrophe in front, which they show as
    /// text (OWASP, “CSV Injection”).
    private static func field(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@＝＋－＠\t\r".contains($0) } ?? false
        let plain = isFormula && Double(text) == nil ? "'" + text : text
        guard plain.contains(where: { ",;\"\r\n".contains($0) || $0 == "\r\n" }) else { return plain }
        return "\"" + plain.replacing("\"", with: "\"\"") + "\""
    }
}
