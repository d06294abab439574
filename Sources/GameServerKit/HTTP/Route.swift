import EventIO
import GameCore
import GameJSON
import GameStore

/// One method of one path: the games that it needs, its cost, and its handler.
///
/// The front door enforces the declaration: when the handler runs, the games are awake, the token is checked,
/// and the cost has been charged.
struct Route {
    indirect enum Handler {
        case call(@MainActor (Call) throws -> Outcome)
        case game(@MainActor (GameCall) throws -> Outcome)
        case games(@MainActor (Call, [GameCall]) throws -> Outcome)
        /// The route of a game, for the present game of a room.
        case presentGame(Route)
    }

    let method: HTTPMethod
    /// The path, with `{name}` for each variable segment.
    private(set) var pattern: String
    private(set) var games: GameScope
    let cost: RouteCost
    /// An additional cost that depends on the call.
    let surcharge: (@MainActor (GameCall) -> RouteCost)?
    /// Whether the handler can answer clients that may not read the game's letters (``GameCall/seesLetters``).
    ///
    /// Every other route of a game refuses them.
    let withoutLetters: Bool
    /// Whether the route makes something, so that a request repeated with its key must not make it twice.
    let making: Making
    /// Whether the route accepts tokens other than players' keys; otherwise it makes nothing for an unknown
    /// token.
    private(set) var takesOtherTokens = false
    private(set) var handler: Handler

    /// A route without a game.
    init(
        _ method: HTTPMethod, _ pattern: String, cost: RouteCost, making: Making = .nothing,
        takesOtherTokens: Bool = false, _ handler: @escaping @MainActor (Call) throws -> Outcome
    ) {
        self.init(method, pattern, .none, cost, making: making, handler: .call(handler))
        self.takesOtherTokens = takesOtherTokens
    }

    /// A route that uses games if they exist.
    init(
        _ method: HTTPMethod, _ pattern: String, waking games: GameScope, cost: RouteCost,
        _ handler: @escaping @MainActor (Call) throws -> Outcome
    ) {
        self.init(method, pattern, games, cost, handler: .call(handler))
    }

    /// A route of one game.
    init(
        _ method: HTTPMethod, _ pattern: String, game: GameScope, cost: RouteCost,
        surcharge: (@MainActor (GameCall) -> RouteCost)? = nil, withoutLetters: Bool = false,
        making: Making = .nothing, _ handler: @escaping @MainActor (GameCall) throws -> Outcome
    ) {
        self.init(
            method, pattern, game, cost, surcharge: surcharge, withoutLetters: withoutLetters, making: making,
            handler: .game(handler))
    }

    /// A route of one or more games.
    init(
        _ method: HTTPMethod, _ pattern: String, games: GameScope, cost: RouteCost,
        _ handler: @escaping @MainActor (Call, [GameCall]) throws -> Outcome
    ) {
        self.init(method, pattern, games, cost, handler: .games(handler))
    }

    private init(
        _ method: HTTPMethod, _ pattern: String, _ games: GameScope, _ cost: RouteCost,
        surcharge: (@MainActor (GameCall) -> RouteCost)? = nil, withoutLetters: Bool = false,
        making: Making = .nothing, handler: Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.games = games
        self.cost = cost
        self.surcharge = surcharge
        self.withoutLetters = withoutLetters
        self.making = making
        self.handler = handler
    }

    /// The same route of the lobby, at the root instead of below `/games/{id}`.
    var lobbyAlias: Route {
        var route = self
        route.pattern = String(pattern.dropFirst("/games/{id}".count))
        route.games = .lobby
        return route
    }

    /// The same route of a room's present game, below `/rooms/{room}` instead of `/games/{id}`.
    var roomAlias: Route {
        var route = self
        route.pattern = "/rooms/{room}" + pattern.dropFirst("/games/{id}".count)
        route.games = .room
        route.handler = .presentGame(self)
        return route
    }
}

/// The games that a route needs awake.
nonisolated enum GameScope {
    case none
    /// The game `{id}` in the path.
    case named
    case lobby
    /// The games in the query, `?games=a,b`; by default the lobby.
    case listed
    /// The room `{room}` in the path.
    case room
}

/// The result of a handler.
enum Outcome {
    case answer(HTTPResponse)
    /// The handler keeps the pending answer and sends it later.
    case later
}
