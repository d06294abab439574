import EventIO
import GameCore
import GameJSON
import GameStore

/// One method of one address: the game that it is about, its cost, and the handler that answers.
///
/// The front door reads the declaration. When the handler runs, the game is awake, the token is known, and
/// the cost is charged.
struct Route {
    /// The code behind a route; all of it runs on the main actor.
    enum Handler {
        case call(@MainActor (Call) throws -> Outcome)
        case game(@MainActor (GameCall) throws -> Outcome)
        case games(@MainActor (Call, [GameCall]) throws -> Outcome)
    }

    let method: HTTPMethod
    /// The path, with `{name}` for a segment that varies.
    private(set) var pattern: String
    private(set) var games: GameScope
    let cost: RouteCost
    /// A second cost, for a route of which only some calls have it.
    let surcharge: (@MainActor (GameCall) -> RouteCost)?
    let handler: Handler

    /// A route that concerns no game.
    init(
        _ method: HTTPMethod, _ pattern: String, cost: RouteCost,
        _ handler: @escaping @MainActor (Call) throws -> Outcome
    ) {
        self.init(method, pattern, .none, cost, handler: .call(handler))
    }

    /// A route of one game.
    init(
        _ method: HTTPMethod, _ pattern: String, game: GameScope, cost: RouteCost,
        surcharge: (@MainActor (GameCall) -> RouteCost)? = nil,
        _ handler: @escaping @MainActor (GameCall) throws -> Outcome
    ) {
        self.init(method, pattern, game, cost, surcharge: surcharge, handler: .game(handler))
    }

    /// A route of several games at once.
    init(
        _ method: HTTPMethod, _ pattern: String, games: GameScope, cost: RouteCost,
        _ handler: @escaping @MainActor (Call, [GameCall]) throws -> Outcome
    ) {
        self.init(method, pattern, games, cost, handler: .games(handler))
    }

    private init(
        _ method: HTTPMethod, _ pattern: String, _ games: GameScope, _ cost: RouteCost,
        surcharge: (@MainActor (GameCall) -> RouteCost)? = nil, handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.games = games
        self.cost = cost
        self.surcharge = surcharge
        self.handler = handler
    }

    /// The route of the lobby that a route below `/games/{id}` has at the root.
    var ofLobby: Route {
        var route = self
        route.pattern = String(pattern.dropFirst("/games/{id}".count))
        route.games = .lobby
        return route
    }
}

/// The games that a route needs awake.
nonisolated enum GameScope {
    /// No game.
    case none
    /// The game `{id}` of the path.
    case named
    /// The lobby.
    case lobby
    /// The games of the query, `?games=a,b`; without it the lobby.
    case listed
}

/// How a route ends.
enum Outcome {
    /// With this answer, now.
    case answer(HTTPResponse)
    /// The route has kept the pending answer and sends it when the time has come.
    case later
}
