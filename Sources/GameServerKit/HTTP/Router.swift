import EventIO
import GameCore
import GameJSON
import GameStore

/// The routes of one path pattern, one for each method.
final class RoutedPath {
    let pattern: String
    private(set) var routes: [Route] = []
    /// The value of the `Allow` header; GET implies HEAD, and OPTIONS is always allowed.
    private(set) var allowed = ""

    init(pattern: String) {
        self.pattern = pattern
    }

    /// The route for `method`; HEAD uses the route for GET.
    func route(for method: HTTPMethod) -> Route? {
        let method = method == .head ? .get : method
        // A loop, because each call of a closure would check that it runs on the main actor.
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

/// The decoded values of a path's variables: one or two, so an array is faster than a dictionary.
nonisolated struct PathParameters {
    private var pairs: [(name: String, value: String)] = []

    subscript(name: String) -> String? {
        pairs.first { $0.name == name }?.value
    }

    mutating func add(_ name: String, _ value: String) {
        pairs.append((name, value))
    }
}

/// Finds the routes of a path, in a trie of path segments.
struct Router {
    private final class Node {
        /// An array: of a few short segments, comparing bytes finds one faster than hashing.
        private var literals: [(segment: [UInt8], node: Node)] = []
        var variable: (name: String, node: Node)?
        var path: RoutedPath?

        func literal(_ segment: some Collection<UInt8>) -> Node? {
            // A loop, because each call of a closure would check that it runs on the main actor.
            for (known, node) in literals where known.count == segment.count && known.elementsEqual(segment) {
                return node
            }
            return nil
        }

        func add(_ segment: [UInt8]) -> Node {
            let node = Node()
            literals.append((segment, node))
            return node
        }
    }

    /// Paths without variables, for a single look-up.
    private var literal: [String: RoutedPath] = [:]
    private let root = Node()

    init(_ routes: [Route]) {
        for route in routes { add(route) }
    }

    /// The routes of `path` and the values of its variables; nil if no pattern matches.
    ///
    /// - Throws: `invalid-path` if a decoded segment is not UTF-8.
    func find(_ path: String) throws -> (route: RoutedPath, parameters: PathParameters)? {
        if let path = literal[path] { return (path, PathParameters()) }
        var node = root
        var parameters = PathParameters()
        var rest = Array(path.utf8).dropFirst()
        while true {
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            if let next = node.literal(rest[..<end]) {
                node = next
            } else {
                guard let segment = PercentCoding.decode(rest[..<end]) else {
                    throw Problem(
                        ProblemTable["invalid-path"], "The path is not valid UTF-8 after percent-decoding.")
                }
                if let next = node.literal(segment.utf8) {
                    node = next
                } else if let (name, next) = node.variable, !segment.isEmpty {
                    parameters.add(name, segment)
                    node = next
                } else {
                    return nil
                }
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
            return node.literal(segment.utf8) ?? node.add(Array(segment.utf8))
        }
        let next = node.variable?.node ?? Node()
        node.variable = (String(segment.dropFirst().dropLast()), next)
        return next
    }
}
