import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// A game that people play now: the live game, which takes commands, and the committed state of it, which
/// is all that anybody is shown.
final class LiveGame {
    let id: GameID
    var tokens: TokenBook
    let presence: Presence
    /// What is announced after each commit, and whispered in between.
    ///
    /// A stream or a parked poll is a bound listener of it.
    let feed: Observable<Announcement>
    /// The boards as they are shown, by number.
    private(set) var boards: [BoardViewModel]
    /// The last events, for streams that resume.
    private(set) var recent: RecentEvents
    /// How many of its entries wait for a commit.
    var unsaved = 0
    /// When somebody last asked for it.
    var touched = ContinuousClock.now
    /// Opens the game in which the people of this one play on.
    var startNextRound: ((LiveGame, GameID) -> Void)?

    let game: Game
    private var documents: [Int: BoardDocument] = [:]
    /// The words that count; made when somebody first asks for the whole game.
    private(set) lazy var words = WordsJSON(game.controller)
    var moves: MoveMemory
    let services: GameServices
    /// What bots are thinking about for this game.
    var thoughts: [AwaitedMove.ID: Int] = [:]
    /// Numbers the questions to bots, so that a late answer is told from that to the same question anew.
    var questions = 0
    /// Asks bots again when a move of theirs could not be saved.
    var retry: LoopTimer?
    private var deadlineTimer: LoopTimer?
    /// Joins it to those who play it on other servers, if there can be any.
    private(set) var shared: SharedGame?
    private let trace: EditTrace?

    /// The game as it was stored, back in play.
    init(_ stored: StoredGame, _ services: GameServices) {
        let state = stored.state
        self.services = services
        id = state.setup.id
        tokens = TokenBook(stored.tokens)
        moves = MoveMemory(stored.moves)
        recent = RecentEvents(stored.recent)
        presence = Presence(of: id, loop: services.loop)
        game = Game(state, lexicons: services.lexicons)
        feed = Observable(Announcement(state))
        boards = state.boards.map(BoardViewModel.init(_:))
        trace = services.log.logLevel <= .trace ? EditTrace() : nil
        trace?.follow(game, services.log)
        presence.tell = { [weak self] in self?.whisper($0) }
        shared = services.store.sharing.map { SharedGame(self, $0) }
        presence.shared = services.store.sharing.map { SharedPresence(presence, of: id, $0, services) }
        show(state)
        setDeadline()
        askBots()
    }

    var setup: GameSetup { game.setup }
    /// Scores the boards, where words count.
    var scorer: BoardScorer? { game.controller.scorer }
    /// The game as of the last commit.
    var shown: GameState { feed.value.state }

    /// The time that was played, as of now; made for who looks at the game.
    var clock: GameClock { GameClock(of: shown, at: services.time.now) }

    /// The board `number` as it is given out.
    ///
    /// Nil when the game has no such board.
    func document(_ number: Int) -> BoardDocument? {
        if let document = documents[number] { return document }
        guard let board = boards.first(where: { $0.board.value.number == number }) else { return nil }
        let document = BoardDocument(board, of: shown, scorer, isShared: shared != nil)
        documents[number] = document
        if !shown.hasPrivateBoards {
            for path in boardPaths { services.published.publish(document.published, at: path) }
        }
        return document
    }

    /// Where the shared board stands.
    private var boardPaths: [String] {
        let path = "/games/\(id)/board"
        return id == .lobby ? [path, "/board"] : [path]
    }

    /// The game leaves memory: no loop speaks for it any more.
    func fallAsleep() {
        for path in boardPaths { services.published.withdraw(path) }
    }

    /// Takes note of those who were answered without the game being asked.
    func notePublished() {
        for document in documents.values where document.published.wasAsked() { touched = .now }
    }

    /// How long the present step may still take, on the games' clock; nil for as long as anybody likes.
    var remaining: Duration? {
        guard shown.phase == .playing else { return nil }
        return game.ruleDeadline(shown).map { max($0 - services.time.now, .zero) }
    }

    /// The board that `player` plays on, as it is shown: the shared one, or their own.
    func board(of player: Player) -> BoardState? {
        shown.boards.numbered(game.controller.boardNumber(of: player))
    }

    /// What `player` may do now besides typing, in what is shown.
    func actions(for player: Player) -> [ActionDescription] {
        game.controller.availableActions(to: player, in: shown)
    }

    /// Whether an action is set under `name`.
    func hasAction(_ name: String) -> Bool { game.controller.actions[name] != nil }

    /// Whether nothing would be lost or missed if it left memory now.
    var isIdle: Bool {
        unsaved == 0 && deadlineTimer == nil && thoughts.isEmpty && feed.listenerCount == 0
    }

    /// Roughly how many bytes it takes; MEMORY.md beside the benchmarks says where they are.
    var footprint: Int {
        let answer = setup.answer.map { _ in Self.answerFootprint } ?? 0
        let people = game.state.seats.count * 500
        return 2_600 + answer + people + boards.count * 4_500 + documents.count * 9_000 + recent.footprint
            + moves.footprint
    }
    /// Of a puzzle with clues of usual length.
    private static let answerFootprint = 8_000

    // MARK: After the commit

    /// Shows what is committed now to everybody: view models first, then streams and polls.
    ///
    /// Cannot fail.
    func announce(_ entry: JournalEntry, _ announcement: Announcement?) {
        // What others have told already is not told again.
        let news = shared == nil ? announcement : announcement?.news(since: shown.sequence)
        let ended = news == nil && !entry.events.isEmpty ? [] : entry.effects.endedTokens
        // Whoever takes the seat next is somebody else.
        for seat in ended { tokens.forget(seat) }
        for token in entry.tokens { tokens.add(token) }
        if let news { show(news) }
        // After the events: a stream of a seat that was left has gone on without one.
        for seat in ended { services.hub.end(seat, of: self) }
    }

    private func show(_ news: Announcement) {
        recent.append(news.events)
        show(news.state)
        feed.value = news
        setDeadline()
        askBots()
    }

    private func whisper(_ whisper: Whisper) {
        feed.value = Announcement(shown, whisper: whisper)
    }

    private func show(_ state: GameState) {
        if boards.count != state.boards.count { boards = state.boards.map(BoardViewModel.init(_:)) }
        for (board, state) in zip(boards, state.boards) { board.show(state) }
        for document in documents.values { document.publish(of: state) }
        presence.seatsChanged(to: state.seats.map(\.seat), at: services.time.now)
    }

    /// Forgets a move that could not be saved, so that a retry is carried out.
    func forget(_ move: Move) {
        moves.forget(move.key)
    }

    /// Forgets what was applied but could not be saved: the game is again what everybody has been shown.
    func rollBack() {
        game.restore(shown)
        tokens.forgetRenewals()
        thoughts = [:]
        setDeadline()
        askBots()
    }

    /// Tells the game that time has passed when it wants to know, again and again until it is content.
    ///
    /// A timer may be a little early, and a commit may fail.
    private func setDeadline() {
        deadlineTimer = game.deadline.map { deadline in
            let wait = max(deadline - services.time.now, Settings.shortestDeadline)
            return services.loop.timer(after: wait) { [weak self] in self?.letTimePass() }
        }
    }

    private func letTimePass() {
        actAlone { [weak self] lease in
            self?.perform(.timePassed, by: .spectator, under: lease) { _ in
                self?.setDeadline()
                self?.askBots()
            }
        } orElse: { [weak self] in
            guard let self, deadlineTimer != nil else { return }
            deadlineTimer = services.loop.timer(after: Settings.leaseRetry) { [weak self] in
                self?.letTimePass()
            }
        }
    }
}
