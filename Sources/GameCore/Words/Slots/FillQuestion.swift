/// A board to be filled, and the words that may be used.
public struct FillQuestion: Hashable, Sendable {
    /// A cell of the board.
    public enum Cell: Hashable, Sendable {
        /// No letter goes here.
        case block
        /// Any letter may go here.
        case empty
        /// The letter that stands here.
        case letter(Letter)
    }

    /// The 25 cells by index.
    public let cells: [Cell]
    /// Whether only common words are used, which are those of puzzles.
    public var isCommonOnly: Bool
    /// Further words, whether the vocabulary has them or not.
    public var included: Set<[Letter]> = []
    /// Words that are not used, even if they are included.
    public var avoided: Set<[Letter]> = []
    /// Whether a word may occur only once in a fill.
    public var isDistinct = true

    /// Creates a question about `board`, with the letters of `vocabulary`.
    ///
    /// - Throws: `not-a-letter` for a letter that a puzzle of the vocabulary cannot have.
    public init(
        _ board: some BoardDataSource, _ vocabulary: PuzzleVocabulary, isCommonOnly: Bool
    ) throws(RuleViolation) {
        var cells: [Cell] = []
        for index in CellIndex.all {
            let object = board.object(at: index)
            guard let letter = object.letter.map(vocabulary.plain) else {
                cells.append(object is BlockCell ? .block : .empty)
                continue
            }
            guard vocabulary.isWritable(letter) else {
                throw RuleViolation(
                    .notALetter, "The board has letters that are not in the lexicon's alphabet.")
            }
            cells.append(.letter(letter))
        }
        (self.cells, self.isCommonOnly) = (cells, isCommonOnly)
    }

    /// The slots: across by number, then down by number.
    var slots: [PuzzleSlot] { PuzzleSlot.all(blocks: cells.map { $0 == .block }) }
}

/// The slots of a question with the words that may go into them, as the search uses them.
struct FillNetwork {
    let slots: [PuzzleSlot]
    let grid: SlotGrid
    /// The letters by code.
    let letters: [Letter]
    /// The words by length, the best ones first.
    let words: [Int: [PuzzleVocabulary.Word]]

    init(_ question: FillQuestion, _ vocabulary: PuzzleVocabulary) {
        slots = question.slots
        var coder = LetterCoder(vocabulary)
        let given = question.cells.map { cell -> UInt16? in
            if case .letter(let letter) = cell { coder.code(of: letter) } else { nil }
        }
        let lengths = Set(slots.map(\.cells.count))
        var (words, codes): ([Int: [PuzzleVocabulary.Word]], [Int: [[UInt16]]]) = ([:], [:])
        for (word, coded) in Self.words(question, vocabulary, &coder) where lengths.contains(coded.count) {
            words[coded.count, default: []].append(word)
            codes[coded.count, default: []].append(coded)
        }
        self.words = words
        letters = coder.letters
        let count = letters.count
        grid = SlotGrid(
            slots: slots.map { $0.cells.map(\.position) }, given: given,
            words: Dictionary(
                uniqueKeysWithValues: codes.map { length, codes in
                    (length, WordIndex(codes, length: length, letters: count))
                }), letters: count, isDistinct: question.isDistinct)
    }

    /// The words that may be used; those that only the question has follow the words of level 1.
    private static func words(
        _ question: FillQuestion, _ vocabulary: PuzzleVocabulary, _ coder: inout LetterCoder
    ) -> [(PuzzleVocabulary.Word, [UInt16])] {
        let number = { (letters: [Letter]) in vocabulary.number(of: letters) }
        let included = Set(question.included.compactMap(number))
        let avoided = Set(question.avoided.compactMap(number))
        var used: [(PuzzleVocabulary.Word, [UInt16])] = []
        for (place, word) in vocabulary.words.enumerated() {
            let isOffered = !word.isUnfit && (word.isCommon || !question.isCommonOnly)
            guard isOffered || included.contains(place), !avoided.contains(place)
            else { continue }
            used.append((word, vocabulary.codedWords[place]))
        }
        let own = question.included.subtracting(question.avoided).filter { number($0) == nil }
        let place = used.firstIndex { $0.0.rank > 1 } ?? used.count
        let sorted = own.map { PuzzleVocabulary.Word($0, level: 1) }.sorted { $0.text < $1.text }
        used.insert(contentsOf: sorted.map { ($0, $0.letters.map { coder.code(of: $0) }) }, at: place)
        return used
    }

    func word(_ number: Int, in slot: Int) -> PuzzleVocabulary.Word? {
        let words = words[slots[slot].cells.count] ?? []
        return words.indices.contains(number) ? words[number] : nil
    }
}

/// The codes of a vocabulary, and further ones for letters that its words do not have.
private struct LetterCoder {
    private(set) var letters: [Letter]
    private let vocabulary: PuzzleVocabulary
    private var further: [Letter: UInt16] = [:]

    init(_ vocabulary: PuzzleVocabulary) {
        (self.vocabulary, letters) = (vocabulary, vocabulary.letters)
    }

    mutating func code(of letter: Letter) -> UInt16 {
        if let code = vocabulary.code(of: letter) ?? further[letter] { return code }
        let code = UInt16(letters.count)
        further[letter] = code
        letters.append(letter)
        return code
    }
}
