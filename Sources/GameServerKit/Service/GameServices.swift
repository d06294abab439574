import GameCore
import GameJSON
import GameStore
import Logging

extension LiveGame {
    /// What a live game needs of its surroundings.
    struct Surroundings {
        let store: any EventStore
        let lexicons: Lexicons
        let press: PuzzlePress
        let bots: BotDesk
        let commits: GroupCommit
        let hub: EventHub
        let published: PublishedDocuments
        let loop: MainLoop
        let time: SystemClock
        let log: Logger
    }
}
