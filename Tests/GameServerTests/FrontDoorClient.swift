import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// A server without sockets: a request goes through the front door, and its answer comes back as a value.
///
/// Games are kept in memory, and addresses have no limits unless the settings say so. Each answer must have
/// a status that `openapi.json` declares for its operation.
final class FrontDoorClient {
    let world: World
    private let main: MainLoop
    private let door: FrontDoor

    init(_ settings: Settings? = nil, lexicons: Lexicons = .none) throws {
        main = try MainLoop()
        var unlimited = Settings()
        unlimited.addressLimits = false
        world = try World(
            settings: settings ?? unlimited, rules: allRules, loop: main, store: MemoryEventStore(allRules),
            lexicons: lexicons, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        door = FrontDoor(world: world, routes: RouteTable.all)
    }

    /// Sends a request, runs the loop until the answer arrives, and returns it.
    ///
    /// `target` is a path with an optional query. Fails if the request gets no answer within 30 s, or two.
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ target: String, _ body: [UInt8] = [], type: String? = nil,
        headers: [(String, String)] = [], token: String? = nil
    ) throws -> Reply {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let headers =
            headers + (type.map { [("Content-Type", $0)] } ?? [])
            + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
        let request = HTTPRequest(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
            headers: headers, body: body)
        let answers = Locked<[HTTPResponse]>([])
        let loop = main.loop
        door.handle(
            PendingAnswer(request, from: SocketAddress(host: "127.0.0.1", port: 1), main: main) { answer in
                answers.withLock { $0.append(answer) }
                loop.perform { loop.stop() }
            })
        let limit = loop.timer(after: .seconds(30)) { loop.stop() }
        loop.run()
        limit.cancel()
        let found = answers.withLock { $0 }
        try #require(found.count == 1, "\(method.rawValue) \(target) must be answered once")
        Documented.require(method, request.path, status: found[0].status)
        return Reply(found[0])
    }

    /// Sends JSON.
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ target: String, json: String, headers: [(String, String)] = [],
        token: String? = nil
    ) throws -> Reply {
        try ask(
            method, target, Array(json.utf8), type: "application/json", headers: headers, token: token)
    }

    /// Creates a game and returns its path, `/games/{id}`, and the token of its host.
    func newGame(_ body: String = #"{"rules":"free","options":{"open":true}}"#) throws -> (
        path: String, host: String
    ) {
        let made = try ask(.post, "/games", json: body)
        try #require(made.status == 201, "\(made)")
        return ("/games/" + made["id"].string, made["host"]["token"].string)
    }

    /// Takes a seat in the game at `path` and returns its token.
    func takeSeat(in path: String, as name: String = "Ann") throws -> String {
        let taken = try ask(.post, path + "/seats", json: #"{"name":"\#(name)"}"#)
        try #require(taken.status == 201, "\(taken)")
        return taken["token"].string
    }

    /// The board of the game at `path`, with its sequence and hash.
    func board(of path: String) throws -> String { try ask(.get, path + "/board").text }

    /// An answer as a client reads it.
    struct Reply: CustomStringConvertible {
        let status: Int
        let headers: [(name: String, value: String)]
        let text: String

        init(_ response: HTTPResponse) {
            status = response.status
            headers = response.headers
            text = String(decoding: response.body, as: UTF8.self)
        }

        /// The values of a header, whose name is in any case.
        func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }

        /// The code of a problem; nil if the answer is not a problem document.
        var code: String? {
            header("Content-Type") == "application/problem+json" ? self["code"].text : nil
        }

        var json: JSONValue { JSONValue(parsing: text) ?? .null }

        subscript(key: String) -> JSONValue { json[key] }

        var description: String { "\(status) \(text.prefix(300))" }
    }
}

extension JSONValue {
    /// The value under a key of an object; null for anything else.
    nonisolated subscript(key: String) -> JSONValue {
        if case .object(let object) = self { object[key] ?? .null } else { .null }
    }

    nonisolated var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The text, or an empty one.
    nonisolated var string: String { text ?? "" }
}

/// The statuses that `openapi.json` declares.
private enum Documented {
    /// Statuses that `default` covers for every operation.
    private static let everywhere: Set = [405, 408, 411, 414, 417, 421, 431, 501, 503, 505]
    /// The declared statuses by path and method.
    private static let statuses: [String: [String: Set<String>]] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../static/openapi.json")
        guard let text = try? String(contentsOf: file, encoding: .utf8),
            case .object(let paths)? = JSONValue(parsing: text)?["paths"]
        else { return [:] }
        return paths.mapValues { item in
            guard case .object(let methods) = item else { return [:] }
            return methods.mapValues { method in
                guard case .object(let responses) = method["responses"] else { return [] }
                return Set(responses.keys)
            }
        }
    }()
    private static let router = Router(RouteTable.all)

    static func require(_ method: HTTPMethod, _ path: String, status: Int) {
        guard let pattern = try? router.find(path)?.route.pattern, let item = statuses[pattern] else {
            #expect([400, 403, 404, 421].contains(status), "\(path) is not declared and answers \(status)")
            return
        }
        let name = method == .head && item["head"] == nil ? "get" : method.rawValue.lowercased()
        guard let declared = item[name] else {
            #expect([204, 403, 404, 405].contains(status), "\(name) \(pattern) answers \(status)")
            return
        }
        let isDeclared =
            declared.contains("\(status)") || declared.contains("\(status / 100)XX")
            || everywhere.contains(status)
        #expect(isDeclared, "\(name) \(pattern) answers \(status), but declares \(declared.sorted())")
    }
}
