import EventIO
import Testing

@testable import GameServerKit

struct RouterTests {
    private let router = Router(RouteTable.all)

    @Test(
        "an unknown path finds no route",
        arguments: [
            "/", "/games/", "/games//board", "/board/", "/board/cells", "/games/x/board/cells/1/2", "/x",
        ])
    func findsNothing(path: String) throws {
        #expect(try router.find(path) == nil)
    }

    @Test("variables are percent-decoded after the path is split")
    func decodes() throws {
        #expect(try router.find("/games/a%2Fb/board")?.parameters["id"] == "a/b")
    }

    @Test("a fixed segment is found in any encoding")
    func findsEncoded() throws {
        let path = try #require(try router.find("/%67ames/x/boar%64"))
        #expect(path.route.pattern == "/games/{id}/board" && path.parameters["id"] == "x")
    }

    @Test("a path that is not UTF-8 after percent-decoding is refused")
    func refusesBrokenText() {
        #expect(throws: Problem.self) { try router.find("/games/%FF") }
    }

    @Test("a lobby route at the root matches the route of a named game, with the same cost")
    func lobby() throws {
        for route in RouteTable.all where route.games == .lobby {
            let path = try #require(try router.find("/games/lobby" + route.pattern)).route
            let named = try #require(path.route(for: route.method))
            #expect(named.pattern == "/games/{id}" + route.pattern)
            #expect(named.games == .named && named.cost == route.cost)
        }
        #expect(RouteTable.all.count { $0.games == .lobby } == 13)
    }

    @Test("no path has two routes for one method")
    func unique() {
        let routes = RouteTable.all.map { "\($0.method) \($0.pattern)" }
        #expect(Set(routes).count == routes.count)
    }
}
