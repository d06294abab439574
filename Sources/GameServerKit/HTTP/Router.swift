import EventIO
import GameCore
import GameJSON
import GameStore

/// One address and what it does for each method.
struct Route {
    typealias Handler = @MainActor (Call) throws -> Outcome

    /// The path, with `{name}` for a segment that varies.
    let pattern: String
    let handlers: [HTTPMethod: Handler]
    /// Whether it is about the house board where it names no other game.
    var isOfHouse = false

    init(_ pattern: String, _ handlers: [HTTPMethod: Handler]) {
        self.pattern = pattern
        self.handlers = handlers
    }

    /// What `Allow` says: HEAD comes with GET, OPTIONS with everything.
    var allowed: String {
        var names = Set(handlers.keys.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        return (names.union(["OPTIONS"])).sorted().joined(separator: ", ")
    }

    func handler(for method: HTTPMethod) -> Handler? {
        handlers[method] ?? (method == .head ? handlers[.get] : nil)
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

/// Finds the route of a path.
struct Router {
    private final class Node {
        var literals: [String: Node] = [:]
        var variable: (name: String, node: Node)?
        var route: Route?
    }

    let routes: [Route]
    /// Paths without variables, which most requests ask for, in one step.
    private var literal: [String: Route] = [:]
    private let root = Node()

    init(_ routes: [Route]) {
        self.routes = routes
        for route in routes { add(route) }
    }

    /// The route of `path` and the values of its variables; nil when there is none.
    ///
    /// - Throws: `invalid-path` when a segment is not UTF-8 once it is decoded.
    func find(_ path: String) throws -> (route: Route, parameters: PathParameters)? {
        if let route = literal[path] { return (route, PathParameters()) }
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
                guard let route = node.route else { return nil }
                return (route, parameters)
            }
            rest = rest[(end + 1)...]
        }
    }

    private mutating func add(_ route: Route) {
        if !route.pattern.contains("{") { literal[route.pattern] = route }
        var node = root
        for part in route.pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            node = Self.step(from: node, String(part))
        }
        node.route = route
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
