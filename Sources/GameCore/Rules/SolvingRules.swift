/// Rules of games in which players find a hidden answer, on one shared board or in a race on private boards.
///
/// The clock starts when players can first see the task: when the first seat of a shared board is taken, or
/// when a race is started.
public protocol SolvingRules: HiddenAnswerRules, PrivateBoardRules, TimedRules, VerifiableRules {
    /// The modes in which the game can be played, the default first.
    static var modes: [PlayMode] { get }
    /// Reads the play mode of a game of `setup`, and whether the game is for a single player.
    ///
    /// Default: the option `mode`; `solo` and `daily` are for a single player.
    static func playMode(
        of setup: GameSetup
    ) throws(RuleViolation) -> (mode: PlayMode, isSinglePlayer: Bool)
    /// How the players of this game share boards.
    var mode: PlayMode { get }
    /// Whether the game is for a single player.
    var isSinglePlayer: Bool { get }
    /// The seats of a race; ``GameSetup/raceSeats``.
    var raceSeats: Int { get }
    /// The time limit of a race; nil for no limit.
    var limit: Duration? { get }
    /// The hidden answer as the result shows it: the word, or the board as text.
    var answerText: String { get }
    /// The best result that an unfinished private board can still get: that of a finish with the next move,
    /// at `elapsed`. Default: solved, without more help than so far.
    func bestResult(on board: BoardState, at elapsed: Duration, in state: GameState) -> BoardResult
    /// The points of each seat when the game ends in `state`. Default: none, in games without points.
    func scores(of state: GameState) -> [GameResult.Score]
    /// Whether the marks on `board`, and its result if it is finished, agree with the hidden answer.
    func isConsistent(_ board: BoardState, in state: GameState, _ lexicon: Lexicon?) -> Bool
}

extension SolvingRules {
    /// The phase ``GameState/Phase/waiting``.
    public var startingPhase: GameState.Phase { .waiting }

    /// Default: the option `mode`; `solo` and `daily` are for a single player.
    public static func playMode(
        of setup: GameSetup
    ) throws(RuleViolation) -> (mode: PlayMode, isSinglePlayer: Bool) {
        let mode = try PlayMode(setup.options, allowed: modes)
        return (mode, mode == .solo || mode == .daily)
    }

    /// The outline of a game of `setup`, read from its options alone.
    public static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        let (mode, isSinglePlayer) = try playMode(of: setup)
        return GameOutline(
            isOpen: false, hasPrivateBoards: mode == .race,
            seatLimit: isSinglePlayer ? 1 : mode == .race ? setup.raceSeats : Seat.defaultMaximum)
    }

    /// Boards are private in a race.
    public static var privateBoards: PrivateBoards { .race }

    /// True in a race.
    public var hasPrivateBoards: Bool { mode == .race }

    /// One in a single-player game, and in a race in a room one for each member.
    public var seatLimit: Int {
        isSinglePlayer ? 1 : mode == .race ? raceSeats : Seat.defaultMaximum
    }

    /// Refuses a seat in a race that has started, and a second seat in a single-player game.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        if hasPrivateBoards, game.state.phase != .waiting {
            throw RuleViolation(.gameStarted, "This race has already started; you can watch it.")
        }
        if isSinglePlayer, !game.state.seats.isEmpty {
            throw RuleViolation(.noFreeSeat, "This is a single-player game.")
        }
    }

    /// Starts the game when the first player sits down at a shared board, unless it starts by itself.
    public func didSeat(in game: GameController) {
        guard !hasPrivateBoards, game.state.phase == .waiting, !game.state.seats.isEmpty,
            game.state.setup.countdown == nil
        else { return }
        game.record(.gameStarted(GameStart(order: [])))
    }

    /// Frees the seat; in a running race, the player gives up instead and the seat stays taken.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        guard hasPrivateBoards, game.state.phase == .playing else { return game.record(.seatLeft(seat)) }
        guard !game.state.awaySeats.contains(seat) else { return }
        game.record(.seatAway(seat, isKicked: player.seat != seat))
        giveUp(seat.number, in: game)
    }

    /// Refuses players without a seat or with a finished board.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        _ = try requireBoard(of: player, in: game)
    }

    /// Ends the game with a result that shows the answer and every solve.
    public func end(_ game: GameController) {
        game.record(.gameFinished(result(of: game.state, elapsed: game.elapsed)))
    }

    /// The result of a game that ends in `state`.
    ///
    /// The best solvers win a race; if a shared board is solved, all players win.
    func result(of state: GameState, elapsed: Duration) -> GameResult {
        let solves = state.boardResults.filter(\.isSolved).sorted { $0.isBetter(than: $1) }
        let everybody = solves.isEmpty ? [] : state.seats.map(\.seat)
        let winners = hasPrivateBoards ? leaders(in: state) : everybody
        return GameResult(
            elapsed: elapsed, winners: winners, scores: scores(of: state), solves: solves, answer: answerText)
    }

    /// The seats with the best solved board of a race; without bots if a person is among them, because a bot
    /// that has waited for a person moves in the same millisecond.
    private func leaders(in state: GameState) -> [Seat] {
        let solves = state.boardResults.filter(\.isSolved)
        let best = solves.filter { solve in !solves.contains { $0.isBetter(than: solve) } }.compactMap(\.seat)
        let people = best.filter { state.player(on: $0)?.bot == nil }
        return (people.isEmpty ? best : people).sorted()
    }

    /// The leaders of a running race, once no rival can pass them; empty before that.
    public func decidedWinners(in state: GameState) -> [Seat] {
        guard hasPrivateBoards, state.phase == .playing else { return [] }
        let leaders = leaders(in: state)
        guard let leader = leaders.first, let best = state.boardResult(of: leader.number),
            let last = state.boardResults.map(\.elapsed).max()
        else { return [] }
        let canBePassed = state.boards.contains { board in
            state.boardResult(of: board.number) == nil
                && bestResult(on: board, at: last, in: state).isBetter(than: best)
        }
        return canBePassed ? [] : leaders
    }

    /// Default: solved, without more help than so far.
    public func bestResult(on board: BoardState, at elapsed: Duration, in state: GameState) -> BoardResult {
        BoardResult(
            board: board.number, elapsed: elapsed, isSolved: true,
            isAssisted: state.assistedBoards.contains(board.number))
    }

    /// Records `race.won` once the race is decided while others play on.
    public func didCarryOut(_ command: Command, in game: GameController) {
        let winners = decidedWinners(in: game.state)
        guard !winners.isEmpty, let before = game.stateBeforeCommand, decidedWinners(in: before) != winners
        else {
            return
        }
        game.record(.ruleEvent(RaceWon(winners: winners).event))
    }

    /// Allows `race.won` with the decided winners.
    public func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .ruleEvent(let event): RaceWon(event)?.winners == decidedWinners(in: state)
        case .gameStarted(let start): start.values == .none
        default: true
        }
    }

    /// Default: none.
    public func scores(of state: GameState) -> [GameResult.Score] { [] }

    /// The end of a running race with a time limit.
    public func deadline(_ state: GameState, in game: GameController) -> Timestamp? {
        guard hasPrivateBoards, state.phase == .playing, let limit, let started = state.started else {
            return nil
        }
        return started + limit
    }

    /// Ends the race; boards that are not finished stay unsolved.
    public func didReachDeadline(in game: GameController) {
        if let deadline = deadline(game.state, in: game), deadline <= game.now { end(game) }
    }

    /// Refuses a state whose marks, board results or final result contradict its boards.
    public func verify(_ state: GameState, lexicon: Lexicon?) throws(RuleViolation) {
        let areBoardsConsistent = state.boards.allSatisfy {
            isConsistent($0, in: state, lexicon)
        }
        let isResultCorrect = state.result.map { $0 == result(of: state, elapsed: $0.elapsed) } ?? true
        guard areBoardsConsistent, isResultCorrect else {
            throw RuleViolation(.invalidValue, "The marks or the result do not match the boards.")
        }
    }

    /// The score of the only player of a finished game; nil before the end.
    func solvingScore(_ state: GameState) -> DailyScore? {
        guard let result = state.result else { return nil }
        let solve = result.solves.first
        return DailyScore(
            isSolved: solve != nil, isAssisted: solve?.isAssisted ?? false,
            elapsed: solve?.elapsed ?? result.elapsed, tries: solve?.tries)
    }

    /// The unfinished board of `player`; throws if `player` may not play now.
    func requireBoard(of player: Player, in game: GameController) throws(RuleViolation) -> Board {
        try game.requireSeat(player)
        try requireRunning(game)
        let number = game.boardNumber(of: player)
        guard let board = game.boards.numbered(number) else {
            throw RuleViolation(.noSuchBoard, "You have no board in this race.")
        }
        guard game.state.boardResult(of: number) == nil else {
            throw RuleViolation(.boardFinished, "Your board is finished; the others are still playing.")
        }
        return board
    }

    /// Throws unless the game has started, is not paused and is not over.
    func requireRunning(_ game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        guard game.state.phase == .playing else {
            throw RuleViolation(.gameNotStarted, "The game has not started yet.")
        }
        guard game.state.paused == nil else { throw RuleViolation(.gamePaused, "The game is paused.") }
    }

    /// Records that the board `number` is finished, and ends the game after the last board.
    func finishBoard(
        _ number: Int, isSolved: Bool, tries: Int? = nil, points: Int? = nil, in game: GameController
    ) {
        game.record(
            .boardFinished(
                BoardResult(
                    board: number, elapsed: game.elapsed, isSolved: isSolved,
                    isAssisted: game.state.assistedBoards.contains(number), tries: tries, points: points)))
        if game.boards.allSatisfy({ game.state.boardResult(of: $0.number) != nil }) { end(game) }
    }

    fileprivate func giveUp(_ number: Int, in game: GameController) {
        guard game.state.boardResult(of: number) == nil else { return }
        finishBoard(number, isSolved: false, in: game)
    }
}

extension SolvingRules {
    /// Sets `start` in a race, and `resign`, `recolour`, `rematch` and `close`.
    func setCommonActions(on game: GameController) {
        if hasPrivateBoards { setStart(on: game) }
        setResign(on: game)
        Recolour.setAction(on: game)
        Rematch.setAction(on: game)
        HostClose.setAction(on: game)
    }

    /// Carries out the action of `prompt` after the players have agreed to it.
    func carryOut(_ prompt: Prompt, in game: GameController) {
        switch prompt.purpose {
        case Rematch.purpose: Rematch.start(in: game)
        case "resign": if game.state.phase == .playing { giveUp(0, in: game) }
        default: break
        }
    }

    /// Whether a player has an unfinished board that accepts edits.
    func mayPlay(_ game: GameController) -> (Player, GameState) -> Bool {
        { [weak game] player, state in
            guard let game, player.seat != nil, state.acceptsEdits else { return false }
            return state.boardResult(of: game.boardNumber(of: player)) == nil
        }
    }

    private func setStart(on game: GameController) {
        Start.setAction(on: game) { [weak game] in
            game?.record(.gameStarted(GameStart(order: game?.state.seats.map(\.seat) ?? [])))
        }
    }

    private func setResign(on game: GameController) {
        game.actions.set("resign", isAllowed: mayPlay(game)) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            let question = Consent.Question(
                purpose: "resign", title: "Give up?", request: "give up and see the answer",
                buttons: ["Play on", "Give up"])
            if !hasPrivateBoards, try !Consent.obtain(question, by: call.player, in: game) { return }
            giveUp(board.number, in: game)
        }
    }
}

/// How players share the boards of a solving game.
public enum PlayMode: String, Sendable {
    /// One player.
    case solo
    /// Several players on one shared board.
    case together
    /// Several players, each on a private board.
    case race
    /// One player, with the answer of the day.
    case daily

    /// Reads the option `mode`, which defaults to the first of the `allowed` modes.
    init(_ options: Parameters, allowed: [PlayMode]) throws(RuleViolation) {
        let name = try options.text("mode") ?? allowed[0].rawValue
        guard let mode = allowed.first(where: { $0.rawValue == name }) else {
            let names = allowed.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“mode” must be one of \(names).")
        }
        self = mode
    }
}

/// The option `limit`: the time limit of a race.
public enum RaceLimit {
    /// The limits that can be chosen, in seconds.
    public static let range = 2...3600
    /// The limit of a race whose options name none, in seconds.
    public static let standard = 600
    /// The JSON Schema of the option.
    public static let schema = Schema.integer(in: range).orNull.defaulting(to: .number(standard))
        .described("Seconds until a race ends; null for no limit.")

    /// Reads the limit of a game in `mode`; nil if it has none.
    static func read(_ options: Parameters, _ mode: PlayMode) throws(RuleViolation) -> Duration? {
        let seconds = try options.number("limit", in: range) ?? standard
        return mode == .race && !options.isNull("limit") ? .seconds(seconds) : nil
    }
}

/// The source of a hidden answer: a day, a number that the creator chose, or the secret seed of the game.
///
/// Days and numbers are hashed under different names, so no chosen number yields the answer of a coming day.
public enum HiddenSeed: Equatable, Sendable {
    /// The task of a day.
    case day(Day)
    /// Any other task.
    case seed(UInt64)

    /// The numbers that the creator of a game may choose.
    public static let range = 0...(1 << 53 - 1)

    /// Reads the option `seed`, which `day` excludes; by default the secret seed of `setup`.
    init(_ options: Parameters, day: Day?, of setup: GameSetup) throws(RuleViolation) {
        let chosen = try options.number("seed", in: Self.range)
        guard let day else {
            self = .seed(chosen.map { Self.seed(forNumber: $0, rules: setup.rules) } ?? setup.seed)
            return
        }
        guard chosen == nil else {
            throw RuleViolation(.invalidValue, "“day” and “seed” cannot be combined.")
        }
        self = .day(day)
    }

    /// The seed of a task that need not avoid the words of the days around it.
    func seed(_ library: any Library, rules: String) throws(RuleViolation) -> UInt64 {
        switch self {
        case .day(let day):
            try library.withDays { days throws(RuleViolation) in days.seed(of: day, rules: rules) }
        case .seed(let seed): seed
        }
    }

    /// The seed of a game of `rules` for a chosen `number`.
    public static func seed(forNumber number: Int, rules: String) -> UInt64 {
        FNV1a64.value(of: "\(rules) number \(number)")
    }
}
