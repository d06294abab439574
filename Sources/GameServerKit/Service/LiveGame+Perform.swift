import GameCore
import GameJSON
import GameStore

/// The path of an edit: apply, append; what is announced, and when, says `GroupCommit`.
extension LiveGame {
    /// Carries out `command` for `player` and answers after the commit, once, with what has happened or why
    /// not.
    ///
    /// Refusals wait for the commit too: they may speak of a change that is not saved yet. When another
    /// server was quicker, the command is applied anew on what has happened there, `tries` times in all.
    func perform(
        _ command: Command, by player: Player, move: MoveKey? = nil, under lease: Lease? = nil,
        tries: Int = Settings.commandTries, _ answer: @escaping (CommandResult) -> Void
    ) {
        if let refusal = services.commits.refusal { return refuse(command, move, refusal, answer) }
        let again: (() -> Void)? =
            if shared == nil { nil } else {
                { [self] in
                    guard tries > 1 else { return answer(.failure(.storeBusy)) }
                    perform(command, by: player, move: move, under: lease, tries: tries - 1, answer)
                }
            }
        switch apply(command, by: player, move: move) {
        case .done(let outcome, let entry, let news):
            append(entry, news, move, under: lease, orElse: again) {
                answer($0.map(CommandResult.failure) ?? .success(outcome))
            }
            nextRound(outcome.events)
        case .repeated(let move):
            append(JournalEntry(game: id), orElse: again) { [self] problem in
                if problem == nil { tell(again: move, answer) } else { answer(.failure(.outcomeUnknown)) }
            }
        case .refused(let problem):
            append(JournalEntry(game: id), nil, move, orElse: again) { answer(.failure($0 ?? problem)) }
        }
    }

    /// Where several servers share a store, also what changes nothing asks it whether it is true: neither
    /// has `move` happened elsewhere, nor anything else.
    private func append(
        _ entry: JournalEntry, _ news: Announcement? = nil, _ move: MoveKey? = nil,
        under lease: Lease? = nil, orElse again: (() -> Void)?,
        _ answer: @escaping (Problem?) -> Void
    ) {
        guard shared != nil else { return services.commits.append(entry, announcing: news, of: self, answer) }
        var entry = entry
        entry.fence = lease?.fence
        if entry.isEmpty {
            entry.base = game.state.sequence
            // Of a move that is known here there is nothing to ask: it has happened.
            entry.asks = move.flatMap { moves.knows($0) ? nil : $0 }
        }
        services.commits.append(entry, announcing: news, of: self, orElse: again, answer)
    }

    /// While nothing can be saved, nothing new happens; of a move that was seen before that is not true.
    private func refuse(
        _ command: Command, _ key: MoveKey?, _ refusal: Problem,
        _ answer: @escaping (CommandResult) -> Void
    ) {
        do throws(Problem) {
            guard let key else { throw refusal }
            let earlier = try moves.earlier(key, command.fingerprint, at: services.time.now)
            guard let earlier else { throw refusal }
            // As long as anything of this game waits, it may be this.
            guard unsaved == 0 else { throw .outcomeUnknown }
            tell(again: earlier, answer)
        } catch {
            answer(.failure(error))
        }
    }

    private func apply(_ command: Command, by player: Player, move key: MoveKey?) -> AppliedCommand {
        let time = services.time.now
        let before = GameEffects.Origin(
            sequence: game.state.sequence, phase: game.state.phase, seats: game.state.seats)
        // Only a command with an id must be told from others.
        let fingerprint = key == nil ? 0 : command.fingerprint
        do throws(Problem) {
            if let key, let earlier = try moves.earlier(key, fingerprint, at: time) {
                return .repeated(earlier)
            }
            let events = try apply(command, by: player, at: time)
            let state = game.state
            let (token, held) = issue(to: player, events)
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
            entry.snapshot = snapshot(from: before.sequence, to: state.sequence)
            if entry.effects.end != nil { entry.standings = Standing.all(of: state) }
            return .done(outcome, entry, events.isEmpty ? nil : Announcement(state, events: events))
        } catch {
            return .refused(error)
        }
    }

    /// The fingerprint of what `player` may see; where everybody sees everything the last event has it.
    private func hash(after events: [GameEvent], in state: GameState, for player: Player) -> StateHash {
        if !shown.hasPrivateBoards, state.paused == nil, let last = events.last { return last.hash }
        return state.hash(for: player.seat)
    }

    private func apply(_ command: Command, by player: Player, at time: Timestamp) throws(Problem)
        -> [GameEvent]
    {
        do { return try game.apply(command, by: player, at: time) } catch { throw Problem(error) }
    }

    /// Who takes a seat gets a secret; the host keeps the host's rights there.
    ///
    /// It is this person's, not the seat's.
    private func issue(to player: Player, _ events: [GameEvent]) -> (Token?, [HeldToken]) {
        for event in events {
            guard case .seatTaken(let seated) = event.change, seated.bot == nil else { continue }
            let token = Token.random()
            let holder = Player(seat: seated.seat, isHost: player.isHost, since: event.sequence)
            return (token, [HeldToken(digest: token.digest, player: holder)])
        }
        return (nil, [])
    }

    private func snapshot(from before: SequenceNumber, to last: SequenceNumber) -> GameState? {
        let interval = StoreLimits.snapshotInterval
        guard last.value / interval > before.value / interval else { return nil }
        return game.state
    }

    /// The first answer to `move` once more, as the journal has it.
    private func tell(again move: Move, _ answer: @escaping (CommandResult) -> Void) {
        services.store.events(of: id, after: move.before, limit: move.count) { found in
            answer(
                found.map { CommandOutcome(events: $0, sequence: move.sequence, hash: move.hash) }
                    .mapError { _ in .outcomeUnknown })
        }
    }

    /// The first entry of a new game in which `events` have happened already; it is shown after the commit.
    func begin(_ events: [GameEvent], _ tokens: [HeldToken]) -> (JournalEntry, Announcement?) {
        game.replay(events)
        var entry = JournalEntry(opening: setup, events: events, to: game.state, tokens: tokens)
        entry.snapshot = snapshot(from: .zero, to: game.state.sequence)
        return (entry, events.isEmpty ? nil : Announcement(game.state, events: events))
    }

    private func nextRound(_ events: [GameEvent]) {
        for event in events {
            if case .rematchStarted(let next) = event.change { startNextRound?(self, next) }
        }
    }
}
