import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

private nonisolated let name = #"{"name":"Eve"}"#
private nonisolated let letter = #"{"value":"A"}"#

/// What adds to a store that takes as much as `--max-data` allows, and what ends that.
@Suite("Full storage")
struct FullStorageTests {
    /// A store of any size.
    private final class GrowingStore: ForwardingStore {
        var size = 0

        override func dataSize(_ done: @escaping StoreAnswer<Int>) { done(.success(size)) }
    }

    private let client: FrontDoorClient
    /// The paths of an open board, whose host is one of the tokens, and of a room.
    private let (board, room): (String, String)
    private var tokens: [String: String] = [:]

    /// Fills the store after a board, a room and their people have been made.
    init() throws {
        var settings = Settings()
        (settings.addressLimits, settings.maxData) = (false, 1000)
        let store = GrowingStore(try MemoryEventStore(allRules))
        client = try FrontDoorClient(settings) { _ in store }
        (board, tokens["host"]) = try client.newGame()
        tokens["seated"] = try client.takeSeat(in: board)
        for name in ["member", "owner", "player"] { tokens[name] = try client.newPlayer() }
        room = "/rooms/smiths"
        try #require(
            client.ask(.post, "/rooms", json: #"{"name":"smiths"}"#, token: tokens["owner"]).status == 201)
        try #require(client.ask(.post, room + "/members", json: "{}", token: tokens["member"]).status == 200)
        try #require(client.ask(.post, board + "/seats", json: "{}", token: tokens["member"]).status == 201)
        store.size = 1000
        client.world.dataLimit.measure()
    }

    private func outcome(_ request: String, _ body: String, by sender: String) throws -> String {
        let parts = request.replacing("BOARD", with: board).replacing("ROOM", with: room).split(
            separator: " ")
        let method = try #require(HTTPMethod.allCases.first { $0.rawValue == String(parts[0]) })
        return try client.ask(method, String(parts[1]), json: body, token: tokens[sender]).outcome
    }

    @Test(
        "refuses what adds to it, except the moves of players",
        arguments: [
            ("POST /games", "{}", "stranger"), ("POST /players", name, "stranger"),
            ("POST /rooms", "{}", "player"),
            ("POST /puzzles/generate", "{}", "stranger"), ("POST /daily/guess", "{}", "player"),
            ("POST /games/import", "{}", "stranger"), ("POST ROOM/games", "{}", "owner"),
            ("POST BOARD/board/cells/0", letter, "stranger"), ("POST BOARD/board/cells/0", letter, "host"),
            ("POST BOARD/board/cells/0", letter, "player"), ("DELETE BOARD/board/cells/0", "", "stranger"),
            ("PATCH BOARD/board", #"{"cells":{"0":"A"}}"#, "stranger"),
            ("POST /board/cells/0", letter, "stranger"), ("POST BOARD/actions/clear", "{}", "stranger"),
            ("POST BOARD/actions/clear", "{}", "player"), ("POST /actions/clear", "{}", "stranger"),
            ("POST BOARD/seats", name, "stranger"), ("POST BOARD/seats", "{}", "player"),
            ("POST BOARD/seats", name, "host"), ("POST /games/lobby/seats", name, "stranger"),
            ("POST BOARD/bots", "{}", "seated"), ("POST ROOM/members", "{}", "player"),
            ("PATCH /players/me", name, "member"),
        ])
    func refused(request: String, body: String, sender: String) throws {
        let before = try client.ask(.get, board + "/history").text
        #expect(try outcome(request, body, by: sender) == "503 storage-full")
        #expect(try client.ask(.get, board + "/history").text == before)
    }

    @Test(
        "accepts the moves of players, and what frees a seat, ends a game or erases a player",
        arguments: [
            ("POST BOARD/board/cells/0", letter, "seated", "200"),
            ("POST BOARD/board/cells/0", letter, "member", "200"),
            ("POST BOARD/actions/recolour", ##"{"colour":"#123456"}"##, "seated", "200"),
            ("POST BOARD/seats", "{}", "member", "200"), ("POST ROOM/members", "{}", "member", "200"),
            ("DELETE BOARD/seats/1", "", "seated", "204"), ("DELETE BOARD/seats/2", "", "member", "204"),
            ("DELETE BOARD/seats/1", "", "host", "204"), ("POST BOARD/actions/lock", "{}", "host", "200"),
            ("POST BOARD/actions/close-seats", "{}", "host", "200"),
            ("POST BOARD/actions/close", "{}", "host", "200"),
            ("PATCH ROOM", #"{"locked":true}"#, "owner", "200"),
            ("POST BOARD/seats/1/token", "{}", "seated", "200"),
            ("POST /players/me/codes", "{}", "member", "201"), ("DELETE /players/me", "", "member", "204"),
            ("DELETE /players/me", "", "owner", "204"),
        ])
    func accepted(request: String, body: String, sender: String, outcome: String) throws {
        #expect(try self.outcome(request, body, by: sender) == outcome)
    }

    @Test("a member leaves a room, or is removed from it", arguments: ["member", "owner"])
    func leaving(sender: String) throws {
        let member = try client.ask(.get, "/players/me", token: tokens["member"])["player"].string
        #expect(try outcome("DELETE ROOM/members/\(member)", "", by: sender) == "204")
    }
}
