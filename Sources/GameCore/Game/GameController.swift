/// The delegate of a game's cells: asks the rules before each change and records each change as an event.
///
/// The controller owns the boards, and the boards own the cells, which refer to it weakly. Rules change the
/// game through it. It is confined to the game's thread.
public final class GameController: CellDelegate {
    /// One command in progress.
    private final class Transaction {
        let player: Player
        let time: Timestamp
        let stateBefore: GameState
        var cause = Cause.edit
        var author: Seat?
        var events: [GameEvent] = []
        var touched: [TouchedCell] = []

        init(_ player: Player, at time: Timestamp, from state: GameState) {
            self.player = player
            self.time = time
            stateBefore = state
            author = player.seat
        }
    }

    private struct TouchedCell {
        let board: Int
        let cell: CellIndex
        let wasPencil: Bool
    }

    /// The rules, with the options of the setup.
    public let rules: any RuleSet
    /// The live boards, in order of their number; they show ``state``.
    public private(set) var boards: [Board] = []
    /// The state, including events that are not committed yet.
    public private(set) var state: GameState
    /// The seats of players who have been absent for a while, as the server last reported them.
    ///
    /// They are not part of the state, because no event records them. Prompts do not wait for these players.
    public package(set) var absentSeats: Set<Seat> = []
    /// The members of the game's room, as the server last reported them; nil in a game without a room.
    ///
    /// They are not part of the state: the journal of the room records them, not that of the game.
    public package(set) var members: RoomSeats?
    /// The lexicon of the game; nil if the rules use none or it is not available.
    public let lexicon: Lexicon?
    /// Scores the boards; nil if the rules do not score words or the lexicon is not available.
    public let scorer: BoardScorer?
    /// The rules, if they use a lexicon.
    public let lexiconRules: (any LexiconRules)?
    let timedRules: (any TimedRules)?
    let botRules: (any BotRules)?
    private var actionTable: ActionTable?
    private var openPrompts: [Int: OpenPrompt] = [:]
    private var transaction: Transaction?

    init(_ state: GameState, lexicons: Lexicons) {
        let rules = state.rules
        self.rules = rules
        self.state = state
        timedRules = rules as? any TimedRules
        botRules = rules as? any BotRules
        let lexiconRules = rules as? any LexiconRules
        self.lexiconRules = lexiconRules
        let lexicon = lexiconRules.flatMap { lexicons[$0.lexicon, for: type(of: $0).name] }
        self.lexicon = lexicon
        scorer = lexiconRules?.words.flatMap { words in lexicon.map { BoardScorer($0, words.scoring) } }
        showBoards()
        for prompt in state.prompts { open(prompt) }
    }

    /// The actions of the game, set by the rules on first use.
    ///
    /// Lazy because most games are only edited and read.
    public var actions: ActionTable {
        if let actionTable { return actionTable }
        let table = ActionTable()
        actionTable = table
        OpenSeats.setActions(on: self)
        DropAbsent.setAction(on: self)
        rules.setActions(on: self)
        return table
    }

    /// The actions that `player` may perform in `state`, sorted by name.
    public func availableActions(to player: Player, in state: GameState) -> [ActionDescription] {
        // Frees a table that exists only for this call: most games never need theirs again.
        let isNew = actionTable == nil
        defer { if isNew { actionTable = nil } }
        return actions.available(to: player, in: state)
    }

    /// The number of the board that `player` edits by default: the shared board or the player's own.
    public func boardNumber(of player: Player) -> Int { state.boardNumber(of: player) }

    /// Updates the cells from the state.
    private func showBoards() {
        if boards.map(\.number) != state.boards.map(\.number) {
            boards = state.boards.map { Board($0) }
            for cell in boards.lazy.flatMap(\.cells) { cell.delegate = self }
            return
        }
        for (board, state) in zip(boards, state.boards) {
            for index in CellIndex.all { board.show(state, at: index) }
        }
    }

    // MARK: Transactions

    /// Runs `work` for `player`; if it throws, rolls back everything that it has changed.
    ///
    /// - Returns: The recorded events.
    func inTransaction(
        for player: Player, at time: Timestamp, _ work: () throws(RuleViolation) -> Void
    ) throws(RuleViolation) -> [GameEvent] {
        guard self.transaction == nil else {
            throw RuleViolation(.notAllowed, "A game carries out one command at a time.")
        }
        let transaction = Transaction(player, at: time, from: state)
        self.transaction = transaction
        defer { self.transaction = nil }
        do {
            try work()
            try settlePrompts(at: time)
        } catch {
            rollBack(transaction)
            throw error
        }
        return transaction.events
    }

    /// The state before the command in progress; nil outside of a command.
    var stateBeforeCommand: GameState? { transaction?.stateBefore }

    /// Records `change` as an event of the command in progress and applies it to the state.
    ///
    /// No effect outside of a command.
    public func record(_ change: GameEvent.Change) {
        guard let transaction else { return }
        let sequence = state.sequence.next
        let hash = hash(at: sequence, after: change)
        let event = GameEvent(sequence: sequence, time: transaction.time, change: change, hash: hash)
        transaction.events.append(event)
        apply(event)
        if change.isStart { showBoards() }
    }

    /// The hash after `change`: the live cells have changed already, but not yet to those of a start.
    private func hash(at sequence: SequenceNumber, after change: GameEvent.Change) -> StateHash {
        guard case .gameStarted(let start) = change else {
            return StateHash(sequence: sequence, boards: boards)
        }
        return StateHash(sequence: sequence, boards: start.boards(layout: rules.layout))
    }

    /// Ends the game with the points of each seat.
    public func finish(_ scores: [GameResult.Score] = []) {
        record(.gameFinished(GameResult(elapsed: elapsed, scores: scores)))
    }

    /// The time played until ``now``; a game without a start counts from its creation.
    public var elapsed: Duration {
        state.started == nil ? max(now - state.setup.created, .zero) : state.elapsed(at: now)
    }

    /// Whether the command in progress has changed a cell.
    var hasChangedCells: Bool { transaction?.touched.isEmpty == false }

    /// The time of the command in progress; the creation of the game outside of a command.
    public var now: Timestamp { transaction?.time ?? state.setup.created }

    /// Records the id of the next round; the server makes that game and seats the same players in it.
    func startRematch() {
        record(.rematchStarted(state.setup.id.nextRound))
    }

    /// Runs `work`, whose cell changes get `cause` and `author` instead of those of a typed edit.
    public func change(
        for cause: Cause, by author: Seat?, _ work: () throws(RuleViolation) -> Void
    ) throws(RuleViolation) {
        guard let transaction else { return }
        // A journal with an unlisted cause could not be read back.
        guard state.isKnown(cause) else {
            throw RuleViolation(.invalidValue, "The rules do not list the cause “\(cause.rawValue)”.")
        }
        let outer = (transaction.cause, transaction.author)
        (transaction.cause, transaction.author) = (cause, author)
        defer { (transaction.cause, transaction.author) = outer }
        try work()
    }

    private func rollBack(_ transaction: Transaction) {
        state = transaction.stateBefore
        if transaction.events.contains(where: \.change.isStart) { showBoards() }
        for touched in transaction.touched {
            guard let board = state.boards.numbered(touched.board) else { continue }
            boards.numbered(touched.board)?.show(board, at: touched.cell)
        }
        openPrompts = openPrompts.filter { state.prompt($0.key) != nil }
        for prompt in state.prompts where openPrompts[prompt.id] == nil { open(prompt) }
    }

    /// Marks letters on `board`; no effect if `cells` is empty.
    public func mark(_ cells: [CellMarks.Marked], on board: Board, _ cause: Cause) {
        guard let transaction, !cells.isEmpty else { return }
        for marked in cells {
            let cell = board[marked.cell]
            transaction.touched.append(
                TouchedCell(board: board.number, cell: marked.cell, wasPencil: false))
            cell.restore(
                cell.object.marked(marked.mark), CellStamp(by: cell.stamp.by, sequence: state.sequence.next))
        }
        let marks = CellMarks(board: board.number, cells: cells, by: transaction.author, cause: cause)
        record(.cellsMarked(marks))
    }

    // MARK: CellDelegate

    /// Asks the rules; refuses changes outside of a command.
    public func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        guard let transaction, let (board, index) = position(of: cell) else {
            throw RuleViolation(.orphanedCell, "This cell can only be changed through its game.")
        }
        let edit = ProposedEdit(
            board: board.number, cell: index, value: letter, player: transaction.player,
            cause: transaction.cause)
        do { try rules.mayEdit(edit, in: self) } catch { throw error.about(index) }
        transaction.touched.append(
            TouchedCell(board: board.number, cell: index, wasPencil: cell.object.mark == .pencil))
    }

    /// Records the change and stamps the cell.
    public func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        guard let transaction, let (board, index) = position(of: cell) else { return }
        let change = CellChange(
            board: board.number, cell: index, value: cell.letter, previous: previous, by: transaction.author,
            cause: transaction.cause, isPencil: cell.object.mark == .pencil,
            wasPencil: transaction.touched.last?.wasPencil ?? false)
        record(.cellChanged(change))
        cell.setStamp(CellStamp(by: transaction.author, sequence: state.sequence))
    }

    private func position(of cell: Cell) -> (Board, CellIndex)? {
        for board in boards {
            if let index = board.index(of: cell) { return (board, index) }
        }
        return nil
    }

    // MARK: Prompts

    /// The seats whose players are absent or have left the running game: nobody waits for their answer.
    var playersWithoutSay: Set<Seat> { absentSeats.union(state.awaySeats) }

    /// Opens a prompt, whose first button cancels; ``RuleSet/didDismiss(_:button:in:)`` gets its outcome.
    public func ask(
        _ purpose: String, title: Sentence, message: Sentence, buttons: [String], deciders: [Seat]
    ) {
        guard let transaction else { return }
        let prompt = Prompt(
            id: state.promptsAsked + 1, purpose: purpose, title: title, message: message, buttons: buttons,
            cancel: 0,
            asker: transaction.author, deciders: deciders, expires: transaction.time + Prompt.lifetime)
        record(.promptOpened(prompt.naming(state)))
    }

    /// Whether as many people and bots have sat down as the game needs.
    var isComplete: Bool { state.seats.count >= type(of: rules).info.seats.lowerBound }

    /// Starts the game that has waited for its players.
    func begin() {
        record(.gameStarted(GameStart(order: state.hasPrivateBoards ? state.seats.map(\.seat) : [])))
    }

    /// When the waiting game starts by itself; nil without a countdown, and while nobody could start it.
    var countdownEnd: Timestamp? {
        guard state.phase == .waiting, isComplete, let begins = state.setup.begins else { return nil }
        return actions.has("start") && !actions.isAllowed("start", for: .moderator, in: state) ? nil : begins
    }

    /// Starts a game whose countdown is over, by the rules' own action if they have one.
    private func endCountdown(at time: Timestamp) throws(RuleViolation) {
        guard let begins = countdownEnd, begins <= time else { return }
        let call = ActionCall(player: .moderator, parameters: .none)
        if try !actions.perform("start", call) { begin() }
    }

    /// Dismisses expired prompts, starts a game whose countdown is over, then calls the rules.
    func handleDeadline(at time: Timestamp) throws(RuleViolation) {
        for prompt in state.prompts where prompt.expires <= time {
            try dismiss(prompt, button: prompt.outcome(without: playersWithoutSay))
        }
        try endCountdown(at: time)
        try timedRules?.didReachDeadline(in: self)
    }

    /// Dismisses prompts that have an outcome; cancels those that got it too late, or whose asker has left.
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

    /// Cancels the prompt of a player, because the host asks the same question.
    func withdraw(_ prompt: Prompt) throws(RuleViolation) { try dismiss(prompt, button: prompt.cancel) }

    private func open(_ prompt: Prompt) {
        openPrompts[prompt.id] = OpenPrompt(prompt) { [weak self] prompt, button throws(RuleViolation) in
            guard let self else { return }
            if try DropAbsent.didDismiss(prompt, button: button, in: self) { return }
            try self.rules.didDismiss(prompt, button: button, in: self)
        }
    }

    // MARK: Applying

    func replay(_ events: [GameEvent]) {
        for event in events { apply(event) }
        if !events.isEmpty { showBoards() }
    }

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

/// Preconditions that refuse a command by throwing.
extension GameController {
    /// Refuses a player whose seat is free again or has been taken by somebody else.
    func requireCurrentSeat(of player: Player) throws(RuleViolation) {
        guard let seat = player.seat else { return }
        let since = state.seatedSince[seat]
        guard since == nil || player.since ?? since != since else { return }
        throw RuleViolation(.unknownToken, "You no longer sit in this seat.")
    }

    /// Refuses when the game is over.
    public func requirePlaying() throws(RuleViolation) {
        guard state.phase == .finished else { return }
        throw RuleViolation(.gameFinished, "This game is over.")
    }

    /// Refuses when the game has not started or is over, or the host has locked the board.
    public func requireWritable() throws(RuleViolation) {
        try requirePlaying()
        guard state.phase != .waiting else {
            throw RuleViolation(.gameNotStarted, "The game has not started yet.")
        }
        guard state.isLocked else { return }
        throw RuleViolation(.boardLocked, "The host has locked this board.")
    }

    /// Refuses a player without a seat.
    public func requireSeat(_ player: Player) throws(RuleViolation) {
        guard player.seat == nil else { return }
        guard player == .spectator else {
            throw RuleViolation(.notAllowed, "To play, the host has to take a seat.")
        }
        throw RuleViolation(.tokenNeeded, "Take a seat first, then send its token.")
    }

    /// Refuses a player who is not the host.
    public func requireHost(_ player: Player) throws(RuleViolation) {
        guard !player.isHost else { return }
        guard player != .spectator else {
            throw RuleViolation(.tokenNeeded, "Only the host may do this; send the host's token.")
        }
        throw RuleViolation(.notAllowed, "Only the host may do this.")
    }

    /// The rules, if bots can play by them.
    ///
    /// - Throws: `no-bots`.
    func requireBots() throws(RuleViolation) -> any BotRules {
        guard let botRules else {
            throw RuleViolation(.noBots, "Bots cannot play games of these rules.")
        }
        return botRules
    }

    /// The lexicon of the game.
    ///
    /// - Throws: `unknown-lexicon` if it is not available.
    public func requireLexicon() throws(RuleViolation) -> Lexicon {
        guard let lexicon else {
            throw RuleViolation(.unknownLexicon, "This server does not have the lexicon of this game.")
        }
        return lexicon
    }

    /// The letter of the lexicon's alphabet that `text` stands for.
    ///
    /// - Throws: `not-a-letter`.
    public func requireLetter(_ text: String) throws(RuleViolation) -> Letter {
        let alphabet = try requireLexicon().alphabet
        guard let known = alphabet.letter(alphabet.code(typed: text)) else {
            throw RuleViolation(.notALetter, "That is not a letter of the game's alphabet.")
        }
        return known
    }
}

extension GameEvent.Change {
    fileprivate var isStart: Bool { if case .gameStarted = self { true } else { false } }
}
