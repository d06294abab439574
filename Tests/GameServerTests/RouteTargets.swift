import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit

/// A target for every route: the lobby, an open game, a player, and a room in which an open game is played.
struct RouteTargets {
    let client: FrontDoorClient
    /// The path of the game.
    let game: String
    let host: String
    /// The key of the player, who has made the room.
    let key: String
    /// The name of rules with a game of the day.
    let daily: String
    private let values: [String: String]

    init(_ client: FrontDoorClient) throws {
        self.client = client
        (game, host) = try client.newGame()
        key = try client.newPlayer()
        #expect(try client.ask(.post, "/rooms", json: #"{"name":"tea"}"#, token: key).status == 201)
        let order = #"{"rules":"\#(allRules.defaultName)","options":{"open":true}}"#
        #expect(try client.ask(.post, "/rooms/tea/games", json: order, token: key).status == 201)
        daily = try client.rules().first { $0["daily"] == .flag(true) }?["name"].string ?? ""
        values = [
            "id": String(game.dropFirst("/games/".count)), "board": "0", "cell": "12", "name": "lock",
            "prompt": "1", "seat": "1", "room": "tea", "player": "p0123456789", "number": "1",
            "rules": daily, "code": "not-found", "lexicon": "en", "word": "tea",
            "puzzle": "none", "challenge": "none",
        ]
    }

    /// The path of `route` with a value for each of its variables; `values` replace the usual ones.
    func path(of route: Route, _ values: [String: String] = [:]) -> String {
        self.values.merging(values) { $1 }.reduce(route.pattern) { path, value in
            path.replacing("{\(value.key)}", with: value.value)
        }
    }

    /// The key, for a route that refuses a request without one before it reads the body.
    func key(for route: Route) -> String? {
        let ofRoom = ["", "/members", "/members/{player}", "/games", "/codes", "/webhook"].map {
            "/rooms/{room}" + $0
        }
        let rooms = ["/rooms", "/rooms/join"] + ofRoom
        let needsKey = rooms + ["/players/me", "/challenges", "/challenges/{challenge}"]
        let isOwn = route.pattern.hasPrefix("/players/me/") || needsKey.contains(route.pattern)
        return isOwn ? key : nil
    }

    /// The boards that requests to the targets could change.
    func boards() throws -> [String] {
        try [client.board(of: ""), client.board(of: game), client.board(of: "/rooms/tea")]
    }
}

extension FrontDoorClient {
    /// The kinds of games, as `GET /rules` describes them.
    func rules() throws -> [JSONValue] {
        guard case .list(let rules) = try ask(.get, "/rules")["rules"] else { return [] }
        return rules
    }
}

extension Route {
    /// Whether the route answers with a stream, which needs a connection.
    var streams: Bool { cost == .stream || pattern.hasSuffix(".ansi") }
    /// Whether the route is that of a game under another address.
    var isAlias: Bool {
        if case .presentGame = handler { true } else { games == .lobby }
    }
    /// Whether only the holder of a seat gets to the body.
    var needsSeat: Bool { cost == .cursor || cost == .reaction }
}
