import GameCore
import GameJSON
import GameStore

/// Commands: apply, then append. ``GroupCommit`` announces.
extension LiveGame {
    /// Applies `command` for `player` and calls `answer` once, after the commit, with the outcome.
    ///
    /// Refusals wait for the commit too, because they may be based on events that are not committed yet.
    /// When another node has committed first, its events are merged and the command is applied again, up to
    /// `tries` times in all. `answer` gets `storeUnavailable` when the commit fails and nothing has changed,
    /// and `outcomeUnknown` when the store takes too long to say. While the game is withdrawn, the command
    /// waits until the game is back.
    ///
    /// - Parameter token: The token of a seat that the command takes; a random one by default.
    func perform(
        _ command: Command, by player: Player, move: MoveKey? = nil, token: Token? = nil,
        under lease: Lease? = nil, tries: Int = Settings.commandTries,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        if isWithdrawn, let findAgain {
            return findAgain { found in
                switch found {
                case .success(let game?):
                    game.perform(
                        command, by: player, move: move, token: token, under: lease, tries: tries, answer)
                case .success(nil): answer(.failure(.noSuchGame))
                case .failure: answer(.failure(.storeUnreadable))
                }
            }
        }
        // The command may lead to an entry of the room or challenge.
        if let parent = parentAway?(), let findParentAgain {
            return findParentAgain(parent) { [self] in
                perform(
                    command, by: player, move: move, token: token, under: lease, tries: tries, answer)
            }
        }
        if let refusal = services.commits.refusal { return refuseOrRepeat(command, move, refusal, answer) }
        let again: (() -> Void)? =
            if shared == nil { nil } else {
                { [self] in
                    guard tries > 1 else { return answer(.failure(.storeBusy)) }
                    perform(
                        command, by: player, move: move, token: token, under: lease, tries: tries - 1, answer)
                }
            }
        switch apply(command, by: player, move: move, token: token) {
        case .done(let outcome, let entry, let news):
            append(entry, news, move, with: effectsElsewhere(of: outcome.events), under: lease, retry: again)
            {
                answer($0.map(CommandResult.failure) ?? .success(outcome))
            }
        case .repeated(let move):
            append(JournalEntry(game: id), retry: again) { [self] problem in
                guard problem == nil else { return answer(.failure(.outcomeUnknown)) }
                repeatAnswer(to: move, answer)
            }
        case .refused(let problem):
            append(JournalEntry(game: id), nil, move, retry: again) { answer(.failure($0 ?? problem)) }
        }
    }

    /// Queues `entry` for the next commit.
    ///
    /// With a shared store an entry without changes is checked there too: an answer that says "nothing
    /// changed", or a refusal, holds only if no other node has added to the game or made `move`.
    private func append(
        _ entry: JournalEntry, _ news: Announcement? = nil, _ move: MoveKey? = nil,
        with others: [GroupCommit.Part] = [], under lease: Lease? = nil, retry again: (() -> Void)?,
        _ answer: @escaping (Problem?) -> Void
    ) {
        guard shared != nil else {
            return services.commits.append(entry, announcing: news, of: self, with: others, answer)
        }
        var entry = entry
        entry.fence = lease?.fence
        if entry.isEmpty {
            entry.base = game.state.sequence
            // A move that this node knows has been made; the store need not be asked about it.
            entry.unusedMove = move.flatMap { moves.contains($0) ? nil : $0 }
        }
        services.commits.append(entry, announcing: news, of: self, with: others, retry: again, answer)
    }

    /// Answers a command while the store takes no entries: with the refusal, or with the answer to the same
    /// move if that is committed already.
    private func refuseOrRepeat(
        _ command: Command, _ key: MoveKey?, _ refusal: Problem,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        do throws(Problem) {
            guard let key else { throw refusal }
            let earlier = try moves.earlierMove(key, command.fingerprint, at: services.time.now)
            guard let earlier else { throw refusal }
            // The move itself may be among the pending entries.
            guard pendingEntries == 0 else { throw .outcomeUnknown }
            repeatAnswer(to: earlier, answer)
        } catch {
            answer(.failure(error))
        }
    }

    private func apply(
        _ command: Command, by player: Player, move key: MoveKey?, token chosen: Token? = nil
    ) -> AppliedCommand {
        let now = services.time.now
        let time = recent.time.map { now.following($0, tolerance: SystemClock.tolerance) } ?? now
        let before = GameEffects.Origin(
            sequence: game.state.sequence, phase: game.state.phase, seats: game.state.seats,
            seatedSince: game.state.seatedSince)
        let fingerprint = key == nil ? 0 : command.fingerprint
        do throws(Problem) {
            if let key, let earlier = try moves.earlierMove(key, fingerprint, at: time) {
                return .repeated(earlier)
            }
            guard !isFull(for: command) else {
                throw Problem(
                    ProblemTable["game-full"], "A game has at most \(services.eventsPerGame) events.")
            }
            let events = try applyToGame(command, by: player, at: time)
            let state = game.state
            let (token, held) = issueToken(chosen, to: player, events)
            var entry = JournalEntry(game: id, events: events, from: before, to: state, tokens: held)
            let outcome = CommandOutcome(
                events: events, sequence: state.sequence, hash: hash(after: events, in: state, for: player),
                token: token)
            if let key {
                let move = Move(
                    key: key, command: fingerprint, before: before.sequence, sequence: outcome.sequence,
                    hash: outcome.hash, time: time)
                moves.remember(move)
                entry.move = move
            }
            if entry.effects.end != nil { entry.standings = Standing.all(of: state) }
            return .done(outcome, entry, events.isEmpty ? nil : Announcement(consume state, events: events))
        } catch {
            return .refused(error)
        }
    }

    /// The state hash as `player` sees it; where nothing is hidden, the last event carries it.
    private func hash(after events: [GameEvent], in state: GameState, for player: Player) -> StateHash {
        if !committed.hasPrivateBoards, state.paused == nil, let last = events.last { return last.hash }
        return state.hash(for: player.seat)
    }

    /// Whether the game has no room for the events of `command`.
    ///
    /// A full game still accepts the few commands that lead to its end, free a seat or keep people out. A
    /// challenge has a limit of players instead.
    private func isFull(for command: Command) -> Bool {
        let count: Int
        switch command {
        case .edit(let edit): count = edit.entries.count
        case .leaveSeat, .deadlineReached, .botMove, .answer: return false
        case .act(let name, _) where Self.lastActions.contains(name): return false
        case .act, .takeSeat, .renameSeat, .seatBot: count = 1
        }
        return id.isGame && !isEndless && game.state.sequence.value + count > services.eventsPerGame
    }

    /// The actions of the host that a full game accepts, each of which can be done once.
    private static let lastActions = ["close", "close-seats"]

    private func applyToGame(_ command: Command, by player: Player, at time: Timestamp) throws(Problem)
        -> [GameEvent]
    {
        if command.dependsOnPresence { reportPlayers(at: time) }
        do { return try game.apply(command, by: player, at: time) } catch { throw Problem(error) }
    }

    /// A new token if `events` seat a person; the host's token keeps the host's rights.
    ///
    /// It is valid for this occupation of the seat only. A player with a key gets none.
    private func issueToken(
        _ chosen: Token?, to player: Player, _ events: [GameEvent]
    ) -> (Token?, [HeldToken]) {
        for event in events {
            guard case .seatTaken(let seated) = event.change, seated.bot == nil, seated.player == nil
            else { continue }
            let token = chosen ?? .random()
            let holder = Player(seat: seated.seat, isHost: player.isHost, since: event.sequence)
            return (token, [HeldToken(digest: token.digest, player: holder)])
        }
        return (nil, [])
    }

    /// Answers a repeated move with its first answer, read from the journal.
    private func repeatAnswer(to move: Move, _ answer: @escaping (CommandResult) -> Void) {
        services.store.events(of: id, after: move.before, limit: move.count, for: .game(id)) { [self] found in
            let named = found.map { events in events.map { $0.naming(committed) } }
            answer(
                named.map { CommandOutcome(events: $0, sequence: move.sequence, hash: move.hash) }
                    .mapError { _ in .outcomeUnknown })
        }
    }

    /// Applies `events` to a new game and returns its first journal entry, with the announcement for after
    /// the commit.
    func begin(_ events: [GameEvent], _ tokens: [HeldToken]) -> (JournalEntry, Announcement?) {
        game.replay(events)
        var entry = JournalEntry(opening: setup, events: events, to: game.state, tokens: tokens)
        entry.standings = Standing.beginning(of: game.state)
        return (entry, events.isEmpty ? nil : Announcement(game.state, events: events))
    }

    /// Applies `command` for the server itself, to be saved in a transaction of another game; empty if it is refused
    /// or changes nothing.
    func parts(_ command: Command) -> [GroupCommit.Part] {
        guard case .done(let outcome, let entry, let news) = apply(command, by: .roomKeeper, move: nil),
            !entry.isEmpty
        else { return [] }
        let part = GroupCommit.Part(game: self, entry: entry, announcement: news)
        return [part] + effectsElsewhere(of: outcome.events)
    }

    /// The entries that the end of the game, or an agreed rematch, causes in its room, its challenge or the
    /// next game.
    ///
    /// They are saved in the transaction of `events`.
    func effectsElsewhere(of events: [GameEvent]) -> [GroupCommit.Part] {
        var parts: [GroupCommit.Part] = []
        for event in events {
            switch event.change {
            case .gameFinished: parts += didFinish.flatMap { $0(self) }
            case .rematchStarted(let next): parts += openRematch?(self, next) ?? []
            default: break
            }
        }
        return parts
    }
}
