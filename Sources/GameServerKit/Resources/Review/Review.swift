import EventIO
import GameCore
import GameJSON
import GameStore

/// `GET /games/{id}/review`: the cost of each move on a board of a finished game.
enum Review {
    static let routes = [Route(.get, "/games/{id}/review", game: .named, cost: .free, show)]

    /// Answers 202 until the review is ready; the first request begins it.
    private static func show(_ call: GameCall) throws -> Outcome {
        let state = call.game.committed
        guard let rules = state.rules as? any ReviewRules else { throw Problem.noReview }
        guard state.phase == .finished else {
            throw Problem(
                ProblemTable["not-finished"], "A game can be reviewed once it is over.")
        }
        let key = Reviews.Key(game: call.game.id, board: try board(call))
        switch call.world.reviews[key] {
        case .ready(let json): return .answer(Reply.json(json, headers: [vary]))
        case .impossible: throw Problem.noReview
        case .underWay: return .answer(underWay(call))
        case nil:
            try begin(rules, key, call)
            return .later
        }
    }

    private static let vary = (name: "Vary", value: "Authorization")

    private static func underWay(_ call: GameCall) -> HTTPResponse {
        let json = JSONWriter.object { json in
            json.field("game", call.game.id.text)
            json.field("rules", call.game.setup.rules)
            json.field("ready", false)
        }
        return Reply.json(json, status: 202, headers: [vary, ("Retry-After", "1")])
    }

    /// The number of the board: the shared one, that of the seat in the query, or the viewer's own.
    ///
    /// - Throws: `no-such-board`; `hidden` if the viewer may not see it.
    private static func board(_ call: GameCall) throws -> Int {
        let (state, viewer) = (call.game.committed, call.player.seat)
        let seat = try Query(call.request.query).number("seat", in: 1...Seat.all.count)
        let number = state.hasPrivateBoards ? seat ?? viewer?.number : 0
        guard let number, state.boards.numbered(number) != nil else { throw Problem.noSuchBoard }
        guard state.shows(number, to: viewer) else {
            throw Problem.hidden("This board is hidden until the game ends.")
        }
        return number
    }

    /// Reads the events for the review and queues it; answers once it is queued.
    private static func begin(_ rules: any ReviewRules, _ key: Reviews.Key, _ call: GameCall) throws {
        let (world, reader) = (call.world, try call.call.requester(.store).persistent)
        let worker = try call.call.requester(.worker).persistent
        let cache = world.workers.analysisTables.cache(for: call.address)
        let state = call.game.committed
        world.reviews.begin(key)
        let search = ReviewedGames(world, for: reader)
        search.find(state, comparing: rules.comparesGames) { found in
            guard case .success(let game) = found else {
                world.reviews.cancel(key)
                return call.call.finish(.failure(.storeUnreadable))
            }
            do throws(Problem) {
                try world.workers.analysis.run(for: worker) {
                    rules.review(of: key.board, in: game, cache).map { $0.json(state) }
                } _: {
                    world.reviews.end(key, $0)
                }
                call.call.finish(.success(underWay(call)))
            } catch {
                world.reviews.cancel(key)
                call.call.finish(.failure(error))
            }
        }
    }
}

nonisolated extension GameReview {
    fileprivate func json(_ state: GameState) -> [UInt8] {
        JSONWriter.object(capacity: 8192) { json in
            json.field("game", state.setup.id.text)
            json.field("rules", state.setup.rules)
            if let rules = state.rules as? any LexiconRules { json.field("lexicon", rules.lexicon) }
            writeFields(to: &json)
        }
    }
}

extension Problem {
    fileprivate static let noReview = Problem(
        ProblemTable["no-review"], "There is no review of this game.")
}
