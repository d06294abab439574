/// Rules of games in which something is to be found: on one board, or in a race on boards of one's own.
///
/// The clock runs from the moment when somebody can see what is to be done: on a shared board from the first
/// seat that is taken, in a race from its start.
public protocol SolvingRules: HiddenAnswerRules, PrivateBoardRules, JudgingRules {
    /// With whom people play in a game of `setup`, and whether it is for a single player.
    static func play(_ setup: GameSetup) throws(RuleViolation) -> (mode: PlayMode, hasOneSeat: Bool)
    /// With whom people play.
    var mode: PlayMode { get }
    /// Whether the game is for a single player.
    var hasOneSeat: Bool { get }
    /// The hidden answer as it is told in the end: the word, or the board as text.
    var answerText: String { get }
    /// Whether it can have ended so on `board`, and the marks there say what is true, as far as `lexicon`
    /// tells.
    func admits(_ end: BoardResult?, on board: BoardState, _ lexicon: Lexicon?) -> Bool
}

extension SolvingRules {
    /// A game waits for its players.
    public var startingPhase: GameState.Phase { .waiting }

    /// Everything but the answer is in the options.
    public static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        let (mode, hasOneSeat) = try play(setup)
        return GameOutline(
            isOpen: false, hasPrivateBoards: mode == .race, seatLimit: hasOneSeat ? 1 : Seat.maximum)
    }

    /// In a race.
    public static var privateBoards: PrivateBoards { .race }

    /// In a race.
    public var hasPrivateBoards: Bool { mode == .race }

    /// One in a game for a single player.
    public var seatLimit: Int { hasOneSeat ? 1 : Seat.maximum }

    /// Until a race starts; any time on a shared board, unless it is for one.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        if hasPrivateBoards, game.state.phase != .waiting {
            throw RuleViolation(.gameStarted, "This race has begun; you can watch it.")
        }
        if hasOneSeat, !game.state.seats.isEmpty {
            throw RuleViolation(.noFreeSeat, "This game is for a single player.")
        }
    }

    /// The first who sits down at a shared board starts the game.
    public func didSeat(in game: GameController) {
        guard !hasPrivateBoards, game.state.phase == .waiting, !game.state.seats.isEmpty else { return }
        game.record(.gameStarted(GameStart(order: [])))
    }

    /// Who leaves a race gives up; otherwise the seat is free for others.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        guard hasPrivateBoards, game.state.phase == .playing else { return game.record(.seatLeft(seat)) }
        guard !game.state.left.contains(seat) else { return }
        game.record(.seatAway(seat, isKicked: player.seat != seat))
        giveUp(seat.number, in: game)
    }

    /// Only the seated, while something is to be found on their board.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        _ = try requireBoard(of: player, in: game)
    }

    /// With what was to be found, and who has found it.
    public func end(_ game: GameController) {
        game.record(.gameFinished(result(of: game.state, elapsed: game.elapsed)))
    }

    /// Who has found it in a game that ends at `state`.
    func result(of state: GameState, elapsed: Duration) -> GameResult {
        let solves = state.ends.filter(\.isSolved).sorted { $0.isBetter(than: $1) }
        let best = solves.first.map { first in solves.filter { !first.isBetter(than: $0) } } ?? []
        let everybody = best.isEmpty ? [] : state.seats.map(\.seat)
        let winners = hasPrivateBoards ? best.compactMap(\.seat).sorted() : everybody
        return GameResult(elapsed: elapsed, winners: winners, solves: solves, answer: answerText)
    }

    /// Refuses marks, ends and a result that are not those of the boards, as far as `lexicon` tells.
    public func check(_ state: GameState, _ lexicon: Lexicon?) throws(RuleViolation) {
        let isTrue = state.boards.allSatisfy { admits(state.end(of: $0.number), on: $0, lexicon) }
        let isResultTrue = state.result.map { $0 == result(of: state, elapsed: $0.elapsed) } ?? true
        guard isTrue, isResultTrue else {
            throw RuleViolation(.invalidValue, "The marks or the result are not those of the boards.")
        }
    }

    /// How the one player of a finished game did.
    func solvingScore(_ state: GameState) -> DailyScore? {
        guard let result = state.result else { return nil }
        let solve = result.solves.first
        return DailyScore(
            isSolved: solve != nil, isAssisted: solve?.isAssisted ?? false,
            elapsed: solve?.elapsed ?? result.elapsed, tries: solve?.tries)
    }

    /// The board on which `player` plays now.
    ///
    /// - Throws: when there is nothing to do for `player`.
    func requireBoard(of player: Player, in game: GameController) throws(RuleViolation) -> Board {
        try game.requireSeat(player)
        try requireRunning(game)
        let number = game.boardNumber(of: player)
        guard let board = game.boards.numbered(number) else {
            throw RuleViolation(.noSuchBoard, "You have no board in this race.")
        }
        guard game.state.end(of: number) == nil else {
            throw RuleViolation(.boardFinished, "Your board is finished; the others play on.")
        }
        return board
    }

    /// Refuses everybody when the game has not begun, stands still or is over.
    func requireRunning(_ game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        guard game.state.phase == .playing else {
            throw RuleViolation(.gameNotStarted, "The game has not begun yet.")
        }
        guard game.state.paused == nil else { throw RuleViolation(.gamePaused, "The game is paused.") }
    }

    /// Nothing more happens on the board with this number; when that is true of all, the game is over.
    func finish(_ number: Int, isSolved: Bool, tries: Int? = nil, in game: GameController) {
        game.record(
            .boardFinished(
                BoardResult(
                    board: number, elapsed: game.elapsed, isSolved: isSolved,
                    isAssisted: game.state.assisted.contains(number), tries: tries)))
        if game.boards.allSatisfy({ game.state.end(of: $0.number) != nil }) { end(game) }
    }

    fileprivate func giveUp(_ number: Int, in game: GameController) {
        guard game.state.end(of: number) == nil else { return }
        finish(number, isSolved: false, in: game)
    }
}

/// The actions that such games share.
extension SolvingRules {
    /// `start`, `resign`, `undo`, `recolour`, `rematch`, `close`.
    func setCommonActions(on game: GameController) {
        if hasPrivateBoards { setStart(on: game) } else { Undo.setAction(on: game) }
        setResign(on: game)
        Recolour.setAction(on: game)
        Rematch.setAction(on: game)
        HostClose.setAction(on: game)
    }

    /// Does what the players have agreed to.
    func settle(_ prompt: Prompt, in game: GameController) {
        switch prompt.purpose {
        case Rematch.purpose: Rematch.agreed(in: game)
        case "resign": if game.state.phase == .playing { giveUp(0, in: game) }
        default: break
        }
    }

    private func setStart(on game: GameController) {
        Start.setAction(on: game) { [weak game] in
            game?.record(.gameStarted(GameStart(order: game?.state.seats.map(\.seat) ?? [])))
        }
    }

    private func setResign(on game: GameController) {
        game.actions.set(
            "resign",
            isAllowed: { [weak game] player, state in
                guard let game, player.seat != nil, state.takesEdits else { return false }
                return state.end(of: game.boardNumber(of: player)) == nil
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            let board = try requireBoard(of: call.player, in: game)
            let question = Consent.Question(
                purpose: "resign", title: "Give up?", wish: "give up and see what was to be found",
                buttons: ["Play on", "Give up"])
            if !hasPrivateBoards, try !Consent.isGiven(question, by: call.player, in: game) { return }
            giveUp(board.number, in: game)
        }
    }
}

/// With whom one looks for what is hidden.
public enum PlayMode: String, Sendable {
    /// Alone.
    case solo
    /// On one board with others.
    case together
    /// Against others, everybody on a board of their own.
    case race
    /// Alone, for what everybody looks for on a day.
    case daily

    /// Reads the option `mode`, which is one of `known`, the first of them when nothing is said.
    init(_ options: Parameters, known: [PlayMode]) throws(RuleViolation) {
        let name = try options.text("mode") ?? known[0].rawValue
        guard let mode = known.first(where: { $0.rawValue == name }) else {
            let names = known.map(\.rawValue).joined(separator: ", ")
            throw RuleViolation(.invalidValue, "“mode” is one of \(names).")
        }
        self = mode
    }
}

/// From where chance comes when something is hidden: a day, a number that somebody has chosen, or neither.
///
/// The three never meet, so that nobody gets the word of tomorrow by choosing a number.
public enum HiddenSeed {
    /// The numbers that can be chosen.
    public static let choices = 0...(1 << 53 - 1)

    /// Reads `seed`; `day` takes its place, and without either it is the secret one of `setup`.
    static func read(_ options: Parameters, day: Day?, of setup: GameSetup) throws(RuleViolation) -> UInt64 {
        let chosen = try options.number("seed", in: choices)
        guard let day else { return chosen.map { of($0, rules: setup.rules) } ?? setup.seed }
        guard chosen == nil else {
            throw RuleViolation(.invalidValue, "“day” takes the place of “seed”.")
        }
        return of(day, rules: setup.rules)
    }

    /// The seed of a game of `rules` for a `number` that somebody has chosen.
    public static func of(_ number: Int, rules: String) -> UInt64 {
        FNV1a64.value(of: "\(rules) number \(number)")
    }

    /// The seed of the game of a `day` by `rules`.
    public static func of(_ day: Day, rules: String) -> UInt64 {
        FNV1a64.value(of: "\(rules) of \(day)")
    }
}
