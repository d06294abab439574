/// Something about a puzzle that its maker may want to change.
public struct PuzzleFinding: Equatable, Sendable {
    /// What was found.
    public enum Kind: String, CaseIterable, Sendable {
        /// A word has no clue.
        case emptyClue = "empty-clue"
        /// A clue contains its answer.
        case answerInClue = "answer-in-clue"
        /// A clue contains a word with the root of its answer.
        case rootInClue = "root-in-clue"
        /// Two answers have one root, or are the same word.
        case repeatedRoot = "repeated-root"
        /// A word has two letters.
        case shortWord = "short-word"
        /// A cell belongs to one word only, or to none.
        case uncheckedCell = "unchecked-cell"
        /// Some cells are not connected with the others.
        case unconnected
        /// Two rare words cross.
        case rareCrossing = "rare-crossing"
        /// The lexicon does not have an answer.
        case unknownWord = "unknown-word"
        /// The file lacks an answer.
        case noSolution = "no-solution"
        /// A mini does not show a part of the file.
        case notShown = "not-shown"
    }

    /// How much a finding matters.
    public enum Severity: String, CaseIterable, Sendable {
        /// The puzzle cannot be played.
        case error
        /// The puzzle can be played as it is.
        case warning
    }

    /// What was found.
    public let kind: Kind
    /// How much it matters.
    public var severity: Severity { kind == .noSolution ? .error : .warning }
    /// The clue and the answer that it is about, if it is about one.
    public let slot: PuzzleSlot?
    /// The cell that it is about, if it is about one.
    public let cell: CellIndex?
    /// One sentence.
    public let detail: String

    /// Creates a finding.
    public init(_ kind: Kind, slot: PuzzleSlot? = nil, cell: CellIndex? = nil, _ detail: String) {
        (self.kind, self.slot, self.cell, self.detail) = (kind, slot, cell, detail)
    }
}

extension Puzzle {
    /// What its maker may want to change, clue by clue and then cell by cell.
    ///
    /// - Parameter vocabulary: The words of the puzzle's language; nil leaves out the findings about roots
    ///   and about rare and unknown words.
    public func findings(_ vocabulary: PuzzleVocabulary?) -> [PuzzleFinding] {
        let inspection = PuzzleInspection(self, vocabulary)
        return inspection.clueFindings + inspection.answerFindings + inspection.cellFindings
    }
}

private struct PuzzleInspection {
    /// The level from which on a word is rare: few solvers find a letter in which two rare words cross.
    private static let rareLevel = 5

    private struct Answer {
        let clue: Puzzle.Clue
        let letters: [Letter]
        let word: PuzzleVocabulary.Word?
        /// Whether a cell holds a digit or several letters; no lexicon has such words.
        let hasRebus: Bool

        var text: String { letters.map(\.text).joined() }
        var root: String? { word?.root }
        var isRare: Bool { !hasRebus && word.map { $0.rank >= PuzzleInspection.rareLevel } ?? true }
        var name: String { "\(clue.slot.number) \(clue.slot.direction.rawValue)" }
    }

    private let puzzle: Puzzle
    private let vocabulary: PuzzleVocabulary?
    private let answers: [Answer]

    init(_ puzzle: Puzzle, _ vocabulary: PuzzleVocabulary?) {
        (self.puzzle, self.vocabulary) = (puzzle, vocabulary)
        answers = puzzle.clues.map { clue in
            let cells = clue.slot.cells.compactMap { puzzle.cells[$0.position]?.answer }
            let letters = cells.flatMap { Self.letters(of: $0.text, vocabulary) }
            return Answer(
                clue: clue, letters: letters, word: vocabulary?[letters],
                hasRebus: cells.contains { Letter($0.text) == nil })
        }
    }

    // MARK: Clues

    var clueFindings: [PuzzleFinding] {
        answers.compactMap { answer in
            let (text, slot) = (answer.clue.text, answer.clue.slot)
            guard text.contains(where: { !$0.isWhitespace }) else {
                return PuzzleFinding(.emptyClue, slot: slot, "\(answer.name) has no clue.")
            }
            let told = words(of: text)
            if told.contains(answer.letters) || isSyllabic && mentions(text, answer.text) {
                return PuzzleFinding(
                    .answerInClue, slot: slot, "The clue of \(answer.name) contains the answer.")
            }
            guard let root = answer.root, tells(told, root) else { return nil }
            return PuzzleFinding(
                .rootInClue, slot: slot,
                "The clue of \(answer.name) contains a word with the root of the answer, \(root).")
        }
    }

    /// The words and numbers of a clue as letters and digits.
    private func words(of clue: String) -> Set<[Letter]> {
        let words = clue.uppercased().split { !$0.isLetter && !$0.isNumber }
        return Set(words.map { Self.letters(of: String($0), vocabulary) })
    }

    /// The letters of a text in the pack's spelling; without a pack, one for each character.
    private static func letters(of text: String, _ vocabulary: PuzzleVocabulary?) -> [Letter] {
        vocabulary?.letters(of: text) ?? text.compactMap { Letter(entry: String($0)) }
    }

    private func tells(_ words: Set<[Letter]>, _ root: String) -> Bool {
        words.contains { word in
            word.map(\.text).joined() == root || vocabulary?[word]?.root == root
        }
    }

    /// Whether the clue contains the answer anywhere, because Korean particles follow a word without a space.
    private func mentions(_ clue: String, _ answer: String) -> Bool {
        answer.count > 1 && clue.filter { !$0.isWhitespace }.contains(answer)
    }

    private var isSyllabic: Bool { vocabulary?.spelling.unit == .syllable }

    // MARK: Answers

    var answerFindings: [PuzzleFinding] {
        var findings: [PuzzleFinding] = []
        for (place, answer) in answers.enumerated() {
            let (name, slot) = (answer.name, answer.clue.slot)
            if vocabulary != nil, answer.word == nil, !answer.hasRebus {
                findings.append(
                    PuzzleFinding(.unknownWord, slot: slot, "\(name), \(answer.text), is not in the lexicon.")
                )
            }
            if slot.cells.count < PuzzleWords.shortest {
                findings.append(PuzzleFinding(.shortWord, slot: slot, "\(name) has only two cells."))
            }
            let twin = answers[..<place].first {
                $0.letters == answer.letters || $0.root != nil && $0.root == answer.root
            }
            guard let twin else { continue }
            let isSame = twin.letters == answer.letters
            findings.append(
                PuzzleFinding(
                    .repeatedRoot, slot: slot,
                    isSame
                        ? "\(name) and \(twin.name) are the same word, \(answer.text)."
                        : "\(name), \(answer.text), and \(twin.name), \(twin.text), have one root."))
        }
        return findings
    }

    // MARK: Cells

    var cellFindings: [PuzzleFinding] {
        let open = CellIndex.all.filter { puzzle.cells[$0.position] != nil }
        let findings = open.compactMap { cell -> PuzzleFinding? in
            let crossing = answers.filter { $0.clue.slot.cells.contains(cell) }
            guard crossing.count > 1 else {
                // Where cells hold syllables, many cells belong to one word only.
                guard !isSyllabic || crossing.isEmpty else { return nil }
                let what = crossing.isEmpty ? "no word" : "one word only"
                return PuzzleFinding(.uncheckedCell, cell: cell, "Cell \(cell.square) belongs to \(what).")
            }
            guard vocabulary != nil, crossing.allSatisfy(\.isRare) else { return nil }
            let names = crossing.map(\.text).joined(separator: " and ")
            return PuzzleFinding(
                .rareCrossing, cell: cell, "Two rare words cross in cell \(cell.square): \(names).")
        }
        guard let lost = unreached(open) else { return findings }
        return findings + [
            PuzzleFinding(
                .unconnected, cell: lost, "Cell \(lost.square) is not connected with the first cell.")
        ]
    }

    /// The first open cell that no path across open cells and no bar connects with the first one; nil if
    /// there is none.
    private func unreached(_ open: [CellIndex]) -> CellIndex? {
        guard let first = open.first else { return nil }
        var (reached, edge): (Set<CellIndex>, [CellIndex]) = ([first], [first])
        while let cell = edge.popLast() {
            for next in open where isOpen(between: cell, next) && reached.insert(next).inserted {
                edge.append(next)
            }
        }
        return open.first { !reached.contains($0) }
    }

    /// Whether two cells are neighbours without a bar between them.
    private func isOpen(between one: CellIndex, _ other: CellIndex) -> Bool {
        let (first, second) = one.position < other.position ? (one, other) : (other, one)
        let bars = puzzle.cells[first.position]?.bars ?? []
        switch second.position - first.position {
        case 1: return second.position % CellIndex.side > 0 && !bars.contains(.right)
        case CellIndex.side: return !bars.contains(.bottom)
        default: return false
        }
    }
}
