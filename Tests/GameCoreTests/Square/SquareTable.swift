import GameCore
import Testing

/// A word square with its players.
final class SquareTable: GameTable {
    private let bots = TestBotCache()

    /// Creates a game with seated people and bots that has not started.
    init(
        people: Int, bots: [BotLevel] = [], words: String = "CAT DOG CATS TRAIN ATE TEA",
        lexicon: Lexicon? = nil, seed: UInt64 = 99, _ options: [String: Parameters.Value] = [:],
        countdown: Duration? = nil
    ) throws {
        let setup = GameSetup(
            id: .lobby, rules: "square", options: Parameters(options), created: .start, seed: seed
        ).withCountdown(countdown)
        super.init(try Game(setup, lexicons: Lexicons([lexicon ?? TestLexicons.of(words)])))
        for name in Self.names.prefix(people) { try sit(name) }
        for bot in bots { try apply(.seatBot(bot), by: .host) }
    }

    // MARK: Commands

    func start() throws { try act("start", by: .host) }

    @discardableResult
    func call(_ letter: String, by player: Player) throws -> [GameEvent] {
        try act("call", ["letter": .text(letter)], by: player)
    }

    @discardableResult
    func place(_ cell: String, _ letter: String? = nil, by player: Player) throws -> [GameEvent] {
        let letter = letter.map { ["letter": Parameters.Value.text($0)] } ?? [:]
        return try act("place", letter.merging(["cell": .text(cell)]) { first, _ in first }, by: player)
    }

    @discardableResult
    func type(_ text: String, on name: String, by player: Player) throws -> [GameEvent] {
        try edit([name: text], by: player)
    }

    // MARK: Playing

    /// Places the letter in the first empty cell of each board that lacks it.
    func placeAll(_ letter: String? = nil) throws {
        for seat in round?.seatsToPlace.sorted() ?? [] {
            let board = try #require(game.controller.boards.numbered(seat.number))
            let cell = try #require(CellIndex.all.first { board[$0].letter == nil })
            try place(cell.square, letter, by: Player(seat: seat))
        }
    }

    /// Plays `count` letters; the callers repeat the letters of `text`.
    func play(_ count: Int, calling text: String) throws {
        for letter in Array(repeating: text, count: 25).joined().prefix(count) {
            if let caller = round?.caller, round?.step == .call {
                try call(String(letter), by: Player(seat: caller))
            }
            try placeAll()
        }
    }

    /// Calls and places letters so that the boards of seats 1, 2, … become `texts`, such as `CAT../…`.
    ///
    /// The texts have the same letters, except for the letters that players choose for their last cells.
    func play(to texts: String...) throws {
        let targets = try texts.map { try Board(text: $0) }
        for letter in CellIndex.all.compactMap({ targets[0][$0].letter }) where round?.step == .call {
            try call(letter.text, by: Player(seat: round?.caller))
            for (number, target) in zip(1..., targets) { try place(letter, on: number, as: target) }
        }
        guard round?.step == .last else { return }
        for (number, target) in zip(1..., targets) { try place(nil, on: number, as: target) }
    }

    /// Places the called letter in an empty cell where `target` has it, or fills the last cell as in `target`.
    private func place(_ called: Letter?, on number: Int, as target: Board) throws {
        let board = try #require(game.controller.boards.numbered(number))
        let cell = try #require(
            CellIndex.all.first { index in
                board[index].letter == nil && (called == nil || target[index].letter == called)
            })
        let letter = called == nil ? target[cell].letter?.text : nil
        try place(cell.square, letter, by: Player(seat: Seat(number)))
    }

    /// Makes every move that the game awaits from bots at this time.
    func playBots() throws {
        while let awaited = game.awaitedMoves(at: now).first {
            let move = try #require(awaited.think(bots))
            try apply(.botMove(awaited.seat, move), by: .spectator)
        }
    }

    // MARK: State

    var round: SquareRound? { game.state.round }

    func board(_ seat: Int) -> String { game.controller.boards.numbered(seat)?.lines ?? "" }
}

extension [GameEvent] {
    /// The calls and placements: the seat, `-` for the server, with `bot` if a bot moved, such as `1` and `2 bot`.
    var moves: [String] {
        compactMap { event in
            switch event.change {
            case .cellChanged(let change): Self.move(change.by, isBot: change.cause == .bot)
            case .ruleEvent(let event): LetterCall(event).map { Self.move($0.by, isBot: $0.isBot) }
            default: nil
            }
        }
    }

    private static func move(_ seat: Seat?, isBot: Bool) -> String {
        "\(seat.map { String($0.number) } ?? "-")\(isBot ? " bot" : "")"
    }

    /// The called letters.
    var calledLetters: String {
        compactMap { event in
            if case .ruleEvent(let event) = event.change { LetterCall(event)?.letter.text } else { nil }
        }.joined()
    }
}
