/// Guesses hidden words as people do, or as well as is known.
public struct GuessBot: Sendable {
    private let solver: GuessSolver

    /// A player with the words that `solver` knows.
    public init(_ solver: GuessSolver) {
        self.solver = solver
    }

    /// The next guess after `rows`, never a word of theirs; the same `seed` makes the same guess.
    ///
    /// `hard` plays like the solver. `medium` takes any common word that fits all it has been told. `easy`
    /// keeps the hits and forgets about half of the rest.
    /// - Returns: nil when the word has been found, or nothing fits.
    public func guess(
        after rows: [GuessRow], level: BotLevel, seed: UInt64, isHard: Bool = false
    ) -> [UInt8]? {
        guard !rows.contains(where: { $0.marks == .solved }) else { return nil }
        var random = SeededGenerator(seed: seed)
        switch level {
        case .hard: return solver.ranked(after: rows, isHard: isHard, limit: 1).first?.word
        case .medium: return pick(&random) { rows.admit($0) }
        case .easy:
            let clues = rows.flatMap(Clue.all(of:)).filter { $0.mark == .hit || random.below(2) == 0 }
            let demands = isHard ? rows.map(HardMode.Demand.init) : []
            return pick(&random) { word in
                clues.allSatisfy { $0.admits(word) } && demands.allSatisfy { $0.violation(by: word) == nil }
                    && !rows.contains { word.elementsEqual($0.word) }
            }
        }
    }

    /// Any common word that is `wanted`, else any other.
    private func pick(_ random: inout SeededGenerator, _ wanted: (ArraySlice<UInt8>) -> Bool) -> [UInt8]? {
        let lexicon = solver.lexicon
        for list in [lexicon.commonWords(ofLength: CellIndex.side), lexicon.words(ofLength: CellIndex.side)] {
            let words = list.filter(wanted)
            if !words.isEmpty { return Array(words[random.below(words.count)]) }
        }
        return nil
    }
}

/// What one letter of a row tells by itself.
struct Clue {
    let letter: UInt8
    let place: Int
    let mark: CellMark
    /// Whether the row shows the same letter to be in the word all the same.
    private let isElsewhere: Bool

    /// The five clues of `row`.
    static func all(of row: GuessRow) -> [Clue] {
        let told = Array(zip(row.word, row.marks.marks))
        return told.enumerated().map { place, clue in
            let isElsewhere = told.contains { $0.0 == clue.0 && $0.1 != .miss }
            return Clue(letter: clue.0, place: place, mark: clue.1, isElsewhere: isElsewhere)
        }
    }

    /// Whether `word` agrees with the clue.
    func admits(_ word: ArraySlice<UInt8>) -> Bool {
        let isHere = word.dropFirst(place).first == letter
        return switch mark {
        case .hit: isHere
        case .near: !isHere && word.contains(letter)
        default: !isHere && (isElsewhere || !word.contains(letter))
        }
    }
}
