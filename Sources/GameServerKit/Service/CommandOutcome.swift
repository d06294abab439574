import GameCore
import GameJSON
import GameStore

/// The events of a command, with the sequence and the state hash after them.
nonisolated struct CommandOutcome: Equatable {
    let events: [GameEvent]
    let sequence: SequenceNumber
    let hash: StateHash
    /// The new token, when the command took a seat.
    var token: Token?
}

typealias CommandResult = Result<CommandOutcome, Problem>

/// The result of applying a command, before the commit.
enum AppliedCommand {
    case done(CommandOutcome, JournalEntry, Announcement?)
    /// The move id is known: the first answer is repeated.
    case repeated(Move)
    case refused(Problem)
}
