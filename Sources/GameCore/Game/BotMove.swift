/// What a bot does.
public enum BotMove: Equatable, Sendable {
    /// Calls a letter.
    case call(Letter)
    /// Places a letter.
    case place(Letter, CellIndex)
}

/// A move that a game waits for from a bot: everything that is needed to think of one, on any thread.
public struct AwaitedMove: Sendable {
    /// Tells apart what a bot has been asked.
    public struct ID: Hashable, Sendable {
        /// The seat.
        let seat: Seat
        /// The letters that have been called.
        let letters: [Letter]
        /// What everybody waits for.
        let step: CalledRound.Step
    }

    /// What it is asked.
    public let id: ID
    /// The seat for which it plays.
    public let seat: Seat
    /// How well.
    public let level: BotLevel
    /// The letter to place; nil to call one, or to choose one for the last cell.
    public let letter: Letter?
    /// Whether a letter is to be called.
    public let isCall: Bool
    /// The seat's board, in the codes of the lexicon.
    public let board: CodedBoard
    /// Whether the last letter of all is of one's own choice.
    public let endsFree: Bool
    /// By what boards are scored.
    public let scorer: BoardScorer
    /// Where chance comes from: the same game has the same thoughts.
    public let seed: UInt64
}
