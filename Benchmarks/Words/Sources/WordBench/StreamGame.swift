import GameCore

/// A game in which a player places 25 letters one by one; measures bots.
struct StreamGame {
    private let lexicon: Lexicon
    private let letters: [UInt8]

    init(_ lexicon: Lexicon, seed: UInt64) {
        self.lexicon = lexicon
        letters = LetterStream(lexicon.alphabet, seed: seed).prefix(CellIndex.count).map(
            lexicon.alphabet.code)
    }

    /// The boards from empty to full while `player` places the letters.
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
