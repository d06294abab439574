/// The state of a game: a fold of its events over its setup.
///
/// The live game, the committed game, replays and imports all hold this value, and ``apply(_:)``
/// is the only function that advances it.
public struct GameState: Sendable {
    /// The phase of a game.
    public enum Phase: String, Sendable {
        case waiting, playing, finished
    }

    /// The last change of a player, as long as it can be undone.
    package struct OwnChange: Equatable, Sendable {
        package let change: CellChange
        package let sequence: SequenceNumber

        package init(change: CellChange, sequence: SequenceNumber) {
            self.change = change
            self.sequence = sequence
        }
    }

    /// The setup, as the rule events so far have changed it; see ``RuleState/setup(_:after:)``.
    public package(set) var setup: GameSetup
    /// The rules, with the options of the setup.
    public let rules: any RuleSet
    /// Whether people without a seat may edit.
    public let isOpen: Bool
    /// Whether each player has a private board, hidden from the others until the end.
    public let hasPrivateBoards: Bool

    /// The sequence number of the last event.
    public package(set) var sequence = SequenceNumber.zero
    /// The phase, which only advances.
    public package(set) var phase: Phase
    /// The boards, sorted by number.
    public package(set) var boards: [BoardState]
    /// The players, sorted by seat.
    public package(set) var seats: [SeatedPlayer] = []
    /// Whether the host has locked the board.
    public package(set) var isLocked = false
    /// Whether the host lets nobody new sit down.
    public package(set) var areSeatsClosed = false
    /// The open prompts, oldest first.
    public package(set) var prompts: [Prompt] = []
    /// When the game ended; nil before the end.
    public package(set) var finished: Timestamp?
    /// The result of a finished game; nil before the end.
    public package(set) var result: GameResult?
    /// The start of the game; nil while it waits for players, and in games that never wait.
    public package(set) var start: GameStart?
    /// When the game started, as for ``start``.
    public package(set) var started: Timestamp?
    /// The seats whose players have left a running game and have not come back.
    public package(set) var awaySeats: Set<Seat> = []
    /// The seats whose players the host has removed for the rest of the game.
    public package(set) var kickedSeats: Set<Seat> = []
    /// When the current pause began; nil if the game is not paused.
    public package(set) var paused: Timestamp?
    /// The length of all earlier pauses.
    public package(set) var totalPause = Duration.zero
    /// The results of the finished boards, in the order in which they finished.
    public package(set) var boardResults: [BoardResult] = []
    /// The numbers of the boards on which a player has used help from the server.
    public package(set) var assistedBoards: Set<Int> = []
    /// The next round with the same players, once it has been agreed on.
    public package(set) var next: GameID?
    /// The state of the rules; empty unless they are ``StatefulRules``.
    public package(set) var ruleState: any RuleState
    private let hasRuleState: Bool
    package var seatedSince: [Seat: SequenceNumber] = [:]
    package var promptsAsked = 0
    package var ownChanges: [Seat: OwnChange] = [:]

    package init(_ setup: GameSetup, _ rules: any RuleSet) {
        self.setup = setup
        self.rules = rules
        isOpen = rules.isOpen
        hasPrivateBoards = (rules as? any PrivateBoardRules)?.hasPrivateBoards ?? false
        phase = rules.startingPhase
        boards = hasPrivateBoards ? [] : [BoardState(objects: rules.layoutBeforeStart)]
        ruleState = rules.ruleStateType.init()
        hasRuleState = !(ruleState is NoRuleState)
    }

    /// The boards of the current phase without any letters.
    package var boardsBeforePlay: [BoardState] {
        start?.boards(layout: rules.layout) ?? boardsBeforeStart
    }

    private var boardsBeforeStart: [BoardState] {
        hasPrivateBoards ? [] : [BoardState(objects: rules.layoutBeforeStart)]
    }

    // MARK: Queries

    /// The hash of the whole game.
    public var hash: StateHash { StateHash(sequence: sequence, boards: boards) }

    /// The player on `seat`; nil if the seat is free.
    public func player(on seat: Seat) -> SeatedPlayer? {
        seats.first { $0.seat == seat }
    }

    /// The seated player with the key of `id`; nil if they have no seat.
    public func player(_ id: PlayerID) -> SeatedPlayer? {
        seats.first { $0.player == id }
    }

    /// The number of the event with which the player on `seat` sat down; nil if the seat is free.
    public func seatedSince(_ seat: Seat) -> SequenceNumber? { seatedSince[seat] }

    /// The seat whose player is the host; nil if the rules leave that to tokens and keys.
    public var hostSeat: Seat? { rules.hostSeat(in: self) }

    /// The open prompt `id`; nil if there is none.
    public func prompt(_ id: Int) -> Prompt? {
        prompts.first { $0.id == id }
    }

    /// The result on board `board`; nil while it is being played.
    public func boardResult(of board: Int) -> BoardResult? { boardResults.first { $0.board == board } }

    /// The number of the board that `player` edits by default: the shared board or the player's own.
    public func boardNumber(of player: Player) -> Int {
        hasPrivateBoards ? player.seat?.number ?? 0 : 0
    }

    /// The time played until `moment`, without pauses; zero before the start.
    public func elapsed(at moment: Timestamp) -> Duration {
        started.map { max((paused ?? moment) - $0 - totalPause, .zero) } ?? .zero
    }

    /// Whether any edit is possible now.
    var acceptsEdits: Bool { phase == .playing && !isLocked && paused == nil }

    /// Whether `player` has made a change that may still be undone.
    func hasOwnChange(_ player: Player) -> Bool {
        player.seat.map { ownChanges[$0] != nil } ?? false
    }

    var firstFreeSeat: Seat? {
        Seat.all.prefix(rules.seatLimit).first { player(on: $0) == nil }
    }

    // MARK: Applying events

    /// Applies the next event.
    ///
    /// Cannot fail: an event is a fact. ``canApply(_:)-(GameEvent)`` checks imported events.
    public mutating func apply(_ event: GameEvent) {
        sequence = event.sequence
        switch event.change {
        case .cellChanged(let change): applyCellChange(change)
        case .cellsMarked(let marks): applyMarks(marks)
        case .seatTaken, .seatLeft, .seatRecoloured, .seatRenamed, .seatAway, .seatBack:
            applySeat(event.change)
        case .boardLocked: isLocked = true
        case .boardUnlocked: isLocked = false
        case .seatsClosed: areSeatsClosed = true
        case .seatsOpened: areSeatsClosed = false
        case .promptOpened, .promptAnswered, .promptDismissed: applyPrompt(event.change)
        case .gameStarted(let start): begin(start, at: event.time)
        case .boardFinished(let result): boardResults.append(result)
        case .gamePaused: paused = event.time
        case .gameResumed: endPause(at: event.time)
        case .gameFinished(let result): finish(result, at: event.time)
        case .rematchStarted(let game): next = game
        case .boardWrong, .ruleEvent: break
        }
        if hasRuleState { applyToRuleState(event) }
    }

    private mutating func applyToRuleState(_ event: GameEvent) {
        var ruleState = ruleState
        ruleState.apply(event, to: self)
        self.ruleState = ruleState
        if case .ruleEvent(let event) = event.change { setup = ruleState.setup(setup, after: event) }
    }

    private mutating func applyCellChange(_ change: CellChange) {
        if let index = boardIndex(change.board) { boards[index].applyChange(change, at: sequence) }
        guard let seat = change.by, Seat(change.board) == nil else { return }
        switch change.cause {
        case .edit: ownChanges[seat] = OwnChange(change: change, sequence: sequence)
        case .undo: ownChanges[seat] = nil
        default: break
        }
    }

    private mutating func applyMarks(_ marks: CellMarks) {
        if let index = boardIndex(marks.board) { boards[index].applyMarks(marks, at: sequence) }
        if marks.cause.isHelp { assistedBoards.insert(marks.board) }
    }

    private func boardIndex(_ number: Int) -> Int? { boards.firstIndex { $0.number == number } }

    private mutating func begin(_ start: GameStart, at time: Timestamp) {
        phase = .playing
        self.start = start
        started = time
        boards = start.boards(layout: rules.layout)
    }

    private mutating func endPause(at time: Timestamp) {
        totalPause += paused.map { time - $0 } ?? .zero
        paused = nil
    }

    private mutating func finish(_ result: GameResult, at time: Timestamp) {
        endPause(at: time)
        phase = .finished
        self.result = result
        finished = time
        prompts = []
    }

    private mutating func applySeat(_ change: GameEvent.Change) {
        switch change {
        case .seatTaken(let player):
            seats.append(player)
            seatedSince[player.seat] = sequence
            seats.sort { $0.seat < $1.seat }
        case .seatLeft(let seat):
            seats.removeAll { $0.seat == seat }
            ownChanges[seat] = nil
            seatedSince[seat] = nil
            for index in prompts.indices { prompts[index].deciders.removeAll { $0 == seat } }
        case .seatRecoloured(let seat, let colour):
            for index in seats.indices where seats[index].seat == seat { seats[index].colour = colour }
        case .seatRenamed(let seat, let name, let person):
            for index in seats.indices where seats[index].seat == seat {
                seats[index].name = name
                if case .member = person { seats[index].hasNickname = true }
            }
            rename(person, to: name)
            prompts = prompts.map { $0.naming(self) }
        case .seatAway(let seat, let isKicked):
            awaySeats.insert(seat)
            if isKicked { kickedSeats.insert(seat) }
        case .seatBack(let seat): awaySeats.remove(seat)
        default: break
        }
    }

    private mutating func applyPrompt(_ change: GameEvent.Change) {
        switch change {
        case .promptOpened(let prompt):
            prompts.append(prompt.naming(self))
            promptsAsked = prompt.id
        case .promptAnswered(let id, let seat, let button):
            for index in prompts.indices where prompts[index].id == id {
                prompts[index].deciders.removeAll { $0 == seat }
                prompts[index].answers.append(button)
            }
        case .promptDismissed(let id, _): prompts.removeAll { $0.id == id }
        default: break
        }
    }

    /// Reverts the last event, `event`, in the phase, the pause and the boards; the rest becomes stale.
    mutating func revert(_ event: GameEvent) {
        sequence = event.sequence.previous
        switch event.change {
        case .gameFinished: phase = .playing
        case .gamePaused: paused = nil
        case .gameResumed: paused = event.time
        case .gameStarted: boards = boardsBeforeStart
        case .cellChanged(let change):
            if let index = boardIndex(change.board) { boards[index].revert(change) }
        default: break
        }
    }
}

extension GameState: Equatable {
    /// Compares everything but the properties that follow from the setup.
    public static func == (left: GameState, right: GameState) -> Bool {
        left.setup == right.setup && left.hasSameContent(as: right)
    }

    /// Whether the states are equal apart from their setups.
    package func hasSameContent(as right: GameState) -> Bool {
        let left = self
        return left.sequence == right.sequence && left.phase == right.phase
            && left.boards == right.boards && left.seats == right.seats && left.isLocked == right.isLocked
            && left.areSeatsClosed == right.areSeatsClosed
            && left.prompts == right.prompts && left.finished == right.finished
            && left.result == right.result && left.start == right.start && left.started == right.started
            && left.awaySeats == right.awaySeats && left.kickedSeats == right.kickedSeats
            && left.paused == right.paused && left.totalPause == right.totalPause
            && left.boardResults == right.boardResults && left.assistedBoards == right.assistedBoards
            && left.next == right.next && left.seatedSince == right.seatedSince
            && left.promptsAsked == right.promptsAsked && left.ownChanges == right.ownChanges
            && left.ruleState.isEqual(to: right.ruleState)
    }
}

extension RuleState {
    fileprivate func isEqual(to other: any RuleState) -> Bool { other as? Self == self }
}

// MARK: Checking imported events

extension GameState {
    /// Whether `event` can be the next event: it has the next number, and its change is possible.
    public func canApply(_ event: GameEvent) -> Bool {
        event.sequence == sequence.next && canApply(event.change)
    }

    /// Whether `change` is possible at this state.
    ///
    /// Imports use it. It keeps out events that no game could have, but does not check every rule.
    public func canApply(_ change: GameEvent.Change) -> Bool { canApply(change, afterGap: false) }

    /// Whether `change` is possible at this state.
    ///
    /// - Parameter isAfterGap: Whether events before it may be missing, as in the opening of a setup. If so,
    ///   the author of a change may have left the seat.
    package func canApply(_ change: GameEvent.Change, afterGap isAfterGap: Bool) -> Bool {
        func isSeated(_ seat: Seat?) -> Bool {
            isAfterGap || seat.map { player(on: $0) != nil } ?? true
        }
        let isPossibleHere =
            switch change {
            case .cellChanged(let change):
                phase == .playing && isKnown(change.cause) && isSeated(change.by) && isPossible(change)
            case .seatTaken(let player):
                self.player(on: player.seat) == nil
                    && player.seat.number <= max(rules.seatLimit, Seat.defaultMaximum)
            case .seatLeft(let seat), .seatRecoloured(let seat, _): isSeated(seat)
            case .seatRenamed(let seat, _, _): isSeated(seat) && self.player(on: seat)?.bot == nil
            case .boardLocked(let seat): isAfterGap || !isLocked && isSeated(seat)
            case .boardUnlocked(let seat): isAfterGap || isLocked && isSeated(seat)
            case .seatsClosed(let seat): isAfterGap || !areSeatsClosed && isSeated(seat)
            case .seatsOpened(let seat): isAfterGap || areSeatsClosed && isSeated(seat)
            case .promptOpened(let prompt):
                prompt.id == promptsAsked + 1 || isAfterGap && prompt.id > promptsAsked
            case .promptAnswered(let id, let seat, _):
                isAfterGap || self.prompt(id)?.deciders.contains(seat) ?? false
            case .promptDismissed(let id, _): isAfterGap || prompt(id) != nil
            case .gameStarted(let start):
                phase == .waiting && start.order.allSatisfy { isSeated($0) }
                    && start.order.isEmpty != hasPrivateBoards
            case .seatAway(let seat, _), .seatBack(let seat): start?.order.contains(seat) ?? false
            case .cellsMarked(let marks):
                phase == .playing && paused == nil && isKnown(marks.cause) && isSeated(marks.by)
                    && isPossible(marks)
            case .boardWrong(let board):
                phase == .playing && paused == nil && boards.numbered(board) != nil
            case .boardFinished(let result):
                phase == .playing && boardResult(of: result.board) == nil
                    && boards.numbered(result.board) != nil
            case .gamePaused(let seat): phase == .playing && paused == nil && isSeated(seat)
            case .gameResumed(let seat): phase == .playing && paused != nil && isSeated(seat)
            case .gameFinished(let result): phase != .finished && isPossible(result)
            case .rematchStarted: phase == .finished && next == nil
            case .ruleEvent: true
            }
        return isPossibleHere && rules.canApply(change, in: self)
    }

    func isKnown(_ cause: Cause) -> Bool {
        Cause.common.contains(cause) || type(of: rules).causes.contains(cause)
    }

    private func isPossible(_ change: CellChange) -> Bool {
        guard let object = boards.numbered(change.board)?.object(at: change.cell),
            change.value == nil || object.parse(change.value?.text ?? "") == change.value
        else { return false }
        guard let owner = Seat(change.board) else { return boardResult(of: change.board) == nil }
        return change.by == owner && boardResult(of: owner.number) == nil
    }

    private func isPossible(_ marks: CellMarks) -> Bool {
        guard let board = boards.numbered(marks.board), boardResult(of: marks.board) == nil else {
            return false
        }
        return marks.cells.allSatisfy { marked in
            let object = board.object(at: marked.cell)
            return !object.isLocked && object.marked(marked.mark).mark == marked.mark
        }
    }

    private func isPossible(_ result: GameResult) -> Bool {
        result.winners.allSatisfy { player(on: $0) != nil }
            && result.solves.allSatisfy { $0.isSolved && boardResults.contains($0) }
    }
}
