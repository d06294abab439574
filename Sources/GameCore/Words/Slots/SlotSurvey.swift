/// The words and letters that are still possible on a board that is being made into a puzzle.
///
/// A word or a letter is listed only if a complete fill has it. A fill has a word in each slot, and no word
/// twice unless ``FillQuestion/isDistinct`` is false.
public struct SlotSurvey: Sendable {
    /// The most words that are listed for a slot.
    public static let listedWords = 20

    /// A slot and the words that a fill has there.
    public struct Slot: Sendable {
        /// Where the slot is.
        public let slot: PuzzleSlot
        /// The letters that stand there, with a dot for each empty cell.
        public let text: String
        /// The number of words of which a fill was found.
        public let count: Int
        /// The first ``listedWords`` of these words: the lowest level first, and within a level the words
        /// that leave the most words to the crossing slots.
        public let best: [PuzzleVocabulary.Word]
    }

    /// Whether a complete fill was found.
    public let isFillable: Bool
    /// Whether the search decided everything: counts are exact, and letters that are not listed are in no
    /// fill.
    public let isExhausted: Bool
    /// The slots: across by number, then down by number.
    public let slots: [Slot]
    /// For each empty cell, the letters that a fill has there, in alphabetical order.
    public let cells: [(cell: CellIndex, letters: [Letter])]

    /// Surveys the board of `question`.
    ///
    /// - Parameters:
    ///   - steps: The steps of the search after which hard questions are left undecided. They are the same on
    ///     a busy machine, so that a board always has the same survey.
    ///   - shouldStop: Whether to stop with what is proved, called every few microseconds to milliseconds.
    /// - Complexity: Exponential in the number of empty cells; in practice some milliseconds for a board with
    ///   blocks, and up to a second for an empty one without.
    public init(
        _ question: FillQuestion, _ vocabulary: PuzzleVocabulary, steps: Int = .max,
        shouldStop: () -> Bool = { false }
    ) {
        let network = FillNetwork(question, vocabulary)
        var prover = FillProver(network.grid, steps: steps)
        switch prover.findFill(shouldStop) {
        case .yes:
            let order = network.slots.indices.map { slot in
                prover.order(of: slot) { network.word($0, in: slot)?.rank ?? 0 }
            }
            // The letters and the words that are listed come before the other words.
            let isExhausted =
                prover.decide(order, first: Self.listedWords, shouldStop)
                && prover.decideAllWords(order, shouldStop)
            self.init(question, vocabulary, network, prover, order, isExhausted: isExhausted)
        case let answer:
            self.init(question, vocabulary, network, prover, nil, isExhausted: answer == .no)
        }
    }

    /// - Parameter order: The words of each slot in the order in which they are listed; nil if the board has
    ///   no fill.
    private init(
        _ question: FillQuestion, _ vocabulary: PuzzleVocabulary, _ network: FillNetwork,
        _ prover: FillProver, _ order: [[Int]]?, isExhausted: Bool
    ) {
        let isFillable = order != nil
        (self.isFillable, self.isExhausted) = (isFillable, isExhausted)
        slots = network.slots.enumerated().map { number, slot in
            let proved = order?[number].filter { prover.isProved(word: $0, in: number) } ?? []
            return Slot(
                slot: slot, text: question.text(of: slot), count: proved.count,
                best: proved.prefix(Self.listedWords).compactMap { network.word($0, in: number) })
        }
        let covered = Set(network.slots.flatMap(\.cells))
        cells = CellIndex.all.filter { question.cells[$0.position] == .empty }.map { cell in
            guard covered.contains(cell) else { return (cell, isFillable ? vocabulary.letters : []) }
            return (
                cell,
                network.letters.indices.filter { prover.isProved(letter: $0, in: cell.position) }.map {
                    network.letters[$0]
                }
            )
        }
    }
}

extension FillQuestion {
    /// The letters in a slot, with a dot for each empty cell.
    fileprivate func text(of slot: PuzzleSlot) -> String {
        slot.cells.map { cell in
            if case .letter(let letter) = cells[cell.position] { letter.text } else { "." }
        }.joined()
    }
}
