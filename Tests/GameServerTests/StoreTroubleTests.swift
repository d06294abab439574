import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore

@Suite("A failing store", .serialized)
struct StoreTroubleTests {
    @Test("commands are refused while the store reports a failure, and accepted again after it")
    func failure() throws {
        let world = try TestWorld()
        var codes: [String?] = []
        world.store.onFailureChange(StoreFailure(reason: "disk full"))
        #expect(world.commits.failure?.reason == "disk full")
        try world.type("A", "a1") { codes.append($0.code) }
        #expect(codes == ["store-unavailable"] && world.game.game.state.sequence == .zero)
        world.store.onFailureChange(nil)
        try world.type("A", "a1") { codes.append($0.code) }
        world.takeTurn()
        #expect(codes == ["store-unavailable", nil] && world.commits.failure == nil)
    }

    @Test("when the store does not answer, the outcome is unknown, and a retry settles it")
    func timeout() throws {
        let world = try TestWorld()
        let key = try #require(MoveKey(sender: .address("192.0.2.1"), id: "m1"))
        var codes: [String?] = []
        world.store.isHeld = true
        try world.type("A", "a1", move: key) { codes.append($0.code) }
        world.main.wait { !codes.isEmpty }
        #expect(codes == ["outcome-unknown"])
        #expect(world.commits.failure == .unavailable)
        try world.type("B", "b1") { codes.append($0.code) }
        #expect(codes.last == "store-unavailable")
        world.store.release()
        #expect(world.commits.failure == nil && world.game.committed.sequence.value == 1)
        try world.type("A", "a1", move: key) { codes.append("again: \($0.sequence ?? 0)") }
        #expect(codes.last == "again: 1")
    }
}
