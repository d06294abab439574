import GameCore
import Testing

/// A word square with people around it, and a clock that moves by hand.
final class SquareTable {
    let game: Game
    var now = Timestamp.start
    private(set) var events: [GameEvent] = []

    /// A game with so many people and bots, who have not begun yet.
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

    /// Everybody who is to place puts the letter into the first empty cell.
    func placeAll(_ letter: String? = nil) throws {
        for seat in round?.placing.sorted() ?? [] {
            let board = try #require(game.controller.boards.numbered(seat.number))
            let cell = try #require(CellIndex.all.first { board[$0].letter == nil })
            try place(cell.square, letter, by: Player(seat: seat))
        }
    }

    /// Plays until `count` letters are placed; the callers call the letters of `text` in turn.
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

    /// Why `work` is refused; nil when it is not.
    func refusal(_ work: () throws -> Void) -> RuleViolation.Code? {
        GameCoreTests.refusal(work)?.code
    }
}
