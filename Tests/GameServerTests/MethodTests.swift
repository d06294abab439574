import EventIO
import Foundation
import Testing

@testable import GameServerKit

@Suite("Methods")
struct MethodTests {
    private let client: FrontDoorClient
    private let targets: RouteTargets
    private let routes = Dictionary(grouping: RouteTable.all, by: \.pattern)

    init() throws {
        client = try FrontDoorClient()
        targets = try RouteTargets(client)
    }

    /// The methods that a path with these routes allows, besides OPTIONS.
    private func allowed(_ routes: [Route]) -> Set<String> {
        let names = Set(routes.map(\.method.rawValue))
        return names.contains("GET") ? names.union(["HEAD"]) : names
    }

    private func allow(_ answer: FrontDoorClient.Reply) -> Set<String> {
        Set((answer.header("Allow") ?? "").components(separatedBy: ", "))
    }

    @Test("OPTIONS lists the methods of each path, and all others are refused with that list")
    func otherMethods() throws {
        let before = try targets.boards()
        for routes in routes.values {
            let (path, allowed) = (targets.path(of: routes[0]), allowed(routes))
            let options = try client.ask(.options, path)
            #expect(options.status == 204 && options.text.isEmpty, "\(path): \(options)")
            #expect(allow(options) == allowed.union(["OPTIONS"]), "\(path)")
            for method in HTTPMethod.allCases where method != .options && !allowed.contains(method.rawValue) {
                let answer = try client.ask(method, path)
                #expect(answer.outcome == "405 method-not-allowed", "\(method) \(path)")
                #expect(allow(answer) == allow(options), "\(method) \(path)")
            }
        }
        #expect(try targets.boards() == before)
    }

    @Test("a method in the list is not refused as such")
    func allowedMethods() throws {
        for route in RouteTable.all where !route.streams && route.method != .get {
            let answer = try client.ask(route.method, targets.path(of: route), json: "broken{")
            #expect(answer.status != 405, "\(route.method) \(route.pattern)")
        }
    }

    @Test("HEAD has the status and the headers of GET")
    func head() throws {
        for route in RouteTable.all where !route.streams && route.method == .get {
            let path = targets.path(of: route)
            let token = route.pattern.hasPrefix("/players/me") ? targets.key : nil
            let (get, head) = try (
                client.ask(.get, path, token: token), client.ask(.head, path, token: token)
            )
            #expect(head.status == get.status && get.status != 405, "\(path)")
            #expect(head.headers.map { "\($0)" } == get.headers.map { "\($0)" }, "\(path)")
        }
    }

    @Test("OPTIONS of the whole server lists every method (RFC 9110, section 9.3.7)")
    func server() throws {
        let answer = try client.ask(.options, "*")
        #expect(
            answer.status == 204
                && allow(answer) == Set(HTTPMethod.allCases.map(\.rawValue)).subtracting(["TRACE"]))
    }
}
