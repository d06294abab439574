import Foundation
import GameCore
import Logging
import Testing

@testable import EventIO
@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// A server without sockets: a request goes through the front door, and its answer comes back as a value.
///
/// Games are kept in memory unless a test opens another store, and addresses have no limits unless the
/// settings say so. Each answer must have a status that `openapi.json` declares for its operation.
final class FrontDoorClient {
    let world: World
    private let main: MainLoop
    private let door: FrontDoor

    /// The packs that a server has by default.
    static let shippedPacks = Result { try LexiconLoader.load(Settings(), log) }
    private static let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    init(
        _ settings: Settings? = nil, packs: LoadedPacks = LoadedPacks(),
        openStore: (MainLoop) throws -> any EventStore = { _ in try MemoryEventStore(allRules) }
    ) throws {
        main = try MainLoop()
        var unlimited = Settings()
        unlimited.addressLimits = false
        world = try World(
            settings: settings ?? unlimited, rules: allRules, loop: main, store: openStore(main),
            lexicons: packs.lexicons,
            generators: PuzzleGenerators(packs.lexicons, folders: packs.folders, log: Self.log), log: Self.log
        )
        world.limits.chargesMeasuredWork = false
        door = FrontDoor(world: world, routes: RouteTable.all)
    }

    /// Sends a request, runs the loop until the answer arrives, and returns it.
    ///
    /// `target` is a path with an optional query. Fails if the request gets no answer within 30 s, or two.
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ target: String, _ body: [UInt8] = [], type: String? = nil,
        headers: [(String, String)] = [], token: String? = nil, from peer: String = FrontDoorClient.address
    ) throws -> Reply {
        try answer(to: send(method, target, body, type: type, headers: headers, token: token, from: peer))
    }

    /// The address of the client, unless a request says another one.
    static let address = "127.0.0.1"

    /// A request that has been sent, with the answers to it so far.
    final class Sent {
        fileprivate let name: String
        fileprivate let method: HTTPMethod
        fileprivate let path: String
        fileprivate let answers = Locked<[HTTPResponse]>([])
        var isAnswered: Bool { answers.withLock { !$0.isEmpty } }

        fileprivate init(_ method: HTTPMethod, _ target: String, path: String) {
            (name, self.method, self.path) = ("\(method.rawValue) \(target)", method, path)
        }
    }

    /// Sends a request from `peer`, without running the loop.
    func send(
        _ method: HTTPMethod, _ target: String, _ body: [UInt8] = [], type: String? = nil,
        headers: [(String, String)] = [], token: String? = nil, from peer: String = FrontDoorClient.address
    ) -> Sent {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let headers =
            headers + (type.map { [("Content-Type", $0)] } ?? [])
            + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
        let request = HTTPRequest(
            method: method, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil,
            headers: headers, body: body)
        // Swift Testing may make a suite on another thread than the one that runs its test.
        main.loop.moveToCurrentThread()
        let sent = Sent(method, target, path: request.path)
        let (answers, address) = (sent.answers, SocketAddress(host: peer, port: 1))
        door.handle(
            PendingAnswer(request, from: address, main: main) { answer in
                answers.withLock { $0.append(answer) }
            })
        return sent
    }

    /// Runs the loop until `sent` is answered, and returns the answer.
    func answer(to sent: Sent) throws -> Reply {
        var isTooLate = false
        let limit = main.loop.timer(after: .seconds(30)) { isTooLate = true }
        main.loop.serve { isTooLate || sent.isAnswered }
        limit.cancel()
        let found = sent.answers.withLock { $0 }
        try #require(found.count == 1, "\(sent.name) must be answered once")
        let reply = Reply(found[0])
        Documented.require(sent.method, sent.path, status: reply.status, code: reply.code)
        if reply.status >= 400 { reply.requireProblem(sent.name) }
        return reply
    }

    /// Sends JSON.
    @discardableResult
    func ask(
        _ method: HTTPMethod, _ target: String, json: String, headers: [(String, String)] = [],
        token: String? = nil, from peer: String = FrontDoorClient.address
    ) throws -> Reply {
        try ask(
            method, target, Array(json.utf8), type: "application/json", headers: headers, token: token,
            from: peer)
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

    /// Seats in new games for `count` players, so that each one makes few edits: limits per player always hold.
    func takeSeats(_ count: Int) throws -> [(path: String, token: String)] {
        var (seats, path) = ([(path: String, token: String)](), "")
        for number in 0..<count {
            if number % 12 == 0 { path = try newGame().path }
            seats.append((path, try takeSeat(in: path)))
        }
        return seats
    }

    /// Makes a player and returns their key.
    func newPlayer() throws -> String { try ask(.post, "/players", json: #"{"name":"Zoe"}"#)["key"].string }

    /// The board of the game at `path`, with its sequence and hash.
    func board(of path: String) throws -> String { try ask(.get, path + "/board").text }

    /// Runs `requests` and fails if they change the board of the game at `path`.
    func unchanged(_ path: String, _ requests: () throws -> Void) throws {
        let before = try board(of: path)
        try requests()
        #expect(try board(of: path) == before)
    }

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

        /// The status, and the code of a problem: `404 no-such-game`, or `200`.
        var outcome: String { code.map { "\(status) \($0)" } ?? "\(status)" }

        var json: JSONValue { JSONValue(parsing: text) ?? .null }

        subscript(key: String) -> JSONValue { json[key] }

        var description: String { "\(status) \(text.prefix(300))" }

        /// Fails unless the answer is a problem document for its status, without markup or internals.
        fileprivate func requireProblem(_ request: String) {
            let isComplete =
                code != nil && self["type"].text == "/problems/\(code ?? "")"
                && self["status"] == .number(status)
                && !self["title"].string.isEmpty && self["detail"].string.hasSuffix(".")
                && self["detail"].string.first?.isLowercase == false
            let leaks = ["<script", ".swift", "Swift.", "Fatal", "0x7f"].contains { text.contains($0) }
            let needed = [401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"][
                status]
            guard isComplete, !leaks, needed.map({ header($0) != nil }) ?? true else {
                Issue.record("\(request) gets an incomplete problem: \(self)")
                return
            }
        }
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

/// The answers that `openapi.json` declares: statuses, and the codes of problems.
private enum Documented {
    /// Statuses that `default` covers for every operation.
    private static let everywhere: Set = [405, 408, 411, 414, 417, 421, 431, 501, 503, 505]
    /// Codes that every operation can answer; the document says so once.
    private static let codesEverywhere: Set = ["banned", "invalid-path"]
    private static let document: JSONValue = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../static/openapi.json")
        let text = try? String(contentsOf: file, encoding: .utf8)
        return text.flatMap { JSONValue(parsing: $0) } ?? .null
    }()
    private static let router = Router(RouteTable.all)

    static func require(_ method: HTTPMethod, _ path: String, status: Int, code: String?) {
        guard path != "*" else { return }
        guard let pattern = try? router.find(path)?.route.pattern,
            case .object(let item) = document["paths"][pattern]
        else {
            #expect([400, 403, 404, 421].contains(status), "\(path) is not declared and answers \(status)")
            return
        }
        let name = method == .head && item["head"] == nil ? "get" : method.rawValue.lowercased()
        guard case .object(let declared)? = item[name]?["responses"] else {
            #expect([204, 403, 404, 405].contains(status), "\(name) \(pattern) answers \(status)")
            return
        }
        let request = "\(name) \(pattern)"
        guard let response = declared["\(status)"] ?? declared["\(status / 100)XX"] else {
            #expect(
                everywhere.contains(status), "\(request) answers \(status), not \(declared.keys.sorted())")
            return
        }
        guard let code, !codesEverywhere.contains(code), let known = codes(of: response) else { return }
        #expect(known.contains(code), "\(request) answers \(status) \(code), but declares \(known.sorted())")
    }

    /// The codes of a problem response; nil if it does not restrict them.
    private static func codes(of response: JSONValue) -> Set<String>? {
        let name = response["$ref"].text?.split(separator: "/").last.map(String.init)
        let resolved = name.map { document["components"]["responses"][$0] } ?? response
        let code = resolved["content"]["application/problem+json"]["schema"]["properties"]["code"]
        if let only = code["const"].text { return [only] }
        guard case .list(let list) = code["enum"] else { return nil }
        return Set(list.compactMap(\.text))
    }
}
