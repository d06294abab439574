/// `square`: the called-letters word square.
///
/// In turn, a player calls a letter; everybody places it in an empty cell of a private board. When the boards
/// are full their words score. On paper it is known as Word Squares, Crosswords, Scorewords, Wordsworth.
public struct SquareRules: PrivateBoardRules, LexiconRules, StatefulRules {
    /// The round.
    public typealias Memory = SquareMemory

    /// The name `square`.
    public static let name = "square"
    /// The game for people.
    public static let info = RuleInfo(
        title: "Word square",
        summary:
            "Take turns calling letters, place each one on your own board, and score the words you make.",
        options: WordRules.schema.merging([
            "end": .text(oneOf: Scoring.Ending.allCases.map(\.rawValue)),
            "clock": Schema.object([
                "call": Schema.integer(in: 1...3600).orNull, "place": Schema.integer(in: 1...3600).orNull,
            ]).orNull.described("Seconds to call and to place a letter; null for as long as anybody likes."),
            "seed": .integer(in: HiddenSeed.choices), "day": .day,
        ]) { $1 })
    /// Everybody has a private board.
    public static let privateBoards = PrivateBoards.always

    /// How boards are scored.
    public let words: WordRules?
    /// The name of the lexicon.
    public let lexicon: String
    /// Everybody has a private board.
    public var hasPrivateBoards: Bool { true }
    /// A game waits for its players.
    public var startingPhase: GameState.Phase { .waiting }
    /// How the game ends.
    public let ending: Scoring.Ending
    let clock: SquareClock
    /// What was chosen instead of chance: for the letters of a single player, and for what bots think.
    ///
    /// Whoever knows it can work both out, and everybody sees the options.
    let seed: UInt64?
    /// Where the letters of the day come from.
    let daySeed: UInt64?

    /// Reads the scoring, `end`, `clock`, and `seed` or `day`, which say the letters of a single player.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        let options = setup.options
        try options.allowOnly(WordRules.optionNames + ["end", "clock", "seed", "day"])
        let words = try WordRules(options, isRequired: true)
        self.words = words
        lexicon = words.lexicon
        ending = try Self.ending(try options.text("end")) ?? words.end
        clock = try SquareClock(options)
        seed = try options.number("seed", in: HiddenSeed.choices).map(UInt64.init)
        daySeed = try options.text("day").map { FNV1a64.value(of: "square \($0)") }
    }

    /// A new game is of a day that exists, or has a seed, and not both.
    public static func check(_ setup: GameSetup) throws(RuleViolation) {
        guard try setup.options.day("day") == nil || setup.options.values["seed"] == nil else {
            throw RuleViolation(.invalidValue, "“day” takes the place of “seed”.")
        }
    }

    /// How many letters are called.
    var calls: Int { ending == .shared ? CellIndex.count : CellIndex.count - 1 }

    /// The scoring, and how the game ends.
    public var scoringFields: Parameters {
        (words?.fields ?? .none).merging(Parameters(["end": .text(ending.rawValue)]))
    }

    private static func ending(_ name: String?) throws(RuleViolation) -> Scoring.Ending? {
        guard let name else { return nil }
        guard let ending = Scoring.Ending(rawValue: name) else {
            throw RuleViolation(.invalidValue, "“end” is shared or free-last.")
        }
        return ending
    }

    // MARK: People

    /// Until the game starts.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        guard game.state.phase == .waiting else {
            throw RuleViolation(.gameStarted, "This game has begun; you can watch it.")
        }
    }

    /// Whoever leaves comes along to the next round, unless the host has sent them away.
    public func staysBehind(_ seat: Seat, in state: GameState) -> Bool { state.kicked.contains(seat) }

    /// Before the start the seat is free again; from then on a bot plays for who leaves.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        let isBot = game.state.player(on: seat)?.bot != nil
        if player.seat != seat, !isBot || player.seat == nil { try game.requireHost(player) }
        guard game.state.phase == .playing, game.state.round != nil else {
            game.record(.seatLeft(seat))
            return
        }
        guard !isBot else { throw RuleViolation(.gameStarted, "A bot plays on to the end.") }
        let isKicked = player.seat != seat
        let state = game.state
        guard !state.left.contains(seat) || isKicked && !state.kicked.contains(seat) else { return }
        game.record(.seatAway(seat, isKicked: isKicked))
    }

    /// Who was away is back; who was sent away is not.
    public func willAct(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard game.state.phase == .playing, let seat = player.seat, game.state.left.contains(seat) else {
            return
        }
        guard !game.state.kicked.contains(seat) else {
            throw RuleViolation(.notAllowed, "The host has given your seat to a bot.")
        }
        game.record(.seatBack(seat))
    }

    // MARK: Placing

    /// The letter of the lexicon: where accents are dropped, the plain one, or as it was called.
    public func reading(_ text: String, in game: GameController) -> String {
        guard let letter = try? game.requireLetter(text), let alphabet = game.scorer?.lexicon.alphabet else {
            return text
        }
        let called = game.state.round?.called
        return called.map { alphabet.code(of: $0) == alphabet.code(of: letter) ? $0 : letter }?.text
            ?? letter.text
    }

    /// Only the seated, once the game has begun.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        try game.requireSeat(player)
        _ = try game.requireRound()
    }

    /// The called letter, once, in an empty cell of one's own board.
    public func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        let round = try game.requireRound()
        guard let letter = edit.value else {
            throw RuleViolation(.cellTaken, "A letter that is placed stays.")
        }
        try game.requirePlacing(edit.board, round)
        guard game.boards.numbered(edit.board)?[edit.cell].letter == nil else {
            throw RuleViolation(.cellTaken, "There is a letter in this cell already, and it stays.")
        }
        if let called = round.called, called != letter {
            throw RuleViolation(.notTheLetter, "The letter to place is \(called).")
        }
        if round.step == .last { _ = try game.requireLetter(letter.text) }
    }

    /// When all have placed, the next letter is due, or the game is over.
    public func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        try goOn(game)
    }

    /// Has the next letter called when the server does it, or ends the game when all is placed.
    func goOn(_ game: GameController) throws(RuleViolation) {
        guard let round = game.state.round, game.state.phase == .playing else { return }
        if round.step == nil {
            let scorer = try game.requireScorer()
            let scores = game.boards.compactMap { board in
                Seat(board.number).map { GameResult.Score(seat: $0, points: scorer.score(board).total) }
            }
            game.finish(scores)
        } else if round.step == .call, round.isSolo {
            try callNext(in: game, round)
        }
    }

    /// The letter that chance has for a single player.
    private func callNext(in game: GameController, _ round: SquareRound) throws(RuleViolation) {
        let scorer = try game.requireScorer()
        let letters = LetterStream(scorer.lexicon.alphabet, seed: daySeed ?? seed ?? game.state.setup.seed)
        guard let letter = letters.dropFirst(round.letters.count).first(where: { _ in true }) else { return }
        let call = LetterCall(letter: letter, number: round.letters.count + 1, by: nil)
        game.record(.ruled(call.event))
    }

    /// A rematch begins when all have agreed.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if button != prompt.cancel, prompt.purpose == Rematch.purpose { Rematch.agreed(in: game) }
    }
}

/// How long people have in a word square; `nil` is as long as they like.
struct SquareClock: Equatable, Sendable {
    /// To call a letter.
    let call: Duration?
    /// To place one.
    let place: Duration?

    /// Reads the option `clock`: `{"call":60,"place":45}`, seconds; null for none.
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

    /// How long people have for `step`.
    func limit(_ step: SquareRound.Step) -> Duration? {
        step == .call ? call : place
    }
}

/// What clients see of the round.
extension SquareRules {
    /// The turn, the called letter and the round, while letters are called and placed.
    public func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        guard let round = state.round, state.phase == .playing, let step = round.step else { return .none }
        var fields: [String: Parameters.Value] = [
            "round": .group([
                "number": .number(round.letters.count + (step == .place ? 0 : 1)), "of": .number(round.calls),
                "step": .text(step.rawValue), "letters": .texts(round.letters.map(\.text)),
            ])
        ]
        if let caller = round.caller { fields["turn"] = .number(caller.number) }
        if let called = round.called { fields["called"] = .text(called.text) }
        return Parameters(fields)
    }

    /// Whether the seat has placed the letter.
    public func fields(of seat: Seat, in state: GameState, for viewer: Seat?) -> Parameters {
        guard let round = state.round else { return .none }
        return Parameters(["placed": .flag(round.hasPlaced(seat))])
    }
}

/// Word squares of the day, and results to share.
extension SquareRules: DailyRules, SharedResultRules {
    /// The letters of the day, without a clock.
    public static func dailyOptions(_ day: Day) -> Parameters {
        Parameters(["day": .text(day.description), "clock": .null])
    }

    /// The points, if no bot has placed a letter.
    public func dailyScore(_ state: GameState) -> DailyScore? {
        guard let result = state.result, let score = result.scores.first,
            state.round?.helped.isEmpty == true
        else { return nil }
        return DailyScore(isSolved: true, elapsed: result.elapsed, score: score.points)
    }

    /// The points, and the cells that are part of a word that counts.
    public func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        let score = state.result?.scores.first { $0.seat.number == board.number }?.points
        let counted = Set(scorer?.countedCells(of: board) ?? [])
        return ShareText("\(score ?? 0) points") { counted.contains($0) ? "🟩" : "⬜" }
    }
}

/// Word squares from elsewhere.
extension SquareRules: JudgingRules {
    /// Whether the start, a call, or a placed letter can follow.
    public func admits(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .gameStarted(let start):
            return SquareRound(start, at: state.setup.created).map { $0.calls == calls } ?? false
        case .ruled(let event):
            guard let round = state.round, let call = LetterCall(event) else { return false }
            return state.phase == .playing && round.admits(call)
        case .cellChanged(let change):
            guard let round = state.round, let owner = Seat(change.board),
                let board = state.boards.numbered(change.board)
            else { return false }
            let isFree = board.object(at: change.cell).letter == nil && change.value != nil
            let isLetter = round.called.map { $0 == change.value } ?? true
            return isFree && isLetter && round.placing.contains(owner)
        default: return true
        }
    }

    /// Refuses scores that are not those of the boards, as far as `lexicon` can tell.
    public func check(_ state: GameState, _ lexicon: Lexicon?) throws(RuleViolation) {
        guard let scores = state.result?.scores, !scores.isEmpty else { return }
        guard let round = state.round, scores.map(\.seat) == round.order.sorted() else {
            throw RuleViolation(.invalidValue, "“scores” has the points of each seat that plays.")
        }
        guard let words, let lexicon, lexicon.fingerprint == round.fingerprint else { return }
        let scorer = BoardScorer(lexicon, words.scoring)
        for score in scores {
            guard let board = state.boards.numbered(score.seat.number),
                scorer.score(board).total == score.points
            else {
                throw RuleViolation(.invalidValue, "The scores of the result are not those of the boards.")
            }
        }
    }
}
