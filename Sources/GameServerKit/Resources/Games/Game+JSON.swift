import GameCore
import GameJSON
import GameStore

extension LiveGame {
    /// The game as `player` may see it; the host's token comes once, with the answer that made the game.
    func json(for player: Player, hostToken: Token? = nil) -> [UInt8] {
        JSONWriter.object { json in
            writeHead(to: &json, for: player.seat)
            writeSeats(to: &json, for: player.seat)
            let (shown, scorer) = (shown, scorer)
            json.array("boards", shown.boards(for: player.seat)) { json, board in
                board.write(to: &json, of: shown, scorer)
            }
            writeWords(to: &json)
            writeRound(to: &json)
            writePuzzle(to: &json, for: player.seat)
            writeClock(to: &json)
            json.field("spectators", presence.picture.spectators)
            json.array("actions", actions(for: player)) { json, action in json.value(action.name) }
            // Their time has not run while the server was down, so they end later by the wall clock.
            let away = around.time.away
            json.array("prompts", shown.state.prompts) { json, prompt in prompt.write(to: &json, away: away) }
            writeResult(to: &json)
            if let hostToken { json.object("host") { $0.field("token", hostToken.text) } }
        }
    }

    private func writeHead(to json: inout JSONWriter, for viewer: Seat?) {
        setup.writeFields(to: &json, at: shown.state.phase)
        json.field("state", shown.state.phase.rawValue)
        json.field("sequence", shown.sequence.value)
        json.field("hash", shown.hash(for: viewer).description)
        json.field("open", shown.isOpen)
        if shown.state.isLocked { json.field("locked", true) }
        if shown.state.paused != nil { json.field("paused", true) }
        if let day = setup.day { json.field("day", day.description) }
        if let next = shown.state.next { json.field("next", next.text) }
    }

    private func writeSeats(to json: inout JSONWriter, for viewer: Seat?) {
        let shown = shown
        json.array("seats", shown.state.seats) { json, player in
            json.object { json in
                player.writeFields(to: &json)
                if player.bot == nil { json.field("bot", false) }
                json.field("present", player.bot != nil || presence.isPresent(player.seat))
                guard let board = shown.boards.numbered(player.seat.number) else { return }
                writeProgress(of: player.seat, on: board, to: &json, for: viewer)
            }
        }
    }

    /// How far `seat` has come on a board of its own: numbers, and no letters.
    private func writeProgress(
        of seat: Seat, on board: BoardPicture, to json: inout JSONWriter, for viewer: Seat?
    ) {
        let state = shown.state
        json.field("filled", CellIndex.all.count { board.object(at: $0).letter != nil })
        if state.end(of: board.number) != nil { json.field("done", true) }
        if shown.tellsHiddenMarks, shown.tellsMarks(board.number) || shown.shows(board.number, to: viewer) {
            json.array("marks", board.rowMarks) { json, marks in json.value(marks.text) }
        }
        if state.left.contains(seat) { json.field("away", true) }
        if let round = state.round {
            json.field("placed", round.hasPlaced(seat))
        }
        guard shown.shows(board.number, to: viewer), let scorer else { return }
        json.field("score", scorer.score(board).total)
    }

    /// By which words the boards are scored.
    private func writeWords(to json: inout JSONWriter) {
        guard let lexicon = game.controller.lexicon else { return }
        json.object("lexicon") { json in
            json.field("id", lexicon.name)
            lexicon.writeLetters(to: &json)
        }
        guard scorer != nil, let words = game.controller.rules.words else { return }
        words.writeScoring(to: &json, end: game.controller.rules.end)
    }

    /// Whose turn it is, and with which letter.
    private func writeRound(to json: inout JSONWriter) {
        guard let round = shown.state.round, shown.state.phase == .playing, let step = round.step else {
            return
        }
        if let caller = round.caller { json.field("turn", caller.number) }
        if let called = round.called { json.field("called", called.text) }
        json.object("round") { json in
            json.field("number", round.letters.count + (step == .place ? 0 : 1))
            json.field("of", round.calls)
            json.field("step", step.rawValue)
            json.array("letters", round.letters) { json, letter in json.value(letter.text) }
        }
    }

    /// The clues of a crossword, while somebody may solve it, and afterwards; the row of a guess.
    private func writePuzzle(to json: inout JSONWriter, for viewer: Seat?) {
        let state = shown.state
        guard state.phase != .waiting, state.paused == nil, let answer = setup.answer else { return }
        guard case .puzzle(let puzzle, let file) = answer else {
            let own = shown.hasPrivateBoards ? viewer?.number ?? 0 : 0
            guard let board = shown.boards.numbered(own), state.end(of: own) == nil else { return }
            return json.field("row", board.rowsSubmitted)
        }
        json.object("puzzle") { json in
            if let file { json.field("id", file) }
            puzzle.about.writeFields(to: &json)
        }
        puzzle.writeClues(to: &json, withAnswers: state.phase == .finished)
    }

    private func writeClock(to json: inout JSONWriter) {
        let face = clock.face
        json.object("clock") { json in
            json.key("elapsed")
            let isWaiting = shown.state.phase == .waiting
            json.literal((isWaiting ? .zero : face.elapsed).jsonSeconds)
            if let remaining {
                json.key("remaining")
                json.literal(remaining.jsonSeconds)
            }
            json.field("running", face.isRunning && !isWaiting)
        }
    }

    private func writeResult(to json: inout JSONWriter) {
        guard let result = shown.state.result else { return }
        json.key("result")
        result.write(to: &json)
    }
}

extension GameSummary {
    /// A page of the list of games; who watches is known of those in `house` only.
    static func list(_ games: some Sequence<GameSummary>, _ house: GameHouse) -> [UInt8] {
        JSONWriter.object { json in
            json.array("games", games) { json, game in
                json.object { json in
                    game.setup.writeFields(to: &json, at: game.phase)
                    json.field("state", game.phase.rawValue)
                    json.field("sequence", game.sequence.value)
                    json.field("hash", game.hash.description)
                    json.field("open", game.isOpen)
                    json.field("seated", game.seated)
                    json.field("spectators", house.spectators(of: game.setup.id))
                }
            }
        }
    }
}
