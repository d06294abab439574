import GameCore

/// What a command has come to: the events, and where the game stands after them.
struct CommandOutcome: Equatable {
    let events: [GameEvent]
    let sequence: SequenceNumber
    let hash: StateHash
}

/// How a command ends for who sent it.
typealias CommandResult = Result<CommandOutcome, Problem>

/// What the live game made of a command, before the commit.
enum AppliedCommand {
    case done(CommandOutcome)
    /// The move id was seen before: the first answer again.
    case repeated(CommandOutcome)
    case refused(Problem)

    /// What is to be saved: nothing, for a repetition.
    var newEvents: [GameEvent] {
        if case .done(let outcome) = self { return outcome.events }
        return []
    }

    /// What is answered once the commit has succeeded.
    var reply: CommandResult {
        switch self {
        case .done(let outcome), .repeated(let outcome): .success(outcome)
        case .refused(let problem): .failure(problem)
        }
    }
}
