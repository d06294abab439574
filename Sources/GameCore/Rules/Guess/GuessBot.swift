/// A bot that guesses the hidden word.
public struct GuessBot: Sendable {
    private let solver: GuessSolver

    /// Creates a bot that knows the words of `solver`.
    public init(_ solver: GuessSolver) {
        self.solver = solver
    }

    /// The next guess after `rows`, never a word that was guessed before; deterministic for a given `seed`.
    ///
    /// The `hard` bot plays the solver's best guess. The `medium` bot picks a random common word that is
    /// consistent with all rows. The `easy` bot keeps the hits and ignores about half of the other marks.
    /// - Returns: nil when the word has been found, or no word is consistent.
    public func guess(
        after rows: [GuessRow], level: BotLevel, seed: UInt64, isHard: Bool = false
    ) -> [UInt8]? {
        guard !rows.contains(where: { $0.marks == .solved }) else { return nil }
        var random = SeededGenerator(seed: seed)
        switch level {
        case .hard: return solver.ranked(after: rows, isHard: isHard, limit: 1).first?.word
        case .medium: return pick(&random) { rows.areConsistent(with: $0) }
        case .easy:
            let constraints = rows.flatMap(LetterConstraint.all(of:)).filter {
                $0.mark == .hit || random.below(2) == 0
            }
            let requirements = isHard ? rows.map(HardMode.Requirements.init) : []
            return pick(&random) { word in
                constraints.allSatisfy { $0.isConsistent(with: word) }
                    && requirements.allSatisfy { $0.violation(by: word) == nil }
                    && !rows.contains { word.elementsEqual($0.word) }
            }
        }
    }

    /// A random common word that is `wanted`, else a random word of the lexicon.
    private func pick(_ random: inout SeededGenerator, _ wanted: (ArraySlice<UInt8>) -> Bool) -> [UInt8]? {
        let lexicon = solver.lexicon
        for list in [lexicon.commonWords(ofLength: CellIndex.side), lexicon.words(ofLength: CellIndex.side)] {
            let words = list.filter(wanted)
            if !words.isEmpty { return Array(words[random.below(words.count)]) }
        }
        return nil
    }
}

/// The constraint that one marked letter of a row puts on the hidden word.
struct LetterConstraint {
    let letter: UInt8
    let place: Int
    let mark: CellMark
    /// Whether any mark of the row shows that the hidden word contains the letter.
    private let isInWord: Bool

    /// The five constraints of `row`.
    static func all(of row: GuessRow) -> [LetterConstraint] {
        let letters = Array(zip(row.word, row.marks.marks))
        return letters.enumerated().map { place, marked in
            let isInWord = letters.contains { $0.0 == marked.0 && $0.1 != .miss }
            return LetterConstraint(letter: marked.0, place: place, mark: marked.1, isInWord: isInWord)
        }
    }

    func isConsistent(with word: ArraySlice<UInt8>) -> Bool {
        let isHere = word.dropFirst(place).first == letter
        return switch mark {
        case .hit: isHere
        case .near: !isHere && word.contains(letter)
        default: !isHere && (isInWord || !word.contains(letter))
        }
    }
}
