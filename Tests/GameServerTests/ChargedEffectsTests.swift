import EventIO
import Foundation
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// What a request leads to is charged to its address before it is done, however many are sent at once.
@Suite("Charged effects")
struct ChargedEffectsTests {
    private static let address = "192.0.2.1"

    /// A server with limits, whose clock stands still, so that no budget recovers.
    private func limitedClient() throws -> FrontDoorClient {
        let clock = SystemClock(after: nil, .init(wall: { 1_795_731_410_773 }, monotonic: { 5_000_000 }))
        let client = try FrontDoorClient(Settings()) { _ in
            ForwardingStore(try MemoryEventStore(allRules), clock: clock)
        }
        let start = Stopwatch.uptime
        client.world.limits.clock = { start }
        return client
    }

    /// The client that sends the requests.
    private func stranger(_ client: FrontDoorClient) -> Client {
        client.world.limits.client(at: Self.address)
    }

    /// A player with seats in `count` games, each made from another address.
    private func player(in count: Int, _ client: FrontDoorClient) throws -> (key: String, games: [String]) {
        let made = try client.ask(.post, "/players", json: #"{"name":"Zoe"}"#, from: Self.address)
        let key = made["key"].string
        var games: [String] = []
        for number in 0..<count {
            let game = try client.ask(.post, "/games", json: "{}", from: "198.51.100.\(number)")
            games.append("/games/" + game["id"].string)
            let taken = try client.ask(
                .post, games[number] + "/seats", json: "{}", token: key, from: Self.address)
            try #require(taken.status == 201, "\(taken)")
        }
        return (key, games)
    }

    private func rename(
        _ number: Int, _ key: String, _ client: FrontDoorClient, colour: String = ""
    ) -> FrontDoorClient.Sent {
        client.send(
            .patch, "/players/me", Array(#"{"name":"Zoe \#(number)"\#(colour)}"#.utf8),
            type: "application/json", token: key, from: Self.address)
    }

    /// The number of events with which the seats of `games` were given another name or colour.
    private func changes(in games: [String], _ client: FrontDoorClient) throws -> Int {
        try games.reduce(0) { sum, game in
            try sum + client.ask(.get, game)["sequence"].number - 1
        }
    }

    @Test("a new name is charged for every game in which a seat gets it", arguments: [false, true])
    func renaming(atOnce: Bool) throws {
        let client = try limitedClient()
        let (key, games) = try player(in: 30, client)
        var statuses: [Int] = []
        if atOnce {
            let sent = (0..<20).map { rename($0, key, client) }
            statuses = try sent.map { try client.answer(to: $0).status }
        } else {
            statuses = try (0..<20).map { try client.answer(to: rename($0, key, client)).status }
        }
        // 170 edits are left. Each request is one, and one for each game; the last one goes into debt.
        let accepted = statuses.count { $0 == 200 }
        #expect(atOnce ? (5...6).contains(accepted) : accepted == 6)
        #expect(Set(statuses) == [200, 429])
        #expect(try changes(in: games, client) == 30 * accepted)
        let edit = try client.ask(
            .post, games[0] + "/board/cells/0", Array("A".utf8), token: key, from: Self.address)
        #expect(edit.outcome == "429 rate-limited")
    }

    @Test("a new name and a new colour at once are two changes in each game")
    func recolouring() throws {
        let client = try limitedClient()
        let (key, games) = try player(in: 30, client)
        let statuses = try (0..<20).map { number in
            let colour = number % 2 == 0 ? "#123456" : "#654321"
            let sent = rename(number, key, client, colour: #","colour":"\#(colour)""#)
            return try client.answer(to: sent).status
        }
        #expect(statuses.count { $0 == 200 } == 3)
        #expect(try changes(in: games, client) == 180)
    }

    @Test("an address that has stored as much as it may can be renamed nowhere, but erased")
    func storedData() throws {
        let client = try limitedClient()
        let (key, games) = try player(in: 2, client)
        client.world.limits.chargeEvents(100_000, to: stranger(client))
        #expect(try client.answer(to: rename(1, key, client)).outcome == "429 rate-limited")
        #expect(try changes(in: games, client) == 0)
        #expect(try client.ask(.delete, "/players/me", token: key, from: Self.address).status == 204)
    }

    @Test("an address that has stored as much as it may can leave and remove others, but not sit down")
    func leaving() throws {
        let client = try limitedClient()
        let made = try client.ask(.post, "/games", json: "{}", from: Self.address)
        let path = "/games/" + made["id"].string
        let tokens = try ["Ann", "Ben"].map { name in
            try client.ask(.post, path + "/seats", json: #"{"name":"\#(name)"}"#, from: Self.address)["token"]
                .string
        }
        client.world.limits.chargeEvents(100_000, to: stranger(client))
        let leave = { (seat: Int, token: String) in
            try client.ask(.delete, path + "/seats/\(seat)", token: token, from: Self.address).status
        }
        #expect(try leave(1, tokens[0]) == 204)
        let again = try client.ask(.post, path + "/seats", json: #"{"name":"Ann"}"#, from: Self.address)
        #expect(again.outcome == "429 rate-limited")
        #expect(try leave(2, made["host"]["token"].string) == 204)
    }

    @Test("an erasure is charged for every game, and refused to an address that owes the store time")
    func erasing() throws {
        let client = try limitedClient()
        let (key, games) = try player(in: 15, client)
        client.world.limits.chargeWork(2_000_000_000, of: .store, to: stranger(client))
        let refused = try client.ask(.delete, "/players/me", token: key, from: Self.address)
        #expect(refused.outcome == "429 rate-limited")
        client.world.limits.chargeWork(-2_000_000_000, of: .store, to: stranger(client))
        // 185 edits are left.
        try client.world.limits.chargeEdits(180, to: stranger(client))
        #expect(try client.ask(.delete, "/players/me", token: key, from: Self.address).status == 204)
        let edit = try client.ask(
            .post, games[0] + "/board/cells/0", Array("A".utf8), from: Self.address)
        #expect(edit.outcome == "429 rate-limited")
    }

    @Test("requests at the same time do not all find the same room for data")
    func dataAtOnce() throws {
        let client = try limitedClient()
        let room = Int(Settings.addressData.burst) - 100 * Settings.eventBytes
        client.world.limits.chargeEvents(0, bytes: room, to: stranger(client))
        let letters = (0..<150).map { number in
            client.send(
                .post, "/board/cells/\(number % 25)", Array(number % 2 == 0 ? "A".utf8 : "B".utf8),
                from: Self.address)
        }
        let statuses = try letters.map { try client.answer(to: $0).status }
        #expect(statuses.count { $0 == 200 } <= 101 && statuses.last == 429)
    }

    @Test("what is refused, and what changes nothing, is charged no data")
    func returnedData() throws {
        let client = try limitedClient()
        _ = try client.ask(.post, "/board/cells/0", Array("A".utf8), from: Self.address)
        let room = Int(Settings.addressData.burst) - 2 * (Settings.eventBytes + 1)
        client.world.limits.chargeEvents(0, bytes: room, to: stranger(client))
        for _ in 0..<20 {
            #expect(
                try client.ask(.post, "/board/cells/0", Array("A".utf8), from: Self.address).status == 200)
            #expect(
                try client.ask(.post, "/board/cells/0", Array("7".utf8), from: Self.address).status == 422)
        }
        #expect(try client.ask(.post, "/board/cells/1", Array("B".utf8), from: Self.address).status == 200)
    }

    @Test("what a visitor may not add to a game any more is charged no data")
    func refusedShare() throws {
        let client = try limitedClient()
        let (path, _) = try client.newGame()
        let token = try client.takeSeat(in: path)
        let id = try #require(GameID(String(path.dropFirst("/games/".count))))
        let game = try #require(client.world.games[id])
        let visitor = Visitor(game: game, player: try #require(game.tokens.player(withToken: token)))
        for number in 0..<102 {
            let colour = Parameters(["colour": .text("#00000\(number % 10)")])
            try? client.world.limits.charge(.act("recolour", colour), to: visitor) {
                game.perform(.act("recolour", colour), by: visitor.player) { _ in }
            }
        }
        let room = Int(Settings.addressData.burst) - 2 * Settings.eventBytes
        client.world.limits.chargeEvents(0, bytes: room, to: stranger(client))
        for _ in 0..<20 {
            let refused = try client.ask(
                .post, path + "/actions/recolour", json: ##"{"colour":"#123456"}"##, token: token,
                from: Self.address)
            #expect(refused.outcome == "429 rate-limited")
        }
        try client.world.limits.requireData(stranger(client))
    }

    @Test("a game of the day that is refused reserves nothing")
    func dailyClaim() throws {
        let client = try limitedClient()
        let made = try client.ask(.post, "/players", json: #"{"name":"Zoe"}"#, from: Self.address)
        let (key, player) = (made["key"].string, try #require(PlayerID(made["player"].string)))
        for _ in 0..<20 { _ = try client.ask(.post, "/games", json: "{}", from: Self.address) }
        let refused = try client.ask(
            .post, "/daily/guess?date=2024-11-20", json: "{}", token: key, from: Self.address)
        #expect(refused.outcome == "429 rate-limited")
        let (players, day) = (client.world.players.store, try #require(Day("2024-11-20")))
        var claimed: GameID??
        players.daily(of: player, rules: "guess", day: day, for: .server) { claimed = try? $0.get() }
        #expect(claimed == .some(nil))
    }

    @Test("a game that is refused is charged no data")
    func refusedGames() throws {
        let client = try limitedClient()
        let room = Int(Settings.addressData.burst) - Settings.gameBytes - 1000
        client.world.limits.chargeEvents(0, bytes: room, to: stranger(client))
        for path in ["/games", "/games/import"] {
            for _ in 0..<5 {
                let refused = try client.ask(
                    .post, path, json: #"{"rules":"nothing","setup":{}}"#, from: Self.address)
                #expect((400..<429).contains(refused.status), "\(path) \(refused)")
            }
        }
        try client.world.limits.requireData(stranger(client))
        #expect(try client.ask(.post, "/games", json: "{}", from: Self.address).status == 201)
    }

    @Test("the events of an imported game are charged")
    func importing() throws {
        let client = try limitedClient()
        let (path, _) = try client.newGame()
        for number in 0..<40 {
            _ = try client.ask(
                .post, path + "/board/cells/\(number % 25)", Array(number < 25 ? "A".utf8 : "B".utf8))
        }
        let document = try client.ask(.get, path + "/export")
        let before = client.world.limits.seconds(of: .store)
        let room = Int(Settings.addressData.burst) - Settings.gameBytes - document.text.utf8.count
        client.world.limits.chargeEvents(0, bytes: room - 39 * Settings.eventBytes, to: stranger(client))
        let imported = try client.ask(.post, "/games/import", json: document.text, from: Self.address)
        #expect(imported.status == 201)
        #expect(client.world.limits.seconds(of: .store) - before > 39e-5)
        #expect(throws: Problem.self) { try client.world.limits.requireData(stranger(client)) }
    }
}

extension JSONValue {
    /// The number, or -1.
    nonisolated fileprivate var number: Int { if case .number(let number) = self { number } else { -1 } }
}

/// Work of a real store, which answers later.
@Suite("Charged effects in SQLite")
struct ChargedStoreEffectsTests {
    private func withClient(_ work: (FrontDoorClient, SQLiteEventStore) throws -> Void) throws {
        try StoredWorld.inFolder { folder in
            var opened: SQLiteEventStore?
            let client = try FrontDoorClient { main in
                let store = try SQLiteEventStore(
                    DataFolder(folder, createIfMissing: true), allRules, loop: main)
                opened = store
                return store
            }
            let store = try #require(opened)
            try work(client, store)
            let _: Bool = try client.world.loop.answer { done in store.close { done(true) } }
        }
    }

    private func guess(_ code: String, _ client: FrontDoorClient, _ number: Int = 0) -> FrontDoorClient.Sent {
        number % 2 == 0
            ? client.send(
                .post, "/players/link", Array(#"{"code":"\#(code)"}"#.utf8), type: "application/json")
            : client.send(.get, "/link/\(code)")
    }

    @Test("of wrong codes that are sent at once, ten are tried")
    func codesAtOnce() throws {
        try withClient { client, _ in
            let key = try client.newPlayer()
            let code = try client.ask(.post, "/players/me/codes", json: "{}", token: key)["code"].string
            let sent = (0..<200).map { guess("ZZZ-Z\(10 + $0 % 90)", client, $0) }
            let outcomes = try sent.map { try client.answer(to: $0).outcome }
            #expect(outcomes.count { $0 == "404 no-such-code" } == 10)
            #expect(outcomes.count { $0 == "429 rate-limited" } == 190)
            #expect(try client.answer(to: guess(code, client)).outcome == "429 rate-limited")
        }
    }

    @Test("right codes do not count, also where wrong ones are tried in between")
    func rightCodes() throws {
        try withClient { client, _ in
            let key = try client.newPlayer()
            for number in 0..<18 {
                let code = try client.ask(.post, "/players/me/codes", json: "{}", token: key)["code"].string
                #expect(try client.answer(to: guess(code, client, 1)).status == 200)
                #expect(try client.answer(to: guess(code, client)).status == 201)
                if number < 9 { #expect(try client.answer(to: guess("ZZZ-ZZZ", client)).status == 404) }
            }
        }
    }

    @Test("to write all names again is charged to the player who is erased")
    func namesAgain() throws {
        try withClient { client, store in
            _ = try client.newPlayer()
            var charged = Duration.zero
            let requester = Requester(client: "a", charge: { charged += $0 })
            let deleted = try client.world.loop.answer { store.deleteName(of: .random(), for: requester, $0) }
            #expect((try? deleted.get()) != nil && charged > .zero)
        }
    }

    @Test("requests for the lobby wait while its events are replaced")
    func lobbyWaits() throws {
        try withClient { client, _ in
            let key = try client.newPlayer()
            var restore: (() -> Void)?
            client.world.games.withdraw(.lobby) { restore = $0 }
            client.world.loop.wait { restore != nil }
            let sent = [
                client.send(.post, "/board/cells/0", Array("A".utf8)), client.send(.get, "/board"),
                client.send(.post, "/games/lobby/board/cells/1", Array("B".utf8)),
                client.send(
                    .post, "/games/lobby/seats", Array("{}".utf8), type: "application/json", token: key),
                client.send(.get, "/history"),
            ]
            // A request without the lobby is answered in between.
            #expect(try client.ask(.get, "/players/me", token: key).status == 200)
            #expect(!sent.contains { $0.isAnswered })
            restore?()
            let statuses = try sent.map { try client.answer(to: $0).status }
            #expect(statuses == [200, 200, 200, 201, 200])
        }
    }
}
