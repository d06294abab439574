import EventIO
import GameCore
import GameJSON
import GameStore

/// The entry point for requests on the main actor.
///
/// In order: checks the origin, finds the route, determines the client's address, wakes the games, refreshes
/// them from a shared store, looks up game and player, charges the cost, and calls the handler. An error at
/// any step becomes the answer.
final class FrontDoor {
    private let router: Router
    private let world: World

    init(world: World, routes: [Route]) {
        self.world = world
        router = Router(routes)
    }

    /// Answers `pending` now, or hands it to a route that answers later.
    func handle(_ pending: PendingAnswer) {
        respond(to: pending) { try dispatch(pending) }
    }

    private func respond(to pending: PendingAnswer, with handler: () throws -> Outcome) {
        let watch = Stopwatch()
        do {
            guard case .answer(let response) = try handler() else { return }
            pending.send(response)
        } catch {
            let problem = Problem(error)
            world.metrics.countRefusal(problem.kind.code)
            pending.send(problem.response())
        }
        world.metrics.recordLatency(watch.nanoseconds)
    }

    private func dispatch(_ pending: PendingAnswer) throws -> Outcome {
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
                ProblemTable["method-not-allowed"], "This address allows \(path.allowed).", headers: [allow])
        }
        let address = ClientAddress.of(request, peer: pending.peer, trusted: world.settings.trustedProxies)
        let call = Call(pending: pending, world: world, parameters: parameters, address: address)
        let games = try call.gameIDs(in: route.games)
        let asleep = games.filter { world.games[$0] == nil }
        guard asleep.isEmpty else { return wake(asleep[...], of: games, call, route) }
        let stale = call.gamesToRefresh(among: games)
        guard stale.isEmpty else { return refresh(stale[...], call, route) }
        return try run(route, call)
    }

    /// Wakes `games` one by one, then refreshes all `named` games and runs the route.
    private func wake(
        _ games: ArraySlice<GameID>, of named: [GameID], _ call: Call, _ route: Route
    ) -> Outcome {
        guard let first = games.first else {
            // Another request may have read them a moment ago, so they can be out of date already.
            return refresh(call.gamesToRefresh(among: named)[...], call, route)
        }
        world.games.wake(first) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeUnreadable.response()) }
            _ = self?.wake(games.dropFirst(), of: named, call, route)
        }
        return .later
    }

    /// Fetches the latest events of `games` from the shared store one by one, then runs the route.
    private func refresh(_ games: ArraySlice<LiveGame>, _ call: Call, _ route: Route) -> Outcome {
        guard let game = games.first, let shared = game.shared else {
            respond(to: call.pending) { try run(route, call) }
            return .later
        }
        shared.bringUpToDate { [weak self] isCurrent in
            // If the store does not answer, reads fall back to this node's state, unless the client has
            // seen a newer one.
            guard isCurrent || !call.clientHasSeenMore(of: game) else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            _ = self?.refresh(games.dropFirst(), call, route)
        }
        return .later
    }

    /// Looks up game and player, charges the cost, and calls the handler.
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
