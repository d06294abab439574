/// Bots in the races of solving games, each on a private board.
extension BotRules where Self: SolvingRules {
    /// Allows the host and seated players to seat a bot in a race.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard hasPrivateBoards else { throw RuleViolation(.noBots, "Bots play only in races.") }
        if !player.isHost { try game.requireSeat(player) }
    }

    /// The unfinished boards of the bots in a running race.
    func boardsOfBots(in game: GameController) -> [(player: SeatedPlayer, level: BotLevel, board: Board)] {
        unfinishedBoards(in: game).compactMap { player, board in player.bot.map { (player, $0, board) } }
    }

    /// The unfinished boards of the people in a running race.
    func boardsOfPeople(in game: GameController) -> [Board] {
        unfinishedBoards(in: game).compactMap { $0.player.bot == nil ? $0.board : nil }
    }

    private func unfinishedBoards(in game: GameController) -> [(player: SeatedPlayer, board: Board)] {
        guard game.state.phase == .playing, hasPrivateBoards else { return [] }
        return game.state.seats.compactMap { player in
            guard game.state.boardResult(of: player.seat.number) == nil else { return nil }
            return game.boards.numbered(player.seat.number).map { (player, $0) }
        }
    }

    /// The unfinished board of the bot on `seat`; throws if no bot plays there now, as at the time limit.
    func requireBoard(ofBotOn seat: Seat, in game: GameController) throws(RuleViolation) -> Board {
        try requireRunning(game)
        guard deadline(game.state, in: game).map({ game.now < $0 }) ?? true,
            let bot = boardsOfBots(in: game).first(where: { $0.player.seat == seat })
        else {
            throw RuleViolation(.notAllowed, "No bot may play on that seat now.")
        }
        return bot.board
    }
}
