/// Text in HTML and XML documents.
nonisolated enum Markup {
    /// `text` as the content of an element, or as an attribute value in double quotes.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // By scalars: "<" with a combining mark is one character, but still begins a tag.
        for scalar in text.unicodeScalars {
            if let reference = references[scalar] {
                result.append(contentsOf: reference.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static let references: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
    ]
}
