import GameCore
import Testing

/// A word square with its players, and a clock that the test sets.
final class SquareTable {
    let game: Game
    var now = Timestamp.start
    private(set) var events: [GameEvent] = []

    /// Creates a game with seated people and bots that has not started.
    init(
        people: Int, bots: [BotLevel] = [], words: String = "CAT DOG CATS TRAIN ATE TEA",
        _ options: [String: Parameters.Value] = [:]
    ) throws {
        let setup = GameSetup(
            id: .lobby, rules: "square", options: Parameters(options), created: .start, seed: 99)
        game = try Game(setup, lexicons: Lexicons([TestLexicons.of(words)]))
        for number in 0..<people { try ask(.takeSeat(PlayerName(Table.names[number]), nil), by: .spectator) }
        for bot in bots { try ask(.seatBot(bot), by: .host) }
    }

    @discardableResult
    func ask(_ command: Command, by player: Player) throws -> [GameEvent] {
        let new = try game.apply(command, by: player, at: now)
        events += new
        return new
    }

    @discardableResult
    func act(_ name: String, _ values: [String: Parameters.Value] = [:], by player: Player) throws
        -> [GameEvent]
    {
        try ask(.act(name, Parameters(values)), by: player)
    }

    func start() throws { try act("start", by: .host) }

    func call(_ letter: String, by player: Player) throws {
        try act("call", ["letter": .text(letter)], by: player)
    }

    func place(_ cell: String, _ letter: String? = nil, by player: Player) throws {
        let letter = letter.map { ["letter": Parameters.Value.text($0)] } ?? [:]
        try act("place", letter.merging(["cell": .text(cell)]) { first, _ in first }, by: player)
    }

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

    var round: SquareRound? { game.state.round }

    func board(_ seat: Int) -> String { game.controller.boards.numbered(seat)?.lines ?? "" }

    /// The code of the refusal of `work`; nil if it succeeds.
    func refusal(_ work: () throws -> Void) -> RuleViolation.Code? {
        GameCoreTests.refusal(work)?.code
    }
}
