import GameCore
import GameJSON
import GameStore

/// Every address of the server.
///
/// `/board…`, `/events`, `/history` and `/actions…` at the root are the house board's.
enum RouteTable {
    static var all: [Route] {
        let games = boardRoutes(prefix: "/games/{id}") + Seats.routes + Prompts.routes + Cursors.routes
        let house = boardRoutes(prefix: "").map { route in
            var route = route
            route.isOfHouse = true
            return route
        }
        return merged(
            games + house + Games.routes + Transfer.routes + Daily.routes
                + Puzzles.routes + Leaderboards.routes + Share.routes
                + LexiconWords.routes + Analysis.routes + Operations.routes)
    }

    private static func boardRoutes(prefix: String) -> [Route] {
        Boards.routes(prefix: prefix) + EditCell.routes(prefix: prefix) + Events.routes(prefix: prefix)
            + History.routes(prefix: prefix) + Actions.routes(prefix: prefix)
    }

    /// Routes of one pattern from several files become one, so that `Allow` names all of its methods.
    private static func merged(_ routes: [Route]) -> [Route] {
        var byPattern: [String: Route] = [:]
        for route in routes {
            let earlier = byPattern[route.pattern]?.handlers ?? [:]
            var whole = Route(route.pattern, earlier.merging(route.handlers) { first, _ in first })
            whole.isOfHouse = route.isOfHouse
            byPattern[route.pattern] = whole
        }
        return byPattern.values.sorted { $0.pattern < $1.pattern }
    }
}
