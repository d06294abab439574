/// The action `start`: the host, or the player on the first seat without a bot, starts a waiting game.
public enum Start {
    /// Sets the action, which calls `begin` when it is allowed.
    public static func setAction(
        on game: GameController, _ begin: @escaping () throws(RuleViolation) -> Void
    ) {
        game.actions.set(
            "start", isAllowed: { $1.phase == .waiting && !$1.seats.isEmpty && mayStart($0, $1) }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            if !mayStart(call.player, game.state) { try game.requireHost(call.player) }
            try game.requirePlaying()
            guard game.state.phase == .waiting else {
                throw RuleViolation(.gameStarted, "This game has already started; you can watch it.")
            }
            guard !game.state.seats.isEmpty else {
                throw RuleViolation(.notAllowed, "Somebody has to take a seat first.")
            }
            try begin()
        }
    }

    private static func mayStart(_ player: Player, _ state: GameState) -> Bool {
        player.isHost || player.seat != nil && player.seat == state.seats.first { $0.bot == nil }?.seat
    }
}

/// Decisions that the players of a shared board make together.
public enum Consent {
    /// The prompt that asks the other players.
    public struct Question: Sendable {
        /// The name by which the rules recognize the prompt when it is dismissed.
        public let purpose: String
        /// The prompt's title, such as "Play again?".
        public let title: Sentence
        /// A verb phrase that completes "Ann would like to …".
        public let request: Sentence
        /// The button labels; the first button cancels.
        public let buttons: [String]

        /// Creates a question.
        public init(purpose: String, title: Sentence, request: Sentence, buttons: [String]) {
            self.purpose = purpose
            self.title = title
            self.request = request
            self.buttons = buttons
        }
    }

    /// Obtains the consent of the other seated people; bots, programs and absent players are not asked.
    ///
    /// - Returns: true if there are no other players, so that the caller may proceed at once; false after
    ///   opening a prompt, whose outcome arrives in ``RuleSet/didDismiss(_:button:in:)``.
    /// - Throws: `already-asked` while a prompt of the same purpose is open.
    public static func obtain(
        _ question: Question, by player: Player, in game: GameController
    ) throws(RuleViolation) -> Bool {
        let others = game.state.seats.filter { $0.isPerson && $0.seat != player.seat }.map(\.seat)
        return try obtain(question, by: player, from: others, in: game)
    }

    /// Obtains the consent of those of `others` who are present; returns true if there are none.
    ///
    /// The host's question replaces that of somebody else.
    ///
    /// - Throws: `already-asked` while a prompt of the same purpose is open.
    public static func obtain(
        _ question: Question, by player: Player, from others: [Seat], in game: GameController
    ) throws(RuleViolation) -> Bool {
        let open = game.state.prompts.first { $0.purpose == question.purpose }
        guard open == nil || player.isHost && (player.seat == nil || open?.asker != player.seat) else {
            throw RuleViolation(.alreadyAsked, "The other players have already been asked.")
        }
        let others = others.filter { !game.playersWithoutSay.contains($0) }
        if let open { try game.withdraw(open) }
        guard !others.isEmpty else { return true }
        let asker: Sentence = player.seat.map { "\($0)" } ?? "Somebody"
        game.ask(
            question.purpose, title: question.title, message: "\(asker) would like to \(question.request).",
            buttons: question.buttons, deciders: others)
        return false
    }
}

/// The action `rematch`: the next round with the same players in the same seats, if all of them agree.
public enum Rematch {
    /// The purpose of the prompt.
    public static let purpose = "rematch"

    /// Sets the action.
    public static func setAction(on game: GameController) {
        game.actions.set(
            "rematch",
            isAllowed: { [weak game] player, state in
                guard let game, let seat = player.seat, state.phase == .finished else { return false }
                return state.next == nil
                    && state.prompts.allSatisfy { player.isHost && $0.asker != seat }
                    && !game.rules.skipsNextRound(seat, in: state)
                    && (try? othersToAsk(game, player)) != nil
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try requestRematch(game, call.player)
        }
    }

    /// Starts the next round after all players have agreed.
    ///
    /// No effect if it has already started, or if the server lacks the lexicon that it needs.
    public static func start(in game: GameController) {
        guard game.state.phase == .finished, game.state.next == nil, !lacksWords(game) else { return }
        game.startRematch()
    }

    private static func lacksWords(_ game: GameController) -> Bool {
        game.lexiconRules?.needsLexicon == true && game.lexicon == nil
    }

    private static func requestRematch(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard game.state.phase == .finished else {
            throw RuleViolation(.gameNotFinished, "This round is not over yet.")
        }
        if lacksWords(game) { _ = try game.requireLexicon() }
        guard player.seat.map({ !game.rules.skipsNextRound($0, in: game.state) }) ?? true else {
            throw RuleViolation(.notAllowed, "You are no longer part of this game.")
        }
        guard game.state.next == nil else {
            throw RuleViolation(.alreadyAsked, "The next round has already started.")
        }
        let question = Consent.Question(
            purpose: purpose, title: "Play again?", request: "play another round",
            buttons: ["No", "Play again"])
        let others = try othersToAsk(game, player)
        if try Consent.obtain(question, by: player, from: others, in: game) { game.startRematch() }
    }

    /// The players whose consent `player` needs: in a room its members, because the next round becomes the
    /// room's game.
    ///
    /// - Throws: `not-allowed` in a room if `player` is not a member, or if nobody who may begin the room's
    ///   next game would agree.
    private static func othersToAsk(
        _ game: GameController, _ player: Player
    ) throws(RuleViolation) -> [Seat] {
        let others = game.state.seats.filter { $0.isPerson && $0.seat != player.seat }.map(\.seat)
        guard let members = game.members, let seat = player.seat else { return others }
        guard members.members.contains(seat) else {
            throw RuleViolation(.notAllowed, "Only members of the room decide on its next game.")
        }
        let asked = others.filter(members.members.contains)
        guard members.mayBegin(seat, asking: asked.filter { !game.playersWithoutSay.contains($0) }) else {
            throw RuleViolation(.notAllowed, "The host of the room has to agree, and does not play here now.")
        }
        return asked
    }
}

/// The action `undo`: reverts the player's own last change on a shared board.
public enum Undo {
    /// Sets the action.
    public static func setAction(on game: GameController) {
        game.actions.set("undo", isAllowed: { $1.acceptsEdits && $1.hasOwnChange($0) }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try undo(game, call.player)
        }
    }

    private static func undo(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard let own = player.seat.flatMap({ game.state.ownChanges[$0] })?.change,
            let board = game.boards.numbered(own.board), isUnchanged(own, on: board)
        else {
            throw RuleViolation(.nothingToUndo, "You have no change left to undo.")
        }
        try game.rules.mayType(player, in: game)
        try game.change(for: .undo, by: player.seat) { () throws(RuleViolation) in
            try board[own.cell].type(own.previous?.text ?? "", inPencil: own.wasPencil)
        }
        if game.hasChangedCells { try game.rules.didEdit(board, in: game) }
    }

    /// Whether the cell still holds the letter of `change`, written by the same player.
    private static func isUnchanged(_ change: CellChange, on board: Board) -> Bool {
        board[change.cell].stamp.by == change.by && board[change.cell].letter == change.value
    }
}

/// The action `recolour`: changes the player's own colour.
public enum Recolour {
    /// Sets the action.
    public static func setAction(on game: GameController) {
        game.actions.set(
            "recolour", parameters: ["colour": .colour], isAllowed: { player, _ in player.seat != nil }
        ) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try recolour(game, call)
        }
    }

    private static func recolour(_ game: GameController, _ call: ActionCall) throws(RuleViolation) {
        try game.requireSeat(call.player)
        guard let seat = call.player.seat,
            let colour = try call.parameters.text("colour").flatMap(Colour.init)
        else {
            throw RuleViolation(.invalidValue, "“colour” must be written as #rrggbb.")
        }
        guard game.state.player(on: seat)?.colour != colour else { return }
        game.record(.seatRecoloured(seat, colour))
    }
}

/// The action `close`: the host ends the game.
public enum HostClose {
    /// Sets the action.
    public static func setAction(on game: GameController) {
        game.actions.set("close", isAllowed: { $0.isHost && $1.phase != .finished }) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            guard let game, game.state.phase != .finished else { return }
            game.rules.end(game)
        }
    }
}
