import EventIO
import GameCore
import GameJSON
import GameStore

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
        let named = try call.games(of: route)
        let asleep = named.filter { world.games[$0] == nil }
        guard asleep.isEmpty else { return wake(asleep[...], of: named, call, handler) }
        let unsure = call.unsure(of: named)
        guard unsure.isEmpty else { return bringUpToDate(unsure[...], call, handler) }
        return try handler(call)
    }

    /// Routes deal with games that are awake: whoever names others waits here until they are, one by one.
    private func wake(
        _ games: ArraySlice<GameID>, of named: [GameID], _ call: Call, _ handler: @escaping Route.Handler
    ) -> Outcome {
        guard let first = games.first else {
            // They may have been read for somebody else, a moment ago.
            return bringUpToDate(call.unsure(of: named)[...], call, handler)
        }
        world.games.wake(first) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeSilent.response()) }
            _ = self?.wake(games.dropFirst(), of: named, call, handler)
        }
        return .later
    }

    /// Where several servers share a store, whoever must not be told less than others have been told waits
    /// here until the store was asked.
    private func bringUpToDate(
        _ games: ArraySlice<LiveGame>, _ call: Call, _ handler: @escaping Route.Handler
    ) -> Outcome {
        guard let game = games.first, let shared = game.shared else {
            run(call, handler)
            return .later
        }
        shared.bringUpToDate { [weak self] isCurrent in
            // While the store does not answer, reads go on with what is known here; but nobody is taken back.
            guard isCurrent || !call.knowsMore(of: game) else {
                return call.pending.send(Problem.storeSilent.response())
            }
            _ = self?.bringUpToDate(games.dropFirst(), call, handler)
        }
        return .later
    }

    private func run(_ call: Call, _ handler: Route.Handler) {
        answer(call.pending) { try handler(call) }
    }

    private static func options(_ allowed: String) -> Outcome {
        .answer(Reply.empty(204, headers: [("Allow", allowed)]))
    }
}

extension HTTPMethod {
    fileprivate static let allowedEverywhere = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
}
