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
        let boardsBefore: [Board]
        var cause = CellChange.Cause.edit
        var author: Seat?
        var events: [GameEvent] = []
        var touched: [(cell: Cell, object: any CellObject, stamp: CellStamp)] = []

        init(_ player: Player, at time: Timestamp, from state: GameState, _ boards: [Board]) {
            self.player = player
            self.time = time
            stateBefore = state
            boardsBefore = boards
            author = player.seat
        }
    }

    /// The rules.
    public let rules: any RuleSet
    /// The boards, in order of their number.
    public private(set) var boards: [Board]
    /// Everything that is not on the boards.
    public private(set) var state: GameState
    /// The words of the game; nil when none count, or when the lexicon is not there.
    public let lexicon: Lexicon?
    /// Scores the boards; nil when nothing is scored, or when the lexicon is not there.
    public let scorer: BoardScorer?
    let setup: GameSetup
    private var table: ActionTable?
    private var openPrompts: [Int: OpenPrompt] = [:]
    private var turn: Turn?

    /// A game under `rules` in which nothing has happened yet; words are those of `lexicons`.
    init(rules: any RuleSet, setup: GameSetup, lexicons: Lexicons) {
        self.rules = rules
        self.setup = setup
        state = GameState(rules.startingPhase)
        let lexicon = rules.lexicon.flatMap { lexicons[$0] }
        self.lexicon = lexicon
        scorer = rules.words.flatMap { words in lexicon.map { BoardScorer($0, words.scoring) } }
        boards = rules.hasPrivateBoards ? [] : [Board(objects: rules.layout)]
        attend(boards)
    }

    /// What players may do besides typing, by name; set by the rules when somebody first looks.
    ///
    /// Most games are only written and read, and then it costs nothing.
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

    /// The board that `player` means when nobody says which.
    public func boardNumber(of player: Player) -> Int {
        rules.hasPrivateBoards ? player.seat?.number ?? 0 : 0
    }

    /// Gives everybody who plays on a board of their own one.
    private func begin(_ start: GameStart) {
        if rules.hasPrivateBoards { attend(start.boards(layout: rules.layout)) }
    }

    private func attend(_ boards: [Board]) {
        self.boards = boards
        for cell in boards.lazy.flatMap(\.cells) { cell.delegate = self }
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
        let turn = Turn(player, at: time, from: state, boards)
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

    /// Notes a fact of this turn and folds it in.
    func record(_ change: GameEvent.Change) {
        guard let turn else { return }
        let sequence = state.sequence.next
        if case .gameStarted(let start) = change { begin(start) }
        let hash = StateHash(sequence: sequence, boards: boards)
        let event = GameEvent(sequence: sequence, time: turn.time, change: change, hash: hash)
        turn.events.append(event)
        foldState(event)
    }

    /// Ends the game with the points of each seat: its result is a fact like any other.
    func finish(_ scores: [GameResult.Score] = []) {
        record(.gameFinished(GameResult(elapsed: elapsed, scores: scores)))
    }

    /// The time that was played, of a game that waits for nobody since it was made.
    var elapsed: Duration {
        state.started == nil ? max(now - setup.created, .zero) : state.elapsed(at: now)
    }

    /// Whether the command that is being carried out has changed a cell.
    var hasChangedCells: Bool { turn?.touched.isEmpty == false }

    /// The time of the command that is being carried out.
    var now: Timestamp { turn?.time ?? setup.created }

    /// Starts the next round: whoever hears of it makes the game and seats the same people there.
    func startRematch() {
        record(.rematchStarted(setup.id.nextRound))
    }

    /// Changes cells for another reason than typing, in the name of `author`.
    func change(
        for cause: CellChange.Cause, by author: Seat?, _ work: () throws(RuleViolation) -> Void
    ) throws(RuleViolation) {
        guard let turn else { return }
        let outer = (turn.cause, turn.author)
        (turn.cause, turn.author) = (cause, author)
        defer { (turn.cause, turn.author) = outer }
        try work()
    }

    private func rollBack(_ turn: Turn) {
        for touched in turn.touched.reversed() { touched.cell.restore(touched.object, touched.stamp) }
        if boards.count != turn.boardsBefore.count { attend(turn.boardsBefore) }
        state = turn.stateBefore
        openPrompts = openPrompts.filter { state.prompt($0.key) != nil }
        for prompt in state.prompts where openPrompts[prompt.id] == nil { open(prompt) }
    }

    /// Says something of letters on `board`, which is a fact like any other; nothing of none.
    func mark(_ cells: [CellMarks.Marked], on board: Board, _ cause: CellMarks.Cause) {
        guard let turn, !cells.isEmpty else { return }
        for marked in cells {
            let cell = board[marked.cell]
            turn.touched.append((cell, cell.object, cell.stamp))
        }
        let marks = CellMarks(board: board.number, cells: cells, by: turn.author, cause: cause)
        show(marks, at: state.sequence.next)
        record(.cellsMarked(marks))
    }

    private func show(_ marks: CellMarks, at sequence: SequenceNumber) {
        guard let board = boards.numbered(marks.board) else { return }
        for marked in marks.cells {
            let cell = board[marked.cell]
            cell.restore(
                cell.object.marked(marked.mark), CellStamp(by: cell.stamp.by, sequence: sequence))
        }
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
        turn.touched.append((cell, cell.object, cell.stamp))
    }

    /// Records the change and signs the cell.
    public func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        guard let turn, let (board, index) = place(of: cell) else { return }
        let change = CellChange(
            board: board.number, cell: index, value: cell.letter, previous: previous, by: turn.author,
            cause: turn.cause, isPencil: cell.object.mark == .pencil,
            wasPencil: turn.touched.last?.object.mark == .pencil)
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
    func ask(_ purpose: String, title: String, message: String, buttons: [String], deciders: [Seat]) {
        guard let turn else { return }
        let prompt = Prompt(
            id: state.promptsAsked + 1, purpose: purpose, title: title, message: message, buttons: buttons,
            cancel: 0,
            asker: turn.author, deciders: deciders, expires: turn.time + Prompt.lifetime)
        record(.promptOpened(prompt))
    }

    /// Ends the questions whose time is over; silence counts as cancel.
    func expirePrompts(at time: Timestamp) throws(RuleViolation) {
        for prompt in state.prompts where prompt.expires <= time {
            try dismiss(prompt, button: prompt.cancel)
        }
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

    // MARK: Folding

    /// Takes over an event that has happened before: the same fold as the live one, asking nobody.
    func replay(_ event: GameEvent) {
        switch event.change {
        case .gameStarted(let start): begin(start)
        case .cellChanged(let change):
            guard let cell = boards.numbered(change.board)?[change.cell] else { break }
            cell.restore(cell.object.after(change), CellStamp(by: change.by, sequence: event.sequence))
        case .cellsMarked(let marks): show(marks, at: event.sequence)
        default: break
        }
        foldState(event)
    }

    /// Takes over a whole game as it was at one moment, asking nobody.
    func takeOver(_ picture: GamePicture) {
        if let start = picture.state.start { begin(start) }
        for (board, shown) in zip(boards, picture.boards) {
            for (cell, index) in zip(board.cells, CellIndex.all) {
                cell.restore(shown.object(at: index), shown.stamp(at: index))
            }
        }
        state = picture.state
        for prompt in state.prompts { open(prompt) }
    }

    private func foldState(_ event: GameEvent) {
        state.fold(event)
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
    func requirePlaying() throws(RuleViolation) {
        guard state.phase == .finished else { return }
        throw RuleViolation(.gameFinished, "This game is over.")
    }

    /// Refuses everybody when the game is over or the host has frozen the board.
    func requireWritable() throws(RuleViolation) {
        try requirePlaying()
        guard state.isLocked else { return }
        throw RuleViolation(.boardLocked, "The host has locked this board.")
    }

    /// Refuses who has no seat.
    func requireSeat(_ player: Player) throws(RuleViolation) {
        guard player.seat == nil else { return }
        guard player == .spectator else {
            throw RuleViolation(.notAllowed, "The host takes a seat first to play.")
        }
        throw RuleViolation(.tokenNeeded, "Take a seat first, and send its token.")
    }

    /// Refuses who is not the host.
    func requireHost(_ player: Player) throws(RuleViolation) {
        guard !player.isHost else { return }
        guard player != .spectator else {
            throw RuleViolation(.tokenNeeded, "Only the host may do this; send the host's token.")
        }
        throw RuleViolation(.notAllowed, "Only the host may do this.")
    }
}
