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
    /// The requests that `refusalTimer` refuses when it fires.
    private var refused: [(PendingAnswer, Problem)] = []
    private var refusalTimer: LoopTimer?

    init(world: World, routes: [Route]) {
        self.world = world
        router = Router(routes)
    }

    /// Answers `pending` now, or hands it to a route that answers later.
    func handle(_ pending: PendingAnswer) {
        pending.trace?.reach(\.entered)
        let address = ClientAddress.of(
            pending.request, peer: pending.peer, trusted: world.settings.trustedProxies)
        do throws(Problem) {
            try world.work.requireBudget(.main, of: address)
        } catch {
            return refuseLater(pending, error)
        }
        respond(to: pending, from: address) { try dispatch(pending, from: address) }
    }

    /// Refuses a request of an address in debt after a pause, so that a flood of such requests costs little.
    ///
    /// A connection has one request under way, and the connections of an address are limited.
    private func refuseLater(_ pending: PendingAnswer, _ problem: Problem) {
        world.metrics.countRefusal(problem.kind.code)
        if let trace = pending.trace {
            trace.park()
            if let (path, _) = try? router.find(pending.request.path) { trace.setRoute(path.pattern) }
        }
        refused.append((pending, problem))
        guard refusalTimer == nil else { return }
        refusalTimer = world.loop.timer(after: Settings.refusalPause) { [weak self] in
            guard let self else { return }
            let due = refused
            (refused, refusalTimer) = ([], nil)
            for (pending, problem) in due { pending.send(problem.response()) }
        }
    }

    /// Runs `handler`, and charges the time that it takes to `address`.
    private func respond(
        to pending: PendingAnswer, from address: String, with handler: () throws -> Outcome
    ) {
        let watch = Stopwatch()
        defer { world.work.charge(watch.nanoseconds, of: .main, to: address) }
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

    private func dispatch(_ pending: PendingAnswer, from address: String) throws -> Outcome {
        let request = pending.request
        try OriginCheck.check(request, allowed: world.settings.crossOrigin)
        guard let (path, parameters) = try router.find(request.path) else {
            if request.method == .options, request.path == "*" {
                return Self.options(HTTPMethod.allowedEverywhere)
            }
            throw Problem(ProblemTable["not-found"], "There is nothing at this address.")
        }
        pending.trace?.setRoute(path.pattern)
        guard let route = path.route(for: request.method) else {
            if request.method == .options { return Self.options(path.allowed) }
            let allow = (name: "Allow", value: path.allowed)
            throw Problem(
                ProblemTable["method-not-allowed"], "This address allows \(path.allowed).", headers: [allow])
        }
        let call = Call(pending: pending, world: world, parameters: parameters, address: address)
        let games = try call.gameIDs(in: route.games)
        let asleep = games.filter { world.games[$0] == nil }
        guard asleep.isEmpty else {
            return wake(asleep[...], of: games, try call.requester(.store), call, route)
        }
        let stale = call.gamesToRefresh(among: games)
        guard stale.isEmpty else { return refresh(stale[...], call, route) }
        return try run(route, call)
    }

    /// Wakes `games` one by one, then refreshes all `named` games and runs the route.
    private func wake(
        _ games: ArraySlice<GameID>, of named: [GameID], _ requester: Requester, _ call: Call, _ route: Route
    ) -> Outcome {
        guard let first = games.first else {
            // Another request may have read them a moment ago, so they can be out of date already.
            return refresh(call.gamesToRefresh(among: named)[...], call, route)
        }
        world.games.wake(first, for: requester) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeUnreadable.response()) }
            _ = self?.wake(games.dropFirst(), of: named, requester, call, route)
        }
        return .later
    }

    /// Fetches the latest events of `games` from the shared store one by one, then runs the route.
    private func refresh(_ games: ArraySlice<LiveGame>, _ call: Call, _ route: Route) -> Outcome {
        guard let game = games.first, let shared = game.shared else {
            respond(to: call.pending, from: call.address) { try run(route, call) }
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
        call.pending.trace?.reach(\.ready)
        defer { call.pending.trace?.reach(\.handled) }
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
