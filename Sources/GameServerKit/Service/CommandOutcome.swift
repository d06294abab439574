import GameCore
import GameJSON
import GameStore

/// What a command has come to: the events, and where the game stands after them.
nonisolated struct CommandOutcome: Equatable {
    let events: [GameEvent]
    let sequence: SequenceNumber
    let hash: StateHash
    /// The secret of who has just taken a seat.
    var token: Token?
}

/// How a command ends for who sent it.
typealias CommandResult = Result<CommandOutcome, Problem>

/// What the live game made of a command, before the commit.
enum AppliedCommand {
    case done(CommandOutcome, JournalEntry, Announcement?)
    /// The move id was seen before: the first answer is given again.
    case repeated(Move)
    case refused(Problem)
}
