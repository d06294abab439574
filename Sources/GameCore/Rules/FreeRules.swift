/// `free`: a shared board.
///
/// Anyone seated, or anyone at all when it is open, writes any cell at any time.
public struct FreeRules: RuleSet {
    /// The name `free`.
    public static let name = "free"
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// By which words the board is scored.
    public let words: WordRules?
    private let layout: BoardLayout?

    /// Reads `open` (a flag), `board` (a layout; its letters are given) and how words are scored.
    public init(options: Parameters) throws(RuleViolation) {
        try options.allowOnly(["open", "board"] + WordRules.optionNames)
        words = try WordRules(options)
        isOpen = try options.flag("open") ?? false
        if let text = try options.text("board") {
            layout = try BoardLayout(text, letters: .given)
        } else {
            layout = nil
        }
    }

    /// One shared board, empty or with the layout's blocks and given letters.
    public func startingBoards() -> [Board] { [Board(objects: layout?.objects ?? [])] }

    /// `undo`, `clear`, `recolour`, `rematch`, `lock`, `unlock`, `close`.
    public func setActions(on game: GameController) {
        setPlayerActions(on: game)
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

    private func setPlayerActions(on game: GameController) {
        let isOpen = isOpen
        game.actions.set("undo", isAllowed: { $1.takesEdits && $1.hasOwnChange($0) }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try Self.undo(game, call.player)
        }
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

    private static func undo(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireSeat(player)
        let own = player.seat.flatMap { game.state.ownChanges[$0] }
        guard let own, game.boards[own.change.board][own.change.cell].stamp.sequence == own.sequence else {
            throw RuleViolation(.nothingToUndo, "There is no change of yours that still stands.")
        }
        try game.change(for: .undo, by: player.seat) { () throws(RuleViolation) in
            let cell = game.boards[own.change.board][own.change.cell]
            try cell.type(own.change.previous?.text ?? "")
        }
    }

    private static func askToClear(_ game: GameController, _ player: Player) throws(RuleViolation) {
        try game.requireWritable()
        let others = game.state.seats.map(\.seat).filter { $0 != player.seat }
        guard game.state.seats.count > 1 else {
            try clear(game, by: player.seat)
            return
        }
        guard !game.state.prompts.contains(where: { $0.purpose == "clear" }) else {
            throw RuleViolation(.alreadyAsked, "The others have been asked already.")
        }
        let asker = player.seat.flatMap { game.state.player(on: $0)?.name.text } ?? "Somebody"
        game.ask(
            "clear", title: "Clear the board?", message: "\(asker) would like to clear the whole board.",
            buttons: ["Keep", "Clear"], deciders: others)
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
