import GameCore
import Testing

/// The recording of a game that random players have played.
struct RandomGame {
    /// One command with its outcome.
    struct Step {
        let command: Command
        let player: Player
        let time: Timestamp
        /// The actions available to the player before the command.
        let availableActions: [String]
        let events: [GameEvent]
        let refusal: RuleViolation?
        /// The game after the command.
        let fullState: FullState
    }

    let seed: UInt64
    let lexicons: Lexicons
    let setup: GameSetup
    /// The game before its first event.
    let start: FullState
    private(set) var steps: [Step] = []

    /// Records a game of `free`.
    init(seed: UInt64) throws {
        try self.init(seed: seed, RandomFreePlayers(seed: seed), commands: 60)
    }

    /// Records a game that `players` play.
    init(seed: UInt64, _ players: some RandomPlayers, lexicons: Lexicons = .none, commands: Int) throws {
        self.seed = seed
        self.lexicons = lexicons
        var players = players
        let game = try Game(players.setup(), lexicons: lexicons)
        setup = game.setup
        start = FullState(game)
        for _ in 0..<commands {
            let (command, player) = try players.next(game.state)
            steps.append(Self.step(game, command, player, players.now))
        }
    }

    var events: [GameEvent] { steps.flatMap(\.events) }
    /// The state after the last command.
    var state: GameState { steps.last?.fullState.state ?? start.state }

    private static func step(_ game: Game, _ command: Command, _ player: Player, _ time: Timestamp) -> Step {
        let availableActions = game.controller.actions.available(to: player, in: game.state).map(\.name)
        var events: [GameEvent] = []
        let refusal = refusal { events = try game.apply(command, by: player, at: time) }
        return Step(
            command: command, player: player, time: time, availableActions: availableActions, events: events,
            refusal: refusal, fullState: FullState(game))
    }
}
