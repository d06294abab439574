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

    static let commands = 60

    let seed: UInt64
    let setup: GameSetup
    /// The game before its first event.
    let start: Standing
    private(set) var turns: [Turn] = []

    init(seed: UInt64) throws {
        self.seed = seed
        var people = RandomPeople(seed: seed)
        let game = try Game(people.setup())
        setup = game.setup
        start = Standing(game)
        for _ in 0..<Self.commands {
            let (command, player) = try people.next(game.state)
            turns.append(Self.turn(game, command, player, people.now))
        }
    }

    var events: [GameEvent] { turns.flatMap(\.events) }

    private static func turn(_ game: Game, _ command: Command, _ player: Player, _ time: Timestamp) -> Turn {
        let offered = game.controller.actions.available(to: player, in: game.state).map(\.name)
        var events: [GameEvent] = []
        let refusal = refusal { events = try game.apply(command, by: player, at: time) }
        return Turn(
            command: command, player: player, time: time, offered: offered, events: events, refusal: refusal,
            standing: Standing(game))
    }
}
