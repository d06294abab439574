/// The letters with which each line of a board with blocks can still be completed.
public struct LineCandidates: Sendable {
    /// The letters for each empty cell, in alphabetical order; all letters for a cell outside all slots.
    public let cells: [(cell: CellIndex, letters: [Letter])]

    /// Finds for each empty cell the letters with which its slot across and its slot down can each still
    /// become a word.
    ///
    /// - Complexity: O(words of the lengths of the slots), about a millisecond.
    public init(_ question: FillQuestion, _ vocabulary: PuzzleVocabulary) {
        let network = FillNetwork(question, vocabulary)
        let state = FillState(network.grid)
        var left: [Int: Set<Int>] = [:]
        for slot in network.grid.slots.indices {
            let letters = state.letters(of: slot)
            for (cell, fitting) in zip(network.grid.slots[slot].cells, letters) {
                left[cell] = left[cell]?.intersection(fitting) ?? fitting
            }
        }
        cells = CellIndex.all.filter { question.cells[$0.position] == .empty }.map { cell in
            guard let left = left[cell.position] else { return (cell, vocabulary.letters) }
            return (cell, left.sorted().map { network.letters[$0] })
        }
    }
}
