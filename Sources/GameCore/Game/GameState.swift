/// A game as a value: everything that its events have led to.
///
/// Live game, committed game, replay, snapshot, resume and import all hold this value, and `apply` is the one
/// function that changes it.
public struct GameState: Sendable {
    /// The phase of a game.
    public enum Phase: String, Sendable {
        case waiting, playing, finished
    }

    /// The last change that a player made, as long as it can be taken back.
    package struct OwnChange: Equatable, Sendable {
        package let change: CellChange
        package let sequence: SequenceNumber

        package init(change: CellChange, sequence: SequenceNumber) {
            self.change = change
            self.sequence = sequence
        }
    }

    /// What the game started from.
    public let setup: GameSetup
    /// The game's rules, with its options.
    public let rules: any RuleSet
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Whether everybody has a board of their own, which nobody else sees before the end.
    public let hasPrivateBoards: Bool

    /// The number of the last event.
    public package(set) var sequence = SequenceNumber.zero
    /// The phase.
    public package(set) var phase: Phase
    /// The boards, in order of their number.
    public package(set) var boards: [BoardState]
    /// The players, by seat.
    public package(set) var seats: [SeatedPlayer] = []
    /// Whether the host has frozen the board.
    public package(set) var isLocked = false
    /// The prompts that wait for answers, oldest first.
    public package(set) var prompts: [Prompt] = []
    /// When the game ended.
    public package(set) var finished: Timestamp?
    /// How the game ended.
    public package(set) var result: GameResult?
    /// What it began with, from its start on.
    public package(set) var start: GameStart?
    /// When it started.
    public package(set) var started: Timestamp?
    /// The seats whose players have left a running game and have not come back.
    public package(set) var left: Set<Seat> = []
    /// The seats whose players the host has sent away for good.
    public package(set) var kicked: Set<Seat> = []
    /// When the present pause began.
    public package(set) var paused: Timestamp?
    /// The length of all earlier pauses.
    public package(set) var pauses = Duration.zero
    /// The boards on which nothing more happens, in the order of their ends.
    public package(set) var ends: [BoardResult] = []
    /// The boards on which the server has helped.
    public package(set) var assisted: Set<Int> = []
    /// The game in which the same people play on.
    public package(set) var next: GameID?
    /// What only the game's own rules remember.
    public package(set) var memory: any RuleState
    private let remembers: Bool
    /// The event with which each seat was taken.
    package var taken: [Seat: SequenceNumber] = [:]
    package var promptsAsked = 0
    package var ownChanges: [Seat: OwnChange] = [:]

    /// A game of `setup` before its first event.
    package init(_ setup: GameSetup, _ rules: any RuleSet) {
        self.setup = setup
        self.rules = rules
        isOpen = rules.isOpen
        hasPrivateBoards = (rules as? any PrivateBoardRules)?.hasPrivateBoards ?? false
        phase = rules.startingPhase
        boards = hasPrivateBoards ? [] : [BoardState(objects: rules.layout)]
        memory = rules.memory.init()
        remembers = !(memory is NoMemory)
    }

    /// The boards of the present phase before any letter was written.
    package var boardsBeforePlay: [BoardState] {
        guard hasPrivateBoards else { return [BoardState(objects: rules.layout)] }
        return start?.boards(layout: rules.layout) ?? []
    }

    // MARK: What it says

    /// The fingerprint of the whole game.
    public var hash: StateHash { StateHash(sequence: sequence, boards: boards) }

    /// The player on `seat`, if somebody sits there.
    public func player(on seat: Seat) -> SeatedPlayer? {
        seats.first { $0.seat == seat }
    }

    /// The event with which the player on `seat` took it.
    public func taken(_ seat: Seat) -> SequenceNumber? { taken[seat] }

    /// The prompt with number `id`, if it waits.
    public func prompt(_ id: Int) -> Prompt? {
        prompts.first { $0.id == id }
    }

    /// How it ended on the board with this number, if it has.
    public func end(of board: Int) -> BoardResult? { ends.first { $0.board == board } }

    /// The number of the board that `player` means when the player names none.
    public func boardNumber(of player: Player) -> Int {
        hasPrivateBoards ? player.seat?.number ?? 0 : 0
    }

    /// The time that was played until `moment`, without pauses; none before the start.
    public func elapsed(at moment: Timestamp) -> Duration {
        started.map { max((paused ?? moment) - $0 - pauses, .zero) } ?? .zero
    }

    /// Whether the board may change at all now.
    var takesEdits: Bool { phase == .playing && !isLocked && paused == nil }

    /// Whether `player` has made a change that may still stand.
    func hasOwnChange(_ player: Player) -> Bool {
        player.seat.map { ownChanges[$0] != nil } ?? false
    }

    /// The free seat with the lowest number.
    var firstFreeSeat: Seat? {
        Seat.all.prefix(rules.seatLimit).first { player(on: $0) == nil }
    }

    // MARK: The fold

    /// Applies the next event: the only way in which a game changes.
    public mutating func apply(_ event: GameEvent) {
        sequence = event.sequence
        switch event.change {
        case .cellChanged(let change): apply(change)
        case .cellsMarked(let marks): apply(marks)
        case .seatTaken, .seatLeft, .seatRecoloured, .seatAway, .seatBack: applySeat(event.change)
        case .boardLocked: isLocked = true
        case .boardUnlocked: isLocked = false
        case .promptOpened, .promptAnswered, .promptDismissed: applyPrompt(event.change)
        case .gameStarted(let start): begin(start, at: event.time)
        case .boardFinished(let end): ends.append(end)
        case .gamePaused: paused = event.time
        case .gameResumed: goOn(at: event.time)
        case .gameFinished(let result): end(result, at: event.time)
        case .rematchStarted(let game): next = game
        case .boardWrong, .ruled: break
        }
        if remembers { remember(event) }
    }

    private mutating func remember(_ event: GameEvent) {
        var memory = memory
        memory.apply(event, to: self)
        self.memory = memory
    }

    private mutating func apply(_ change: CellChange) {
        if let place = place(of: change.board) { boards[place].apply(change, at: sequence) }
        guard let seat = change.by, Seat(change.board) == nil else { return }
        switch change.cause {
        case .edit: ownChanges[seat] = OwnChange(change: change, sequence: sequence)
        case .undo: ownChanges[seat] = nil
        case .clear, .bot, .reveal, .reset: break
        }
    }

    private mutating func apply(_ marks: CellMarks) {
        if let place = place(of: marks.board) { boards[place].apply(marks, at: sequence) }
        if marks.cause != .submit { assisted.insert(marks.board) }
    }

    private func place(of board: Int) -> Int? { boards.firstIndex { $0.number == board } }

    private mutating func begin(_ start: GameStart, at time: Timestamp) {
        phase = .playing
        self.start = start
        started = time
        if hasPrivateBoards { boards = start.boards(layout: rules.layout) }
    }

    private mutating func goOn(at time: Timestamp) {
        pauses += paused.map { time - $0 } ?? .zero
        paused = nil
    }

    private mutating func end(_ result: GameResult, at time: Timestamp) {
        goOn(at: time)
        phase = .finished
        self.result = result
        finished = time
        prompts = []
    }

    private mutating func applySeat(_ change: GameEvent.Change) {
        switch change {
        case .seatTaken(let player):
            seats.append(player)
            taken[player.seat] = sequence
            seats.sort { $0.seat < $1.seat }
        case .seatLeft(let seat):
            seats.removeAll { $0.seat == seat }
            ownChanges[seat] = nil
            taken[seat] = nil
            for place in prompts.indices { prompts[place].deciders.removeAll { $0 == seat } }
        case .seatRecoloured(let seat, let colour):
            for place in seats.indices where seats[place].seat == seat { seats[place].colour = colour }
        case .seatAway(let seat, let isKicked):
            left.insert(seat)
            if isKicked { kicked.insert(seat) }
        case .seatBack(let seat): left.remove(seat)
        default: break
        }
    }

    private mutating func applyPrompt(_ change: GameEvent.Change) {
        switch change {
        case .promptOpened(let prompt):
            prompts.append(prompt)
            promptsAsked = prompt.id
        case .promptAnswered(let id, let seat, let button):
            for place in prompts.indices where prompts[place].id == id {
                prompts[place].deciders.removeAll { $0 == seat }
                prompts[place].answers.append(button)
            }
        case .promptDismissed(let id, _): prompts.removeAll { $0.id == id }
        default: break
        }
    }

    /// Takes back `event`, the last one, as far as it says what viewers may see.
    mutating func goBack(before event: GameEvent) {
        sequence = event.sequence.previous
        switch event.change {
        case .gameFinished: phase = .playing
        case .gamePaused: paused = nil
        case .gameResumed: paused = event.time
        case .gameStarted: if hasPrivateBoards { boards = [] }
        case .cellChanged(let change):
            if let place = place(of: change.board) { boards[place].goBack(before: change) }
        default: break
        }
    }
}

extension GameState: Equatable {
    /// Whether everything that the events have led to is the same.
    public static func == (left: GameState, right: GameState) -> Bool {
        left.setup == right.setup && left.sequence == right.sequence && left.phase == right.phase
            && left.boards == right.boards && left.seats == right.seats && left.isLocked == right.isLocked
            && left.prompts == right.prompts && left.finished == right.finished
            && left.result == right.result && left.start == right.start && left.started == right.started
            && left.left == right.left && left.kicked == right.kicked && left.paused == right.paused
            && left.pauses == right.pauses && left.ends == right.ends && left.assisted == right.assisted
            && left.next == right.next && left.taken == right.taken
            && left.promptsAsked == right.promptsAsked && left.ownChanges == right.ownChanges
            && left.memory.isEqual(to: right.memory)
    }
}

extension RuleState {
    fileprivate func isEqual(to other: any RuleState) -> Bool { other as? Self == self }
}

// MARK: Journals from elsewhere

extension GameState {
    /// Whether `event` can be the next one, as far as numbers and the state tell.
    ///
    /// For journals from elsewhere: it tells what cannot be, not what the rules would have said.
    public func admits(_ event: GameEvent) -> Bool {
        event.sequence == sequence.next && admits(event.change)
    }

    /// Whether `change` can happen to the game as it stands.
    public func admits(_ change: GameEvent.Change) -> Bool {
        func isSeated(_ seat: Seat?) -> Bool { seat.map { player(on: $0) != nil } ?? true }
        let isPossible =
            switch change {
            case .cellChanged(let change): phase == .playing && isSeated(change.by) && admits(change)
            case .seatTaken(let player): self.player(on: player.seat) == nil
            case .seatLeft(let seat), .seatRecoloured(let seat, _): isSeated(seat)
            case .boardLocked(let seat): !isLocked && isSeated(seat)
            case .boardUnlocked(let seat): isLocked && isSeated(seat)
            case .promptOpened(let prompt): prompt.id == promptsAsked + 1
            case .promptAnswered(let id, let seat, _): self.prompt(id)?.deciders.contains(seat) ?? false
            case .promptDismissed(let id, _): prompt(id) != nil
            case .gameStarted(let start):
                phase == .waiting && start.order.allSatisfy { isSeated($0) }
                    && start.order.isEmpty != hasPrivateBoards
            case .seatAway(let seat, _), .seatBack(let seat): start?.order.contains(seat) ?? false
            case .cellsMarked(let marks):
                phase == .playing && paused == nil && isSeated(marks.by) && admits(marks)
            case .boardWrong(let board):
                phase == .playing && paused == nil && boards.numbered(board) != nil
            case .boardFinished(let end):
                phase == .playing && self.end(of: end.board) == nil && boards.numbered(end.board) != nil
            case .gamePaused(let seat): phase == .playing && paused == nil && isSeated(seat)
            case .gameResumed(let seat): phase == .playing && paused != nil && isSeated(seat)
            case .gameFinished(let result): phase != .finished && admits(result)
            case .rematchStarted: phase == .finished && next == nil
            case .ruled: true
            }
        return isPossible && rules.admits(change, in: self)
    }

    private func admits(_ change: CellChange) -> Bool {
        guard let object = boards.numbered(change.board)?.object(at: change.cell),
            change.value == nil || object.reading(change.value?.text ?? "") == change.value
        else { return false }
        guard let owner = Seat(change.board) else { return end(of: change.board) == nil }
        return change.by == owner && end(of: owner.number) == nil
    }

    private func admits(_ marks: CellMarks) -> Bool {
        guard let board = boards.numbered(marks.board), end(of: marks.board) == nil else { return false }
        return marks.cells.allSatisfy { marked in
            let object = board.object(at: marked.cell)
            return object.mark?.locks != true && object.marked(marked.mark).mark == marked.mark
        }
    }

    private func admits(_ result: GameResult) -> Bool {
        result.winners.allSatisfy { player(on: $0) != nil }
            && result.solves.allSatisfy { $0.isSolved && ends.contains($0) }
    }
}
