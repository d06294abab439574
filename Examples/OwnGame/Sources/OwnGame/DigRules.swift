import GameCore

/// Two players dig for three treasures in turn; the dig of the day is for one.
///
/// A dig is the letter X. Its mark says whether a treasure is there (hit) or in a neighbouring cell (near).
struct DigRules: StatefulRules {
    static let name = "dig"
    static let info = RuleInfo(
        title: "Dig", summary: "Three treasures are hidden: find two of them.", options: ["day": .day],
        seats: 2...2,
        howToPlay: [
            "Write an X to dig.", "● is a treasure, and you dig again. ○ has one next to it.",
            "Two of the three treasures win.",
        ], keys: ["X"])
    static let notYourTurn = RuleViolation.Code(
        "not-your-dig", .conflict, title: "Not your dig", meaning: "It is the other player's turn to dig.")
    static let refusals = [notYourTurn]
    static let treasures = 3

    /// The cells with a treasure.
    let hidden: Set<CellIndex>
    let isForOne: Bool

    init(_ setup: GameSetup) throws(RuleViolation) {
        try setup.options.allowOnly(["day"])
        isForOne = try setup.options.day("day") != nil || setup.isPersonal
        let cells = try setup.answer?.list("treasures") ?? []
        hidden = Set(cells.compactMap { if case .number(let number) = $0 { CellIndex(number) } else { nil } })
        guard hidden.count == Self.treasures else {
            throw RuleViolation(.invalidValue, "A dig needs three treasures.")
        }
    }

    var startingPhase: GameState.Phase { isForOne ? .playing : .waiting }
    var seatLimit: Int { isForOne ? 1 : 2 }

    // MARK: Playing

    func mayEdit(_ edit: ProposedEdit, in game: GameController) throws(RuleViolation) {
        try game.requireWritable()
        guard edit.value?.text == "X" else { throw RuleViolation(.notALetter, "Write an X to dig.") }
        guard isForOne || edit.cause == .bot || edit.player.seat == Turns(game.state).digger else {
            throw RuleViolation(Self.notYourTurn, "It is the other player's turn.")
        }
    }

    func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        let dug = CellIndex.all.filter { board[$0].letter != nil && board[$0].object.mark == nil }
        guard dug.count == 1 else { throw RuleViolation(.invalidValue, "Dig in one cell at a time.") }
        game.mark(dug.map { CellMarks.Marked(cell: $0, mark: mark(of: $0)) }, on: board, .check)
        guard hidden.allSatisfy({ board[$0].letter != nil }) else { return }
        game.finish(
            game.state.seats.map { player in
                let found = hidden.count { board[$0].stamp.by == player.seat }
                return GameResult.Score(seat: player.seat, points: found)
            })
    }

    func mark(of cell: CellIndex) -> CellMark {
        if hidden.contains(cell) { return .hit }
        return hidden.contains { $0.isNextTo(cell) } ? .near : .miss
    }

    func setActions(on game: GameController) {
        for set in [Recolour.setAction, Rematch.setAction, HostClose.setAction] { set(game) }
    }

    func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        if prompt.purpose == Rematch.purpose, button != prompt.cancel { Rematch.start(in: game) }
    }

    /// `turn`, the seat of the player who digs next: the page says whose turn it is.
    func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        let digger = isForOne || state.phase != .playing ? nil : Turns(state).digger
        return digger.map { Parameters(["turn": .number($0.number)]) } ?? .none
    }

    // MARK: Whose turn it is

    /// The number of digs that found nothing: each passes the turn on.
    struct State: RuleState {
        private(set) var misses = 0

        mutating func apply(_ event: GameEvent, to state: GameState) {
            if case .cellsMarked(let marks) = event.change, marks.cells.contains(where: { $0.mark != .hit }) {
                misses += 1
            }
        }
    }
}

/// The player whose turn it is.
struct Turns {
    let digger: Seat?

    init(_ state: GameState) {
        let misses = (state.ruleState as? DigRules.State)?.misses ?? 0
        digger = state.seats.isEmpty ? nil : state.seats[misses % state.seats.count].seat
    }
}

extension CellIndex {
    func isNextTo(_ other: CellIndex) -> Bool {
        self != other && abs(row - other.row) <= 1 && abs(column - other.column) <= 1
    }
}

/// The treasures are hidden, the same for everybody on a day.
extension DigRules: HiddenAnswerRules, DailyRules, ShareTextRules {
    static func answer(for setup: GameSetup, from library: any Library) throws(RuleViolation) -> Parameters {
        var seed = setup.seed
        if let day = try setup.options.day("day") {
            seed = try library.withDays { days throws(RuleViolation) in days.seed(of: day, rules: name) }
        }
        var random = SeededGenerator(seed: seed)
        var cells = CellIndex.all.map(\.position)
        let chosen = (0..<treasures).map { _ in cells.remove(at: random.below(cells.count)) }
        return Parameters(["treasures": .list(chosen.map { .number($0) })])
    }

    static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        let isForOne = try setup.options.day("day") != nil || setup.isPersonal
        return GameOutline(isOpen: false, hasPrivateBoards: false, seatLimit: isForOne ? 1 : 2)
    }

    static func dailyOptions(_ day: Day) -> Parameters { Parameters(["day": .text(day.description)]) }

    func dailyScore(_ state: GameState) -> DailyScore? {
        guard let result = state.result else { return nil }
        let board = state.boards[0]
        return DailyScore(
            isSolved: hidden.allSatisfy { board.object(at: $0).letter != nil }, elapsed: result.elapsed,
            tries: CellIndex.all.count { board.object(at: $0).letter != nil })
    }

    func shareText(of board: BoardState, in state: GameState, _ scorer: BoardScorer?) -> ShareText {
        ShareText("\(CellIndex.all.count { board.object(at: $0).letter != nil }) digs") { cell in
            switch board.object(at: cell).mark {
            case .hit: "🟩"
            case .near: "🟨"
            case nil: "⬜"
            default: "⬛"
            }
        }
    }
}

/// A bot digs at once when it is its turn.
extension DigRules: BotRules {
    func maySeatBot(_ player: Player, in game: GameController) throws(RuleViolation) {
        guard !isForOne else { throw RuleViolation(.noBots, "The dig of the day is for one player.") }
        if !player.isHost { try game.requireSeat(player) }
    }

    func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] {
        let state = game.state
        guard state.phase == .playing, let seat = Turns(state).digger, let level = state.player(on: seat)?.bot
        else { return [] }
        let marks = CellIndex.all.map { state.boards[0].object(at: $0).mark }
        let seed = state.setup.seed &+ UInt64(state.sequence.value)
        return [
            AwaitedMove(seat: seat, number: state.sequence.value) { _ in
                let cells =
                    level == .easy ? CellIndex.all.filter { marks[$0.position] == nil } : Self.best(marks)
                var random = SeededGenerator(seed: seed)
                guard !cells.isEmpty else { return nil }
                return BotMove("dig", ["cell": .number(cells[random.below(cells.count)].position)])
            }
        ]
    }

    func play(_ move: BotMove, for seat: Seat, in game: GameController) throws(RuleViolation) {
        guard game.state.player(on: seat)?.bot != nil, Turns(game.state).digger == seat,
            let cell = try move.values.cell("cell")
        else { throw RuleViolation(Self.notYourTurn, "It is not the bot's turn.") }
        let board = game.boards[0]
        try game.change(for: .bot, by: seat) { () throws(RuleViolation) in try board[cell].type("X") }
        try didEdit(board, in: game)
    }

    /// The cells that hold a treasure in most of the placements that agree with `marks`.
    static func best(_ marks: [CellMark?]) -> [CellIndex] {
        var counts = [CellIndex: Int]()
        for one in CellIndex.all {
            for two in CellIndex.all where one < two {
                for three in CellIndex.all where two < three {
                    let placed = [one, two, three]
                    guard agrees(placed, marks) else { continue }
                    for cell in placed where marks[cell.position] == nil { counts[cell, default: 0] += 1 }
                }
            }
        }
        let most = counts.values.max()
        return CellIndex.all.filter { counts[$0] == most && most != nil }
    }

    private static func agrees(_ placed: [CellIndex], _ marks: [CellMark?]) -> Bool {
        CellIndex.all.allSatisfy { cell in
            guard let mark = marks[cell.position] else { return true }
            if placed.contains(cell) { return mark == .hit }
            return mark == (placed.contains { $0.isNextTo(cell) } ? .near : .miss)
        }
    }
}
