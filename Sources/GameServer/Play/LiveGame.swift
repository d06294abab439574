import EventIO
import GameCore
import Logging

/// A game that people play now: the live game, which takes commands, and the committed picture of it, which
/// is all that anybody is shown.
final class LiveGame {
    let setup: GameSetup
    let tokens = TokenBook()
    let presence: Presence
    /// What is announced after each commit.
    ///
    /// A stream or a parked poll is a bound listener of it.
    let feed: Observable<Announcement>
    /// The boards as they are shown, by number.
    let boards: [BoardViewModel]
    let clock: ClockModel
    let clockFace: ObservableClockViewModel
    /// When the game was made, counted over all games of this process; pages of the list go by it.
    let ordinal: Int

    private(set) var game: Game
    private var documents: [Int: BoardDocument] = [:]
    private var moves = MoveMemory()
    private let commits: GroupCommit
    private let loop: MainLoop
    private let log: Logger
    private var deadlineTimer: LoopTimer?
    private let trace: EditTrace?

    /// A game that starts from `setup`; its events go through `commits`.
    init(
        _ setup: GameSetup, ordinal: Int, commits: GroupCommit, loop: MainLoop, log: Logger
    ) throws(RuleViolation) {
        self.setup = setup
        self.ordinal = ordinal
        self.commits = commits
        self.loop = loop
        self.log = log
        presence = Presence(of: setup.id, loop: loop)
        game = try Game(setup)
        let picture = GamePicture(of: game)
        feed = Observable(Announcement(picture, events: []))
        boards = picture.boards.map(BoardViewModel.init(_:))
        clock = ClockModel(started: setup.created)
        clockFace = ObservableClockViewModel(clock)
        trace = log.logLevel <= .trace ? EditTrace() : nil
        trace?.follow(game, log)
    }

    var id: GameID { setup.id }
    /// The game as of the last commit.
    var shown: GamePicture { feed.value.picture }

    /// The game before its first event.
    var firstPicture: GamePicture? { (try? Game(setup)).map(GamePicture.init(of:)) }

    /// The board `number` as it is given out.
    func document(_ number: Int) -> BoardDocument {
        if let document = documents[number] { return document }
        let document = BoardDocument(boards[number])
        documents[number] = document
        return document
    }

    /// What `player` may do now besides typing, in what is shown.
    func actions(for player: Player) -> [ActionDescription] {
        game.controller.actions.available(to: player, in: shown.state)
    }

    /// Whether an action is set under `name`.
    func hasAction(_ name: String) -> Bool { game.controller.actions[name] != nil }

    // MARK: The path of an edit: apply, append, announce

    /// Carries out `command` for `player` and answers after the commit, once, with what has happened or why
    /// not.
    ///
    /// Refusals wait for the commit too: they may speak of a change that is not saved yet.
    func perform(
        _ command: Command, by player: Player, move: MoveKey? = nil,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        guard commits.hasRoom else { return answer(.failure(.storeBusy)) }
        let applied = apply(command, by: player, move: move)
        commits.append(applied.newEvents, of: self) { failure in
            answer(failure.map(CommandResult.failure) ?? applied.reply)
        }
    }

    private func apply(_ command: Command, by player: Player, move: MoveKey?) -> AppliedCommand {
        let time = Timestamp.systemNow()
        if let move, let earlier = moves.earlier(move, command, at: time) { return earlier }
        do {
            let events = try game.apply(command, by: player, at: time)
            let hash = events.last?.hash ?? game.hash
            let done = CommandOutcome(events: events, sequence: game.state.sequence, hash: hash)
            if let move { moves.remember(move, command, done, at: time) }
            return .done(done)
        } catch {
            return .refused(Problem(error))
        }
    }

    /// Shows the committed `events` to everybody: view models first, then streams and polls.
    ///
    /// Cannot fail.
    func announce(_ events: [GameEvent]) {
        var picture = shown
        for event in events {
            picture.fold(event)
            if case .seatLeft(let seat) = event.change { forget(seat) }
        }
        for (board, picture) in zip(boards, picture.boards) { board.show(picture) }
        if let finished = picture.state.finished { clock.stop(at: finished) }
        presence.seatsChanged(to: picture.state.seats.map(\.seat), at: .systemNow())
        feed.value = Announcement(picture, events: events)
        setDeadline()
    }

    /// Whoever takes the seat next is somebody else.
    private func forget(_ seat: Seat) {
        tokens.forget(seat)
        moves.forget(seat)
    }

    /// Forgets what was applied but could not be saved: the game is again what the store says.
    func reload(_ events: [GameEvent]) {
        guard let fresh = try? Game(setup) else { return }
        for event in events { fresh.replay(event) }
        game = fresh
        trace?.follow(fresh, log)
        moves.forgetAfter(fresh.state.sequence)
        setDeadline()
    }

    /// Tells the game that time has passed when it wants to know, again and again until it is content: a
    /// timer
    /// may be a little early, and a commit may fail.
    private func setDeadline() {
        deadlineTimer = game.deadline.map { deadline in
            let wait = max(deadline - .systemNow(), Settings.shortestDeadline)
            return loop.timer(after: wait) { [weak self] in
                self?.perform(.timePassed, by: .spectator) { _ in self?.setDeadline() }
            }
        }
    }
}
