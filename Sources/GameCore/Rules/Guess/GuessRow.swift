/// A submitted guess with its marks.
public struct GuessRow: Hashable, Sendable {
    /// The alphabet codes of the five letters.
    public let word: [UInt8]
    /// The marks of the letters.
    public let marks: WordMarks

    /// Creates a row; nil when `word` does not have five letters.
    public init?(_ word: [UInt8], _ marks: WordMarks) {
        guard word.count == CellIndex.side else { return nil }
        self.word = word
        self.marks = marks
    }

    /// Whether the guess would get these marks if `answer`, in alphabet codes, were the hidden word.
    public func isConsistent(with answer: some RandomAccessCollection<UInt8>) -> Bool {
        answer.count == CellIndex.side && WordMarks(of: word, against: answer) == marks
    }
}

extension Collection<GuessRow> {
    func areConsistent(with answer: some RandomAccessCollection<UInt8>) -> Bool {
        allSatisfy { $0.isConsistent(with: answer) }
    }
}

/// The option `hard`: later guesses keep the hits of earlier rows in place and reuse their near letters.
public enum HardMode {
    /// A letter that an earlier row has revealed and a guess does not use.
    public enum Violation: Hashable, Sendable {
        /// The letter code was a hit in this place, 0…4, and is missing there.
        case hit(letter: UInt8, place: Int)
        /// One row has `count` hits and nears of the letter code, and the guess has fewer copies of it.
        case near(letter: UInt8, count: Int)
    }

    /// The first requirement of `rows` that `guess` violates, with the hits of each row before its nears.
    ///
    /// A word that can still be the answer violates none.
    public static func violation(
        of guess: some Collection<UInt8>, after rows: some Sequence<GuessRow>
    ) -> Violation? {
        for row in rows {
            if let violation = Requirements(row).violation(by: guess) { return violation }
        }
        return nil
    }

    /// The requirements that one row puts on later guesses.
    struct Requirements {
        private var hits: [(place: Int, letter: UInt8)] = []
        private var nears: [(letter: UInt8, count: Int)] = []

        init(_ row: GuessRow) {
            let letters = Array(zip(row.word, row.marks.marks))
            for (place, (letter, mark)) in letters.enumerated() {
                if mark == .hit { hits.append((place, letter)) }
                if mark == .near { nears.append((letter, letters.count { $0.0 == letter && $0.1 != .miss })) }
            }
        }

        func violation(by guess: some Collection<UInt8>) -> Violation? {
            for hit in hits where guess.dropFirst(hit.place).first != hit.letter {
                return .hit(letter: hit.letter, place: hit.place)
            }
            for near in nears where guess.count(where: { $0 == near.letter }) < near.count {
                return .near(letter: near.letter, count: near.count)
            }
            return nil
        }
    }
}
