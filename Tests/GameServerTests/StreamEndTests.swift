import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("The end of a stream")
struct StreamEndTests {
    private let loop: EventLoop
    private let world: World

    init() throws {
        loop = try EventLoop()
        world = try World(
            settings: Settings(), rules: allRules, loop: MainLoop(loop: loop),
            store: MemoryEventStore(allRules),
            log: Logger(label: "test"))
    }

    /// Everything that a real server sends for `request`; nil if the connection does not end.
    private func received(_ request: String) throws -> String? {
        let main = MainLoop(loop: loop)
        let application = Application(
            main: main, door: FrontDoor(world: world, routes: RouteTable.all), published: world.published,
            metrics: world.metrics)
        let server = HTTPServer(loop: loop, settings: HTTPServerSettings(), handler: application)
        defer { server.close() }
        let client = try connect(to: server.listen(host: "127.0.0.1", port: 0).port)
        defer { close(client) }
        send(client, request, request.utf8.count, 0)
        var text = ""
        for _ in 0..<15_000 {
            loop.perform { [loop] in loop.stop() }
            loop.run()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return text }
            if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) } else { usleep(2000) }
        }
        return nil
    }

    private func connect(to port: UInt16) throws -> Int32 {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return client
    }

    @Test("a stream that opens while the server stops gets a snapshot and ends properly")
    func openedWhileStopping() throws {
        world.hub.drain()
        let request = "GET /events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
        let text = try #require(try received(request))
        #expect(text.contains("event: snapshot") && text.hasSuffix("retry: 2000\n\n\r\n0\r\n\r\n"))
        #expect(world.hub.streams.isEmpty && world.games.lobby.feed.listenerCount == 0)
        #expect(world.games.lobby.presence.spectators == 0)
    }

    @Test("the connection's close handler does not retain the stream")
    func closeHandler() throws {
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
