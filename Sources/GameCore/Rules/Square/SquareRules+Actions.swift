extension SquareRules {
    /// Sets `start`, `call`, `place`, `return`, `resign`, `recolour`, `rematch` and `close`.
    public func setActions(on game: GameController) {
        setStart(on: game)
        setCall(on: game)
        setPlace(on: game)
        setReturnAndResign(on: game)
        Recolour.setAction(on: game)
        Rematch.setAction(on: game)
        HostClose.setAction(on: game)
    }

    private func setStart(on game: GameController) {
        Start.setAction(on: game) { [weak game] () throws(RuleViolation) in
            guard let game else { return }
            let lexicon = try game.requireLexicon()
            let values = Parameters([
                "calls": .number(callCount), "lexicon": .text(lexicon.name),
                "fingerprint": .text(lexicon.fingerprint.hexDigits),
            ])
            game.record(.gameStarted(GameStart(order: game.state.seats.map(\.seat), values: values)))
            try advance(game)
        }
    }

    private func setCall(on game: GameController) {
        game.actions.set(
            "call", parameters: ["letter": .text],
            isAllowed: { $1.isPlaying($0) && $1.round?.step == .call && $1.round?.caller == $0.seat }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try game.requireSeat(call.player)
            let letter = try call.parameters.text("letter")
            guard let letter else {
                throw RuleViolation(.invalidValue, "“letter” must be the letter to call.")
            }
            try self.call(letter, by: call.player.seat, in: game)
        }
    }

    func call(_ text: String, by seat: Seat?, in game: GameController, asBot: Bool = false)
        throws(RuleViolation)
    {
        let round = try game.requireRound()
        let isTurn = seat != nil && round.caller == seat
        guard !round.isSolo, round.step != .call || isTurn else {
            throw RuleViolation(.notYourTurn, "It is not your turn to call a letter.")
        }
        guard round.step == .call else {
            throw RuleViolation(.alreadyCalled, "A letter has been called and has to be placed first.")
        }
        let letter = try game.requireLetter(text)
        let number = round.letters.count + 1
        game.record(.ruleEvent(LetterCall(letter: letter, number: number, by: seat, isBot: asBot).event))
    }

    private func setPlace(on game: GameController) {
        game.actions.set(
            "place", parameters: ["cell": .cell, "letter": .text],
            isAllowed: { player, state in
                state.isPlaying(player)
                    && player.seat.map { state.round?.seatsToPlace.contains($0) == true } ?? false
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try mayType(call.player, in: game)
            let number = game.boardNumber(of: call.player)
            let round = try game.requireRound()
            try game.requirePlacing(number, round)
            guard let board = game.boards.numbered(number) else { return }
            let letter = try call.parameters.text("letter") ?? round.calledLetter?.text
            guard let letter else {
                throw RuleViolation(.invalidValue, "“letter” must be your letter for the last cell.")
            }
            try place(letter, at: try Self.cell(call.parameters, on: board), of: board, in: game)
        }
    }

    func place(
        _ letter: String, at index: CellIndex, of board: Board, in game: GameController
    ) throws(RuleViolation) {
        guard board[index].letter == nil else {
            throw RuleViolation(
                .cellTaken, "This cell already has a letter.", cell: index)
        }
        guard !letter.isEmpty else { throw RuleViolation(.notALetter, "A cell takes exactly one letter.") }
        do { try board[index].type(normalized(letter, in: game)) } catch { throw error.about(index) }
        try advance(game)
    }

    /// The parameter `cell`; it may be missing if only one cell is empty.
    private static func cell(_ parameters: Parameters, on board: Board) throws(RuleViolation) -> CellIndex {
        if let named = try parameters.cell("cell") { return named }
        let empty = CellIndex.all.filter { board[$0].letter == nil }
        guard empty.count == 1 else {
            throw RuleViolation(.invalidValue, "“cell” is missing: 0…24, or a1…e5.")
        }
        return empty[0]
    }

    private func setReturnAndResign(on game: GameController) {
        game.actions.set(
            "return",
            isAllowed: { player, state in
                state.isPlaying(player) && player.seat.map { state.awaySeats.contains($0) } ?? false
            }
        ) { [weak game] call throws(RuleViolation) in
            // `willAct` has already ended the absence.
            try game?.requireSeat(call.player)
            _ = try game?.requireRound()
        }
        game.actions.set(
            "resign",
            isAllowed: { player, state in
                state.isPlaying(player) && player.seat.map { !state.awaySeats.contains($0) } ?? false
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try game.requireSeat(call.player)
            _ = try game.requireRound()
            if let seat = call.player.seat { try leave(seat, call.player, in: game) }
        }
    }
}

extension GameState {
    /// Whether `player` has a board in the running round and has not been removed from it.
    fileprivate func isPlaying(_ player: Player) -> Bool {
        guard phase == .playing, let round, let seat = player.seat else { return false }
        return round.order.contains(seat) && !kickedSeats.contains(seat)
    }
}
