import EventIO
import GameCore
import GameJSON
import GameStore

/// `/challenges`: a task that somebody makes and sends as a link; everybody solves it on a board of their own.
enum ChallengeResource {
    /// The path that accepts lists of words, whose bodies may be longer than others.
    nonisolated static let path = "/challenges"
    static let routes = [
        Route(.post, path, cost: .newGame, making: .something, make),
        Route(.get, path + "/{challenge}", cost: .addressEdit, show),
        // Only a call that creates a game has a cost, which is charged before anything is stored.
        Route(.post, path + "/{challenge}", cost: .free, making: .something, play),
        Route(.delete, path + "/{challenge}", cost: .addressEdit, delete),
        Route(.get, path + "/{challenge}/results.csv", cost: .addressEdit, results),
        Route(.get, path + "/{challenge}/statistics", cost: .addressEdit, statistics),
    ]

    // MARK: Making

    private static func make(_ call: Call) throws -> Outcome {
        let maker = try call.requireHolder().player
        let body = try RequestBody.object(
            call.request, known: ["game", "rules", "options", "title", "puzzleToken"])
        let title = try body.text("title").map(GameTitle.init(_:))
        let requester = try call.requester(.worker)
        guard let id = ChallengeID(call.newText("challenge", length: Settings.challengeIDLength)) else {
            throw Problem.storeBusy
        }
        let answer = { (made: Result<Challenges.Made, Problem>) in
            switch made {
            case .failure(let problem): call.finish(.failure(problem))
            case .success(let made):
                describe(made.challenge, used: made.used, to: call) { json in
                    let location = (
                        name: "Location", value: "\(path)/\(made.challenge.id.challenge?.text ?? "")"
                    )
                    return Reply.json(json, status: 201, headers: [location])
                }
            }
        }
        guard body["game"] != nil else {
            guard let rules = try body.text("rules") else {
                throw Problem.invalidValue("Name the “rules” of the challenge, or a “game” that has ended.")
            }
            let token = try body.text("puzzleToken").map { Token(text: $0).digest }
            call.world.challenges.make(
                id, rules, try body.object("options").parameters(lists: ["words"]), title: title,
                puzzleOwner: token, by: maker.id, for: requester, answer)
            return .later
        }
        guard body["rules"] == nil, body["options"] == nil else {
            throw Problem.invalidValue("“game” has its own rules and options.")
        }
        guard let finished = try body.text("game").flatMap(GameID.init(_:)), finished.isGame else {
            throw Problem.noSuchGame
        }
        call.world.games.wake(finished, for: requester) { found in
            guard case .success(let game) = found else { return call.finish(.failure(.storeUnreadable)) }
            guard let game else { return call.finish(.failure(.noSuchGame)) }
            game.bringUpToDate { _ in
                call.world.challenges.make(id, from: game, title: title, by: maker.id, answer)
            }
        }
        return .later
    }

    // MARK: Reading

    private static func show(_ call: Call) throws -> Outcome {
        let id = try challenge(call)
        if call.wantsPage { return .answer(call.redirectToPage("/c/\(id)")) }
        guard !call.hasToken || call.holder != nil else { throw Call.unknownKey }
        return try find(call) { challenge in
            describe(challenge, to: call) { Reply.json($0, headers: [("Vary", "Accept, Authorization")]) }
        }
    }

    /// Calls `work` with the challenge of the path, or answers `no-such-challenge`.
    private static func find(
        _ call: Call, _ work: @escaping (LiveGame) throws(Problem) -> Void
    ) throws -> Outcome {
        call.world.challenges.find(try challenge(call), for: try call.requester(.store)) { found in
            do throws(Problem) { try work(found.get()) } catch { call.finish(.failure(error)) }
        }
        return .later
    }

    private static func challenge(_ call: Call) throws(Problem) -> ChallengeID {
        guard let id = ChallengeID(call.parameters["challenge"] ?? "") else { throw .noSuchChallenge }
        return id
    }

    /// Looks up the names of the people in a challenge, then sends the response with its JSON.
    private static func describe(
        _ challenge: LiveGame, used: Int? = nil, to call: Call,
        _ response: @escaping ([UInt8]) -> HTTPResponse
    ) {
        let shown = challenge.shownResults(to: call.holder?.player.id).map(\.player)
        withNames(of: shown, in: challenge, call) { names in
            response(challenge.challengeJSON(for: call.holder?.player.id, names, call.world, used: used))
        }
    }

    /// Looks up the names of `players` and of the maker.
    private static func withNames(
        of players: [PlayerID], in challenge: LiveGame, _ call: Call,
        _ response: @escaping ([PlayerID: PlayerName]) -> HTTPResponse
    ) {
        let people = players + [challenge.setup.host].compactMap(\.self)
        do throws(Problem) {
            call.world.players.store.names(of: people, for: try call.requester(.store)) { found in
                call.finish(found.mapError { _ in .storeUnreadable }.map(response))
            }
        } catch { call.finish(.failure(error)) }
    }

    private static func results(_ call: Call) throws -> Outcome {
        let holder = try call.requireHolder().player.id
        return try find(call) { challenge throws(Problem) in
            try requireMaker(holder, of: challenge)
            let players = challenge.committed.challenge.map { Array($0.attempts.keys) } ?? []
            withNames(of: players, in: challenge, call) { names in
                let name = "attachment; filename=\"challenge-\(challenge.id.challenge?.text ?? "").csv\""
                return Reply.response(
                    200, "text/csv; charset=utf-8", challenge.resultsCSV(names),
                    [("Content-Disposition", name), ("Vary", "Authorization")], cache: "no-store")
            }
        }
    }

    /// How many players solved the task, and where their time went.
    private static func statistics(_ call: Call) throws -> Outcome {
        let holder = try call.requireHolder().player.id
        let (reader, worker) = (try call.requester(.store), try call.requester(.worker))
        return try find(call) { challenge throws(Problem) in
            try requireMaker(holder, of: challenge)
            guard let state = challenge.committed.challenge else { throw .noSuchChallenge }
            ReviewedGames(call.world, for: reader).findSolved(state) { games in
                call.goOn { try measure(games, of: state, for: worker, call) }
            }
        }
    }

    private static func measure(
        _ games: [[GameEvent]], of state: ChallengeState, for worker: Requester, _ call: Call
    ) throws -> Outcome {
        try call.world.workers.analysis.run(for: worker) {
            state.json(SolvingStatistics(games))
        } _: { json in
            call.finish(.success(Reply.json(json, headers: [(name: "Vary", value: "Authorization")])))
        }
        return .later
    }

    private static func requireMaker(_ player: PlayerID, of challenge: LiveGame) throws(Problem) {
        guard challenge.setup.host == player else {
            throw .notAllowed("Only the maker of a challenge may do that.")
        }
    }

    // MARK: Playing

    private static func play(_ call: Call) throws -> Outcome {
        let player = try call.requireHolder().player
        _ = try RequestBody.object(call.request, known: [])
        let charge = { () throws(Problem) in try call.charge(.newGame) }
        call.world.challenges.play(
            try challenge(call), by: player, for: try call.requester(.store), charge: charge
        ) { played in
            call.finish(
                played.map { game, isNew in
                    Reply.json(
                        game.json(for: game.player(player.id), seesLetters: true), status: isNew ? 201 : 200,
                        headers: [("Location", "/games/\(game.id)"), ("Vary", "Authorization")])
                })
        }
        return .later
    }

    /// Deletes the challenge with its results; the games of its players stay.
    private static func delete(_ call: Call) throws -> Outcome {
        let holder = try call.requireHolder().player.id
        guard let store = call.world.store.administration else { throw Problem.storeUnavailable }
        return try find(call) { challenge throws(Problem) in
            try requireMaker(holder, of: challenge)
            call.world.games.withdraw(challenge.id) { done in
                store.delete([GameDeletion(of: challenge.id)]) { deleted in
                    done()
                    call.finish(deleted.mapError { _ in .storeUnavailable }.map { _ in Reply.empty(204) })
                }
            }
        }
    }
}
