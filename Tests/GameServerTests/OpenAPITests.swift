import EventIO
import Foundation
import Testing

@testable import GameServerKit

/// `/openapi.json` and the router agree.
struct OpenAPITests {
    private func paths() throws -> [String: Set<String>] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../static/openapi.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: Any]])
        return paths.mapValues { Set($0.keys).intersection(["get", "post", "put", "patch", "delete"]) }
    }

    private var routes: [String: Set<String>] {
        Dictionary(grouping: RouteTable.all, by: \.pattern).mapValues { routes in
            Set(routes.map { $0.method.rawValue.lowercased() })
        }
    }

    @Test("openapi.json has every path of the server, with its methods")
    func complete() throws {
        let paths = try paths()
        for (pattern, methods) in routes { #expect(paths[pattern] == methods, "\(pattern)") }
    }

    @Test("openapi.json has no path that the server lacks")
    func exact() throws {
        let pages: Set = ["/", "/g/{id}", "/openapi.json"]
        let unknown = Set(try paths().keys).subtracting(routes.keys).subtracting(pages)
        #expect(unknown.isEmpty)
    }
}
