/// The delegate of every cell of a game: it asks the rules before a change and records what has happened.
///
/// It owns the boards, the boards own the cells, and the cells know it only weakly. Belongs to the thread of
/// its game; not Sendable.
public final class GameController: CellDelegate {
    /// The command that is being carried out.
    private final class Turn {
        let player: Player
        let time: Timestamp
        let stateBefore: GameState
        var cause = CellChange.Cause.edit
        var author: Seat?
        var events: [GameEvent] = []
        /// The cells that have changed, and whether each held a letter in pencil before.
        var touched: [Touched] = []

        init(_ player: Player, at time: Timestamp, from state: GameState) {
            self.player = player
            self.time = time
            stateBefore = state
            author = player.seat
        }
    }

    /// A cell that a command has changed.
    private struct Touched {
        let board: Int
        let cell: CellIndex
        let wasPencil: Bool
    }

    /// The rules.
    public let rules: any RuleSet
    /// The live boards, in order of their number; they show `state`.
    public private(set) var boards: [Board] = []
    /// Everything that has happened.
    public private(set) var state: GameState
    /// The words of the game; nil when none count, or when the lexicon is not there.
    public let lexicon: Lexicon?
    /// Scores the boards; nil when nothing is scored, or when the lexicon is not there.
    public let scorer: BoardScorer?
    /// The rules' words, if they use any.
    public let lexiconRules: (any LexiconRules)?
    /// The rules' deadlines, if they have any.
    let timed: (any TimedRules)?
    /// The rules' bots, if they have any.
    let bots: (any BotRules)?
    private var table: ActionTable?
    private var openPrompts: [Int: OpenPrompt] = [:]
    private var turn: Turn?

    /// A game that stands at `state`; words are those of `lexicons`.
    init(_ state: GameState, lexicons: Lexicons) {
        let rules = state.rules
        self.rules = rules
        self.state = state
        timed = rules as? any TimedRules
        bots = rules as? any BotRules
        let words = rules as? any LexiconRules
        lexiconRules = words
        let lexicon = words.flatMap { lexicons[$0.lexicon] }
        self.lexicon = lexicon
        scorer = words?.words.flatMap { words in lexicon.map { BoardScorer($0, words.scoring) } }
        showBoards()
        for prompt in state.prompts { open(prompt) }
    }

    /// The actions of the game, by name; set by the rules when they are first needed.
    ///
    /// Most games are only written and read, and then they cost nothing.
    public var actions: ActionTable {
        if let table { return table }
        let table = ActionTable()
        self.table = table
        rules.setActions(on: self)
        return table
    }

    /// The actions that `player` may perform in `state`, by name.
    ///
    /// Leaves no table behind where there was none.
    public func availableActions(to player: Player, in state: GameState) -> [ActionDescription] {
        let isNew = table == nil
        defer { if isNew { table = nil } }
        return actions.available(to: player, in: state)
    }

    /// The board that `player` means when the player names none.
    public func boardNumber(of player: Player) -> Int { state.boardNumber(of: player) }

    /// Has the cells show the boards of the state.
    private func showBoards() {
        if boards.map(\.number) != state.boards.map(\.number) {
            boards = state.boards.map { Board($0) }
            for cell in boards.lazy.flatMap(\.cells) { cell.delegate = self }
            return
        }
        for board in state.boards { for index in CellIndex.all { show(index, of: board) } }
    }

    private func show(_ index: CellIndex, of board: BoardState) {
        boards.numbered(board.number)?[index].restore(board.object(at: index), board.stamp(at: index))
    }

    // MARK: A turn

    /// Carries out `work` for `player`: all of it, or nothing.
    ///
    /// - Returns: what has happened.
    func takeTurn(
        _ player: Player, at time: Timestamp, _ work: () throws(RuleViolation) -> Void
    ) throws(RuleViolation) -> [GameEvent] {
        guard self.turn == nil else {
            throw RuleViolation(.notAllowed, "A game carries out one command at a time.")
        }
        let turn = Turn(player, at: time, from: state)
        self.turn = turn
        defer { self.turn = nil }
        do {
            try work()
            try settlePrompts(at: time)
        } catch {
            rollBack(turn)
            throw error
        }
        return turn.events
    }

    /// Records a fact of this turn: an event, which is applied to the state.
    public func record(_ change: GameEvent.Change) {
        guard let turn else { return }
        let sequence = state.sequence.next
        let boards = boards(after: change)
        let hash = StateHash(sequence: sequence, boards: boards)
        let event = GameEvent(sequence: sequence, time: turn.time, change: change, hash: hash)
        turn.events.append(event)
        apply(event)
        if boards.count != self.boards.count { showBoards() }
    }

    /// The boards once `change` has happened: the live cells have changed already, new boards are made here.
    private func boards(after change: GameEvent.Change) -> [Board] {
        guard case .gameStarted(let start) = change, state.hasPrivateBoards else { return boards }
        return start.boards(layout: rules.layout).map { Board($0) }
    }

    /// Ends the game with the points of each seat.
    public func finish(_ scores: [GameResult.Score] = []) {
        record(.gameFinished(GameResult(elapsed: elapsed, scores: scores)))
    }

    /// The time that was played, of a game that waits for nobody since it was made.
    public var elapsed: Duration {
        state.started == nil ? max(now - state.setup.created, .zero) : state.elapsed(at: now)
    }

    /// Whether the command that is being carried out has changed a cell.
    var hasChangedCells: Bool { turn?.touched.isEmpty == false }

    /// The time of the command that is being carried out.
    public var now: Timestamp { turn?.time ?? state.setup.created }

    /// Starts the next round: whoever hears of it makes the game and seats the same people there.
    func startRematch() {
        record(.rematchStarted(state.setup.id.nextRound))
    }

    /// Changes cells for another reason than typing, in the name of `author`.
    public func change(
        for cause: CellChange.Cause, by author: Seat?, _ work: () throws(RuleViolation) -> Void
    ) throws(RuleViolation) {
        guard let turn else { return }
        let outer = (turn.cause, turn.author)
        (turn.cause, turn.author) = (cause, author)
        defer { (turn.cause, turn.author) = outer }
        try work()
    }

    private func rollBack(_ turn: Turn) {
        state = turn.stateBefore
        if boards.count != state.boards.count { showBoards() }
        for touched in turn.touched {
            if let board = state.boards.numbered(touched.board) { show(touched.cell, of: board) }
        }
        openPrompts = openPrompts.filter { state.prompt($0.key) != nil }
        for prompt in state.prompts where openPrompts[prompt.id] == nil { open(prompt) }
    }

    /// Marks letters on `board`; no effect without cells.
    public func mark(_ cells: [CellMarks.Marked], on board: Board, _ cause: CellMarks.Cause) {
        guard let turn, !cells.isEmpty else { return }
        for marked in cells {
            let cell = board[marked.cell]
            turn.touched.append(Touched(board: board.number, cell: marked.cell, wasPencil: false))
            cell.restore(
                cell.object.marked(marked.mark), CellStamp(by: cell.stamp.by, sequence: state.sequence.next))
        }
        let marks = CellMarks(board: board.number, cells: cells, by: turn.author, cause: cause)
        record(.cellsMarked(marks))
    }

    // MARK: Cells report

    /// Asks the rules.
    public func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        guard let turn, let (board, index) = place(of: cell) else {
            throw RuleViolation(.orphanedCell, "Cells of a game change through the game.")
        }
        let edit = ProposedEdit(
            board: board.number, cell: index, value: letter, player: turn.player, cause: turn.cause)
        do { try rules.mayEdit(edit, in: self) } catch { throw error.about(index) }
        turn.touched.append(
            Touched(board: board.number, cell: index, wasPencil: cell.object.mark == .pencil))
    }

    /// Records the change and signs the cell.
    public func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        guard let turn, let (board, index) = place(of: cell) else { return }
        let change = CellChange(
            board: board.number, cell: index, value: cell.letter, previous: previous, by: turn.author,
            cause: turn.cause, isPencil: cell.object.mark == .pencil,
            wasPencil: turn.touched.last?.wasPencil ?? false)
        record(.cellChanged(change))
        cell.sign(CellStamp(by: turn.author, sequence: state.sequence))
    }

    private func place(of cell: Cell) -> (Board, CellIndex)? {
        for board in boards {
            if let index = board.index(of: cell) { return (board, index) }
        }
        return nil
    }

    // MARK: Prompts

    /// Asks the players; the rule set learns their answer by `didDismiss`.
    public func ask(_ purpose: String, title: String, message: String, buttons: [String], deciders: [Seat]) {
        guard let turn else { return }
        let prompt = Prompt(
            id: state.promptsAsked + 1, purpose: purpose, title: title, message: message, buttons: buttons,
            cancel: 0,
            asker: turn.author, deciders: deciders, expires: turn.time + Prompt.lifetime)
        record(.promptOpened(prompt))
    }

    /// Ends the prompts whose time is over, as if they had been cancelled, and tells the rules.
    func letTimePass(at time: Timestamp) throws(RuleViolation) {
        for prompt in state.prompts where prompt.expires <= time {
            try dismiss(prompt, button: prompt.cancel)
        }
        try timed?.timePassed(in: self)
    }

    /// Ends the questions that are decided, and those whose asker has left; an agreement that comes too late
    /// is none.
    private func settlePrompts(at time: Timestamp) throws(RuleViolation) {
        for prompt in state.prompts {
            let isWithdrawn = prompt.asker.map { state.player(on: $0) == nil } ?? false
            guard let button = isWithdrawn ? prompt.cancel : prompt.outcome else { continue }
            try dismiss(prompt, button: prompt.expires <= time ? prompt.cancel : button)
        }
    }

    private func dismiss(_ prompt: Prompt, button: Int) throws(RuleViolation) {
        let open = openPrompts[prompt.id]
        record(.promptDismissed(prompt: prompt.id, button: button))
        try open?.didDismiss(prompt, button)
    }

    private func open(_ prompt: Prompt) {
        openPrompts[prompt.id] = OpenPrompt(prompt) { [weak self] prompt, button throws(RuleViolation) in
            guard let self else { return }
            try self.rules.didDismiss(prompt, button: button, in: self)
        }
    }

    // MARK: Applying

    /// Applies `events` that have happened before, asking nobody; the cells show them.
    func replay(_ events: [GameEvent]) {
        for event in events { apply(event) }
        showBoards()
    }

    /// Goes to `state`; the cells show it.
    func restore(_ state: GameState) {
        self.state = state
        showBoards()
        openPrompts = [:]
        for prompt in state.prompts { open(prompt) }
    }

    private func apply(_ event: GameEvent) {
        state.apply(event)
        switch event.change {
        case .promptOpened(let prompt): open(prompt)
        case .promptDismissed(let id, _): openPrompts[id] = nil
        case .gameFinished: openPrompts = [:]
        default: break
        }
    }
}

/// What a game asks of who wants something of it.
extension GameController {
    /// Refuses who speaks for a seat on which nobody sits any more, or by now somebody else.
    func requirePresence(_ player: Player) throws(RuleViolation) {
        guard let seat = player.seat else { return }
        let taken = state.taken[seat]
        guard taken == nil || player.since ?? taken != taken else { return }
        throw RuleViolation(.unknownToken, "You do not sit on that seat any more.")
    }

    /// Refuses everybody when the game is over.
    public func requirePlaying() throws(RuleViolation) {
        guard state.phase == .finished else { return }
        throw RuleViolation(.gameFinished, "This game is over.")
    }

    /// Refuses everybody when the game is over or the host has frozen the board.
    public func requireWritable() throws(RuleViolation) {
        try requirePlaying()
        guard state.isLocked else { return }
        throw RuleViolation(.boardLocked, "The host has locked this board.")
    }

    /// Refuses who has no seat.
    public func requireSeat(_ player: Player) throws(RuleViolation) {
        guard player.seat == nil else { return }
        guard player == .spectator else {
            throw RuleViolation(.notAllowed, "The host takes a seat first to play.")
        }
        throw RuleViolation(.tokenNeeded, "Take a seat first, and send its token.")
    }

    /// Refuses a player who is not the host.
    public func requireHost(_ player: Player) throws(RuleViolation) {
        guard !player.isHost else { return }
        guard player != .spectator else {
            throw RuleViolation(.tokenNeeded, "Only the host may do this; send the host's token.")
        }
        throw RuleViolation(.notAllowed, "Only the host may do this.")
    }

    /// The bots of the game.
    ///
    /// - Throws: `no-bots` where there are none.
    func requireBots() throws(RuleViolation) -> any BotRules {
        guard let bots else {
            throw RuleViolation(.noBots, "There are no bots for games of these rules.")
        }
        return bots
    }

    /// The words of the game.
    ///
    /// - Throws: `unknown-lexicon` when they are not there.
    public func requireLexicon() throws(RuleViolation) -> Lexicon {
        guard let lexicon else {
            throw RuleViolation(.unknownLexicon, "The lexicon of this game is not on this server.")
        }
        return lexicon
    }

    /// The letter of the lexicon that `text` is.
    ///
    /// - Throws: `not-a-letter`.
    public func requireLetter(_ text: String) throws(RuleViolation) -> Letter {
        let alphabet = try requireLexicon().alphabet
        guard let letter = Letter(text), let known = alphabet.letter(alphabet.code(of: letter)) else {
            throw RuleViolation(.notALetter, "That is not one letter of the game's alphabet.")
        }
        return known
    }
}
