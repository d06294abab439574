/// A board that a bot is asked about; what is neither empty nor a letter of words counts as a rare letter.
public struct BotQuestion: Sendable {
    /// The board, in the codes of the lexicon.
    public let board: CodedBoard
    /// How well the bot is to play.
    public let level: BotLevel
    /// Where chance comes from: the same question has the same answer.
    public let seed: UInt64

    /// A question about `board`.
    public init(board: CodedBoard, level: BotLevel, seed: UInt64 = 1) {
        self.board = board
        self.level = level
        self.seed = seed
    }
}

/// A cell for a letter, and what the board is expected to come to then.
public struct Placement: Equatable, Sendable {
    /// The cell.
    public let cell: CellIndex
    /// Points in the end, on average.
    public let expected: Double
}

/// A letter to call, and the best cell for it.
public struct RankedCall: Equatable, Sendable {
    /// The letter's code.
    public let letter: UInt8
    /// Where it is best placed.
    public let best: Placement
}
