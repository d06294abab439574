/// Everything about a game that is not on its boards, folded from its events.
public struct GameState: Equatable, Codable, Sendable {
    /// Where a game stands.
    public enum Phase: String, Codable, Sendable {
        case waiting, playing, finished
    }

    /// The last change that a player made, as long as it can be taken back.
    struct OwnChange: Equatable, Codable, Sendable {
        let change: CellChange
        let sequence: SequenceNumber
    }

    /// The number of the last event.
    public private(set) var sequence = SequenceNumber.zero
    /// Where the game stands.
    public private(set) var phase = Phase.playing
    /// Who is seated, by seat.
    public private(set) var seats: [SeatedPlayer] = []
    /// Whether the host has frozen the board.
    public private(set) var isLocked = false
    /// The questions that wait for answers, oldest first.
    public private(set) var prompts: [Prompt] = []
    /// When the game ended.
    public private(set) var finished: Timestamp?
    /// How the game ended.
    public private(set) var result: GameResult?
    /// What it began with, from its start on.
    public private(set) var start: GameStart?
    /// When it started.
    public private(set) var started: Timestamp?
    /// How a game stands in which letters are called, from its start on.
    public private(set) var round: CalledRound?
    /// Who has left a game of boards of one's own, and has not come back.
    public private(set) var left: Set<Seat> = []
    /// Since when it is paused, if it is.
    public private(set) var paused: Timestamp?
    /// For how long it has been paused before.
    public private(set) var pauses = Duration.zero
    /// The boards on which nothing more happens, in the order of their ends.
    public private(set) var ends: [BoardEnd] = []
    /// The boards on which the server has helped.
    public private(set) var assisted: Set<Int> = []
    /// The game in which the same people play on.
    public private(set) var next: GameID?
    /// The event with which each seat was taken.
    private(set) var taken: [Seat: SequenceNumber] = [:]
    private(set) var promptsAsked = 0
    private(set) var ownChanges: [Seat: OwnChange] = [:]

    /// A game in which nothing has happened yet.
    public init(_ phase: Phase = .playing) {
        self.phase = phase
    }

    /// Who does not come along to the next round: from a word square who was sent away, from a race who left.
    public var gone: Set<Seat> { round?.kicked ?? left }

    /// Who sits on `seat`, if anybody.
    public func player(on seat: Seat) -> SeatedPlayer? {
        seats.first { $0.seat == seat }
    }

    /// The event with which who sits on `seat` took it.
    public func taken(_ seat: Seat) -> SequenceNumber? { taken[seat] }

    /// The question with number `id`, if it waits.
    public func prompt(_ id: Int) -> Prompt? {
        prompts.first { $0.id == id }
    }

    /// How it ended on the board with this number, if it has.
    public func end(of board: Int) -> BoardEnd? { ends.first { $0.board == board } }

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
        Seat.all.first { player(on: $0) == nil }
    }

    /// Whether `change` can happen to a game in this state, whoever wants it.
    ///
    /// For journals from elsewhere: it tells what cannot be, not what the rules would say.
    public func admits(_ change: GameEvent.Change) -> Bool {
        func isSeated(_ seat: Seat?) -> Bool { seat.map { player(on: $0) != nil } ?? true }
        return switch change {
        case .cellChanged(let change): phase == .playing && isSeated(change.by)
        case .seatTaken(let player): self.player(on: player.seat) == nil
        case .seatLeft(let seat), .seatRecoloured(let seat, _): isSeated(seat)
        case .boardLocked(let seat): !isLocked && isSeated(seat)
        case .boardUnlocked(let seat): isLocked && isSeated(seat)
        case .promptOpened(let prompt): prompt.id == promptsAsked + 1
        case .promptAnswered(let id, let seat, _): self.prompt(id)?.deciders.contains(seat) ?? false
        case .promptDismissed(let id, _): prompt(id) != nil
        case .gameStarted(let start): phase == .waiting && start.order.allSatisfy { isSeated($0) }
        case .letterCalled(let call): phase == .playing && round?.admits(call) ?? false
        case .seatAway(let seat, _), .seatBack(let seat): start?.order.contains(seat) ?? false
        case .cellsMarked(let marks): phase == .playing && paused == nil && isSeated(marks.by)
        case .boardWrong: phase == .playing && paused == nil
        case .boardFinished(let end): phase == .playing && self.end(of: end.board) == nil
        case .gamePaused(let seat): phase == .playing && paused == nil && isSeated(seat)
        case .gameResumed(let seat): phase == .playing && paused != nil && isSeated(seat)
        case .gameFinished(let result):
            phase != .finished && result.winners.allSatisfy { isSeated($0) }
                && result.solves.allSatisfy { $0.isSolved && ends.contains($0) }
        case .rematchStarted: phase == .finished && next == nil
        }
    }

    /// Takes back `event`, the last one, as far as it says who may see what.
    mutating func goBack(before event: GameEvent) {
        sequence = event.sequence.previous
        switch event.change {
        case .gameFinished: phase = .playing
        case .gamePaused: paused = nil
        case .gameResumed: paused = event.time
        default: break
        }
    }

    /// Takes over one event.
    mutating func fold(_ event: GameEvent) {
        sequence = event.sequence
        switch event.change {
        case .cellChanged(let change): foldCell(change, event)
        case .seatTaken, .seatLeft, .seatRecoloured: foldSeat(event.change, event.sequence)
        case .boardLocked: isLocked = true
        case .boardUnlocked: isLocked = false
        case .promptOpened, .promptAnswered, .promptDismissed: foldPrompt(event.change)
        case .gameStarted(let start):
            phase = .playing
            self.start = start
            started = event.time
            round = CalledRound(start, at: event.time)
        case .letterCalled(let call): round?.fold(call, at: event.time)
        case .seatAway(let seat, let isKicked):
            left.insert(seat)
            round?.left(seat, isKicked: isKicked)
        case .seatBack(let seat):
            left.remove(seat)
            round?.returned(seat)
        case .cellsMarked(let marks): if marks.cause != .submit { assisted.insert(marks.board) }
        case .boardWrong: break
        case .boardFinished(let end): ends.append(end)
        case .gamePaused: paused = event.time
        case .gameResumed:
            pauses += paused.map { event.time - $0 } ?? .zero
            paused = nil
        case .gameFinished(let result):
            pauses += paused.map { event.time - $0 } ?? .zero
            paused = nil
            phase = .finished
            self.result = result
            finished = event.time
            prompts = []
        case .rematchStarted(let game): next = game
        }
    }

    private mutating func foldCell(_ change: CellChange, _ event: GameEvent) {
        guard let seat = change.by else { return }
        if let owner = Seat(change.board) {
            round?.placed(owner, byBot: change.cause == .bot, at: event.time)
            return
        }
        switch change.cause {
        case .edit: ownChanges[seat] = OwnChange(change: change, sequence: event.sequence)
        case .undo: ownChanges[seat] = nil
        case .clear, .bot, .reveal, .reset: break
        }
    }

    private mutating func foldSeat(_ change: GameEvent.Change, _ sequence: SequenceNumber) {
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
        default: break
        }
    }

    private mutating func foldPrompt(_ change: GameEvent.Change) {
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
}
