/// The front door of a game: commands in, events out.
///
/// Synchronous and deterministic: the same setup and commands give the same events. Belongs to one thread.
public final class Game {
    /// The delegate of the cells; it owns the boards.
    public let controller: GameController

    /// A game that stands at `state`; its words are those of `lexicons`.
    ///
    /// A game that only applies events needs no lexicons: everything that followed from words is in them.
    public init(_ state: GameState, lexicons: Lexicons = .none) {
        controller = GameController(state, lexicons: lexicons)
    }

    /// What the game started from.
    public var setup: GameSetup { controller.state.setup }

    /// Everything that has happened, with what is not committed yet.
    public var state: GameState { controller.state }

    /// Carries out `command` for `player` at `time`: all of it, or nothing.
    ///
    /// - Returns: what has happened, oldest first; empty when the command changes nothing.
    /// - Throws: why it was refused.
    public func apply(
        _ command: Command, by player: Player, at time: Timestamp
    ) throws(RuleViolation) -> [GameEvent] {
        try controller.requirePresence(player)
        return try controller.takeTurn(player, at: time) { () throws(RuleViolation) in
            if !command.leaves { try controller.rules.willAct(player, in: controller) }
            switch command {
            case .edit(let edit): try self.edit(edit, player)
            case .act(let name, let parameters):
                try act(name, ActionCall(player: player, parameters: parameters))
            case .answer(let prompt, let button): try answer(prompt, button, player, time)
            case .takeSeat(let name, let colour): try takeSeat(name, colour)
            case .leaveSeat(let seat): try leaveSeat(seat, player)
            case .seatBot(let level): try seatBot(level, player)
            case .botMove(let seat, let move):
                try controller.requireBots().play(move, for: seat, in: controller)
            case .timePassed: try controller.letTimePass(at: time)
            }
        }
    }

    /// Seats the people of the round before where they sat.
    ///
    /// - Returns: what has happened.
    public func seat(_ players: [SeatedPlayer], at time: Timestamp) throws(RuleViolation) -> [GameEvent] {
        try controller.takeTurn(.spectator, at: time) { () throws(RuleViolation) in
            for player in players { controller.record(.seatTaken(player)) }
            controller.rules.didSeat(in: controller)
        }
    }

    /// Applies `events`, which have happened elsewhere, asking nobody.
    public func replay(_ events: [GameEvent]) {
        controller.replay(events)
    }

    /// Goes back to `state`, or on to it; the cells show it.
    public func restore(_ state: GameState) {
        controller.restore(state)
    }

    /// When the game wants to be told that time has passed, if at all.
    public var deadline: Timestamp? {
        let due = controller.timed?.deadline(state, in: controller)
        guard let asked = controller.state.prompts.map(\.expires).min() else { return due }
        return due.map { min($0, asked) } ?? asked
    }

    /// The deadline that the rules have set for a game at `state`, if any.
    public func ruleDeadline(_ state: GameState) -> Timestamp? {
        controller.timed?.deadline(state, in: controller)
    }

    /// The moves that are due from bots at `time`; the server has them thought of and sends them as commands.
    public func awaitedMoves(at time: Timestamp) -> [AwaitedMove] {
        controller.bots?.awaitedMoves(in: controller, at: time) ?? []
    }

    /// The lexicon without which this game cannot be played, if it is not there.
    public var missingLexicon: String? {
        guard let rules = controller.lexiconRules, rules.needsLexicon, controller.lexicon == nil else {
            return nil
        }
        return rules.lexicon
    }

    /// Refuses the game if its rules judge what players do and its marks, ends or result cannot be true.
    ///
    /// - Throws: `invalid-value`, saying what cannot be.
    public func checkJudgements() throws(RuleViolation) {
        try (state.rules as? any JudgingRules)?.check(state, controller.lexicon)
    }

    private func edit(_ edit: BoardEdit, _ player: Player) throws(RuleViolation) {
        try controller.rules.mayType(player, in: controller)
        let number = state.boardNumber(of: player)
        guard let board = controller.boards.numbered(edit.board ?? number),
            !state.hasPrivateBoards || board.number == number
        else {
            throw RuleViolation(.noSuchBoard, "You have no such board.")
        }
        guard edit.ifSequence?.contains(state.sequence) ?? true else {
            let cell = edit.entries.first?.cell
            throw RuleViolation(.preconditionFailed, "Something has happened since then.", cell: cell)
        }
        for entry in edit.entries {
            let cell = board[entry.cell]
            if let expected = entry.expected, !cell.holds(expected) {
                throw RuleViolation(.cellDiffers, "The cell does not hold what you expect.", cell: entry.cell)
            }
            let text = controller.rules.reading(entry.text, in: controller)
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
            throw RuleViolation(.noSuchPrompt, "That question is closed or was never asked.")
        }
        try controller.requireSeat(player)
        guard prompt.buttons.indices.contains(button) else {
            throw RuleViolation(.invalidValue, "“button” is the index of one of the buttons.")
        }
        guard let seat = player.seat, prompt.deciders.contains(seat) else {
            throw RuleViolation(.notAllowed, "You have no say in this, or have answered already.")
        }
        controller.record(.promptAnswered(prompt: id, by: seat, button: button))
    }

    private func takeSeat(_ name: PlayerName, _ colour: Colour?) throws(RuleViolation) {
        let seat = try freeSeat()
        let colour = colour ?? Colour.standard(for: seat)
        controller.record(.seatTaken(SeatedPlayer(seat: seat, name: name, colour: colour)))
        controller.rules.didSeat(in: controller)
    }

    private func seatBot(_ level: BotLevel, _ player: Player) throws(RuleViolation) {
        try controller.requireBots().maySeatBot(player, in: controller)
        let seat = try freeSeat()
        let name = try PlayerName("Bot \(seat.number)")
        let bot = SeatedPlayer(seat: seat, name: name, colour: .standard(for: seat), bot: level)
        controller.record(.seatTaken(bot))
    }

    private func freeSeat() throws(RuleViolation) -> Seat {
        try controller.rules.mayTakeSeat(in: controller)
        guard let seat = state.firstFreeSeat else {
            throw RuleViolation(.noFreeSeat, "All \(state.rules.seatLimit) seats are taken.")
        }
        return seat
    }

    private func leaveSeat(_ seat: Seat, _ player: Player) throws(RuleViolation) {
        guard state.player(on: seat) != nil else {
            throw RuleViolation(.noSuchSeat, "Nobody sits on that seat.")
        }
        try controller.rules.leave(seat, player, in: controller)
    }
}
