/// A guess that has been made, with what it told.
public struct GuessRow: Hashable, Sendable {
    /// The five letters, in codes.
    public let word: [UInt8]
    /// What they told of the hidden word.
    public let marks: GuessMarks

    /// A row of `word` with its `marks`; nil when the word does not have five letters.
    public init?(_ word: [UInt8], _ marks: GuessMarks) {
        guard word.count == CellIndex.side else { return nil }
        self.word = word
        self.marks = marks
    }

    /// Whether `answer`, five letters in codes, can be the hidden word as far as this row tells.
    public func admits(_ answer: some RandomAccessCollection<UInt8>) -> Bool {
        answer.count == CellIndex.side && GuessMarks(of: word, against: answer) == marks
    }
}

extension Collection<GuessRow> {
    /// Whether `answer` can be the hidden word as far as all rows tell.
    func admit(_ answer: some RandomAccessCollection<UInt8>) -> Bool {
        allSatisfy { $0.admits(answer) }
    }
}
