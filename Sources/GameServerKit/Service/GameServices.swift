import EventIO
import GameCore
import GameJSON
import GameStore
import Logging

/// The parts of the server that live games use.
struct GameServices {
    let rules: RuleCatalog
    let store: any EventStore
    let lexicons: Lexicons
    let generators: PuzzleGenerators
    let days: Locked<DayTasks>
    let workers: Workers
    let limits: Limits
    let commits: GroupCommit
    let hub: EventHub
    let published: PublishedDocuments
    let removed: RemovedPlayers
    let loop: MainLoop
    let time: SystemClock
    let log: Logger
    var dailySecret: DailySecret?
    /// The maximum number of events of a game, except the lobby.
    var eventsPerGame = Settings().eventsPerGame

    /// The library for new games; it contains no stored puzzle.
    var library: GameLibrary { GameLibrary(lexicons: lexicons, generators: generators, days: days) }
}
