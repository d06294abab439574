import EventIO
import GameCore
import GameJSON
import GameStore

/// The rooms: makes them, begins their games, and records the results.
///
/// A room and its present game are two journals. A transaction changes both when a game begins in place of
/// another one, when it ends, and when its players agree on a rematch. A game on which the members have voted
/// begins in a later transaction, in ``beginAgreed(in:)``, because making it takes time.
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
    /// Serializes the changes of a room's games.
    let changes = KeyedSerialQueue()
    /// The present games that the operator has deleted, by room.
    private var deleted: [GameID: GameID] = [:]
    /// The waits for the presence that other nodes report, by room.
    private var waits: [GameID: LoopTimer] = [:]
    /// The next attempts to begin agreed games for which the store has failed, by room.
    private var retries: [GameID: LoopTimer] = [:]

    /// Follows the rooms of `games`, and their games, from now on.
    init(_ games: GameRegistry, _ services: GameServices, votingMembership: Duration) {
        (self.games, self.services, self.votingMembership) = (games, services, votingMembership)
        games.didAdd.append { [weak self] in self?.didAdd($0) }
        games.didMakeRematch = { [weak self] old, next in self?.entries(beginning: next, after: old) ?? [] }
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
                room.presentGame = room.committed.room?.present?.id
                self?.beginAgreed(in: room)
            }
            beginAgreed(in: game)
        } else if let room = game.setup.room {
            game.roomState = { [weak self, id = GameID(room: room), setup = game.setup] in
                guard let room = self?.games[id] else { return nil }
                // After the deletion of a room there can be another one of its name.
                let isOwn = room.presentGame == setup.id || room.game.state.room?.hasBegun(setup) == true
                return isOwn ? room.game.state : nil
            }
            game.didFinish.append { [weak self] in self?.entries(recording: $0) ?? [] }
        }
    }

    // MARK: Making a room

    /// Makes a room with `player` as its host, and calls `answer` after the commit.
    func make(
        _ name: RoomName, title: GameTitle, isPublic: Bool, options: Parameters, by player: PlayerRecord,
        for requester: Requester, _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        let id = GameID(room: name)
        let setup = GameSetup(
            id: id, rules: RoomRules.name, options: options, title: title, isPublic: isPublic,
            created: services.time.now)
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
    /// If no other member may vote, only the host can end a game that runs.
    ///
    /// The members who are present get seats: the host first, then in the order in which they joined.
    func begin(
        _ wanted: Wanted, as id: GameID, in room: LiveGame, by member: Player, for requester: Requester,
        _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        changes.enqueue(room.id.text) { [self] done in
            let finish = { (result: Result<Beginning, Problem>) in
                answer(result)
                done()
            }
            currentGame(of: room) { [self] found in
                guard case .success(let present) = found else { return finish(.failure(.storeUnreadable)) }
                // A repeated request finds the game that its first attempt has begun.
                if let present, present.id == id { return finish(.success(.begun(present))) }
                var draft: GameDraft
                do throws(Problem) { draft = try self.draft(wanted, after: present) } catch {
                    return finish(.failure(error))
                }
                draft.id = id
                awaitPresence(in: [room, present].compactMap(\.self)) { [self, draft] in
                    begin(draft, in: room, instead: present, by: member, for: requester, finish)
                }
            }
        }
    }

    private func begin(
        _ draft: GameDraft, in room: LiveGame, instead present: LiveGame?, by member: Player,
        for requester: Requester, _ answer: @escaping (Result<Beginning, Problem>) -> Void
    ) {
        guard isPresent(present, in: room) else { return answer(.failure(Problem(Self.hasBegun))) }
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
        do throws(RuleViolation) {
            _ = try seats(for: draft.moved(to: room), in: room, startedBy: member.seat)
        } catch { return answer(.failure(Problem(error))) }
        games.prepare(draft, for: requester) { [self] prepared in
            do {
                let setup = try prepared.get()
                try Game(services.rules.newGame(setup)).requireWords(of: services.lexicons)
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
            "title": .text(draft.title?.text ?? services.rules.title(of: draft.rules)),
            "others": .group(asked),
        ]
        if let challenge = draft.challenge { proposal["challenge"] = .text(challenge.text) }
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

    /// Begins the game of `draft` for the members who are present, in place of `old`.
    private func open(
        _ draft: GameDraft, in room: LiveGame, by starter: Seat?, instead old: LiveGame?,
        for requester: Requester, _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        var draft = draft.moved(to: room)
        draft.host = room.committed.player(on: room.committed.room?.host)?.player
        do throws(RuleViolation) {
            // Refuses a game that cannot be played before its task is made.
            _ = try seats(for: draft, in: room, startedBy: starter)
            if try startsItself(draft) { draft.countdown = Settings.roomCountdown }
        } catch { return answer(.failure(Problem(error))) }
        let before = room.committed.room?.present?.id
        games.prepare(draft, for: requester) { [self, draft] prepared in
            switch prepared {
            case .failure(let problem): answer(.failure(problem))
            case .success(let setup):
                begin(setup, of: draft, in: room, by: starter, instead: old, after: before, answer)
            }
        }
    }

    /// Saves three journals together: the new game begins, it is the present one of the room, and `old` ends.
    private func begin(
        _ setup: GameSetup, of draft: GameDraft, in room: LiveGame, by starter: Seat?, instead old: LiveGame?,
        after before: GameID?, tries: Int = Settings.commandTries,
        _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        let again = { [self] (room: LiveGame, old: LiveGame?) in
            guard tries > 1 else { return answer(.failure(.storeBusy)) }
            begin(
                setup, of: draft, in: room, by: starter, instead: old, after: before, tries: tries - 1, answer
            )
        }
        // The room or `old` may have left memory while the task was made.
        if room.isWithdrawn || old?.isWithdrawn == true { return find(room, again, answer) }
        do throws(RuleViolation) {
            let knowing = games.peopleWhoKnow(setup)
            let people = try seats(for: draft, in: room, startedBy: starter, without: knowing)
            guard knowing.isEmpty || !people.isEmpty else { throw RuleViolation.everybodyKnows }
            let others = { [self] () throws(RuleViolation) in
                let begun = entries(beginning: setup, after: before, in: room)
                guard !begun.isEmpty else { throw Self.hasBegun }
                return try begun + games.claims(of: setup, for: people) + (old?.closing ?? [])
            }
            games.createUnlessRefused(
                setup, try games.seating(people, in: setup), with: others,
                retry: { again(room, old) }, answer)
        } catch { answer(.failure(Problem(error))) }
    }

    /// Finds a room and its present game again, of which one was withdrawn.
    private func find(
        _ room: LiveGame, _ work: @escaping (LiveGame, LiveGame?) -> Void,
        _ answer: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        games.wake(room.id, for: .game(room.id)) { [self] found in
            guard case .success(let room?) = found else { return answer(.failure(.storeUnreadable)) }
            currentGame(of: room) { found in
                guard case .success(let game) = found else { return answer(.failure(.storeUnreadable)) }
                work(room, game)
            }
        }
    }

    /// Whether a game of `draft` starts by itself: as wanted; by default if it needs no more than its first
    /// player.
    private func startsItself(_ draft: GameDraft) throws(RuleViolation) -> Bool {
        if let startsItself = draft.startsItself { return startsItself }
        let setup = draft.setup(created: services.time.now, seed: 1)
        guard services.rules.hasHiddenAnswer(draft.rules) else {
            return try services.rules.newGame(setup).phase == .playing
        }
        return try !services.rules.outline(of: setup).hasPrivateBoards
    }

    /// The seats in a game of `draft` of the present members, except those in `knowing`, who know its answer.
    private func seats(
        for draft: GameDraft, in room: LiveGame, startedBy starter: Seat?, without knowing: Set<PlayerID> = []
    ) throws(RuleViolation) -> [SeatedPlayer] {
        let setup = draft.setup(created: services.time.now, seed: 1)
        try services.rules.rules(named: draft.rules).check(setup)
        let outline = try services.rules.outline(of: setup)
        let limit = outline.seatLimit
        let state = room.committed
        let here = Set(presentMembers(of: room) + [starter].compactMap(\.self))
        let host = state.room?.host
        let members = state.membersInOrder.filter {
            here.contains($0.seat) && !($0.player.map(knowing.contains) ?? false)
        }
        // Members without a seat can watch a shared board, but not private ones.
        guard members.count <= limit || !outline.hasPrivateBoards else {
            throw RuleViolation(
                .tooManySeats,
                "\(members.count) members are here, and this game has \(limit) seats. Races have more.")
        }
        let ordered = members.filter { $0.seat == host } + members.filter { $0.seat != host }
        return zip(ordered, Seat.all.prefix(limit)).map { member, seat in
            SeatedPlayer(
                seat: seat, name: member.name, colour: member.colour, player: member.player,
                hasNickname: member.hasNickname)
        }
    }

    /// Makes the game of `setup` the present one of `room`; empty if another one has begun after `before`.
    private func entries(
        beginning setup: GameSetup, after before: GameID?, in room: LiveGame
    ) -> [GroupCommit.Part] {
        var values: [String: Parameters.Value] = ["game": .text(setup.id.text), "rules": .text(setup.rules)]
        if let begins = setup.begins { values["begins"] = .number(Int(begins.milliseconds)) }
        if let before { values["after"] = .text(before.text) }
        return room.parts(.act("begin", Parameters(values)))
    }

    /// Makes a rematch the present game of the room of `old`.
    private func entries(beginning setup: GameSetup, after old: LiveGame) -> [GroupCommit.Part] {
        room(of: old).map { entries(beginning: setup, after: old.id, in: $0) } ?? []
    }

    /// Records the result of `game` in its room.
    private func entries(recording game: LiveGame) -> [GroupCommit.Part] {
        let state = game.game.state
        guard let room = room(of: game), let result = state.result else { return [] }
        return room.parts(.act("record", state.roomRecord(result)))
    }

    /// The room whose present game is `game`.
    private func room(of game: LiveGame) -> LiveGame? {
        guard let room = game.setup.room.flatMap({ games[GameID(room: $0)] }),
            room.game.state.room?.present?.id == game.id
        else { return nil }
        return room
    }

    private static let hasBegun = RuleViolation(.alreadyAsked, "Another game has begun in the meantime.")

    // MARK: Present games

    /// Whether `game` is still the present game of `room`; nil stands for no game, or for a deleted one.
    private func isPresent(_ game: LiveGame?, in room: LiveGame) -> Bool {
        let present = room.game.state.room?.present?.id
        return present == game?.id || game == nil && deleted[room.id] == present
    }

    /// Finds the present game of `room`; nil before the first one, or if the operator has deleted it.
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

    // MARK: Agreed games

    /// Begins the game on which the members of `room` have agreed, if there is one; any node may do so first.
    private func beginAgreed(in room: LiveGame) {
        guard room.committed.room?.proposal?.isAgreed == true else { return }
        changes.enqueue(room.id.text) { [self] done in
            currentGame(of: room) { [self] found in
                guard case .success(let game) = found else {
                    beginAgreedLater(room.id)
                    return done()
                }
                guard let proposal = room.committed.room?.proposal, proposal.isAgreed,
                    isPresent(game, in: room)
                else { return done() }
                begin(proposal, in: room, instead: game, done)
            }
        }
    }

    /// Tries again after an interval, when the store may work.
    private func beginAgreedLater(_ room: GameID) {
        retries[room] = services.loop.timer(after: StoreLimits.retryInterval) { [weak self] in
            self?.retries[room] = nil
            self?.games.wake(room, for: .game(room)) { [weak self] found in
                switch found {
                case .success(let room?): self?.beginAgreed(in: room)
                case .success(nil): break
                case .failure: self?.beginAgreedLater(room)
                }
            }
        }
    }

    private func begin(
        _ proposal: RoomState.Proposal, in room: LiveGame, instead old: LiveGame?,
        _ done: @escaping () -> Void
    ) {
        var draft = GameDraft(id: proposal.game, rules: proposal.rules, options: proposal.options)
        (draft.challenge, draft.startsItself) = (proposal.challenge, proposal.startsItself)
        open(draft, in: room, by: proposal.asker, instead: old, for: .game(room.id)) { [self] result in
            guard case .failure(let problem) = result else { return done() }
            guard problem.kind.status < 500 else {
                beginAgreedLater(room.id)
                return done()
            }
            // A game that cannot be made now, for example for lack of a puzzle, cannot be made later.
            let abandoned = Parameters(["game": .text(proposal.game.text)])
            room.perform(.act("abandon", abandoned), by: .roomKeeper) { _ in done() }
        }
    }
}

extension Player {
    /// The sender of commands by which the server itself changes a room and its game.
    static let roomKeeper = Player(seat: nil, isHost: true)
}

extension LiveGame {
    /// Ends a game that runs, at the members' wish.
    fileprivate var closing: [GroupCommit.Part] {
        game.state.phase == .finished ? [] : parts(.act("close", .none))
    }
}
