import GameCore

nonisolated extension Int {
    /// A number of digits alone, without sign; nil for anything else.
    init?(digits: some StringProtocol) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        self.init(digits)
    }
}

/// The parameters in the address of a request.
///
/// Unknown names are ignored, as everywhere on the web.
struct Query {
    private let pairs: [(name: String, value: String)]

    /// Reads the text after the question mark.
    ///
    /// - Throws: `invalid-query` when it cannot be decoded.
    init(_ text: String?) throws(Problem) {
        guard let text else {
            pairs = []
            return
        }
        guard let pairs = PercentCoding.pairs(text) else {
            throw .invalidQuery("The query is not valid percent-encoded UTF-8.")
        }
        self.pairs = pairs
    }

    subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    /// A whole number in `range`; nil when absent.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(digits: text), range.contains(number) else {
            let upper = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
            throw .invalidQuery("“\(name)” is a whole number, \(range.lowerBound) \(upper).")
        }
        return number
    }

    /// A sequence number; nil when absent.
    func sequence(_ name: String) throws(Problem) -> SequenceNumber? {
        try number(name, in: 0...Int.max).flatMap(SequenceNumber.init(_:))
    }
}
