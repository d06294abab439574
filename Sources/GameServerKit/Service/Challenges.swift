import EventIO
import GameCore
import GameJSON
import GameStore

/// The challenges: makes them, gives each player a game, and records its result.
///
/// A challenge and the games of its players are separate journals. One transaction creates a game and records
/// it in the challenge; the transaction that ends the game also records its result.
final class Challenges {
    /// A new challenge.
    struct Made {
        let challenge: LiveGame
        /// How many of the maker's own words are in the task; nil for a task without own words.
        let used: Int?
    }

    private let games: GameRegistry
    let services: GameServices
    /// Serializes a player's requests for their game of a challenge.
    private let claims = KeyedSerialQueue()

    /// Records the results of games of challenges from now on.
    init(_ games: GameRegistry, _ services: GameServices) {
        (self.games, self.services) = (games, services)
        games.didAdd.append { [weak self] game in
            guard game.setup.challenge != nil else { return }
            game.didFinish.append { self?.entries(recording: $0) ?? [] }
        }
    }

    // MARK: Making

    /// Makes a challenge of a new game of `rules` with `options`.
    ///
    /// - Parameters:
    ///   - puzzleOwner: The digest of the token that may use a private puzzle.
    ///   - requester: The maker, who is charged for the work of making the task.
    func make(
        _ id: ChallengeID, _ rules: String, _ options: Parameters, title: GameTitle?, puzzleOwner: Digest?,
        by maker: PlayerID,
        for requester: Requester, _ answer: @escaping (Result<Made, Problem>) -> Void
    ) {
        do {
            try services.rules.requireGame(rules)
            guard let type = services.rules[rules] as? any DailyRules.Type else {
                throw RuleViolation(
                    .invalidValue, "A challenge is a game for one; “\(rules)” is one for several.")
            }
            let own = try OwnWords(options)
            let forOne = try type.challengeOptions(options.without(OwnWords.optionNames))
            let chosen = try forOne.number("seed", in: HiddenSeed.range).map(UInt64.init)
            var draft = GameDraft(rules: rules, options: forOne, isPersonal: true)
            draft.puzzleOwner = puzzleOwner
            let finish = { [self] (made: Result<(setup: GameSetup, used: Int?), Problem>) in
                switch made {
                case .failure(let problem): answer(.failure(problem))
                case .success(let (setup, used)):
                    let puzzle = (type as? any HiddenAnswerRules.Type)?.puzzleOption
                    let task = ChallengeTask(
                        rules: rules, options: forOne.without(["seed"] + [puzzle].compactMap(\.self)),
                        answer: setup.answer, seed: chosen ?? setup.seed,
                        isKnownToMaker: own != nil || chosen != nil
                            || puzzle.map { forOne.values[$0] != nil } ?? false)
                    save(task, as: id, title: title, by: maker, used: used, answer)
                }
            }
            guard let own else {
                return games.prepare(draft, for: requester) { finish($0.map { ($0, nil) }) }
            }
            guard let type = type as? any OwnWordRules.Type else {
                throw RuleViolation(.invalidValue, "A challenge of “\(rules)” has no words of its maker.")
            }
            try makeTask(draft, from: own, type, for: requester, finish)
        } catch { answer(.failure(Problem(error))) }
    }

    /// Makes a task from own words, off the main actor.
    private func makeTask(
        _ draft: GameDraft, from own: OwnWords, _ type: any OwnWordRules.Type, for requester: Requester,
        _ done: @escaping (Result<(setup: GameSetup, used: Int?), Problem>) -> Void
    ) throws(Problem) {
        let setup = draft.setup(created: services.time.now, seed: .random(in: 1 ... .max))
        let library = services.library
        try services.workers.puzzles.run(for: requester) {
            Result { () throws(RuleViolation) in
                try type.check(setup)
                let task = try type.task(for: setup, from: own, in: library)
                return (setup.withAnswer(task.answer), task.used)
            }
        } _: { made in
            done(made.mapError(Problem.init))
        }
    }

    /// Makes a challenge with the task of the finished `game`, in which `maker` has a seat.
    func make(
        _ id: ChallengeID, from game: LiveGame, title: GameTitle?, by maker: PlayerID,
        _ answer: @escaping (Result<Made, Problem>) -> Void
    ) {
        do throws(RuleViolation) {
            let state = game.committed
            guard state.seats.contains(where: { $0.player == maker }) else {
                throw RuleViolation(.notAllowed, "Only those who have played a game can pass it on.")
            }
            guard state.phase == .finished else {
                throw RuleViolation(.gameNotFinished, "The game can be passed on once it has ended.")
            }
            guard let rules = state.rules as? any DailyRules else {
                throw RuleViolation(.invalidValue, "A game of these rules cannot be played alone.")
            }
            let hiding = type(of: rules) as? any HiddenAnswerRules.Type
            let fixed = ["mode", "limit", "day", "seed"] + [hiding?.puzzleOption].compactMap(\.self)
            let options = try type(of: rules).challengeOptions(game.setup.options.without(fixed))
            let task = ChallengeTask(
                rules: game.setup.rules, options: options, answer: game.setup.answer,
                seed: try rules.challengeSeed(state), isKnownToMaker: true)
            save(task, as: id, title: title, by: maker, used: nil, answer)
        } catch { answer(.failure(Problem(error))) }
    }

    private func save(
        _ task: ChallengeTask, as id: ChallengeID, title: GameTitle?, by maker: PlayerID, used: Int?,
        _ answer: @escaping (Result<Made, Problem>) -> Void
    ) {
        let now = services.time.now
        do throws(RuleViolation) {
            // Refuses a task that nobody could begin.
            let trial = task.setup(.random(), of: id, title: title, for: maker, at: now)
            try Game(services.rules.newGame(trial)).requireWords(of: services.lexicons)
        } catch { return answer(.failure(Problem(error))) }
        let setup = task.setup(id, title: title, by: maker, at: now)
        // An earlier attempt of the same request may have made the challenge.
        games.wake(setup.id, for: .server) { [games] found in
            switch found {
            case .failure: answer(.failure(.storeUnreadable))
            case .success(let known?): answer(.success(Made(challenge: known, used: used)))
            case .success(nil):
                games.createUnlessRefused(setup, []) {
                    answer($0.map { Made(challenge: $0, used: used) })
                }
            }
        }
    }

    // MARK: Playing

    /// Finds a challenge, with everything that other nodes have committed.
    func find(
        _ id: ChallengeID, for requester: Requester, _ done: @escaping (Result<LiveGame, Problem>) -> Void
    ) {
        games.wake(GameID(challenge: id), for: requester) { found in
            guard case .success(let challenge) = found else { return done(.failure(.storeUnreadable)) }
            guard let challenge else { return done(.failure(.noSuchChallenge)) }
            challenge.bringUpToDate { done($0 ? .success(challenge) : .failure(.storeUnreadable)) }
        }
    }

    /// Finds the player's own game of a challenge, or begins it.
    ///
    /// - Parameter charge: Charges for a new game; throws if the client may not create another one.
    func play(
        _ id: ChallengeID, by player: PlayerRecord, for requester: Requester,
        charge: @escaping () throws(Problem) -> Void,
        _ answer: @escaping (Result<(game: LiveGame, isNew: Bool), Problem>) -> Void
    ) {
        claims.enqueue("\(id) \(player.id)") { [self] done in
            play(id, by: player, for: requester, charge: charge, tries: Settings.commandTries) { result in
                answer(result)
                done()
            }
        }
    }

    private func play(
        _ id: ChallengeID, by player: PlayerRecord, for requester: Requester,
        charge: @escaping () throws(Problem) -> Void, tries: Int,
        _ answer: @escaping (Result<(game: LiveGame, isNew: Bool), Problem>) -> Void
    ) {
        find(id, for: requester) { [self] found in
            do throws(Problem) {
                let challenge = try found.get()
                if let own = challenge.game.state.challenge?.attempts[player.id] {
                    return findGame(own.game, for: requester, answer)
                }
                let task = try challenge.challengeTask
                guard challenge.setup.host != player.id || !task.isKnownToMaker else { throw .makerKnows }
                try charge()
                begin(task, of: challenge, for: player, answer) { [self] in
                    // Another node has changed the challenge: the player may have a game by now.
                    guard tries > 1 else { return answer(.failure(.storeBusy)) }
                    play(id, by: player, for: requester, charge: {}, tries: tries - 1, answer)
                }
            } catch { answer(.failure(error)) }
        }
    }

    private func findGame(
        _ id: GameID, for requester: Requester,
        _ answer: @escaping (Result<(game: LiveGame, isNew: Bool), Problem>) -> Void
    ) {
        games.wake(id, for: requester) { found in
            guard case .success(let game) = found else { return answer(.failure(.storeUnreadable)) }
            answer(game.map { .success(($0, false)) } ?? .failure(.noSuchGame))
        }
    }

    /// Saves two journals together: the new game begins, and the challenge gives it to its player.
    private func begin(
        _ task: ChallengeTask, of challenge: LiveGame, for player: PlayerRecord,
        _ answer: @escaping (Result<(game: LiveGame, isNew: Bool), Problem>) -> Void,
        retry: @escaping () -> Void
    ) {
        guard let id = challenge.id.challenge else { return answer(.failure(.noSuchChallenge)) }
        let setup = task.setup(
            .random(), of: id, title: challenge.setup.title, for: player.id, at: services.time.now)
        let claim = Parameters(["player": .text(player.id.text), "game": .text(setup.id.text)])
        let others = { () throws(RuleViolation) in
            let count = challenge.game.state.challenge?.attempts.count ?? 0
            guard count < ChallengeState.maximumPlayers else { throw ChallengeRules.full }
            let claimed = challenge.parts(.act("claim", claim))
            // A game must not begin unless the challenge records it.
            guard !claimed.isEmpty else { throw Self.hasBegun }
            return claimed
        }
        do throws(RuleViolation) {
            let seated = SeatedPlayer(player, on: .first)
            games.createUnlessRefused(
                setup, try games.seating([seated], in: setup), with: others, retry: retry
            ) { answer($0.map { ($0, true) }) }
        } catch { answer(.failure(Problem(error))) }
    }

    static let hasBegun = RuleViolation(
        .alreadyAsked, "Your game of this challenge has begun in the meantime.")

    /// Records the result of a player's game, or of everybody in a race.
    private func entries(recording game: LiveGame) -> [GroupCommit.Part] {
        guard let challenge = game.setup.challenge.flatMap({ games[GameID(challenge: $0)] }) else {
            return []
        }
        return game.game.state.scores.flatMap { player, score in
            challenge.parts(
                .act(
                    "record",
                    Parameters([
                        "player": .text(player.text), "game": .text(game.id.text),
                        "result": .group(score.values),
                    ])))
        }
    }
}

extension LiveGame {
    /// The task of a challenge.
    var challengeTask: ChallengeTask {
        get throws(Problem) {
            do { return try ChallengeTask(setup) } catch { throw Problem(error) }
        }
    }
}

extension Problem {
    static let noSuchChallenge = Problem(
        ProblemTable["no-such-challenge"], "There is no challenge with this id, or it no longer exists.")
    fileprivate static let makerKnows = Problem(RuleViolation.makerKnows)
}
