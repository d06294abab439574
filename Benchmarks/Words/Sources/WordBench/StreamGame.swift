import GameCore

/// 25 letters that come one by one, and whoever places them: the yardstick for bots.
struct StreamGame {
    private let lexicon: Lexicon
    private let letters: [UInt8]

    /// The letters of `seed`.
    init(_ lexicon: Lexicon, seed: UInt64) {
        self.lexicon = lexicon
        letters = LetterStream(lexicon.alphabet, seed: seed).prefix(CellIndex.count).map(
            lexicon.alphabet.code)
    }

    /// The boards from the empty one to the full one, as `player` places the letters.
    func boards(_ player: (UInt8, CodedBoard) -> CellIndex?) -> [CodedBoard] {
        var boards = [CodedBoard()]
        for letter in letters {
            guard var board = boards.last, let cell = player(letter, board) else { return boards }
            board.put(letter, in: cell)
            boards.append(board)
        }
        return boards
    }
}
