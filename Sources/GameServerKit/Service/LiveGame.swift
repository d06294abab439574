import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// A game in memory: its pending state, which commands change, and its committed state, which clients see.
///
/// `game` holds the pending state: every command that was accepted, whether its events are on disk yet or
/// not. ``GroupCommit`` commits the events. After that ``announce(_:_:)`` makes the state after them the
/// ``committed`` one, and view models, streams and polls follow. When a commit fails, ``rollBack()`` sets
/// `game` back to ``committed``. Belongs to the main actor, like everything in `Service` that is not
/// `nonisolated`.
final class LiveGame {
    let id: GameID
    var tokens: TokenBook
    let presence: Presence
    /// The committed state with the events that led to it, and ephemeral events between commits.
    ///
    /// Every stream and every parked poll is a listener of this value.
    let feed: Observable<Announcement>
    /// The committed boards, by number.
    private(set) var boards: [BoardViewModel]
    /// The last committed events, for streams that resume.
    private(set) var recent: RecentEvents
    /// The journal entries that wait for a commit.
    var pendingEntries = 0
    /// Whether the game has left the registry because it is changed in the store.
    var isWithdrawn = false
    /// When a request last named the game.
    var lastAccess = ContinuousClock.now
    /// The address of the client that performed the last command; nil since the game was woken.
    var lastAddress: String?
    /// Opens the rematch under the given id, in the transaction of the agreement; set by the registry.
    var openRematch: ((LiveGame, GameID) -> [GroupCommit.Part])?
    /// Record the end of a game in its room and challenge, in its transaction; set by ``Rooms`` and ``Challenges``.
    var didFinish: [(LiveGame) -> [GroupCommit.Part]] = []
    /// The room or challenge of the game that is being changed or read, and not in memory; set by the registry.
    var parentAway: (() -> GameID?)?
    /// Waits until that room or challenge is in memory again; set by the registry.
    var findParentAgain: ((GameID, @escaping () -> Void) -> Void)?
    /// Finds this game again after it was withdrawn; set by the registry.
    var findAgain: ((@escaping StoreAnswer<LiveGame?>) -> Void)?
    /// Called after each commit is announced; set by ``Rooms`` for rooms and their games.
    var didAnnounce: ((LiveGame) -> Void)?
    /// The present game of a room, as of the last commit; set by ``Rooms``.
    var presentGame: GameID?
    /// The pending state of the room that the game belongs to; set by ``Rooms``.
    ///
    /// Nil in other games, and once the room has been deleted.
    var roomState: (() -> GameState?)?
    /// Writes a room for a member; nil for a game, which ``json(for:hostToken:)`` writes as such.
    var roomJSON: ((Player) -> [UInt8])?

    /// Takes commands; its state is the pending one.
    let game: Game
    private var documents: [Int: BoardDocument] = [:]
    /// The words that score, as JSON; made for the first request for the whole game.
    private(set) lazy var words = WordsJSON(game.controller)
    var moves: MoveMemory
    let services: GameServices
    /// The bot moves that are being computed, each with the number of its request.
    var requestedMoves: [AwaitedMove.ID: Int] = [:]
    /// Counts the requests to bots: a number tells a late answer from the answer to a repeated request.
    var moveRequests = 0
    /// Requests bot moves again after a refusal, a failed commit, or a lease that another node holds.
    var botRetry: LoopTimer?
    private var deadlineTimer: LoopTimer?
    private var botTimer: LoopTimer?
    /// Merges the commits of other nodes; nil when the store has one node only.
    private(set) var shared: SharedGame?
    private let trace: EditTrace?

    /// Wakes a stored game, or makes a new one: sets its deadline and requests the bot moves that are due.
    init(_ stored: StoredGame, _ services: GameServices) {
        let state = stored.state
        self.services = services
        id = state.setup.id
        tokens = TokenBook(stored.tokens)
        moves = MoveMemory(stored.moves)
        recent = RecentEvents(stored.recent)
        presence = Presence(of: id, loop: services.loop)
        game = Game(state, lexicons: services.lexicons)
        isEndless = state.rules is any EndlessRules
        feed = Observable(Announcement(state))
        boards = state.boards.map(BoardViewModel.init(_:))
        trace = services.log.logLevel <= .trace ? EditTrace() : nil
        trace?.logEdits(of: game, to: services.log)
        presence.send = { [weak self] in self?.announceEphemeral($0) }
        shared = services.store.sharing.map { SharedGame(self, $0) }
        presence.shared = services.store.sharing.map { SharedPresence(presence, of: id, $0, services) }
        updateViews(to: state)
        setDeadline()
        requestBotMoves()
    }

    var setup: GameSetup { game.setup }
    /// Whether the game has no limit of events; its journal is trimmed instead.
    let isEndless: Bool
    /// Scores the boards; nil in a game that scores no words.
    var scorer: BoardScorer? { game.controller.scorer }
    /// The state as of the last commit.
    var committed: GameState { feed.value.state }

    /// The clock of the committed game, read now.
    var clock: GameClock { GameClock(of: committed, at: services.time.now) }

    /// The committed board `number` in all media; nil when the game has no such board.
    ///
    /// Publishes a board that every viewer may see, so that all loops can answer for it.
    func document(_ number: Int) -> BoardDocument? {
        if let document = documents[number] { return document }
        guard let board = boards.first(where: { $0.board.value.number == number }) else { return nil }
        let document = BoardDocument(
            board, of: committed, scorer, isShared: shared != nil, epoch: services.store.epoch)
        documents[number] = document
        if !committed.hasPrivateBoards, !setup.sharesTask {
            for path in boardPaths { services.published.publish(document.published, at: path) }
        }
        return document
    }

    /// The paths of the shared board.
    private var boardPaths: [String] {
        let path = "/games/\(id)/board"
        return id == .lobby ? [path, "/board"] : [path]
    }

    /// Withdraws the published boards, when the game leaves memory.
    func withdrawDocuments() {
        for path in boardPaths { services.published.withdraw(path) }
    }

    /// Counts the board requests that loops have answered by themselves as accesses to the game.
    func recordPublishedReads() {
        for document in documents.values where document.published.clearReadFlag() { lastAccess = .now }
    }

    /// The time until the rules' deadline, on the games' clock; nil without a deadline, and while the game is
    /// not being played.
    var remaining: Duration? {
        guard committed.phase == .playing else { return nil }
        return game.ruleDeadline(committed).map { max($0 - services.time.now, .zero) }
    }

    /// The committed board that `player` plays on: the shared one, or the player's own.
    func board(of player: Player) -> BoardState? {
        committed.boards(for: player.seat).numbered(game.controller.boardNumber(of: player))
    }

    /// The sender that a player with a key is in this game.
    func player(_ id: PlayerID) -> Player {
        let state = game.state
        let seat = state.player(id)?.seat
        let isHost = state.hostSeat.map { $0 == seat } ?? (host == id)
        return Player(seat: seat, isHost: isHost, since: seat.flatMap(state.seatedSince))
    }

    /// The player who hosts the game with a key; in a room it is the room's host.
    private var host: PlayerID? {
        guard let room = roomState?() else { return setup.host }
        return room.player(on: room.room?.host)?.player
    }

    /// The actions that `player` may perform in the committed state.
    func actions(for player: Player) -> [ActionDescription] {
        reportPlayers(at: services.time.now)
        return game.controller.availableActions(to: player, in: committed)
    }

    /// Tells the rules whose players are absent at `now`, and which of them are members of the game's room.
    func reportPlayers(at now: Timestamp) {
        game.controller.absentSeats = Set(presence.inactiveSeats(since: now + (.zero - Settings.absence)))
        game.controller.members = roomState?().map { $0.members(in: game.state) }
    }

    /// Whether the player gets a seat in the next round: in a locked room only members and bots do.
    func takesAlong(_ seated: SeatedPlayer) -> Bool {
        guard !game.state.rules.skipsNextRound(seated.seat, in: game.state) else { return false }
        guard let room = roomState?(), room.areSeatsClosed, seated.bot == nil else { return true }
        return seated.player.map(room.hasMember) ?? false
    }

    /// Whether an action is set under `name`.
    func hasAction(_ name: String) -> Bool { game.controller.actions[name] != nil }

    /// Whether the game may leave memory: no pending entries, no prompt, no bot move, no listener.
    ///
    /// A prompt depends on who has been absent, and a sleeping game does not keep that.
    var isIdle: Bool {
        pendingEntries == 0 && game.state.prompts.isEmpty && requestedMoves.isEmpty && feed.listenerCount == 0
    }

    /// The time until the game does something by itself; nil if it waits for a request.
    var timeToWake: Duration? { [timeToDeadline, timeToBotMove].compactMap(\.self).min() }

    private var timeToDeadline: Duration? {
        game.deadline.map { max($0 - services.time.now, Settings.minimumDeadlineDelay) }
    }

    /// Nil for a move that is due already: it has been requested, and is requested again if it is refused.
    private var timeToBotMove: Duration? {
        game.nextBotMove.map { $0 - services.time.now }.flatMap { $0 > .zero ? $0 : nil }
    }

    /// The estimated size in bytes; `Benchmarks/MEMORY.md` breaks it down.
    var footprint: Int {
        let answer = setup.answer.map { _ in Self.answerFootprint } ?? 0
        let people = game.state.seats.count * 500 + (game.state.challenge?.attempts.count ?? 0) * 250
        return 2_600 + answer + people + boards.count * 4_500 + documents.count * 9_000 + recent.footprint
            + moves.footprint
    }
    /// Bytes of a puzzle with clues of average length.
    private static let answerFootprint = 8_000

    // MARK: After the commit

    /// Publishes a committed entry: tokens, then view models, then streams and polls.
    ///
    /// Cannot fail.
    func announce(_ entry: JournalEntry, _ announcement: Announcement?) {
        // A merge from another node may have announced some of the events already.
        let news = shared == nil ? announcement : announcement?.suffix(after: committed.sequence)
        let ended = news == nil && !entry.events.isEmpty ? [] : entry.effects.endedTokens
        for seat in ended { tokens.revoke(seat) }
        for token in entry.tokens { tokens.add(token) }
        if let news { publish(news) }
        // After the events, because they turn the stream of a player who has left into a spectator's, which
        // continues.
        for seat in ended { services.hub.endConnections(of: seat, in: self) }
    }

    private func publish(_ announcement: Announcement) {
        // Once its player sits down, nobody else may follow a personal game.
        if setup.isPersonal, announcement.state.seats.count > committed.seats.count {
            services.hub.endConnections(of: self)
        }
        // After the end, the letters that a client may read depend on the viewer.
        let isOver = announcement.state.phase == .finished && committed.phase != .finished
        let rooms = setup.sharesTask && isOver ? services.hub.endSpectators(of: self) : []
        recent.append(announcement.events)
        updateViews(to: announcement.state)
        feed.value = announcement
        for room in rooms { room.followAgain() }
        setDeadline()
        requestBotMoves()
        didAnnounce?(self)
    }

    private func announceEphemeral(_ event: EphemeralEvent) {
        feed.value = Announcement(committed, ephemeral: event)
    }

    private func updateViews(to state: GameState) {
        if boards.count != state.boards.count { boards = state.boards.map(BoardViewModel.init(_:)) }
        for (board, state) in zip(boards, state.boards) { board.show(state) }
        for document in documents.values { document.publish(of: state) }
        presence.setSeats(state.seats.map(\.seat), at: services.time.now)
    }

    /// Forgets the id of a move that was not committed, so that a retry is carried out.
    func forget(_ move: Move) {
        moves.forget(move.key)
    }

    /// Discards the pending state after a failed commit: the game is the committed one again.
    func rollBack() {
        game.restore(committed)
        tokens.discardRenewals()
        requestedMoves = [:]
        setDeadline()
        requestBotMoves()
    }

    /// Sets the timers for the game's next deadline and for the next move of a bot.
    ///
    /// Called after each attempt too: a timer may fire a little early, and the commit may fail.
    private func setDeadline() {
        botTimer = timeToBotMove.map { wait in
            services.loop.timer(after: wait) { [weak self] in
                self?.setDeadline()
                self?.requestBotMoves()
            }
        }
        deadlineTimer = timeToDeadline.map { wait in
            services.loop.timer(after: wait) { [weak self] in self?.handleDeadline() }
        }
    }

    private func handleDeadline() {
        withLease { [weak self] lease in
            self?.perform(.deadlineReached, by: .spectator, under: lease) { _ in
                self?.setDeadline()
                self?.requestBotMoves()
            }
        } otherwise: { [weak self] in
            guard let self, deadlineTimer != nil else { return }
            deadlineTimer = services.loop.timer(after: Settings.leaseRetry) { [weak self] in
                self?.handleDeadline()
            }
        }
    }
}
