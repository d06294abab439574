/// Bots play in races.
extension LatticeRules: BotRules {
    /// The next swap of every bot with an unfinished board.
    ///
    /// A bot waits until all people who are still playing have made the same number of swaps.
    public func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        func made(on board: Board) -> Int { Self.swaps - swapsLeft(on: board.number, in: game.state) }
        let slowest = boardsOfPeople(in: game).map(made).min() ?? .max
        return boardsOfBots(in: game).filter { made(on: $0.board) < slowest }.map { player, level, board in
            let number = made(on: board)
            let seed = BotSeed.of(game.state.setup.seed, player.seat, move: number)
            let (letters, bot) = (codes(of: board.cells.map(\.letter)), LatticeBot(solution: solutionCodes))
            return AwaitedMove(seat: player.seat, number: number) { _ in
                bot.swap(on: letters, level: level, seed: seed).map { swap in
                    BotMove("swap", ["from": .number(swap.from), "to": .number(swap.to)])
                }
            }
        }
    }

    /// Makes the bot's swap.
    public func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        let board = try requireBoard(ofBotOn: seat, in: game)
        guard move.name == "swap", let from = try move.values.cell("from"),
            let to = try move.values.cell("to")
        else {
            throw RuleViolation(.notAllowed, "A bot swaps letters here.")
        }
        try swap(from, to, on: board, by: seat, in: game)
    }
}

/// A bot that solves a lattice whose six words it knows, with more or fewer swaps.
struct LatticeBot {
    /// The codes of the words' letters, by position; 0 for a hole.
    let solution: [UInt8]

    /// One swap in so many of an easy bot is of two letters at random.
    private static let wasted = 6

    /// The two positions of the next swap on `board`; nil if the board is solved.
    ///
    /// The `hard` bot makes the swaps of a shortest solution. The others put any letter into its place; the
    /// `easy` one also swaps two letters at random now and then. The choice depends on `seed` alone.
    ///
    /// - Complexity: some calls of ``Lattice/leastSwaps(from:to:)`` for `hard`; else microseconds.
    func swap(on board: [UInt8], level: BotLevel, seed: UInt64) -> (from: Int, to: Int)? {
        var random = SeededGenerator(seed: seed)
        var swaps = possibleSwaps(on: board)
        if level != .easy || random.below(Self.wasted) > 0 {
            swaps = swaps.filter { from, to in board[from] == solution[to] || board[to] == solution[from] }
        }
        random.shuffle(&swaps)
        guard level == .hard else { return swaps.first }
        let least = Lattice.leastSwaps(from: board, to: solution)
        return swaps.first { swap in
            var next = board
            next.swapAt(swap.from, swap.to)
            return Lattice.leastSwaps(from: next, to: solution) < least
        }
    }

    /// The pairs of different letters that are not in their places.
    private func possibleSwaps(on board: [UInt8]) -> [(from: Int, to: Int)] {
        let misplaced = board.indices.filter { board[$0] != solution[$0] }
        return misplaced.flatMap { from in
            misplaced.filter { $0 > from && board[$0] != board[from] }.map { (from, $0) }
        }
    }
}
