/// Plays word squares under one lexicon and scoring.
///
/// Immutable once made, for any thread: an answer depends on its question alone. To make one takes a third
/// of a second and 26 MB for English under the usual scoring. `Benchmarks/BOTS.md` says what was tried.
public final class Bot: Sendable {
    /// By how many points, either way, a level misjudges a cell, where the best line is worth five.
    private static let easyNoise = 6.0
    private static let mediumNoise = 1.2

    private let lexicon: BotLexicon
    private let tables: BotTables
    private let alphabet: Alphabet

    /// A player of boards that `scorer` scores; `endsFree` when the last letter is of one's own choice.
    public init(_ scorer: BoardScorer, endsFree: Bool) {
        alphabet = scorer.lexicon.alphabet
        lexicon = BotLexicon(scorer.lexicon)
        let table = ValueTable(lexicon: lexicon, scores: scorer.lineScores, lastIsFree: endsFree)
        tables = BotTables(table: table, geometry: BoardGeometry(diagonals: scorer.scoring.diagonals))
    }

    /// What to do about `task` at `level`; nil when there is nothing to do.
    public func move(_ task: SquareTask, level: BotLevel, seed: UInt64) -> BotMove? {
        let question = BotQuestion(board: task.board, level: level, seed: seed)
        guard let letter = task.letter else {
            guard let call = calls(question).first, let letter = alphabet.letter(call.letter) else {
                return nil
            }
            return task.isCall ? .call(letter) : .place(letter, call.best.cell)
        }
        return placements(of: alphabet.code(of: letter), question).first.map { .place(letter, $0.cell) }
    }

    /// The empty cells for the letter with code `letter`, best first.
    ///
    /// As many letters are still to come as there are holes besides.
    /// - Complexity: for `hard` some 4,000 letters placed in trial games, a millisecond; else microseconds.
    public func placements(of letter: UInt8, _ question: BotQuestion) -> [Placement] {
        guard question.board.codes.contains(0) else { return [] }
        let (board, code) = (folded(question.board), folded(letter))
        switch question.level {
        case .hard:
            return RolloutSearch(tables: tables, budget: SearchBudget())
                .placements(board: board, letter: code, seed: question.seed)
        case .medium:
            return greedy.placements(board: board, letter: code, noise: Self.mediumNoise, question.seed)
        case .easy: return greedy.placements(board: board, letter: code, noise: Self.easyNoise, question.seed)
        }
    }

    /// The letters that could be called, best first, each with what is expected after its best placement.
    public func calls(_ question: BotQuestion) -> [RankedCall] {
        guard question.board.codes.contains(0) else { return [] }
        let best = greedy.best(board: folded(question.board))
        let calls = lexicon.codes.indices.dropFirst().compactMap { code -> RankedCall? in
            best[Int(lexicon.codes[code]) - 1].map { RankedCall(letter: UInt8(code), best: $0) }
        }
        return calls.sorted { ($1.best.expected, $0.letter) < ($0.best.expected, $1.letter) }
    }

    private var greedy: GreedyPlayer { GreedyPlayer(tables: tables) }

    private func folded(_ board: CodedBoard) -> [UInt8] {
        board.codes.map { $0 == 0 ? 0 : folded($0) }
    }

    /// The code in the tables; a letter that no word has is taken for the rarest that there is.
    private func folded(_ letter: UInt8) -> UInt8 {
        letter > 0 && Int(letter) < lexicon.codes.count ? lexicon.codes[Int(letter)] : lexicon.rarest
    }
}
