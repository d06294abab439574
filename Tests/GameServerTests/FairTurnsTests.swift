import EventIO
import Foundation
import GameCore
import Logging
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("Turns of the front door")
struct FairTurnsTests {
    @Test("one address does not hold up another with many requests at once")
    func fairness() throws {
        let main = MainLoop(loop: try EventLoop())
        var settings = Settings()
        settings.trustedProxies = [try #require(AddressBlock("127.0.0.1"))]
        let world = try World(
            settings: settings, rules: allRules, loop: main, store: MemoryEventStore(allRules),
            log: Logger(label: "test"))
        var served: [String] = []
        // Each request fills a turn.
        let slow = Route(.get, "/slow", cost: .free) { call in
            let watch = Stopwatch()
            while watch.nanoseconds < Settings.turnWork {}
            served.append(call.address)
            return .answer(Reply.text("done\n"))
        }
        let application = Application(
            main: main, door: FrontDoor(world: world, routes: [slow]), published: world.published,
            metrics: world.metrics)
        let server = HTTPServer(loop: main.loop, settings: HTTPServerSettings(), handler: application)
        defer { server.close() }
        let port = try server.listen(host: "127.0.0.1", port: 0).port
        let crowd = Array(repeating: "192.0.2.1", count: 6) + ["192.0.2.2"]
        let clients = try crowd.map { try TestClient(port: port, asking: "/slow", as: $0) }
        defer { for client in clients { client.close() } }
        main.serve { served.count == crowd.count }
        #expect(served.sorted() == crowd.sorted())
        let place = try #require(served.firstIndex(of: "192.0.2.2"))
        #expect(place <= 2, "one request that fills the turn, and one of the crowd's next turn")
    }
}

/// A connection on which one request was sent.
private struct TestClient {
    private let descriptor: Int32

    init(port: UInt16, asking path: String, as address: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = port.bigEndian
        server.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &server) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\n\r\n"
        send(descriptor, request, request.utf8.count, 0)
    }

    func close() { Glibc.close(descriptor) }
}
