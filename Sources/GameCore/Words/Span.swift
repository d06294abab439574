/// Where a word stands in a line of five cells: 2 to 5 cells next to each other.
public struct Span: Hashable, Sendable {
    /// The first cell, 0…3.
    public let start: Int
    /// The number of cells, 2…5.
    public let length: Int

    /// Every span, leftmost first, of those the shortest first; ten in all.
    ///
    /// A set of spans is a mask whose bit `n` is the span at `n` here.
    public static let all: [Span] = (0..<CellIndex.side).flatMap { start in
        (2...CellIndex.side).filter { start + $0 <= CellIndex.side }.map { Span(start: start, length: $0) }
    }

    /// The cells as bits: bit 0 is the line's first cell.
    var cells: Int { ((1 << length) - 1) << start }

    /// Whether `other` lies inside of this one, which is longer.
    func contains(_ other: Span) -> Bool {
        length > other.length && cells & other.cells == other.cells
    }
}

/// A set of spans of one line: bit `n` is `Span.all[n]`.
public struct SpanSet: Hashable, Sendable {
    /// Ten bits.
    public let bits: UInt16
    /// How many sets there are.
    static let count = 1 << Span.all.count

    /// The set of these ten bits.
    public init(bits: UInt16) {
        self.bits = bits
    }

    /// The set of `spans`.
    init(_ spans: [Span]) {
        let places = spans.compactMap { Span.all.firstIndex(of: $0) }
        bits = places.reduce(0) { $0 | 1 << UInt16($1) }
    }

    /// The spans, leftmost first, of those the shortest first.
    public var spans: [Span] {
        // As in most lines of most boards.
        guard bits != 0 else { return [] }
        var spans: [Span] = []
        spans.reserveCapacity(bits.nonzeroBitCount)
        var rest = bits
        while rest != 0 {
            spans.append(Span.all[rest.trailingZeroBitCount])
            rest &= rest - 1
        }
        return spans
    }
}
