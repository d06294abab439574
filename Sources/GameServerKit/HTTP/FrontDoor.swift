import EventIO
import GameCore
import GameJSON
import GameStore

/// The entrance to the game world.
///
/// A request passes, in this order: the check of its origin, the router, the client's address, the waking of
/// its games, the look-up of game and player, and its cost. Then the handler runs. An error on the way is the
/// answer.
final class FrontDoor {
    private let router: Router
    private let world: World

    init(world: World, routes: [Route]) {
        self.world = world
        router = Router(routes)
    }

    /// Answers `pending`, now or by a route that keeps it.
    func handle(_ pending: PendingAnswer) {
        answer(pending) { try answer(pending) }
    }

    private func answer(_ pending: PendingAnswer, _ work: () throws -> Outcome) {
        let watch = Stopwatch()
        do {
            guard case .answer(let response) = try work() else { return }
            pending.send(response)
        } catch {
            let problem = Problem(error)
            world.metrics.refused(problem.kind.code)
            pending.send(problem.response())
        }
        world.metrics.observe(latency: watch.nanoseconds)
    }

    private func answer(_ pending: PendingAnswer) throws -> Outcome {
        let request = pending.request
        try OriginCheck.check(request)
        guard let (path, parameters) = try router.find(request.path) else {
            if request.method == .options, request.path == "*" {
                return Self.options(HTTPMethod.allowedEverywhere)
            }
            throw Problem(ProblemTable["not-found"], "There is nothing at this address.")
        }
        guard let route = path.route(for: request.method) else {
            if request.method == .options { return Self.options(path.allowed) }
            let allow = (name: "Allow", value: path.allowed)
            throw Problem(
                ProblemTable["method-not-allowed"], "This address takes \(path.allowed).", headers: [allow])
        }
        let address = ClientAddress.of(request, peer: pending.peer, trusted: world.settings.trustedProxies)
        let call = Call(pending: pending, world: world, parameters: parameters, address: address)
        let games = try call.gameIDs(in: route.games)
        let asleep = games.filter { world.games[$0] == nil }
        guard asleep.isEmpty else { return wake(asleep[...], of: games, call, route) }
        let unsure = call.unsure(of: games)
        guard unsure.isEmpty else { return bringUpToDate(unsure[...], call, route) }
        return try run(route, call)
    }

    /// Wakes `games` one by one, then goes on with `call`, which is about all of `named`.
    private func wake(
        _ games: ArraySlice<GameID>, of named: [GameID], _ call: Call, _ route: Route
    ) -> Outcome {
        guard let first = games.first else {
            // They may have been read for somebody else, a moment ago.
            return bringUpToDate(call.unsure(of: named)[...], call, route)
        }
        world.games.wake(first) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeSilent.response()) }
            _ = self?.wake(games.dropFirst(), of: named, call, route)
        }
        return .later
    }

    /// Asks the shared store for the news of `games` one by one, then goes on with `call`.
    private func bringUpToDate(_ games: ArraySlice<LiveGame>, _ call: Call, _ route: Route) -> Outcome {
        guard let game = games.first, let shared = game.shared else {
            answer(call.pending) { try run(route, call) }
            return .later
        }
        shared.bringUpToDate { [weak self] isCurrent in
            // While the store does not answer, reads go on with the state that is known here; but no client
            // is shown an older state than it has seen.
            guard isCurrent || !call.knowsMore(of: game) else {
                return call.pending.send(Problem.storeSilent.response())
            }
            _ = self?.bringUpToDate(games.dropFirst(), call, route)
        }
        return .later
    }

    /// Finds game and player, charges the cost, and calls the handler.
    private func run(_ route: Route, _ call: Call) throws -> Outcome {
        switch route.handler {
        case .call(let handler):
            try call.charge(route.cost)
            return try handler(call)
        case .game(let handler):
            let call = try call.inGame(of: route.games)
            try call.charge(route.cost)
            if let surcharge = route.surcharge { try call.charge(surcharge(call)) }
            return try handler(call)
        case .games(let handler):
            let games = try call.inGames(of: route.games)
            try call.charge(route.cost)
            return try handler(call, games)
        }
    }

    private static func options(_ allowed: String) -> Outcome {
        .answer(Reply.empty(204, headers: [("Allow", allowed)]))
    }
}

extension HTTPMethod {
    fileprivate static let allowedEverywhere = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
}
