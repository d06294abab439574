import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("The end of a stream")
struct StreamEndTests {
    /// A server's world, made by each test, because its loop belongs to the test's thread.
    private func world(_ loop: MainLoop) throws -> World {
        try World(
            settings: Settings(), rules: allRules, loop: loop, store: MemoryEventStore(allRules),
            log: Logger(label: "test"))
    }

    /// Everything that a real server sends for `request`, until the connection ends.
    private func received(_ request: String, from world: World, on loop: MainLoop) throws -> String {
        let server = world.server(RouteTable.all, on: loop)
        defer { server.close() }
        let port = try server.listen(host: "127.0.0.1", port: 0).port
        let client = try TestClient(port: port, sending: request)
        defer { client.close() }
        var bytes: [UInt8] = []
        loop.wait {
            let arrived = client.receive()
            bytes += arrived ?? []
            return arrived == []
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a stream that opens while the server stops gets a snapshot and ends properly")
    func openedWhileStopping() throws {
        let loop = try MainLoop()
        let world = try world(loop)
        world.hub.drain()
        let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        let text = try received(request, from: world, on: loop)
        #expect(text.contains("event: snapshot") && text.hasSuffix("retry: 2000\n\n\r\n0\r\n\r\n"))
        #expect(world.hub.streams.isEmpty && world.games.lobby.feed.listenerCount == 0)
        #expect(world.games.lobby.presence.spectators == 0)
    }

    @Test("a brief stream ends once it has told its news")
    func brief() throws {
        let loop = try MainLoop()
        let world = try world(loop)
        let head = " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        let text = try received("GET /events?wait=25" + head, from: world, on: loop)
        #expect(text.contains("event: snapshot") && text.hasSuffix("\r\n0\r\n\r\n"))
        let last = world.games.lobby.committed.sequence
        let nothing = try received("GET /events?wait=0&after=\(last)" + head, from: world, on: loop)
        #expect(!nothing.contains("event: snapshot") && nothing.contains("event: presence"))
        #expect(nothing.hasSuffix("\r\n0\r\n\r\n"))
        #expect(world.hub.streams.isEmpty && world.games.lobby.feed.listenerCount == 0)
    }

    @Test("the connection's close handler does not retain the stream")
    func closeHandler() throws {
        let world = try world(MainLoop())
        let follower = Follower(
            world.games.lobby, .spectator, StreamFormat(medium: .jsonLines, namesGame: false))
        var stream = LiveStream(address: "here", followers: [follower])
        weak let living = stream
        let whenClosed = try world.hub.closeHandler(for: #require(stream))
        try world.hub.addStream(#require(stream))
        stream = nil
        #expect(living != nil && world.hub.streams.count == 1)
        whenClosed()
        #expect(living == nil && world.hub.streams.isEmpty)
        withExtendedLifetime(whenClosed) {}
    }

    @Test("streams may end in any order")
    func anyOrder() throws {
        let world = try world(MainLoop())
        let form = StreamFormat(medium: .jsonLines, namesGame: false)
        var ends: [String: () -> Void] = [:]
        for name in ["a", "b", "c", "d"] {
            let follower = Follower(world.games.lobby, .spectator, form)
            let stream = try #require(LiveStream(address: name, followers: [follower]))
            ends[name] = world.hub.closeHandler(for: stream)
            world.hub.addStream(stream)
        }
        for (name, left) in [("b", "acd"), ("d", "ac"), ("a", "c"), ("c", "")] {
            ends[name]?()
            #expect(world.hub.streams.map(\.address).sorted().joined() == left)
        }
    }
}
