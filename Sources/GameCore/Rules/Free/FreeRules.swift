/// `free`: a shared board.
///
/// Anyone seated, or anyone at all when it is open, writes any cell at any time.
public struct FreeRules: LexiconRules, HouseBoardRules {
    /// The name `free`.
    public static let name = "free"
    /// The game for people.
    public static let info = RuleInfo(
        title: "Free board", summary: "One shared board: write in any cell at any time.",
        options: WordRules.schema.merging([
            "open": Schema.flag.defaulting(to: .flag(false)).described(
                "Whether people without a seat may write."),
            "board": Schema.text.described("The board to begin with, rows joined by “/”; its letters stay."),
        ]) { $1 })

    /// The house board is open.
    public static let houseOptions = Parameters(["open": .flag(true)])

    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// How the board is scored.
    public let words: WordRules?
    /// The name of the lexicon whose words count.
    public let lexicon: String
    /// Whether the lexicon was asked for by name.
    public let needsLexicon: Bool
    /// The layout's blocks and given letters, or empty cells.
    public let layout: [any CellObject]

    /// Reads `open` (a flag), `board` (a layout; its letters are given) and how words are scored.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        try options.allowOnly(["open", "board"] + WordRules.optionNames)
        let words = try WordRules(options)
        self.words = words
        (lexicon, needsLexicon) = (words.lexicon, words.isRequired)
        isOpen = try options.flag("open") ?? false
        let text = try options.text("board")
        layout =
            try text.map { text throws(RuleViolation) in
                try BoardLayout(text, letters: .given).objects
            } ?? []
    }

    /// `undo`, `clear`, `recolour`, `rematch`, `lock`, `unlock`, `close`.
    public func setActions(on game: GameController) {
        Undo.setAction(on: game)
        setClear(on: game)
        setHostActions(on: game)
        Recolour.setAction(on: game)
        Rematch.setAction(on: game)
        HostClose.setAction(on: game)
    }

    /// The board is cleared, or the next round begins, when all have agreed.
    ///
    /// One that was locked meanwhile stays as it is: nobody's answer or leaving is refused for that.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        guard button != prompt.cancel else { return }
        switch prompt.purpose {
        case "clear": if !game.state.isLocked { try Self.clear(game, by: prompt.asker) }
        case Rematch.purpose: Rematch.agreed(in: game)
        default: break
        }
    }

    private func setClear(on game: GameController) {
        let isOpen = isOpen
        game.actions.set("clear", isAllowed: { (isOpen || $0.seat != nil) && $1.takesEdits }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            if !isOpen { try game.requireSeat(call.player) }
            try Self.askToClear(game, call.player)
        }
    }

    private func setHostActions(on game: GameController) {
        game.actions.set("lock", isAllowed: { $0.isHost && $1.phase == .playing && !$1.isLocked }) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            try game?.requirePlaying()
            if game?.state.isLocked == false { game?.record(.boardLocked(by: call.player.seat)) }
        }
        game.actions.set("unlock", isAllowed: { $0.isHost && $1.phase == .playing && $1.isLocked }) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            try game?.requirePlaying()
            if game?.state.isLocked == true { game?.record(.boardUnlocked(by: call.player.seat)) }
        }
    }

    private static func askToClear(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireWritable()
        let question = Consent.Question(
            purpose: "clear", title: "Clear the board?", wish: "clear the whole board",
            buttons: ["Keep", "Clear"])
        let seats = game.state.seats.map(\.seat)
        let others = seats.count > 1 ? seats.filter { $0 != player.seat } : []
        if try Consent.isGiven(question, by: player, others, in: game) { try clear(game, by: player.seat) }
    }

    private static func clear(_ game: GameController, by seat: Seat?) throws(RuleViolation) {
        try game.change(for: .clear, by: seat) { () throws(RuleViolation) in
            for cell in game.boards.lazy.flatMap(\.cells) where cell.letter != nil {
                guard (try? cell.object.typing(nil)) != nil else { continue }  // given letters stay
                try cell.type("")
            }
        }
    }
}
