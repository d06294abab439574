import GameCore
import GameJSON
import GameStore

/// The JSON of a game's lexicon and scoring, which never change during a game.
struct WordsJSON {
    let lexicon: [UInt8]
    /// Nil if words are not scored.
    let scoring: [UInt8]?

    /// Nil if the game has no lexicon.
    init?(_ game: GameController) {
        guard let lexicon = game.lexicon else { return nil }
        self.lexicon = JSONWriter.object { json in
            json.field("id", lexicon.name)
            lexicon.writeLetters(to: &json)
            json.field("unit", lexicon.alphabet.spelling.unit.rawValue)
            lexicon.writeKeys(to: &json)
        }
        let rules = game.scorer == nil ? nil : game.lexiconRules
        scoring = rules.map { rules in JSONWriter.object(rules.scoringFields.writeFields) }
    }
}

extension LiveGame {
    /// The game as `player` may see it.
    ///
    /// - Parameters:
    ///   - seesLetters: Whether the client may read the letters; see ``GameCall/seesLetters``.
    ///   - hostToken: The host's token, which only the answer that created the game includes.
    func json(for player: Player, seesLetters: Bool, hostToken: Token? = nil) -> [UInt8] {
        if let roomJSON { return roomJSON(player) }
        return JSONWriter.object { json in
            writeHead(to: &json, for: player.seat, seesLetters)
            writeSeats(to: &json, for: player.seat, seesLetters)
            let (committed, scorer) = (committed, scorer)
            json.array("boards", seesLetters ? committed.boards(for: player.seat) : []) { json, board in
                board.write(to: &json, of: committed, scorer)
            }
            writeWords(to: &json)
            // The rules may write letters here once the game has ended, such as the answers of clues.
            if seesLetters {
                committed.rules.fields(of: committed, for: player.seat)
                    .writeFields(to: &json, except: CommonFields.game)
            }
            writeClock(to: &json)
            json.field("spectators", presence.summary.spectators)
            json.array("actions", actions(for: player)) { json, action in json.value(action.name) }
            // The game clock stood still while the server was down, so prompts expire later by the wall
            // clock.
            let away = services.time.now.away
            json.array("prompts", committed.prompts) { json, prompt in prompt.write(to: &json, away: away) }
            writeResult(to: &json, seesLetters)
            if let hostToken { json.object("host") { $0.field("token", hostToken.text) } }
        }
    }

    private func writeHead(to json: inout JSONWriter, for viewer: Seat?, _ seesLetters: Bool) {
        let hasSecret = committed.rules is any HiddenAnswerRules && committed.phase != .finished
        setup.writeFields(to: &json, hidingSeed: hasSecret || !seesLetters)
        json.field("state", committed.phase.rawValue)
        json.field("sequence", committed.sequence.value)
        let hash = seesLetters ? committed.hash(for: viewer) : .empty(at: committed.sequence)
        json.field("hash", hash.description)
        if !seesLetters { json.field("taskUnfinished", true) }
        json.field("open", committed.isOpen)
        json.field("privateBoards", committed.hasPrivateBoards)
        json.field("seatLimit", committed.rules.seatLimit)
        if committed.isLocked { json.field("locked", true) }
        if committed.areSeatsClosed { json.field("seatsClosed", true) }
        if committed.paused != nil { json.field("paused", true) }
        if let day = setup.day { json.field("day", day.description) }
        if let next = committed.next { json.field("next", next.text) }
    }

    private func writeSeats(to json: inout JSONWriter, for viewer: Seat?, _ seesLetters: Bool) {
        let committed = committed
        json.array("seats", committed.seats) { json, player in
            json.object { json in
                player.writeFields(to: &json)
                if player.bot == nil, !player.isProgram { json.field("bot", false) }
                json.field("present", player.bot != nil || presence.isPresent(player.seat))
                if let board = committed.boards.numbered(player.seat.number) {
                    writeProgress(of: player.seat, on: board, to: &json)
                }
                if seesLetters {
                    committed.rules.fields(of: player.seat, in: committed, for: viewer)
                        .writeFields(to: &json, except: CommonFields.seat)
                }
                writeScore(of: player.seat, to: &json, for: viewer)
            }
        }
    }

    /// Writes the progress of `seat` on its private board, without any letters.
    private func writeProgress(of seat: Seat, on board: BoardState, to json: inout JSONWriter) {
        json.field("filled", CellIndex.all.count { board.object(at: $0).letter != nil })
        json.field("cells", CellIndex.all.count { !(board.object(at: $0) is BlockCell) })
        if let result = committed.boardResult(of: board.number) {
            json.field("done", true)
            json.field("solved", result.isSolved)
            json.key("seconds")
            json.literal(result.elapsed.jsonSeconds)
        }
        if committed.awaySeats.contains(seat) { json.field("away", true) }
    }

    private func writeScore(of seat: Seat, to json: inout JSONWriter, for viewer: Seat?) {
        guard let scorer, let board = committed.boards.numbered(seat.number),
            committed.shows(board.number, to: viewer)
        else { return }
        json.field("score", scorer.score(board).total)
    }

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
            let isWaiting = committed.phase == .waiting
            json.literal((isWaiting ? .zero : face.elapsed).jsonSeconds)
            if let remaining {
                json.key("remaining")
                json.literal(remaining.jsonSeconds)
            }
            json.field("running", face.isRunning && !isWaiting)
        }
    }

    private func writeResult(to json: inout JSONWriter, _ seesLetters: Bool) {
        if let result = committed.result {
            json.key("result")
            result.write(to: &json, hidingAnswer: !seesLetters)
        } else if let race = committed.rules as? any SolvingRules {
            let winners = race.decidedWinners(in: committed)
            guard !winners.isEmpty else { return }
            json.object("result") { json in
                json.array("winners", winners) { json, seat in json.value(seat.number) }
            }
        }
    }
}

extension GameSummary {
    /// One page of the list of games; sleeping games have no spectators.
    static func list(_ games: some Sequence<GameSummary>, _ world: World) -> [UInt8] {
        JSONWriter.object { json in
            json.array("games", games) { json, game in
                json.object { json in
                    let hidesSeed = world.rules.hasHiddenAnswer(game.setup.rules) && game.phase != .finished
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
