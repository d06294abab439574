import EventIO
import GameCore
import Testing

@testable import GameServerKit

/// What the routes of rooms refuse; every answer must have a code that `openapi.json` declares.
@Suite("Refusals of rooms")
struct RoomRefusalTests {
    private let client: FrontDoorClient
    private let (host, member, stranger): (String, String, String)

    init() throws {
        client = try FrontDoorClient()
        (host, member, stranger) = try (client.newPlayer(), client.newPlayer(), client.newPlayer())
        try #require(
            client.ask(.post, "/rooms", json: #"{"name":"smiths"}"#, token: host).status == 201)
        try #require(client.ask(.post, "/rooms/smiths/members", json: "{}", token: member).status == 200)
    }

    @Test(
        "a request that joins a room, or lets somebody come back, is refused with its reason",
        arguments: [
            ("smiths", #"{"player":"nobody"}"#, "host", "404 no-such-player"),
            ("smiths", #"{"player":""}"#, "host", "404 no-such-player"),
            ("smiths", #"{"player":"p0123456789"}"#, "member", "403 not-allowed"),
            ("smiths", #"{"player":7}"#, "host", "422 invalid-value"),
            ("smiths", #"{"who":"p0123456789"}"#, "host", "422 unknown-key"),
            ("smiths", "[]", "host", "400 malformed-json"), ("smiths", "{}", "nobody", "401 token-needed"),
            ("jones", "{}", "host", "404 no-such-room"), ("Smiths!", "{}", "host", "404 no-such-room"),
        ])
    func joining(room: String, body: String, sender: String, refusal: String) throws {
        let answer = try client.ask(
            .post, "/rooms/\(room)/members", json: body, token: ["host": host, "member": member][sender])
        #expect(answer.outcome == refusal)
    }

    @Test(
        "a request that removes a member is refused with its reason",
        arguments: [
            ("p0123456789", "host", "404 no-such-member"), ("nobody", "host", "404 no-such-member"),
            ("p0123456789", "stranger", "404 no-such-member"), ("nobody", "nobody", "401 token-needed"),
        ])
    func removing(player: String, sender: String, refusal: String) throws {
        let tokens = ["host": host, "stranger": stranger]
        let answer = try client.ask(.delete, "/rooms/smiths/members/\(player)", token: tokens[sender])
        #expect(answer.outcome == refusal)
    }
}
