import EventIO
import Foundation
import GameCore
import Logging
import Testing

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
        let server = world.server([slow], on: main)
        defer { server.close() }
        let port = try server.listen(host: "127.0.0.1", port: 0).port
        let crowd = Array(repeating: "192.0.2.1", count: 6) + ["192.0.2.2"]
        let clients = try crowd.map { address in
            let head = "GET /slow HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: \(address)\r\n\r\n"
            return try TestClient(port: port, sending: head)
        }
        defer { for client in clients { client.close() } }
        main.wait { served.count == crowd.count }
        #expect(served.sorted() == crowd.sorted())
        let place = try #require(served.firstIndex(of: "192.0.2.2"))
        #expect(place <= 2, "one request that fills the turn, and one of the crowd's next turn")
    }
}
