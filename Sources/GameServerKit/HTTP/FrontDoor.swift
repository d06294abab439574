import EventIO
import GameCore
import GameJSON
import GameStore

/// The entry point for requests on the main actor.
///
/// In order: checks the origin, finds the route, determines the client's address, finds the holder of a key,
/// wakes the games, refreshes them from a shared store, finds out whose letters the client may read, looks up
/// game and player, charges the cost, and calls the handler. An error at any step becomes the answer. Once a
/// turn of the loop is full, requests wait for the next one.
final class FrontDoor {
    private let router: Router
    private let world: World
    private let proxies: TrustedProxies
    private let repeated: RepeatedRequests
    /// The work of a turn of the loop, in nanoseconds; 0 if the limits per address are off.
    private var turnWork: (turn: UInt, time: Int64) = (0, 0)
    /// The part of the work of the request that is handled now for which its address is charged.
    private var chargedPart = 1.0
    /// The requests that wait for the next turn, by client address.
    private var postponed = FairQueue<(pending: PendingAnswer, client: Client)>()
    private var nextTurn: LoopTimer?
    /// The requests that `refusalTimer` refuses when it fires.
    private var refused: [(PendingAnswer, Problem)] = []
    private var refusalTimer: LoopTimer?

    init(world: World, routes: [Route]) {
        self.world = world
        proxies = world.settings.proxies
        router = Router(routes)
        repeated = RepeatedRequests(world.store.answers, world.commits, world.limits, loop: world.loop)
    }

    /// Answers `pending` now, or hands it to a route that answers later.
    func handle(_ pending: PendingAnswer) {
        pending.trace?.reach(\.entered)
        let client = world.limits.client(at: proxies.clientKey(of: pending.request, peer: pending.peer))
        do throws(Problem) {
            try world.limits.requireWork(.main, of: client)
        } catch {
            guard isProbe(pending) else { return refuseLater(pending, error) }
        }
        guard !isTurnFull, postponed.count == 0 else {
            postponed.append((pending, client), for: client.address)
            return scheduleNextTurn()
        }
        respond(to: pending, from: client) { try dispatch(pending, from: client) }
    }

    /// Whether the request asks how the server is, which an operator must learn also when others behind the
    /// same address have used up its budget.
    private func isProbe(_ pending: PendingAnswer) -> Bool {
        let path = pending.request.path
        return Operations.probes.contains(path)
            || path == Operations.metricsPath && proxies.haveSent(pending.request, peer: pending.peer)
    }

    // MARK: Turns

    /// Serves postponed requests, one of each address in turn, so that no address holds up the others.
    private func servePostponed() {
        nextTurn = nil
        while !isTurnFull, let (pending, client) = postponed.popFirst() {
            if pending.isClientGone {
                pending.send(Problem.storeBusy.response())
            } else {
                respond(to: pending, from: client) { try dispatch(pending, from: client) }
            }
        }
        if postponed.count > 0 { scheduleNextTurn() }
    }

    private func scheduleNextTurn() {
        guard nextTurn == nil else { return }
        nextTurn = world.loop.timer(after: .zero) { [weak self] in self?.servePostponed() }
    }

    private var isTurnFull: Bool {
        turnWork.time >= Settings.turnWork && turnWork.turn == world.loop.loop.turn
    }

    private func countWork(_ nanoseconds: Int64) {
        guard world.settings.addressLimits else { return }
        let turn = world.loop.loop.turn
        turnWork = (turn, nanoseconds + (turnWork.turn == turn ? turnWork.time : 0))
    }

    // MARK: One request

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

    /// Runs `handler`, and charges the time that it takes to `client`.
    private func respond(
        to pending: PendingAnswer, from client: Client, with handler: () throws -> Outcome
    ) {
        let watch = Stopwatch()
        chargedPart = 1
        defer {
            let time = watch.nanoseconds
            countWork(time)
            world.limits.chargeWork(time, of: .main, to: client, part: chargedPart, isMeasured: true)
        }
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

    private func dispatch(_ pending: PendingAnswer, from client: Client) throws -> Outcome {
        let request = pending.request
        try OriginCheck.check(request, allowed: world.settings.crossOrigin)
        try RequestBody.requireIdentity(request)
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
        let call = Call(pending, world, parameters, from: client)
        if let key = call.key {
            guard let holder = world.players.holder(of: key) else {
                return try findHolder(of: key, call, route)
            }
            call.holder = holder
        }
        return try wakeGames(of: call, route)
    }

    /// Finds the holder of a key in the store, then wakes the games and runs the route.
    private func findHolder(of key: Digest, _ call: Call, _ route: Route) throws -> Outcome {
        world.players.find(key, at: world.now, for: try call.requester(.store)) { [weak self] found in
            guard let self, case .success(let holder) = found else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            call.holder = holder
            respond(to: call.pending, from: call.client) { try wakeGames(of: call, route) }
        }
        return .later
    }

    private func wakeGames(of call: Call, _ route: Route) throws -> Outcome {
        let games = try call.gameIDs(in: route.games)
        let asleep = games.filter { world.games[$0] == nil }
        guard asleep.isEmpty else {
            return wake(asleep[...], of: games, try call.requester(.store), call, route)
        }
        let stale = call.gamesToRefresh(among: games)
        guard stale.isEmpty else { return refresh(stale, call, route) }
        return try run(route, call)
    }

    /// Wakes `games` one by one, then refreshes all `named` games and runs the route.
    private func wake(
        _ games: ArraySlice<GameID>, of named: [GameID], _ requester: Requester, _ call: Call, _ route: Route
    ) -> Outcome {
        guard let first = games.first else {
            // Another request may have read them a moment ago, so they can be out of date already.
            return refresh(call.gamesToRefresh(among: named), call, route)
        }
        world.games.wake(first, for: requester) { [weak self] found in
            if case .failure = found { return call.pending.send(Problem.storeUnreadable.response()) }
            _ = self?.wake(games.dropFirst(), of: named, requester, call, route)
        }
        return .later
    }

    /// Fetches the latest events of `games` from the shared store one by one, then runs the route.
    ///
    /// - Parameter done: The number of games that are up to date.
    private func refresh(_ games: [LiveGame], done: Int = 0, _ call: Call, _ route: Route) -> Outcome {
        guard done < games.count, let shared = games[done].shared else {
            respond(to: call.pending, from: call.client) {
                // The operator may have changed a game at another node; then it is read again.
                let isWithdrawn = games.contains { $0.isWithdrawn }
                return try isWithdrawn ? wakeGames(of: call, route) : run(route, call)
            }
            return .later
        }
        let game = games[done]
        shared.bringUpToDate { [weak self] isCurrent in
            // If the store does not answer, reads fall back to this node's state, unless the client has
            // seen a newer one.
            guard isCurrent || !call.clientHasSeenMore(of: game) else {
                return call.pending.send(Problem.storeUnreadable.response())
            }
            _ = self?.refresh(games, done: done + 1, call, route)
        }
        return .later
    }

    /// Runs the route, once it is known which of the day's tasks the holder of the key has finished.
    private func run(_ route: Route, _ call: Call) throws -> Outcome {
        do {
            return try handle(route, call)
        } catch let unknown as UnknownTask {
            try call.findTask(of: unknown.game) { [weak self] found in
                self?.respond(to: call.pending, from: call.client) {
                    try found.get()
                    return try self?.run(route, call) ?? .later
                }
            }
            return .later
        }
    }

    /// Looks up game and player, charges the cost, and calls the handler.
    private func handle(_ route: Route, _ call: Call) throws -> Outcome {
        call.pending.trace?.reach(\.ready)
        defer { call.pending.trace?.reach(\.handled) }
        if call.holder != nil, case .member = call.account { chargedPart = Settings.memberPart }
        switch route.handler {
        case .call(let handler):
            if route.making != .nothing, !route.takesOtherTokens { try call.requireKnownToken() }
            return try once(route, call) { call in
                try call.charge(route.cost)
                do { return try handler(call) } catch {
                    call.returnData(of: route.cost)
                    throw error
                }
            }
        case .game(let handler):
            let found = try call.inGame(of: route.games, withoutLetters: route.withoutLetters)
            // An edit needs no closure.
            guard route.making != .nothing else { return try charge(found, for: route, handler) }
            return try once(route, call, isKnown: found.player != .spectator) { [self] call in
                var game = found
                game.call = call
                return try charge(game, for: route, handler)
            }
        case .games(let handler):
            let games = try call.inGames(of: route.games)
            try call.charge(route.cost)
            return try handler(call, games)
        case .presentGame(let route):
            guard let present = try call.room().presentGame else { throw Problem.noGame }
            call.presentGame = present
            return try wakeGames(of: call, route)
        }
    }

    /// Charges the cost, and calls the handler.
    private func charge(
        _ call: GameCall, for route: Route, _ handler: (GameCall) throws -> Outcome
    ) throws -> Outcome {
        try call.charge(route.cost)
        if let surcharge = route.surcharge { try call.charge(surcharge(call)) }
        return try handler(call)
    }

    /// Carries out a request that makes something once, if it carries a key.
    private func once(
        _ route: Route, _ call: Call, isKnown: Bool = false, _ work: @escaping (Call) throws -> Outcome
    ) throws -> Outcome {
        guard route.making != .nothing, let key = try RequestKey(call, route.making, isKnown: isKnown) else {
            return try work(call)
        }
        try repeated.answer(call, key) { [self] call in
            respond(to: call.pending, from: call.client) { try work(call) }
        }
        return .later
    }

    private static func options(_ allowed: String) -> Outcome {
        .answer(Reply.empty(204, headers: [("Allow", allowed)]))
    }
}

extension HTTPMethod {
    fileprivate static let allowedEverywhere = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
}
