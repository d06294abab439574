/// `square`: the called-letters word square.
///
/// In turn, a player calls a letter; everybody places it in an empty cell of a private board. When the boards
/// are full their words score. On paper it is known as Word Squares, Crosswords, Scorewords, Wordsworth.
public struct SquareRules: RuleSet {
    /// The name `square`.
    public static let name = "square"
    /// By which words boards are scored.
    public let words: WordRules?
    /// Everybody has a private board.
    public var hasPrivateBoards: Bool { true }
    /// A game waits for its players.
    public var startingPhase: GameState.Phase { .waiting }
    /// How the game ends.
    public let end: SquareEnd?
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
        end = try Self.end(try options.text("end")) ?? words.end
        clock = try SquareClock(options)
        seed = try options.number("seed", in: 0...(1 << 53 - 1)).map(UInt64.init)
        daySeed = try options.text("day").map { FNV1a64.value(of: "square \($0)") }
    }

    /// Nothing is hidden but the letters to come.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> GameAnswer? {
        guard try setup.options.day("day") == nil || setup.options.values["seed"] == nil else {
            throw RuleViolation(.invalidValue, "“day” takes the place of “seed”.")
        }
        return nil
    }

    /// How many letters are called.
    var calls: Int { end == .shared ? CellIndex.count : CellIndex.count - 1 }

    private static func end(_ name: String?) throws(RuleViolation) -> SquareEnd? {
        guard let name else { return nil }
        guard let end = SquareEnd(rawValue: name) else {
            throw RuleViolation(.invalidValue, "“end” is shared or free-last.")
        }
        return end
    }

    // MARK: People

    /// Until the game starts.
    public func mayTakeSeat(in game: GameController) throws(RuleViolation) {
        try game.requirePlaying()
        guard game.state.phase == .waiting else {
            throw RuleViolation(.gameStarted, "This game has begun; you can watch it.")
        }
    }

    /// The host, or anybody seated, until the game starts.
    public func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        if !player.isHost { try game.requireSeat(player) }
    }

    /// Before the start the seat is free again; from then on a bot plays for who leaves.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        let isBot = game.state.player(on: seat)?.bot != nil
        if player.seat != seat, !isBot || player.seat == nil { try game.requireHost(player) }
        guard game.state.phase == .playing, let round = game.state.round else {
            game.record(.seatLeft(seat))
            return
        }
        guard !isBot else { throw RuleViolation(.gameStarted, "A bot plays on to the end.") }
        let isKicked = player.seat != seat
        guard !round.away.contains(seat) || isKicked && !round.kicked.contains(seat) else { return }
        game.record(.seatAway(seat, isKicked: isKicked))
    }

    /// Who was away is back; who was sent away is not.
    public func willAct(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard game.state.phase == .playing, let seat = player.seat, let round = game.state.round else {
            return
        }
        guard round.away.contains(seat) else { return }
        guard !round.kicked.contains(seat) else {
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
    private func callNext(in game: GameController, _ round: CalledRound) throws(RuleViolation) {
        let scorer = try game.requireScorer()
        let letters = LetterStream(scorer.lexicon.alphabet, seed: daySeed ?? seed ?? game.setup.seed)
        guard let letter = letters.dropFirst(round.letters.count).first(where: { _ in true }) else { return }
        game.record(.letterCalled(LetterCall(letter: letter, number: round.letters.count + 1, by: nil)))
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
        call = try Self.time("call", in: group, usual: 60)
        place = try Self.time("place", in: group, usual: 45)
    }

    private static func time(
        _ name: String, in group: Parameters, usual: Int
    ) throws(RuleViolation) -> Duration? {
        guard !group.isNull(name) else { return nil }
        return .seconds(try group.number(name, in: 1...3600) ?? usual)
    }

    /// How long people have for `step`.
    func limit(_ step: CalledRound.Step) -> Duration? {
        step == .call ? call : place
    }
}

/// How a word square ends.
public enum SquareEnd: String, Sendable {
    /// After 25 letters that all have placed.
    case shared
    /// After 24 letters each fills the last cell with one of their own.
    case freeLast = "free-last"
}
