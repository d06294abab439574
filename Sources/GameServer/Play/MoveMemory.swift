import GameCore

/// The id that a client gave a move, with who sent it: one key is one move, however often it comes.
struct MoveKey: Hashable {
    let sender: Sender
    let id: String

    /// A key; nil when the id is not 1–64 visible ASCII characters.
    init?(sender: Sender, id: String) {
        guard (1...64).contains(id.utf8.count), id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.sender = sender
        self.id = id
    }
}

/// The moves of a game that carried an id, with their first answers: for a day, and a bounded number.
struct MoveMemory {
    private struct Move {
        let command: Command
        let outcome: CommandOutcome
        let time: Timestamp
    }

    private var moves: [MoveKey: Move] = [:]
    /// Keys by age; those before `oldest` are gone.
    private var order: [MoveKey] = []
    private var oldest = 0

    /// What was made of `key` before, if it was seen: the first answer, or a refusal for another command.
    mutating func earlier(_ key: MoveKey, _ command: Command, at now: Timestamp) -> AppliedCommand? {
        forget(before: now)
        guard let move = moves[key] else { return nil }
        guard move.command == command else {
            return .refused(
                Problem(ProblemTable["move-id-reused"], "This move id was used for something else."))
        }
        return .repeated(move.outcome)
    }

    /// Keeps the answer to `key`.
    ///
    /// Refused commands are not kept: they were no move.
    mutating func remember(_ key: MoveKey, _ command: Command, _ outcome: CommandOutcome, at now: Timestamp) {
        if moves.count >= Settings.movesPerGame { forgetOldest() }
        moves[key] = Move(command: command, outcome: outcome, time: now)
        order.append(key)
    }

    /// Forgets the moves of who sat on `seat`.
    mutating func forget(_ seat: Seat) {
        forget { key, _ in
            if case .player(_, let player) = key.sender { player.seat == seat } else { false }
        }
    }

    /// Forgets the moves that were applied after `sequence` but could not be saved.
    mutating func forgetAfter(_ sequence: SequenceNumber) {
        forget { _, move in move.outcome.sequence > sequence }
    }

    private mutating func forget(where isGone: (MoveKey, Move) -> Bool) {
        moves = moves.filter { !isGone($0.key, $0.value) }
        order = order[oldest...].filter { moves[$0] != nil }
        oldest = 0
    }

    private mutating func forget(before now: Timestamp) {
        while oldest < order.count, let move = moves[order[oldest]], move.time + Settings.moveLifetime < now {
            forgetOldest()
        }
    }

    private mutating func forgetOldest() {
        guard oldest < order.count else { return }
        moves[order[oldest]] = nil
        oldest += 1
        if oldest > order.count / 2 {
            order.removeFirst(oldest)
            oldest = 0
        }
    }
}
