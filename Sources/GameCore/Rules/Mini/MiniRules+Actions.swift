/// The actions of a crossword.
extension MiniRules {
    /// Sets `check`, `reveal`, `reset`, `clear`, the common actions, and on a shared board `undo`, `pause`
    /// and `resume`.
    public func setActions(on game: GameController) {
        setCommonActions(on: game)
        setHelp("check", on: game) { board, cells, _, game in check(cells, on: board, in: game) }
        setHelp("reveal", on: game, asking: consentToReveal) {
            board, cells, player, game throws(RuleViolation) in
            try reveal(cells, of: board, by: player.seat, in: game)
        }
        setHelp("reset", on: game, asking: { $1.count == CellIndex.count ? .clear : nil }) {
            board, cells, player, game throws(RuleViolation) in
            try clear(cells, of: board, by: player.seat, in: game)
        }
        setClear(on: game)
        guard !hasPrivateBoards else { return }
        Undo.setAction(on: game)
        setPause(on: game)
    }

    private typealias Help = (Board, [CellIndex], Player, GameController) throws(RuleViolation) -> Void

    /// Sets an action on a cell, a word or the board.
    ///
    /// - Parameter question: What to ask the other players of a shared board first; nil for nothing.
    private func setHelp(
        _ name: String, on game: GameController,
        asking question: @escaping (Board, [CellIndex]) -> Consent.Question? = { _, _ in nil },
        _ help: @escaping Help
    ) {
        game.actions.set(
            name,
            parameters: [
                "scope": .text(oneOf: ["cell", "word", "board"]), "cell": .cell,
                "direction": .text(oneOf: ["across", "down"]),
            ], isAllowed: mayPlay(game)
        ) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            let cells = try scope(call.parameters)
            if !hasPrivateBoards, let question = question(board, cells),
                try !Consent.obtain(question, by: call.player, in: game)
            {
                return
            }
            try help(board, name == "check" ? entries(of: board, cells) : cells, call.player, game)
        }
    }

    /// The question before a reveal that ends the game: of the whole board, or of the last letters that are
    /// missing or wrong.
    private func consentToReveal(_ board: Board, _ cells: [CellIndex]) -> Consent.Question? {
        if cells.count == CellIndex.count { return .reveal }
        let missing = missingCells(of: board)
        return !missing.isEmpty && missing.allSatisfy(cells.contains) ? .revealLast : nil
    }

    /// Sets `clear`, an alias of `reset`.
    private func setClear(on game: GameController) {
        game.actions.set("clear", isAllowed: mayPlay(game)) { [weak game] call throws(RuleViolation) in
            _ = try game?.actions.perform("reset", call)
        }
    }

    private func setPause(on game: GameController) {
        game.actions.set("pause", isAllowed: mayPlay(game)) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try requireStarted(call.player, in: game)
            if game.state.paused == nil { game.record(.gamePaused(by: call.player.seat)) }
        }
        game.actions.set("resume", isAllowed: { $0.seat != nil && $1.paused != nil }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try requireStarted(call.player, in: game)
            if game.state.paused != nil { game.record(.gameResumed(by: call.player.seat)) }
        }
    }

    private func requireStarted(_ player: Player, in game: GameController) throws(RuleViolation) {
        try game.requireSeat(player)
        if game.state.paused == nil { try requireRunning(game) }
    }

    /// The cells that the parameters name: one cell, the cells of a word, or all.
    private func scope(_ parameters: Parameters) throws(RuleViolation) -> [CellIndex] {
        let name = try parameters.text("scope") ?? "board"
        if name == "board" { return CellIndex.all }
        guard ["cell", "word"].contains(name) else {
            throw RuleViolation(.invalidValue, "“scope” must be cell, word or board.")
        }
        guard let cell = try parameters.cell("cell") else {
            throw RuleViolation(.invalidValue, "“cell” is missing: 0…24, or a1…e5.")
        }
        guard puzzle.cells[cell.position] != nil else {
            throw RuleViolation(.invalidValue, "That cell is a block.", cell: cell)
        }
        return name == "cell" ? [cell] : try word(at: cell, try parameters.text("direction"))
    }

    private func word(at cell: CellIndex, _ direction: String?) throws(RuleViolation) -> [CellIndex] {
        let slots = puzzle.clues.map(\.slot).filter { $0.cells.contains(cell) }
        guard let direction else { return slots.first?.cells ?? [cell] }
        guard ["across", "down"].contains(direction) else {
            throw RuleViolation(.invalidValue, "“direction” must be across or down.")
        }
        guard let slot = slots.first(where: { $0.direction.rawValue == direction }) else {
            throw RuleViolation(.invalidValue, "That cell has no word \(direction).", cell: cell)
        }
        return slot.cells
    }
}

extension Consent.Question {
    fileprivate static let clear = Consent.Question(
        purpose: "clear", title: "Clear the board?", request: "clear the whole board",
        buttons: ["Keep", "Clear"])
    fileprivate static let reveal = Consent.Question(
        purpose: "reveal", title: "Reveal everything?", request: "see the whole answer",
        buttons: ["Keep", "Reveal"])
    fileprivate static let revealLast = Consent.Question(
        purpose: "reveal-last", title: "Reveal the last letters?",
        request: "see the last letters, which ends the game", buttons: ["Keep", "Reveal"])
}
