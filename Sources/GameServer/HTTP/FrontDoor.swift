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
        let started = ContinuousClock.now
        do throws(Problem) {
            guard case .answer(let response) = try answer(pending) else { return }
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
        let address = ClientAddress.of(request, peer: pending.peer, trustedProxy: world.settings.trustedProxy)
        return try handler(Call(pending: pending, world: world, parameters: parameters, address: address))
    }

    private static func options(_ allowed: String) -> Outcome {
        .answer(Reply.empty(204, headers: [("Allow", allowed)]))
    }
}

extension HTTPMethod {
    fileprivate static let allowedEverywhere = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
}
