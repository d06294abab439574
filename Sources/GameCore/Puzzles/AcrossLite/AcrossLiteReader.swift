/// Takes the bytes of a file of AcrossLite one piece after the other, and never more than there are.
struct AcrossLiteReader {
    private let bytes: [UInt8]
    private(set) var place: Int

    /// Reads `bytes` from `place` on.
    init(_ bytes: [UInt8], from place: Int) {
        self.bytes = bytes
        self.place = place
    }

    /// What has not been read.
    var rest: ArraySlice<UInt8> { bytes[place...] }

    /// The next `count` bytes, which are `what`.
    mutating func take(_ count: Int, _ what: String) throws(RuleViolation) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw Self.cutOff(what) }
        defer { place += count }
        return rest.prefix(count)
    }

    /// The next two bytes, the low one first.
    mutating func number(_ what: String) throws(RuleViolation) -> UInt16 {
        try take(2, what).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// What stands before the next NUL.
    mutating func text(_ encoding: AcrossLiteEncoding, _ what: String) throws(RuleViolation) -> String {
        guard let end = rest.firstIndex(of: 0) else { throw Self.cutOff(what) }
        guard let text = encoding.text(bytes[place..<end]) else {
            let name = encoding == .utf8 ? "UTF-8" : "Latin-1"
            throw RuleViolation(.invalidValue, "The file is damaged: its \(what) is not \(name) text.")
        }
        place = end + 1
        return text
    }

    static func cutOff(_ what: String) -> RuleViolation {
        RuleViolation(.invalidValue, "The file is cut off in its \(what).")
    }
}
