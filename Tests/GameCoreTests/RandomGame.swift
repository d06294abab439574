import GameCore
import Testing

/// A game that random people have played, with everything that they asked and that came of it.
struct RandomGame {
    /// One command and what it has led to.
    struct Turn {
        let command: Command
        let player: Player
        let time: Timestamp
        /// The actions that the player was offered before.
        let offered: [String]
        let events: [GameEvent]
        let refusal: RuleViolation?
        /// The game after it.
        let standing: Standing
    }

    /// How many commands a game of `free` has.
    static let commands = 60

    let seed: UInt64
    let lexicons: Lexicons
    let setup: GameSetup
    /// The game before its first event.
    let start: Standing
    private(set) var turns: [Turn] = []

    /// A game of `free`.
    init(seed: UInt64) throws {
        try self.init(seed: seed, RandomPeople(seed: seed), commands: Self.commands)
    }

    /// The game that `people` play.
    init(seed: UInt64, _ people: some RandomCrowd, lexicons: Lexicons = .none, commands: Int) throws {
        self.seed = seed
        self.lexicons = lexicons
        var people = people
        let game = try Game(people.setup(), lexicons: lexicons)
        setup = game.setup
        start = Standing(game)
        for _ in 0..<commands {
            let (command, player) = try people.next(game.state)
            turns.append(Self.turn(game, command, player, people.now))
        }
    }

    var events: [GameEvent] { turns.flatMap(\.events) }
    /// The live game after all of it.
    var state: GameState { turns.last?.standing.state ?? start.state }

    private static func turn(_ game: Game, _ command: Command, _ player: Player, _ time: Timestamp) -> Turn {
        let offered = game.controller.actions.available(to: player, in: game.state).map(\.name)
        var events: [GameEvent] = []
        let refusal = refusal { events = try game.apply(command, by: player, at: time) }
        return Turn(
            command: command, player: player, time: time, offered: offered, events: events, refusal: refusal,
            standing: Standing(game))
    }
}
