/// The rules of `square`, the word square with called letters.
///
/// Players take turns calling a letter, and each player places it in an empty cell of a private board. When
/// the boards are full, their words score. The pen-and-paper game has several names: Word Squares,
/// Crosswords, Scorewords, Wordsworth.
public struct SquareRules: PrivateBoardRules, LexiconRules, StatefulRules {
    /// The called letters and the turn.
    public typealias State = SquareState

    /// The name `square`.
    public static let name = "square"
    /// The title, the summary and the options.
    public static let info = RuleInfo(
        title: "Word square",
        summary:
            "Take turns calling letters, place each one on your own board, and score the words you make.",
        options: WordRules.schema.merging([
            "end": .text(oneOf: Scoring.Ending.allCases.map(\.rawValue)),
            "clock": Schema.object([
                "call": Schema.integer(in: 1...3600).orNull, "place": Schema.integer(in: 1...3600).orNull,
            ]).orNull.described("Seconds to call and to place a letter; null for no limit."),
            "seed": .integer(in: HiddenSeed.range), "day": .day,
        ]) { $1 })
    /// The refusals that only these rules use.
    public static let refusals: [RuleViolation.Code] = [
        .notYourTurn, .alreadyCalled, .noLetterCalled, .alreadyPlaced, .notTheLetter, .cellTaken,
    ]
    /// Every player has a private board.
    public static let privateBoards = PrivateBoards.always

    /// The scoring of the boards.
    public let words: WordRules?
    /// The name of the lexicon.
    public let lexicon: String
    /// Every player has a private board.
    public var hasPrivateBoards: Bool { true }
    /// A game waits for its players.
    public var startingPhase: GameState.Phase { .waiting }
    /// The ending of the game.
    public let ending: Scoring.Ending
    let clock: SquareClock
    /// The option `seed`, which replaces the hidden seed of the setup.
    ///
    /// It is public, so players can predict the letters of a single-player game and the moves of bots.
    let seed: UInt64?
    /// The seed of the letters of the option `day`.
    let daySeed: UInt64?

    /// Reads the scoring options, `end`, `clock`, `seed` and `day`.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        try options.allowOnly(WordRules.optionNames + ["end", "clock", "seed", "day"])
        let words = try WordRules(options, isRequired: true)
        self.words = words
        lexicon = words.lexicon
        ending = try Scoring.Ending.named(try options.text("end")) ?? words.end
        clock = try SquareClock(options)
        seed = try options.number("seed", in: HiddenSeed.range).map(UInt64.init)
        daySeed = try options.text("day").map { setup.daySeed ?? FNV1a64.value(of: "square \($0)") }
    }

    /// Refuses a `day` that is not a valid date, and `day` together with `seed`.
    public static func check(_ setup: GameSetup) throws(RuleViolation) {
        guard try setup.options.day("day") == nil || setup.options.values["seed"] == nil else {
            throw RuleViolation(.invalidValue, "“day” and “seed” cannot be combined.")
        }
    }

    var callCount: Int { ending == .shared ? CellIndex.count : CellIndex.count - 1 }

    /// The scoring and the ending.
    public var scoringFields: Parameters {
        (words?.fields ?? .none).merging(Parameters(["end": .text(ending.rawValue)]))
    }

    // MARK: Seats

    /// Refuses once the game has started.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        guard game.state.phase == .waiting else {
            throw RuleViolation(.gameStarted, "This game has already started; you can watch it.")
        }
    }

    /// Only players whom the host has removed; other absent players keep their seats.
    public func skipsNextRound(_ seat: Seat, in state: GameState) -> Bool { state.kickedSeats.contains(seat) }

    /// Frees the seat before the start; afterwards marks it as away, and a bot plays for it.
    ///
    /// The host may remove any player, and any player may remove a bot before the start.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        let isBot = game.state.player(on: seat)?.bot != nil
        if player.seat != seat, !isBot || player.seat == nil { try game.requireHost(player) }
        guard game.state.phase == .playing, game.state.round != nil else {
            game.record(.seatLeft(seat))
            return
        }
        guard !isBot else { throw RuleViolation(.gameStarted, "Bots cannot leave a game that has started.") }
        let isKicked = player.seat != seat
        let state = game.state
        guard !state.awaySeats.contains(seat) || isKicked && !state.kickedSeats.contains(seat) else { return }
        game.record(.seatAway(seat, isKicked: isKicked))
    }

    /// Ends the absence of a player who sends a command; refuses a player whom the host has removed.
    public func willAct(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard game.state.phase == .playing, let seat = player.seat, game.state.awaySeats.contains(seat) else {
            return
        }
        guard !game.state.kickedSeats.contains(seat) else {
            throw RuleViolation(.notAllowed, "The host gave your seat to a bot.")
        }
        game.record(.seatBack(seat))
    }

    // MARK: Placing

    /// The lexicon's spelling of the letter, which may drop an accent, or the called letter if it has that
    /// code.
    public func normalized(_ text: String, in game: GameController) -> String {
        guard let letter = try? game.requireLetter(text), let alphabet = game.scorer?.lexicon.alphabet else {
            return text
        }
        let called = game.state.round?.calledLetter
        return called.map { alphabet.code(of: $0) == alphabet.code(of: letter) ? $0 : letter }?.text
            ?? letter.text
    }

    /// Requires a seat and a started game.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        try game.requireSeat(player)
        _ = try game.requireRound()
    }

    /// Allows the called letter, once for each player, in an empty cell.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        let round = try game.requireRound()
        guard let letter = edit.value else {
            throw RuleViolation(.cellTaken, "A placed letter cannot be removed.")
        }
        try game.requirePlacing(edit.board, round)
        guard game.boards.numbered(edit.board)?[edit.cell].letter == nil else {
            throw RuleViolation(.cellTaken, "This cell already has a letter.")
        }
        if let called = round.calledLetter, called != letter {
            throw RuleViolation(.notTheLetter, "The letter to place is \(called).")
        }
        if round.step == .last { _ = try game.requireLetter(letter.text) }
    }

    /// Ends a game with full boards, or calls the next letter for a single player.
    public func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        try advance(game)
    }

    /// Finishes a game with full boards, or calls the next letter for a single player.
    func advance(_ game: GameController) throws(RuleViolation) {
        guard let round = game.state.round, game.state.phase == .playing else { return }
        if round.step == nil {
            let scorer = try game.requireScorer()
            let scores = game.boards.compactMap { board in
                Seat(board.number).map { GameResult.Score(seat: $0, points: scorer.score(board).total) }
            }
            game.finish(scores)
        } else if round.step == .call, round.isSolo {
            try callNextLetter(in: game, round)
        }
    }

    private func callNextLetter(in game: GameController, _ round: SquareRound) throws(RuleViolation) {
        let scorer = try game.requireScorer()
        let letters = LetterStream(scorer.lexicon.alphabet, seed: letterSeed(of: game.state.setup))
        guard let letter = letters.dropFirst(round.letters.count).first(where: { _ in true }) else { return }
        let call = LetterCall(letter: letter, number: round.letters.count + 1, by: nil)
        game.record(.ruleEvent(call.event))
    }

    /// Starts the rematch if the players have agreed.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if button != prompt.cancel, prompt.purpose == Rematch.purpose { Rematch.start(in: game) }
    }
}

/// The time limits of a word square; nil for no limit.
struct SquareClock: Equatable, Sendable {
    let call: Duration?
    let place: Duration?

    /// Reads the option `clock`, such as `{"call":60,"place":45}` in seconds; null turns limits off.
    init(_ options: Parameters) throws(RuleViolation) {
        guard !options.isNull("clock") else {
            (call, place) = (nil, nil)
            return
        }
        let group = try options.group("clock") ?? .none
        try group.allowOnly(["call", "place"])
        call = try Self.time("call", in: group, default: 60)
        place = try Self.time("place", in: group, default: 45)
    }

    private static func time(
        _ name: String, in group: Parameters, default seconds: Int
    ) throws(RuleViolation) -> Duration? {
        guard !group.isNull(name) else { return nil }
        return .seconds(try group.number(name, in: 1...3600) ?? seconds)
    }

    func limit(_ step: SquareRound.Step) -> Duration? {
        step == .call ? call : place
    }
}

extension SquareRules {
    /// The round, the turn and the called letter of a running game.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        guard let round = state.round, state.phase == .playing, let step = round.step else { return .none }
        var values: [String: Parameters.Value] = [
            "number": .number(round.letters.count + (step == .place ? 0 : 1)),
            "of": .number(round.callCount),
            "step": .text(step.rawValue), "letters": .texts(round.letters.map(\.text)),
        ]
        if round.isCalledByBot { values["cause"] = .text(Cause.bot.rawValue) }
        var fields: [String: Parameters.Value] = ["round": .group(values)]
        if let caller = round.caller { fields["turn"] = .number(caller.number) }
        if let called = round.calledLetter { fields["called"] = .text(called.text) }
        return Parameters(fields)
    }

    /// Whether the seat has placed its letter.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        guard let round = state.round else { return .none }
        return Parameters(["placed": .flag(round.hasPlaced(seat))])
    }
}

extension SquareRules: DailyRules, ShareTextRules {
    /// The letters of `day`, without time limits.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters(["day": .text(day.description), "clock": .null])
    }

    /// A game without time limits, unless `options` set some.
    public static func challengeOptions(_ options: Parameters) throws(RuleViolation) -> Parameters {
        guard options.values["day"] == nil else {
            throw RuleViolation(.invalidValue, "A challenge is for any day: leave out “day”.")
        }
        return Parameters(["clock": .null]).merging(options)
    }

    /// The seed of the letters; refuses a game of several people, who called the letters themselves.
    public func challengeSeed(_ state: GameState) throws(RuleViolation) -> UInt64 {
        guard state.seats.count == 1 else {
            throw RuleViolation(.invalidValue, "The letters of that game were called by its players.")
        }
        return letterSeed(of: state.setup)
    }

    private func letterSeed(of setup: GameSetup) -> UInt64 { daySeed ?? seed ?? setup.seed }

    /// The points; nil if a bot has placed a letter.
    public func dailyScore(_ state: GameState) -> DailyScore? {
        guard let result = state.result, let score = result.scores.first,
            state.round?.assistedSeats.isEmpty == true
        else { return nil }
        return DailyScore(
            isSolved: true, elapsed: result.elapsed, score: score.points, moves: CellIndex.count)
    }

    /// The points, with green squares for the cells of counted words.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        let score = state.result?.scores.first { $0.seat.number == board.number }?.points
        let counted = Set(scorer?.countedCells(of: board) ?? [])
        return ShareText("\(score ?? 0) points") { counted.contains($0) ? "🟩" : "⬜" }
    }
}

extension SquareRules: VerifiableRules {
    /// Whether a start, a call or a placed letter is possible at `state`.
    public func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .gameStarted(let start):
            return SquareRound(start, at: state.setup.created).map { $0.callCount == callCount } ?? false
        case .ruleEvent(let event):
            guard let round = state.round, let call = LetterCall(event) else { return false }
            return state.phase == .playing && round.canApply(call)
        case .cellChanged(let change):
            guard let round = state.round, let owner = Seat(change.board),
                let board = state.boards.numbered(change.board)
            else { return false }
            let isFree = board.object(at: change.cell).letter == nil && change.value != nil
            let isLetter = round.calledLetter.map { $0 == change.value } ?? true
            return isFree && isLetter && round.seatsToPlace.contains(owner)
        default: return true
        }
    }

    /// Refuses scores that differ from the boards; without the game's lexicon, checks only their seats.
    public func verify(_ state: GameState, lexicon: Lexicon?) throws(RuleViolation) {
        guard let scores = state.result?.scores, !scores.isEmpty else { return }
        guard let round = state.round, scores.map(\.seat) == round.order.sorted() else {
            throw RuleViolation(.invalidValue, "“scores” must list the points of each seat that plays.")
        }
        guard let words, let lexicon, lexicon.fingerprint == round.fingerprint else { return }
        let scorer = BoardScorer(lexicon, words.scoring)
        for score in scores {
            guard let board = state.boards.numbered(score.seat.number),
                scorer.score(board).total == score.points
            else {
                throw RuleViolation(.invalidValue, "The scores of the result do not match the boards.")
            }
        }
    }
}

/// The refusals of the word square.
extension RuleViolation.Code {
    static let notYourTurn = Self(
        "not-your-turn", .conflict, title: "Not your turn",
        meaning: "It is another player's turn to call a letter.")
    static let alreadyCalled = Self(
        "already-called", .conflict, title: "Already called",
        meaning: "A letter has been called and has to be placed first.")
    static let noLetterCalled = Self(
        "no-letter-called", .conflict, title: "No letter called",
        meaning: "There is no letter to place yet.")
    static let alreadyPlaced = Self(
        "already-placed", .conflict, title: "Already placed",
        meaning: "You have placed this letter; wait for the other players.")
    static let notTheLetter = Self(
        "not-the-letter", .conflict, title: "Wrong letter",
        meaning: "Only the called letter can be placed.")
    static let cellTaken = Self(
        "cell-taken", .conflict, title: "Cell taken",
        meaning: "A placed letter stays where it is.")
}
