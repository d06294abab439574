/// The rules of `free`: one shared board on which every player edits any cell at any time.
///
/// An open board also accepts edits from clients without a seat.
public struct FreeRules: LexiconRules, LobbyRules {
    /// The name `free`.
    public static let name = "free"
    /// The title, the summary and the options that `GET /rules` describes.
    public static let info = RuleInfo(
        title: "Free board", summary: "One shared board: write in any cell at any time.",
        options: WordRules.schema.merging([
            "open": Schema.flag.defaulting(to: .flag(false)).described(
                "Whether people without a seat may edit."),
            "board": Schema.text.described("The starting board, rows joined by “/”; its letters are fixed."),
        ]) { $1 })

    /// The lobby is an open board.
    public static let lobbyOptions = Parameters(["open": .flag(true)])

    /// Whether clients without a seat may edit.
    public let isOpen: Bool
    /// The scoring of the board.
    public let words: WordRules?
    /// The name of the lexicon that scores the board.
    public let lexicon: String
    /// Whether the options name a lexicon; if not, the board is playable without scores.
    public let needsLexicon: Bool
    /// The blocks and given letters of the option `board`; empty without that option.
    public let layout: [any CellObject]

    /// Reads the options `open`, `board` and those of ``WordRules``.
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

    /// Allows letters of the lexicon's alphabet, with accents too; any letters if the lexicon is missing.
    ///
    /// An undo is not checked, because an earlier version may have allowed the letter.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
        if edit.cause == .edit, let letter = edit.value { try Self.require(letter, game.lexicon?.alphabet) }
    }

    /// Refuses a starting board with letters outside the alphabet.
    public func requireLayout(_ alphabet: Alphabet?) throws(RuleViolation) {
        for letter in layout.compactMap(\.letter) { try Self.require(letter, alphabet) }
    }

    private static func require(_ letter: Letter, _ alphabet: Alphabet?) throws(RuleViolation) {
        guard let alphabet, alphabet.code(of: letter) == 0 else { return }
        // Only accents that letters of real languages have: more marks would cover the neighbours.
        let isComposed = letter.text.unicodeScalars.count == 1
        guard isComposed, alphabet.code(of: letter.withoutAccents) != 0 else {
            throw RuleViolation(.notALetter, "“\(letter)” is not a letter of the game's alphabet.")
        }
    }

    /// Sets `undo`, `clear`, `recolour`, `rematch`, `lock`, `unlock` and `close`.
    public func setActions(on game: GameController) {
        Undo.setAction(on: game)
        setClear(on: game)
        setHostActions(on: game)
        Recolour.setAction(on: game)
        Rematch.setAction(on: game)
        HostClose.setAction(on: game)
    }

    /// Clears the board or starts the next round once all players have agreed.
    ///
    /// A board that was locked while the prompt was open stays as it is. An error would refuse the command
    /// that dismissed the prompt: the last player's answer or departure.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) throws(RuleViolation) {
        guard button != prompt.cancel else { return }
        switch prompt.purpose {
        case "clear": if !game.state.isLocked { try Self.clear(game, by: prompt.asker) }
        case Rematch.purpose: Rematch.start(in: game)
        default: break
        }
    }

    private func setClear(on game: GameController) {
        let isOpen = isOpen
        game.actions.set("clear", isAllowed: { (isOpen || $0.seat != nil) && $1.acceptsEdits }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            if !isOpen { try game.requireSeat(call.player) }
            try Self.requestClear(game, call.player)
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

    private static func requestClear(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireWritable()
        let question = Consent.Question(
            purpose: "clear", title: "Clear the board?", request: "clear the whole board",
            buttons: ["Keep", "Clear"])
        let seats = game.state.seats.filter(\.isPerson).map(\.seat)
        let others = seats.count > 1 ? seats.filter { $0 != player.seat } : []
        if try Consent.obtain(question, by: player, from: others, in: game) {
            try clear(game, by: player.seat)
        }
    }

    private static func clear(_ game: GameController, by seat: Seat?) throws(RuleViolation) {
        try game.change(for: .clear, by: seat) { () throws(RuleViolation) in
            for cell in game.boards.lazy.flatMap(\.cells) where cell.letter != nil {
                guard (try? cell.object.typing(nil)) != nil else { continue }  // Skip given letters.
                try cell.type("")
            }
        }
    }
}
