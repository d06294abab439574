/// The entry point to a game: commands in, events out.
///
/// Synchronous and deterministic: the same setup and commands give the same events. Confined to one thread.
public final class Game {
    /// The delegate of the cells; owns the boards.
    public let controller: GameController

    /// Creates a game at `state`, with the words of `lexicons`.
    ///
    /// A game that only replays events needs no lexicons: the events contain the effects of words.
    public init(_ state: GameState, lexicons: Lexicons = .none) {
        controller = GameController(state, lexicons: lexicons)
    }

    /// The setup from which the game began.
    public var setup: GameSetup { controller.state.setup }

    /// The state, including events that are not committed yet.
    public var state: GameState { controller.state }

    /// Carries out `command` for `player` at `time`, as a whole or not at all.
    ///
    /// - Returns: The new events, oldest first; none if the command changes nothing.
    /// - Throws: The refusal; the game is then unchanged.
    public func apply(
        _ command: Command, by player: Player, at time: Timestamp
    ) throws(RuleViolation) -> [GameEvent] {
        try controller.requireCurrentSeat(of: player)
        return try controller.inTransaction(for: player, at: time) { () throws(RuleViolation) in
            if command.isMove { try controller.rules.willAct(player, in: controller) }
            switch command {
            case .edit(let edit): try self.edit(edit, player)
            case .act(let name, let parameters):
                try act(name, ActionCall(player: player, parameters: parameters))
            case .answer(let prompt, let button): try answer(prompt, button, player, time)
            case .takeSeat(let name, let colour, let isProgram, let id, let isNickname):
                try takeSeat(
                    name, colour, isProgram: isProgram, id, isNickname: isNickname, for: player)
            case .leaveSeat(let seat): try leaveSeat(seat, player)
            case .renameSeat(let seat, let name, let colour, let isNickname):
                renameSeat(seat, name, colour, isNickname: isNickname)
            case .seatBot(let level): try seatBot(level, player)
            case .botMove(let seat, let move):
                try controller.requireBots().play(move, for: seat, in: controller)
            case .deadlineReached: try controller.handleDeadline(at: time)
            }
            controller.rules.didCarryOut(command, in: controller)
        }
    }

    /// Seats the players of the previous round where they sat; returns the new events.
    ///
    /// With `closingSeats` nobody else may sit down.
    public func seatPlayers(
        _ players: [SeatedPlayer], closingSeats: Bool = false, at time: Timestamp
    ) throws(RuleViolation) -> [GameEvent] {
        try controller.inTransaction(for: .spectator, at: time) { () throws(RuleViolation) in
            for player in players { controller.record(.seatTaken(player)) }
            if closingSeats { controller.record(.seatsClosed(by: nil)) }
            controller.rules.didSeat(in: controller)
            startIfComplete()
        }
    }

    /// Applies stored or remote `events` without consulting the rules.
    public func replay(_ events: [GameEvent]) {
        controller.replay(events)
    }

    /// Replaces the state, for instance to roll back to the committed one, and updates the cells.
    public func restore(_ state: GameState) {
        controller.restore(state)
    }

    /// When ``Command/deadlineReached`` is due: at a deadline of the rules, when a prompt expires, or when
    /// the game starts by itself.
    public var deadline: Timestamp? {
        var deadlines = state.prompts.map(\.expires)
        if let end = controller.timedRules?.deadline(state, in: controller) { deadlines.append(end) }
        if let end = controller.countdownEnd { deadlines.append(end) }
        return deadlines.min()
    }

    /// The deadline of the rules for a game at `state`, if it has one.
    public func ruleDeadline(_ state: GameState) -> Timestamp? {
        controller.timedRules?.deadline(state, in: controller)
    }

    /// When the next move of a bot falls due, if the bot waits for a time.
    public var nextBotMove: Timestamp? { controller.botRules?.nextBotMove(in: controller) }

    /// The moves that bots have to make at `time`; the server computes them and sends them as commands.
    public func awaitedMoves(at time: Timestamp) -> [AwaitedMove] {
        controller.botRules?.awaitedMoves(in: controller, at: time) ?? []
    }

    /// Refuses a new game that needs words which `lexicons` do not have, or do not offer for it.
    ///
    /// - Throws: `unknown-lexicon`, `not-in-pack`, or `not-a-letter` for a letter on its first board.
    public func requireWords(of lexicons: Lexicons) throws(RuleViolation) {
        guard let rules = controller.lexiconRules else { return }
        if rules.needsLexicon { _ = try lexicons.lexicon(rules.lexicon, for: setup.rules) }
        try rules.requireLayout(lexicons[rules.lexicon, for: setup.rules]?.alphabet)
    }

    /// Refuses an imported game of ``VerifiableRules`` whose marks or results do not follow from its boards.
    ///
    /// - Throws: `invalid-value`, saying what is wrong.
    public func verify() throws(RuleViolation) {
        try (state.rules as? any VerifiableRules)?.verify(state, lexicon: controller.lexicon)
    }

    private func edit(_ edit: BoardEdit, _ player: Player) throws(RuleViolation) {
        do { try controller.rules.mayType(player, in: controller) } catch {
            throw edit.entries.first.map { error.about($0.cell) } ?? error
        }
        let ownNumber = state.boardNumber(of: player)
        guard let board = controller.boards.numbered(edit.board ?? ownNumber),
            !state.hasPrivateBoards || board.number == ownNumber
        else {
            throw RuleViolation(.noSuchBoard, "You have no such board.")
        }
        guard edit.ifSequence?.contains(state.sequence) ?? true else {
            let cell = edit.entries.first?.cell
            throw RuleViolation(
                .preconditionFailed, "The game has changed since the state you named.", cell: cell)
        }
        guard !edit.unlessSequence.contains(state.sequence) else {
            throw RuleViolation(
                .preconditionFailed, "The game is still at a state you named.", cell: edit.entries.first?.cell
            )
        }
        let casing = controller.lexicon?.alphabet.spelling.casing ?? .common
        for entry in edit.entries {
            let cell = board[entry.cell]
            guard !edit.ifEmpty || cell.holds("") else {
                throw RuleViolation(.preconditionFailed, "The cell is not empty.", cell: entry.cell)
            }
            if let expected = entry.expected, !cell.holds(casing.prepared(expected)) {
                throw RuleViolation(
                    .cellDiffers, "The cell does not hold what you expected.", cell: entry.cell)
            }
            let text = controller.rules.normalized(casing.prepared(entry.text), in: controller)
            do { try cell.type(text, inPencil: entry.isPencil) } catch { throw error.about(entry.cell) }
        }
        if controller.hasChangedCells { try controller.rules.didEdit(board, in: controller) }
    }

    private func act(_ name: String, _ call: ActionCall) throws(RuleViolation) {
        guard try controller.actions.perform(name, call) else {
            throw RuleViolation(.noSuchAction, "This game has no such action.")
        }
    }

    private func answer(_ id: Int, _ button: Int, _ player: Player, _ time: Timestamp) throws(RuleViolation) {
        guard let prompt = state.prompt(id), time < prompt.expires else {
            throw RuleViolation(.noSuchPrompt, "This question is closed, or was never asked.")
        }
        try controller.requireSeat(player)
        guard prompt.buttons.indices.contains(button) else {
            throw RuleViolation(.invalidValue, "“button” must be the index of one of the buttons.")
        }
        guard let seat = player.seat, prompt.deciders.contains(seat) else {
            throw RuleViolation(.notAllowed, "This question is not for you, or you have answered it.")
        }
        controller.record(.promptAnswered(prompt: id, by: seat, button: button))
    }

    private func takeSeat(
        _ name: PlayerName, _ colour: Colour?, isProgram: Bool, _ id: PlayerID?, isNickname: Bool,
        for sender: Player
    ) throws(RuleViolation) {
        if let id {
            // Another node may have seated the player already.
            guard !state.seats.contains(where: { $0.player == id }) else { return }
            try controller.rules.maySit(id, in: controller)
        }
        // Everybody in a race with the task of a challenge has taken it on at its start.
        guard state.setup.challenge == nil || state.setup.isPersonal else {
            throw RuleViolation(.seatsClosed, "Everybody who plays this race sat down at its start.")
        }
        let seat = try freeSeat()
        try OpenSeats.mayBeTaken(by: sender, for: id, in: controller)
        let colour = colour ?? Colour.standard(for: seat)
        let player = SeatedPlayer(
            seat: seat, name: name, colour: colour, isProgram: isProgram, player: id,
            hasNickname: isNickname)
        controller.record(.seatTaken(player))
        controller.rules.didSeat(in: controller)
        startIfComplete()
    }

    /// Starts a game that needs several players once they are there, unless its rules have an action for that.
    private func startIfComplete() {
        let needsSeveral = type(of: controller.rules).info.seats.lowerBound > 1
        guard needsSeveral, state.phase == .waiting, controller.isComplete, setup.countdown == nil,
            !controller.actions.has("start")
        else { return }
        controller.begin()
    }

    private func seatBot(_ level: BotLevel, _ player: Player) throws(RuleViolation) {
        try controller.requireBots().maySeatBot(player, in: controller)
        let seat = try freeSeat()
        let name = try BotNames.name(on: seat, in: state)
        let bot = SeatedPlayer(seat: seat, name: name, colour: .standard(for: seat), bot: level)
        controller.record(.seatTaken(bot))
        startIfComplete()
    }

    private func freeSeat() throws(RuleViolation) -> Seat {
        try controller.rules.mayTakeSeat(in: controller)
        guard let seat = state.firstFreeSeat else {
            throw RuleViolation(.noFreeSeat, "All \(state.rules.seatLimit) seats are taken.")
        }
        return seat
    }

    private func renameSeat(_ seat: Seat, _ name: PlayerName, _ colour: Colour?, isNickname: Bool) {
        guard state.phase != .finished, let player = state.player(on: seat) else { return }
        if isNickname, let id = player.player {
            if player.name != name || !player.hasNickname {
                controller.record(.seatRenamed(seat, name, of: .member(id)))
            }
        } else if player.name != name, !player.hasNickname,
            let person = state.seatedSince(seat).flatMap({ player.person(since: $0) })
        {
            controller.record(.seatRenamed(seat, name, of: person))
        }
        if let colour, player.colour != colour { controller.record(.seatRecoloured(seat, colour)) }
    }

    private func leaveSeat(_ seat: Seat, _ player: Player) throws(RuleViolation) {
        guard state.player(on: seat) != nil else {
            throw RuleViolation(.noSuchSeat, "Nobody sits in this seat.")
        }
        try controller.rules.leave(seat, player, in: controller)
    }
}
