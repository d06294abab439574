import EventIO
import GameCore
import Logging

/// A game that people play now: the live game, which takes commands, and the committed picture of it, which
/// is all that anybody is shown.
final class LiveGame {
    /// What a live game needs of its surroundings.
    struct Surroundings {
        let store: any EventStore
        let commits: GroupCommit
        let loop: MainLoop
        let time: SystemClock
        let log: Logger
    }

    let setup: GameSetup
    private(set) var tokens: TokenBook
    let presence: Presence
    /// What is announced after each commit.
    ///
    /// A stream or a parked poll is a bound listener of it.
    let feed: Observable<Announcement>
    /// The boards as they are shown, by number.
    let boards: [BoardViewModel]
    let clock: ClockModel
    let clockFace: ObservableClockViewModel
    /// The last events, for streams that resume.
    private(set) var recent: [GameEvent]
    /// How many of its entries wait for a commit.
    var unsaved = 0
    /// When somebody last asked for it.
    var touched = ContinuousClock.now
    /// Opens the game in which the people of this one play on.
    var startNextRound: ((LiveGame, GameID) -> Void)?

    private(set) var game: Game
    private var documents: [Int: BoardDocument] = [:]
    private var moves: MoveMemory
    private let around: Surroundings
    private var deadlineTimer: LoopTimer?
    private let trace: EditTrace?

    /// The game as it was stored, back in play.
    init(_ stored: StoredGame, _ around: Surroundings) throws(RuleViolation) {
        let picture = stored.picture
        self.around = around
        setup = picture.setup
        tokens = TokenBook(stored.tokens)
        moves = MoveMemory(stored.moves)
        recent = stored.recent
        presence = Presence(of: setup.id, loop: around.loop)
        game = try Game(picture)
        feed = Observable(Announcement(picture, events: []))
        boards = picture.boards.map(BoardViewModel.init(_:))
        clock = ClockModel(started: setup.created)
        clockFace = ObservableClockViewModel(clock)
        trace = around.log.logLevel <= .trace ? EditTrace() : nil
        trace?.follow(game, around.log)
        show(picture)
        setDeadline()
    }

    var id: GameID { setup.id }
    /// The game as of the last commit.
    var shown: GamePicture { feed.value.picture }

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

    /// The events after `sequence`, while they are remembered; nil when the store must be asked.
    func events(after sequence: SequenceNumber) -> ArraySlice<GameEvent>? {
        let missing = shown.sequence.value - sequence.value
        guard (0...recent.count).contains(missing) else { return nil }
        return recent.suffix(missing)
    }

    /// Whether nothing would be lost or missed if it left memory now.
    var isIdle: Bool {
        unsaved == 0 && deadlineTimer == nil && feed.listenerCount == 0
            && presence.whisper.listenerCount == 0
    }

    /// Roughly how many bytes it takes.
    var footprint: Int { 16_384 + recent.count * 160 + moves.count * 240 }

    // MARK: The path of an edit: apply, append, announce

    /// Carries out `command` for `player` and answers after the commit, once, with what has happened or why
    /// not.
    ///
    /// Refusals wait for the commit too: they may speak of a change that is not saved yet.
    func perform(
        _ command: Command, by player: Player, move: MoveKey? = nil,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        if let refusal = around.commits.refusal { return answer(.failure(refusal)) }
        switch apply(command, by: player, move: move) {
        case .done(let outcome, let entry):
            append(entry, answer) { answer(.success(outcome)) }
            nextRound(outcome.events)
        case .repeated(let move):
            append(JournalEntry(game: id), answer) { [self] in tell(again: move, answer) }
        case .refused(let problem):
            append(JournalEntry(game: id), answer) { answer(.failure(problem)) }
        }
    }

    private func append(
        _ entry: JournalEntry, _ answer: @escaping (CommandResult) -> Void,
        saved: @escaping () -> Void
    ) {
        around.commits.append(entry, of: self) { problem in
            if let problem { answer(.failure(problem)) } else { saved() }
        }
    }

    private func apply(_ command: Command, by player: Player, move key: MoveKey?) -> AppliedCommand {
        let time = around.time.now
        let before = game.state.sequence
        // Only a command with an id must be told from others.
        let fingerprint = key == nil ? 0 : command.fingerprint
        do throws(Problem) {
            if let key, let earlier = try moves.earlier(key, fingerprint, at: time) {
                return .repeated(earlier)
            }
            let events = try apply(command, by: player, at: time)
            let (token, held) = issue(to: player, events)
            var entry = JournalEntry(game: id, events: events, tokens: held)
            let outcome = CommandOutcome(
                events: events, sequence: game.state.sequence, hash: events.last?.hash ?? game.hash,
                token: token)
            if let key {
                let move = Move(
                    key: key, command: fingerprint, before: before, sequence: outcome.sequence,
                    hash: outcome.hash, time: time)
                moves.remember(move)
                entry.move = move
            }
            entry.snapshot = snapshot(after: before)
            return .done(outcome, entry)
        } catch {
            return .refused(error)
        }
    }

    private func apply(_ command: Command, by player: Player, at time: Timestamp) throws(Problem)
        -> [GameEvent]
    {
        do { return try game.apply(command, by: player, at: time) } catch { throw Problem(error) }
    }

    /// Who takes a seat gets a secret; the host keeps the host's rights there.
    ///
    /// It is this person's, not the seat's.
    private func issue(to player: Player, _ events: [GameEvent]) -> (Token?, [HeldToken]) {
        for event in events {
            guard case .seatTaken(let seated) = event.change else { continue }
            let token = Token.random()
            let holder = Player(seat: seated.seat, isHost: player.isHost, since: event.sequence)
            return (token, [HeldToken(digest: token.digest, player: holder)])
        }
        return (nil, [])
    }

    private func snapshot(after before: SequenceNumber) -> GameSnapshot? {
        let interval = Settings.snapshotInterval
        guard game.state.sequence.value / interval > before.value / interval else { return nil }
        return GameSnapshot(of: GamePicture(of: game))
    }

    /// The first answer to `move` once more, as the journal has it.
    private func tell(again move: Move, _ answer: @escaping (CommandResult) -> Void) {
        around.store.events(of: id, after: move.before, limit: move.count) { found in
            answer(
                found.map { CommandOutcome(events: $0, sequence: move.sequence, hash: move.hash) }
                    .mapError { _ in .outcomeUnknown })
        }
    }

    /// The first entry of a new game in which `events` have happened already; it is shown after the commit.
    func begin(_ events: [GameEvent], _ tokens: [HeldToken]) -> JournalEntry {
        for event in events { game.replay(event) }
        return JournalEntry(
            game: id, setup: setup, events: events, tokens: tokens, snapshot: snapshot(after: .zero))
    }

    private func nextRound(_ events: [GameEvent]) {
        for event in events {
            if case .rematchStarted(let next) = event.change { startNextRound?(self, next) }
        }
    }

    /// Shows what is committed now to everybody: view models first, then streams and polls.
    ///
    /// Cannot fail.
    func announce(_ entry: JournalEntry) {
        for token in entry.tokens { tokens.add(token) }
        guard !entry.events.isEmpty else { return }
        var picture = shown
        for event in entry.events {
            picture.fold(event)
            // Whoever takes the seat next is somebody else.
            if case .seatLeft(let seat) = event.change { tokens.forget(seat) }
        }
        remember(entry.events)
        show(picture)
        feed.value = Announcement(picture, events: entry.events)
        setDeadline()
    }

    private func show(_ picture: GamePicture) {
        for (board, picture) in zip(boards, picture.boards) { board.show(picture) }
        if let finished = picture.state.finished { clock.stop(at: finished) }
        presence.seatsChanged(to: picture.state.seats.map(\.seat), at: around.time.now)
    }

    private func remember(_ events: [GameEvent]) {
        recent += events
        guard recent.count >= 2 * Settings.resumableEvents else { return }
        recent.removeFirst(recent.count - Settings.resumableEvents)
    }

    /// Forgets a move that could not be saved, so that a retry is carried out.
    func forget(_ move: Move) {
        moves.forget(move.key)
    }

    /// Forgets what was applied but could not be saved: the game is again what everybody has been shown.
    func takeBack() {
        // The same setup has made this game before.
        guard let fresh = try? Game(shown) else { return }
        game = fresh
        trace?.follow(fresh, around.log)
        setDeadline()
    }

    /// Tells the game that time has passed when it wants to know, again and again until it is content.
    ///
    /// A timer may be a little early, and a commit may fail.
    private func setDeadline() {
        deadlineTimer = game.deadline.map { deadline in
            let wait = max(deadline - around.time.now, Settings.shortestDeadline)
            return around.loop.timer(after: wait) { [weak self] in
                self?.perform(.timePassed, by: .spectator) { _ in self?.setDeadline() }
            }
        }
    }
}
