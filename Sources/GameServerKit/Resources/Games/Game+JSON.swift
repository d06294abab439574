import GameCore
import GameJSON
import GameStore

/// What is told of the words that count in a game: the same as long as it lives.
struct WordsJSON {
    /// The lexicon's name and letters.
    let lexicon: [UInt8]
    /// How they are scored, if they are.
    let scoring: [UInt8]?

    /// Of `game`; nil without a lexicon.
    init?(_ game: GameController) {
        guard let lexicon = game.lexicon else { return nil }
        self.lexicon = JSONWriter.object { json in
            json.field("id", lexicon.name)
            lexicon.writeLetters(to: &json)
        }
        let rules = game.scorer == nil ? nil : game.lexiconRules
        scoring = rules.map { rules in JSONWriter.object(rules.scoringFields.writeFields) }
    }
}

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
            shown.rules.fields(of: shown, for: player.seat).writeFields(to: &json)
            writeClock(to: &json)
            json.field("spectators", presence.picture.spectators)
            json.array("actions", actions(for: player)) { json, action in json.value(action.name) }
            // Their time has not run while the server was down, so they end later by the wall clock.
            let away = services.time.away
            json.array("prompts", shown.prompts) { json, prompt in prompt.write(to: &json, away: away) }
            writeResult(to: &json)
            if let hostToken { json.object("host") { $0.field("token", hostToken.text) } }
        }
    }

    private func writeHead(to json: inout JSONWriter, for viewer: Seat?) {
        let hidesSeed = shown.rules is any HiddenAnswerRules && shown.phase != .finished
        setup.writeFields(to: &json, hidingSeed: hidesSeed)
        json.field("state", shown.phase.rawValue)
        json.field("sequence", shown.sequence.value)
        json.field("hash", shown.hash(for: viewer).description)
        json.field("open", shown.isOpen)
        json.field("privateBoards", shown.hasPrivateBoards)
        json.field("seatLimit", shown.rules.seatLimit)
        if shown.isLocked { json.field("locked", true) }
        if shown.paused != nil { json.field("paused", true) }
        if let day = setup.day { json.field("day", day.description) }
        if let next = shown.next { json.field("next", next.text) }
    }

    private func writeSeats(to json: inout JSONWriter, for viewer: Seat?) {
        let shown = shown
        json.array("seats", shown.seats) { json, player in
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
        of seat: Seat, on board: BoardState, to json: inout JSONWriter, for viewer: Seat?
    ) {
        json.field("filled", CellIndex.all.count { board.object(at: $0).letter != nil })
        if shown.end(of: board.number) != nil { json.field("done", true) }
        if shown.left.contains(seat) { json.field("away", true) }
        shown.rules.fields(of: seat, in: shown, for: viewer).writeFields(to: &json)
        guard shown.shows(board.number, to: viewer), let scorer else { return }
        json.field("score", scorer.score(board).total)
    }

    /// By which words the boards are scored.
    private func writeWords(to json: inout JSONWriter) {
        guard let words else { return }
        json.key("lexicon")
        json.value(json: words.lexicon)
        guard let scoring = words.scoring else { return }
        json.key("scoring")
        json.value(json: scoring)
    }

    private func writeClock(to json: inout JSONWriter) {
        let face = clock.face
        json.object("clock") { json in
            json.key("elapsed")
            let isWaiting = shown.phase == .waiting
            json.literal((isWaiting ? .zero : face.elapsed).jsonSeconds)
            if let remaining {
                json.key("remaining")
                json.literal(remaining.jsonSeconds)
            }
            json.field("running", face.isRunning && !isWaiting)
        }
    }

    private func writeResult(to json: inout JSONWriter) {
        guard let result = shown.result else { return }
        json.key("result")
        result.write(to: &json)
    }
}

extension GameSummary {
    /// A page of the list of games; who watches is known of those that are awake.
    static func list(_ games: some Sequence<GameSummary>, _ world: World) -> [UInt8] {
        JSONWriter.object { json in
            json.array("games", games) { json, game in
                json.object { json in
                    let hidesSeed = world.rules.hidesAnswer(game.setup.rules) && game.phase != .finished
                    game.setup.writeFields(to: &json, hidingSeed: hidesSeed)
                    json.field("state", game.phase.rawValue)
                    json.field("sequence", game.sequence.value)
                    json.field("hash", game.hash.description)
                    json.field("open", game.outline.isOpen)
                    json.field("privateBoards", game.outline.hasPrivateBoards)
                    json.field("seatLimit", game.outline.seatLimit)
                    json.field("seated", game.seated)
                    json.field("spectators", world.games.spectators(of: game.setup.id))
                }
            }
        }
    }
}
