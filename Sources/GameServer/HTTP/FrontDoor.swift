import EventIO
import GameCore

/// Where requests enter the game world: it finds the route, runs it and turns what it throws into an answer.
final class FrontDoor {
    private let router: Router
    private let world: World

    init(world: World, routes: [Route]) {
        self.world = world
        router = Router(routes)
    }

    /// Answers `pending`, now or by a route that keeps it.
    func handle(_ pending: PendingAnswer) {
        answer(pending) { () throws(Problem) in try answer(pending) }
    }

    private func answer(_ pending: PendingAnswer, _ work: () throws(Problem) -> Outcome) {
        let started = ContinuousClock.now
        do throws(Problem) {
            guard case .answer(let response) = try work() else { return }
            pending.send(response)
        } catch {
            world.metrics.refused(error.kind.code)
            pending.send(error.response())
        }
        world.metrics.observe(latency: ContinuousClock.now - started)
    }

    private func answer(_ pending: PendingAnswer) throws(Problem) -> Outcome {
        let request = pending.request
        try OriginCheck.check(request)
        guard let (route, parameters) = try router.find(request.path) else {
            if request.method == .options, request.path == "*" {
                return Self.options(HTTPMethod.allowedEverywhere)
            }
            throw Problem(ProblemTable["not-found"], "There is nothing at this address.")
        }
        guard let handler = route.handler(for: request.method) else {
            if request.method == .options { return Self.options(route.allowed) }
            let allow = (name: "Allow", value: route.allowed)
            throw Problem(
                ProblemTable["method-not-allowed"], "This address takes \(route.allowed).", headers: [allow])
        }
        let address = ClientAddress.of(request, peer: pending.peer, trusted: world.settings.trustedProxies)
        let call = Call(pending: pending, world: world, parameters: parameters, address: address)
        let asleep = try call.namedGames().filter { world.games[$0] == nil }
        guard asleep.isEmpty else { return wake(asleep[...], call, handler) }
        return try handler(call)
    }

    /// Routes deal with games that are awake: whoever names others waits here until they are, one by one.
    private func wake(
        _ games: ArraySlice<GameID>, _ call: Call, _ handler: @escaping Route.Handler
    ) -> Outcome {
        guard let first = games.first else {
            run(call, handler)
            return .later
        }
        world.games.wake(first) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeSilent.response()) }
            _ = self?.wake(games.dropFirst(), call, handler)
        }
        return .later
    }

    private func run(_ call: Call, _ handler: Route.Handler) {
        answer(call.pending) { () throws(Problem) in try handler(call) }
    }

    private static func options(_ allowed: String) -> Outcome {
        .answer(Reply.empty(204, headers: [("Allow", allowed)]))
    }
}

extension HTTPMethod {
    fileprivate static let allowedEverywhere = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
}
