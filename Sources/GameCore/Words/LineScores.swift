/// What a line is worth under one scoring, for each of the 1024 sets of words that can stand in it.
///
/// A policy of overlap sees only where the words of a line stand, never which they are; so all policies are
/// one look-up.
public struct LineScores: Sendable {
    private struct Entry: Sendable {
        let points: Int32
        let counted: SpanSet
    }

    private let entries: [Entry]
    /// The sets of words that count under the scoring at all.
    private let worthy: UInt16

    /// The scores that nearly all games use.
    private static let usual = LineScores(computing: Scoring())

    /// The scores under `scoring`.
    ///
    /// - Complexity: O(1) for the usual one; else at most 1024 sets of ten words, a millisecond or two.
    public init(_ scoring: Scoring) {
        self = scoring == Scoring() ? Self.usual : LineScores(computing: scoring)
    }

    private init(computing scoring: Scoring) {
        worthy = SpanSet(Span.all.filter { scoring.worth($0.length) != nil }).bits
        var entries: [Entry] = []
        entries.reserveCapacity(SpanSet.count)
        for bits in 0..<UInt16(SpanSet.count) {
            // Words that are too short change nothing, and the set without them comes earlier.
            if bits & worthy != bits {
                entries.append(entries[Int(bits & worthy)])
            } else {
                let counted = scoring.counted(of: SpanSet(bits: bits).spans)
                entries.append(Entry(points: Int32(scoring.points(of: counted)), counted: SpanSet(counted)))
            }
        }
        self.entries = entries
    }

    /// What the words of a line are worth.
    @inline(__always)
    public func points(of words: SpanSet) -> Int {
        entries.withUnsafeBufferPointer { Int($0[Int(words.bits & 0x3FF)].points) }
    }

    /// The words of a line that count.
    public func counted(of words: SpanSet) -> SpanSet { entries[Int(words.bits & 0x3FF)].counted }

    /// The words of a line that are long enough, whether or not they count.
    public func worthy(of words: SpanSet) -> SpanSet { SpanSet(bits: words.bits & worthy) }
}

extension Scoring {
    /// What the counted words of one line are worth together.
    fileprivate func points(of counted: [Span]) -> Int {
        let covered = counted.reduce(0) { $0 | $1.cells }
        let bonus = covered == (1 << CellIndex.side) - 1 ? fullLine : 0
        return counted.reduce(bonus) { $0 + (worth($1.length) ?? 0) }
    }

    /// The words that count of those in one line, all of them long enough.
    fileprivate func counted(of words: [Span]) -> [Span] {
        switch overlap {
        case .all: words
        case .anchored: words.filter { $0.start == 0 }
        case .maximal: words.filter { word in !words.contains { $0.contains(word) } }
        case .single: best(of: words.map { [$0] })
        case .split: best(of: words.map { [$0] } + pairs(of: words))
        }
    }

    /// Two words that share no letter; three have no room in five cells.
    private func pairs(of words: [Span]) -> [[Span]] {
        words.flatMap { first in
            words.filter { $0.start >= first.start + first.length }.map { [first, $0] }
        }
    }

    /// Of equals the one with the fewest words, then the leftmost, then the longest.
    private func best(of choices: [[Span]]) -> [Span] {
        choices.max { left, right in rank(left).lexicographicallyPrecedes(rank(right)) } ?? []
    }

    private func rank(_ choice: [Span]) -> [Int] {
        let points = choice.reduce(0) { $0 + (worth($1.length) ?? 0) }
        return [points, -choice.count, -(choice.first?.start ?? 0), choice.first?.length ?? 0]
    }
}
