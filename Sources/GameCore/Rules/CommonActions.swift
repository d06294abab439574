/// The action `start`: the host, or the first person at the table, begins a game that has waited for players.
public enum Start {
    /// Sets the action, which does `begin`.
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
                throw RuleViolation(.gameStarted, "This game has begun; you can watch it.")
            }
            guard !game.state.seats.isEmpty else {
                throw RuleViolation(.notAllowed, "Somebody takes a seat first.")
            }
            try begin()
        }
    }

    private static func mayStart(_ player: Player, _ state: GameState) -> Bool {
        player.isHost || player.seat != nil && player.seat == state.seats.first { $0.bot == nil }?.seat
    }
}

/// What several people at one board decide together.
public enum Consent {
    /// What the others are asked.
    public struct Question: Sendable {
        /// The name under which the rules know what to do when they agree.
        public let purpose: String
        /// A few words.
        public let title: String
        /// What somebody would like to do.
        public let wish: String
        /// The first one changes nothing.
        public let buttons: [String]

        /// A question.
        public init(purpose: String, title: String, wish: String, buttons: [String]) {
            self.purpose = purpose
            self.title = title
            self.wish = wish
            self.buttons = buttons
        }
    }

    /// Whether `player` may do it at once, because nobody else is there; else asks the others.
    ///
    /// - Throws: `already-asked`.
    public static func isGiven(
        _ question: Question, by player: Player, in game: GameController
    ) throws(RuleViolation) -> Bool {
        let others = game.state.seats.filter { $0.bot == nil && $0.seat != player.seat }.map(\.seat)
        return try isGiven(question, by: player, others, in: game)
    }

    /// The same when only `others` are asked.
    public static func isGiven(
        _ question: Question, by player: Player, _ others: [Seat], in game: GameController
    ) throws(RuleViolation) -> Bool {
        guard !game.state.prompts.contains(where: { $0.purpose == question.purpose }) else {
            throw RuleViolation(.alreadyAsked, "The others have been asked already.")
        }
        guard !others.isEmpty else { return true }
        let asker = player.seat.flatMap { game.state.player(on: $0)?.name.text } ?? "Somebody"
        game.ask(
            question.purpose, title: question.title, message: "\(asker) would like to \(question.wish).",
            buttons: question.buttons, deciders: others)
        return false
    }
}

/// The next round with the same people in the same seats, when all of them want it.
public enum Rematch {
    /// The purpose of its prompt.
    public static let purpose = "rematch"

    /// Sets the action `rematch`.
    public static func setAction(on game: GameController) {
        game.actions.set(
            "rematch",
            isAllowed: { $0.seat != nil && $1.phase == .finished && $1.next == nil && $1.prompts.isEmpty }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try askForRematch(game, call.player)
        }
    }

    /// All have agreed.
    public static func agreed(in game: GameController) {
        guard game.state.phase == .finished, game.state.next == nil, !lacksWords(game) else { return }
        game.startRematch()
    }

    /// Whether the next round could not be played, because the lexicon is not there any more.
    private static func lacksWords(_ game: GameController) -> Bool {
        game.lexiconRules?.needsLexicon == true && game.lexicon == nil
    }

    private static func askForRematch(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard game.state.phase == .finished else {
            throw RuleViolation(.gameNotFinished, "This round is not over yet.")
        }
        if lacksWords(game) { _ = try game.requireLexicon() }
        guard player.seat.map({ !game.rules.staysBehind($0, in: game.state) }) ?? true else {
            throw RuleViolation(.notAllowed, "You are not part of this game any more.")
        }
        guard game.state.next == nil else {
            throw RuleViolation(.alreadyAsked, "The next round has begun already.")
        }
        let others = game.state.seats.filter { $0.bot == nil }.map(\.seat).filter {
            $0 != player.seat && !game.state.left.contains($0)
        }
        let question = Consent.Question(
            purpose: purpose, title: "Play again?", wish: "play another round", buttons: ["No", "Play again"])
        if try Consent.isGiven(question, by: player, others, in: game) { game.startRematch() }
    }
}

/// The action `undo`: one takes back one's own last change of a shared board.
public enum Undo {
    /// Sets the action.
    public static func setAction(on game: GameController) {
        game.actions.set("undo", isAllowed: { $1.takesEdits && $1.hasOwnChange($0) }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try undo(game, call.player)
        }
    }

    private static func undo(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        guard let own = player.seat.flatMap({ game.state.ownChanges[$0] })?.change,
            let board = game.boards.numbered(own.board), stands(own, on: board)
        else {
            throw RuleViolation(.nothingToUndo, "There is no change of yours that still stands.")
        }
        try game.rules.mayType(player, in: game)
        try game.change(for: .undo, by: player.seat) { () throws(RuleViolation) in
            try board[own.cell].type(own.previous?.text ?? "", inPencil: own.wasPencil)
        }
        if game.hasChangedCells { try game.rules.didEdit(board, in: game) }
    }

    /// Whether the cell still holds what was written, by who wrote it.
    private static func stands(_ change: CellChange, on board: Board) -> Bool {
        board[change.cell].stamp.by == change.by && board[change.cell].letter == change.value
    }
}

/// The action `recolour`: another colour for oneself.
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
            throw RuleViolation(.invalidValue, "“colour” is written as #rrggbb.")
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
