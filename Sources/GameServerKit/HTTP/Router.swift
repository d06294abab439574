import EventIO
import GameCore
import GameJSON
import GameStore

/// The routes of one address, one for each method.
final class RoutedPath {
    let pattern: String
    private(set) var routes: [Route] = []
    /// The value of `Allow`: HEAD comes with GET, OPTIONS with everything.
    private(set) var allowed = ""

    init(pattern: String) {
        self.pattern = pattern
    }

    /// The route for `method`; HEAD is answered as GET is.
    func route(for method: HTTPMethod) -> Route? {
        let method = method == .head ? .get : method
        // A loop, since a closure would prove on each call that it runs on the main actor.
        for route in routes where route.method == method { return route }
        return nil
    }

    fileprivate func add(_ route: Route) {
        routes.append(route)
        var names = Set(routes.map(\.method.rawValue)).union(["OPTIONS"])
        if names.contains("GET") { names.insert("HEAD") }
        allowed = names.sorted().joined(separator: ", ")
    }
}

/// The values of the variables in a path; there are one or two, so a list is quicker than a dictionary.
nonisolated struct PathParameters {
    private var pairs: [(name: String, value: String)] = []

    subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    mutating func add(_ name: String, _ value: String) {
        pairs.append((name, value))
    }
}

/// Finds the routes of a path.
struct Router {
    private final class Node {
        var literals: [String: Node] = [:]
        var variable: (name: String, node: Node)?
        var path: RoutedPath?
    }

    /// Paths without variables, which most requests ask for, in one step.
    private var literal: [String: RoutedPath] = [:]
    private let root = Node()

    /// A router for `routes`; those of one pattern share an address.
    init(_ routes: [Route]) {
        for route in routes { add(route) }
    }

    /// The routes of `path` and the values of its variables; nil when there is none.
    ///
    /// - Throws: `invalid-path` when a segment is not UTF-8 once it is decoded.
    func find(_ path: String) throws -> (route: RoutedPath, parameters: PathParameters)? {
        if let path = literal[path] { return (path, PathParameters()) }
        var node = root
        var parameters = PathParameters()
        var rest = Array(path.utf8).dropFirst()
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            guard let segment = PercentCoding.decode(rest[..<end]) else {
                throw Problem(ProblemTable["invalid-path"], "The path is not valid UTF-8.")
            }
            if let next = node.literals[segment] {
                node = next
            } else if let (name, next) = node.variable, !segment.isEmpty {
                parameters.add(name, segment)
                node = next
            } else {
                return nil
            }
            guard end < rest.endIndex else {
                guard let path = node.path else { return nil }
                return (path, parameters)
            }
            rest = rest[(end + 1)...]
        }
    }

    private mutating func add(_ route: Route) {
        var node = root
        for part in route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            node = Self.step(from: node, String(part))
        }
        let path = node.path ?? RoutedPath(pattern: route.pattern)
        path.add(route)
        node.path = path
        if !route.pattern.contains("{") { literal[route.pattern] = path }
    }

    private static func step(from node: Node, _ segment: String) -> Node {
        guard segment.hasPrefix("{") else {
            let next = node.literals[segment] ?? Node()
            node.literals[segment] = next
            return next
        }
        let next = node.variable?.node ?? Node()
        node.variable = (String(segment.dropFirst().dropLast()), next)
        return next
    }
}
