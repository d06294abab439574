import EventIO
import GameCore
import GameJSON
import GameStore

/// The rooms: makes them, begins their games, and records the results.
///
/// A room and its present game are two journals. What one commit of a game leads to in the room, or the other
/// way round, happens after it in ``settle(_:_:)``, which is repeated whenever one of them changes or wakes,
/// so that a crash in between loses nothing.
final class Rooms {
    /// How a request for the next game was answered.
    enum Beginning {
        case begun(LiveGame)
        /// The members who are present decide first.
        case asked(Prompt)
    }

    let games: GameRegistry
    let services: GameServices
    /// How long somebody must have been a member to be asked about the next game.
    let votingMembership: Duration
    /// One change of a room's games at a time.
    let changes = KeyedSerialQueue()
    /// The present games that the operator has deleted, by room.
    private var deleted: [GameID: GameID] = [:]
    /// The waits for the presence that other nodes report, by room.
    private var waits: [GameID: LoopTimer] = [:]
    /// The next attempts to settle rooms whose leases other nodes hold.
    private var retries: [GameID: LoopTimer] = [:]

    /// Follows the rooms of `games`, and their games, from now on.
    init(_ games: GameRegistry, _ services: GameServices, votingMembership: Duration) {
        (self.games, self.services, self.votingMembership) = (games, services, votingMembership)
        games.didAdd = { [weak self] in self?.didAdd($0) }
    }

    private func didAdd(_ game: LiveGame) {
        if game.id.room != nil {
            game.roomJSON = { [weak self, weak game] player in
                guard let self, let game else { return [] }
                return json(of: game, for: player)
            }
            game.presence.summaryJSON = { [weak game] in game?.roomPresence($0) ?? [] }
            game.presentGame = game.committed.room?.present?.id
            game.didAnnounce = { [weak self] room in
                let before = room.presentGame
                room.presentGame = room.committed.room?.present?.id
                let isAgreed = room.committed.room?.proposal?.isAgreed == true
                if isAgreed || room.presentGame != before { self?.settle(room.id) }
            }
            settle(game.id)
        } else if let room = game.setup.room {
            game.roomState = { [weak self, id = GameID(room: room), setup = game.setup] in
                guard let room = self?.games[id] else { return nil }
                // After the deletion of a room there can be another one of its name.
                let isOwn = room.presentGame == setup.id || room.game.state.room?.hasBegun(setup) == true
                return isOwn ? room.game.state : nil
            }
            game.didAnnounce = { [weak self] game in
                if game.committed.phase == .finished { self?.settle(GameID(room: room)) }
            }
        }
    }

    // MARK: Making a room

    /// Makes a room with `player` as its host, and calls `answer` after the commit.
    func make(
        _ name: RoomName, title: GameTitle, isPublic: Bool, isOpenToMembers: Bool, by player: PlayerRecord,
        for requester: Requester, _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        let id = GameID(room: name)
        let setup = GameSetup(
            id: id, rules: RoomRules.name, options: Parameters(["open": .flag(isOpenToMembers)]),
            title: title, isPublic: isPublic, created: services.time.now)
        changes.enqueue(id.text) { [self] done in
            let finish = { (result: Result<LiveGame, Problem>) in
                answer(result)
                done()
            }
            games.wake(id, for: requester) { [self] found in
                guard case .success(let known) = found else { return finish(.failure(.storeUnreadable)) }
                guard known == nil else {
                    return finish(
                        .failure(Problem(ProblemTable["name-taken"], "There is a room with this name.")))
                }
                do throws(RuleViolation) {
                    let host = SeatedPlayer(player, on: .first)
                    let events = try Game(services.rules.newGame(setup)).seatPlayers(
                        [host], at: setup.created)
                    games.createUnlessRefused(setup, events) { finish($0) }
                } catch { finish(.failure(Problem(error))) }
            }
        }
    }

    // MARK: The next game

    /// Begins the game `wanted` in `room`, or asks the other members while another one runs.
    ///
    /// Without anybody to ask, only the host ends a game that runs.
    ///
    /// The members who are present get seats: the host first, then in the order in which they joined.
    func begin(
        _ wanted: Wanted, in room: LiveGame, by member: Player, for requester: Requester,
        _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        changes.enqueue(room.id.text) { [self] done in
            let finish = { (result: Result<Beginning, Problem>) in
                answer(result)
                done()
            }
            settledGame(of: room) { [self] found in
                let present: LiveGame?
                let draft: GameDraft
                do throws(Problem) {
                    present = try found.get()
                    draft = try self.draft(wanted, after: present)
                } catch { return finish(.failure(error)) }
                awaitPresence(in: [room, present].compactMap(\.self)) { [self] in
                    begin(draft, in: room, instead: present, by: member, for: requester, finish)
                }
            }
        }
    }

    private func begin(
        _ draft: GameDraft, in room: LiveGame, instead present: LiveGame?, by member: Player,
        for requester: Requester, _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        let runs = present.map { $0.committed.phase != .finished } ?? false
        if runs, room.committed.room?.isPlaying == true {
            let voters = voters(in: room).filter { $0 != member.seat }
            guard voters.isEmpty else {
                do throws(Problem) { try requireVote(member, in: room) } catch {
                    return answer(.failure(error))
                }
                return propose(draft, to: voters, in: room, by: member, for: requester, answer)
            }
            guard member.isHost else {
                return answer(
                    .failure(
                        .notAllowed("A game is being played, and nobody is here who could agree to end it.")))
            }
        }
        open(draft, in: room, by: member.seat, instead: present, for: requester) {
            answer($0.map(Beginning.begun))
        }
    }

    /// Calls `work` once the other nodes have had the time to report who is connected to `games`.
    private func awaitPresence(in games: [LiveGame], _ work: @escaping () -> Void) {
        guard let room = games.first?.id, let time = games.compactMap(\.presence.shared?.timeToReports).max(),
            time > .zero
        else { return work() }
        waits[room] = services.loop.timer(after: time) { [weak self] in
            self?.waits[room] = nil
            work()
        }
    }

    /// Asks the members on `others` whether the game of `draft` should end the present one.
    ///
    /// A game that cannot be made is refused before anybody is asked.
    private func propose(
        _ draft: GameDraft, to others: [Seat], in room: LiveGame, by member: Player,
        for requester: Requester, _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        games.prepare(draft, for: requester) { [self] prepared in
            do {
                let setup = try prepared.get()
                try games.requireLexicon(
                    of: Game(services.rules.newGame(setup), lexicons: services.lexicons))
                ask(others, about: draft, showing: setup.options, in: room, by: member, answer)
            } catch { answer(.failure(Problem(error))) }
        }
    }

    /// - Parameter options: Those that the game's viewers may see.
    private func ask(
        _ others: [Seat], about draft: GameDraft, showing options: Parameters, in room: LiveGame,
        by member: Player,
        _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        let asked = Dictionary(
            uniqueKeysWithValues: others.map { (String($0.number), Parameters.Value.null) })
        var proposal: [String: Parameters.Value] = [
            "game": .text(draft.id.text), "rules": .text(draft.rules), "options": .group(draft.options),
            "shown": .group(services.rules.withoutSecrets(options, of: draft.rules)),
            "title": .text(services.rules.title(of: draft.rules)), "others": .group(asked),
        ]
        if let startsItself = draft.startsItself { proposal["start"] = .flag(startsItself) }
        room.perform(.act("propose", Parameters(proposal)), by: member) { result in
            answer(
                result.flatMap { outcome in
                    for event in outcome.events {
                        if case .promptOpened(let prompt) = event.change { return .success(.asked(prompt)) }
                    }
                    return .failure(.storeBusy)
                })
        }
    }

    /// Opens the game of `draft` for the members who are present, and makes it the room's present game.
    private func open(
        _ draft: GameDraft, in room: LiveGame, by starter: Seat?, instead old: LiveGame?,
        for requester: Requester, _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        var draft = draft
        draft.room = room.id.room
        draft.host = room.committed.player(on: room.committed.room?.host)?.player
        do throws(RuleViolation) {
            draft.people = .members(try seats(for: draft, in: room, startedBy: starter))
            if try startsItself(draft) { draft.countdown = Settings.roomCountdown }
        } catch { return answer(.failure(Problem(error))) }
        let before = room.committed.room?.present?.id
        games.open(draft, for: requester) { [self] opened in
            switch opened {
            case .failure(let problem): answer(.failure(problem))
            case .success(let (game, _)):
                present(game, after: before, in: room) { problem in
                    if problem == nil { old?.close() }
                    answer(problem.map(Result.failure) ?? .success(game))
                }
            }
        }
    }

    /// Whether a game of `draft` starts by itself: as wanted, else if it waits for nobody but its first player.
    private func startsItself(_ draft: GameDraft) throws(RuleViolation) -> Bool {
        if let startsItself = draft.startsItself { return startsItself }
        let setup = draft.setup(created: services.time.now, seed: 1)
        guard services.rules.hasHiddenAnswer(draft.rules) else {
            return try services.rules.newGame(setup).phase == .playing
        }
        return try !services.rules.outline(of: setup).hasPrivateBoards
    }

    /// The seats of the members who are present, in a game of `draft`.
    private func seats(
        for draft: GameDraft, in room: LiveGame, startedBy starter: Seat?
    ) throws(RuleViolation) -> [SeatedPlayer] {
        let setup = draft.setup(created: services.time.now, seed: 1)
        try services.rules.rules(named: draft.rules).check(setup)
        let limit = try services.rules.outline(of: setup).seatLimit
        let state = room.committed
        let here = Set(presentMembers(of: room) + [starter].compactMap(\.self))
        let host = state.room?.host
        let members = state.membersInOrder.filter { here.contains($0.seat) }
        let ordered = members.filter { $0.seat == host } + members.filter { $0.seat != host }
        return zip(ordered, Seat.all.prefix(limit)).map { member, seat in
            SeatedPlayer(seat: seat, name: member.name, colour: member.colour, player: member.player)
        }
    }

    /// Records that `game` is the present game of `room`.
    private func present(
        _ game: LiveGame, after before: GameID?, in room: LiveGame, _ answer: @escaping (Problem?) -> Void
    ) {
        var values: [String: Parameters.Value] = [
            "game": .text(game.id.text), "rules": .text(game.setup.rules),
        ]
        if let begins = game.setup.begins { values["begins"] = .number(Int(begins.milliseconds)) }
        if let before { values["after"] = .text(before.text) }
        room.perform(.act("begin", Parameters(values)), by: .roomKeeper) { result in
            if case .failure(let problem) = result { answer(problem) } else { answer(nil) }
        }
    }

    // MARK: Present games

    /// Finds the present game of `room`; nil before the first one, or if its operator has deleted it.
    func presentGame(
        of room: LiveGame, for requester: Requester, _ done: @escaping StoreAnswer<LiveGame?>
    ) {
        guard let present = room.committed.room?.present else { return done(.success(nil)) }
        games.wake(present.id, for: requester) { [weak self] found in
            if case .success(nil) = found { self?.deleted[room.id] = present.id }
            done(found)
        }
    }

    /// Finds the present game of `room`, after both have everything that other nodes have committed.
    private func currentGame(of room: LiveGame, _ done: @escaping StoreAnswer<LiveGame?>) {
        room.bringUpToDate { [self] isCurrent in
            guard isCurrent else { return done(.failure(.unavailable)) }
            presentGame(of: room, for: .game(room.id)) { found in
                guard case .success(let game?) = found else { return done(found) }
                game.bringUpToDate { done($0 ? found : .failure(.unavailable)) }
            }
        }
    }

    /// Whether the present game of `room` is known to have been deleted.
    func hasLostGame(_ room: LiveGame) -> Bool {
        deleted[room.id].map { $0 == room.committed.room?.present?.id } ?? false
    }

    /// The phase of a game of the room, as far as this node knows.
    func phase(of game: RoomState.Game) -> GameState.Phase {
        games[game.id]?.committed.phase ?? (game.ended == nil ? .playing : .finished)
    }

    // MARK: After a change

    /// Does what follows from the last changes of a room and its present game: records a result, begins the
    /// game on which the members have agreed, follows to the next round, or frees seats of removed players.
    ///
    /// Any node may do so; what another one has done already is refused and has no effect.
    func settle(_ id: GameID) {
        changes.enqueue(id.text) { [self] done in
            games.wake(id, for: .game(id)) { [self] found in
                guard case .success(let room?) = found else { return done() }
                room.withLease { [self] _ in
                    settle(room, done)
                } otherwise: { [self] in
                    settleLater(id)
                    done()
                }
            }
        }
    }

    /// Tries again: the node that holds the room's lease may have died before it settled the room.
    private func settleLater(_ room: GameID) {
        retries[room] = services.loop.timer(after: Settings.leaseRetry) { [weak self] in
            self?.retries[room] = nil
            self?.settle(room)
        }
    }

    private func settle(_ room: LiveGame, _ done: @escaping () -> Void) {
        settledGame(of: room) { [self] found in
            guard case .success(let game) = found else { return done() }
            if let proposal = room.committed.room?.proposal, proposal.isAgreed {
                return begin(proposal, in: room, instead: game, done)
            }
            guard let game else { return done() }
            if game.committed.phase == .finished { return followRematch(of: game, in: room, done) }
            // Another node may have removed a player while the game began.
            freeSeatsOfKeptOut(in: game, of: room)
            done()
        }
    }

    /// Finds the present game of `room`, after its result has been recorded if it has one.
    private func settledGame(
        of room: LiveGame, _ done: @escaping (Result<LiveGame?, Problem>) -> Void
    ) {
        currentGame(of: room) { [self] found in
            guard case .success(let game) = found else { return done(.failure(.storeUnreadable)) }
            recordResult(of: game, in: room) { problem in
                done(problem.map(Result.failure) ?? .success(game))
            }
        }
    }

    /// Records the result of the present game if it has one, so that no next game takes its place before.
    private func recordResult(
        of game: LiveGame?, in room: LiveGame, _ done: @escaping (Problem?) -> Void
    ) {
        guard let game, game.committed.phase == .finished, let result = game.committed.result,
            let state = room.committed.room, state.isPlaying, state.present?.id == game.id
        else { return done(nil) }
        room.perform(.act("record", game.committed.roomRecord(result)), by: .roomKeeper) { recorded in
            if case .failure(let problem) = recorded { done(problem) } else { done(nil) }
        }
    }

    /// Makes the next round of `game` the present game.
    private func followRematch(of game: LiveGame, in room: LiveGame, _ done: @escaping () -> Void) {
        guard let next = game.committed.next, room.committed.room?.present?.id == game.id else {
            return done()
        }
        games.wake(next, for: .game(next)) { [self] found in
            guard case .success(let round?) = found else { return done() }
            present(round, after: game.id, in: room) { _ in done() }
        }
    }

    /// Begins the game on which the members have agreed.
    ///
    /// After a crash it may have been made already.
    private func begin(
        _ proposal: RoomState.Proposal, in room: LiveGame, instead old: LiveGame?,
        _ done: @escaping () -> Void
    ) {
        games.wake(proposal.game, for: .game(room.id)) { [self] found in
            switch found {
            case .failure: return done()
            case .success(let game?):
                present(game, after: old?.id, in: room) { _ in
                    old?.close()
                    done()
                }
            case .success(nil): open(proposal, in: room, instead: old, done)
            }
        }
    }

    private func open(
        _ proposal: RoomState.Proposal, in room: LiveGame, instead old: LiveGame?,
        _ done: @escaping () -> Void
    ) {
        var draft = GameDraft(id: proposal.game, rules: proposal.rules, options: proposal.options)
        draft.startsItself = proposal.startsItself
        open(draft, in: room, by: proposal.asker, instead: old, for: .game(room.id)) { result in
            // What cannot be made now, for want of a puzzle for instance, never will.
            guard case .failure(let problem) = result, problem.kind.status < 500 else { return done() }
            let abandoned = Parameters(["game": .text(proposal.game.text)])
            room.perform(.act("abandon", abandoned), by: .roomKeeper) { _ in done() }
        }
    }
}

extension Player {
    /// The sender of what the server itself changes in a room and its game.
    static let roomKeeper = Player(seat: nil, isHost: true)
}

extension LiveGame {
    /// Ends a game at the members' wish.
    fileprivate func close() {
        guard game.state.phase != .finished else { return }
        perform(.act("close", .none), by: .roomKeeper) { _ in }
    }
}
