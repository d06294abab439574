import GameCore
import Testing

/// A game with a clock that tests advance; the tables of the games add their moves.
class GameTable {
    static let names = ["Ann", "Bea", "Cem", "Dov", "Eva", "Fay", "Gil", "Hal", "Ida", "Jon", "Kim", "Lea"]

    let game: Game
    var now = Timestamp.start
    private(set) var events: [GameEvent] = []

    init(_ game: Game) {
        self.game = game
    }

    // MARK: Commands

    @discardableResult
    func apply(_ command: Command, by player: Player) throws(RuleViolation) -> [GameEvent] {
        let happened = try game.apply(command, by: player, at: now)
        events += happened
        return happened
    }

    @discardableResult
    func act(_ name: String, _ values: [String: Parameters.Value] = [:], by player: Player = .ann)
        throws(RuleViolation) -> [GameEvent]
    {
        try apply(.act(name, Parameters(values)), by: player)
    }

    @discardableResult
    func answer(_ button: Int, to prompt: Int = 1, by player: Player) throws(RuleViolation) -> [GameEvent] {
        try apply(.answer(prompt: prompt, button: button), by: player)
    }

    /// Takes the first free seat.
    @discardableResult
    func sit(_ name: String) throws(RuleViolation) -> [GameEvent] {
        try apply(.takeSeat(PlayerName(name), nil), by: .spectator)
    }

    @discardableResult
    func leave(_ number: Int, by player: Player) throws -> [GameEvent] {
        try apply(.leaveSeat(seat(number)), by: player)
    }

    /// Writes into cells by their names, with one command and in the given order.
    @discardableResult
    func edit(
        _ texts: KeyValuePairs<String, String>, inPencil: Bool = false, by player: Player = .ann,
        ifSequence: Int? = nil
    ) throws -> [GameEvent] {
        let entries = try texts.map {
            BoardEdit.Entry(cell: try cell($0.key), text: $0.value, isPencil: inPencil)
        }
        let sequence = ifSequence.flatMap(SequenceNumber.init(_:))
        return try apply(.edit(BoardEdit(entries: entries, ifSequence: sequence.map { [$0] })), by: player)
    }

    // MARK: State

    var state: GameState { game.state }
    var result: GameResult? { game.state.result }

    /// The names of the actions available to `player`.
    func actions(for player: Player) -> [String] {
        game.controller.actions.available(to: player, in: game.state).map(\.name)
    }

    /// The code with which `work` is refused; nil if it succeeds.
    ///
    /// Records an issue if a refusal changes the game.
    func refused(_ work: () throws -> Void, at location: SourceLocation = #_sourceLocation)
        -> RuleViolation.Code?
    {
        let before = FullState(game)
        let violation = refusal(work)
        if violation != nil {
            #expect(FullState(game) == before, "a refusal changed the game", sourceLocation: location)
        }
        return violation?.code
    }
}

/// A game of `free`.
final class Table: GameTable {
    /// Creates a game with players on the first `seated` seats.
    init(seated: Int = 0, open: Bool = false, layout: String? = nil) throws {
        super.init(try Game(Self.setup(open: open, layout: layout)))
        for _ in 0..<seated { try sit() }
    }

    static func setup(open: Bool = false, layout: String? = nil) throws -> GameSetup {
        var options: [String: Parameters.Value] = [:]
        if open { options["open"] = .flag(true) }
        if let layout { options["board"] = .text(layout) }
        return GameSetup(
            id: try #require(GameID("table")), rules: "free", options: Parameters(options), created: .start)
    }

    /// Takes the first free seat, under its name.
    @discardableResult
    func sit() throws -> [GameEvent] {
        let free = (1...12).first { number in !state.seats.contains { $0.seat.number == number } } ?? 1
        return try sit(Self.names[free - 1])
    }

    @discardableResult
    func write(_ text: String, on name: String, by player: Player, expecting: String? = nil) throws
        -> [GameEvent]
    {
        let entry = BoardEdit.Entry(cell: try cell(name), text: text, expected: expecting)
        return try apply(.edit(BoardEdit(entries: [entry])), by: player)
    }

    /// Advances the clock and lets the game handle its deadline.
    @discardableResult
    func wait(seconds: Int) throws -> [GameEvent] {
        now = now + .seconds(seconds)
        return try apply(.deadlineReached, by: .spectator)
    }

    /// The board as five lines of text.
    var board: String { game.controller.boards[0].lines }

    var fullState: FullState { FullState(game) }
}

extension [GameEvent] {
    /// Short descriptions of the events, such as `a1=C` and `seat 2 taken`.
    var words: [String] { map(\.words) }
}

extension GameEvent {
    fileprivate var words: String {
        switch change {
        case .cellChanged(let change): "\(change.cell.square)=\(change.value?.text ?? "")"
        case .seatTaken(let player): "seat \(player.seat.number) taken"
        case .seatLeft(let seat): "seat \(seat.number) left"
        case .seatRecoloured(let seat, let colour): "seat \(seat.number) is \(colour.text)"
        case .seatRenamed(let seat, let name, _): "seat \(seat.number) is \(name.text)"
        case .boardLocked: "locked"
        case .boardUnlocked: "unlocked"
        case .seatsClosed: "seats closed"
        case .seatsOpened: "seats opened"
        case .promptOpened(let prompt): "asked \(prompt.id)"
        case .promptAnswered(let prompt, let seat, let button):
            "seat \(seat.number) said \(button) to \(prompt)"
        case .gameStarted(let start): "\(start.order.count) begin"
        case .ruleEvent(let event): LetterCall(event)?.words ?? event.type
        case .seatAway(let seat, _): "seat \(seat.number) is away"
        case .seatBack(let seat): "seat \(seat.number) is back"
        case .cellsMarked(let marks): "\(marks.cells.count) marked"
        case .boardWrong(let board): "board \(board) is wrong"
        case .boardFinished(let result): "board \(result.board) is finished"
        case .gamePaused: "paused"
        case .gameResumed: "resumed"
        case .promptDismissed(let prompt, let button): "\(prompt) ended with \(button)"
        case .gameFinished: "finished"
        case .rematchStarted(let game): "on in \(game)"
        }
    }
}

extension LetterCall {
    fileprivate var words: String { "\(letter) is called by \(by.map { "seat \($0.number)" } ?? "chance")" }
}
