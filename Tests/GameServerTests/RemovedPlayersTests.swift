import GameCore
import Testing

@testable import GameServerKit

@Suite("Removed players")
struct RemovedPlayersTests {
    private let removed = RemovedPlayers()
    private let start = Timestamp(milliseconds: 1_700_000_000_000)
    private let room: GameID
    private let next: GameID
    private let mal: PlayerID

    init() throws {
        (room, next) = (try #require(GameID("room.tea")), try #require(GameID("other")))
        mal = try #require(PlayerID("pmallory000"))
    }

    @Test("stay out of one room for a day, and of a game as long as it lasts")
    func lifetime() {
        let day = Settings.removedAddressLifetime
        removed.add("192.0.2.1", of: mal, to: room, until: start + day)
        removed.add("192.0.2.1", to: next)
        #expect(removed.contains("192.0.2.1", in: room, at: start + day + .milliseconds(-1)))
        #expect(!removed.contains("192.0.2.1", in: room, at: start + day))
        #expect(removed.contains("192.0.2.1", in: next, at: start + day + day))
        #expect(!removed.contains("192.0.2.2", in: room, at: start))
        // Removed again from the same address.
        removed.add("192.0.2.1", of: mal, to: room, until: start + day + day)
        #expect(removed.contains("192.0.2.1", in: room, at: start + day))
    }

    @Test("may come back with their address when the host lets one of them back, or all")
    func forgetting() {
        removed.add("192.0.2.1", of: mal, to: room, until: start + .seconds(60))
        removed.add(mal.text, to: room)
        removed.add("192.0.2.2", to: room)
        removed.add("192.0.2.1", to: next)
        removed.forget(mal, in: room)
        for name in ["192.0.2.1", mal.text] { #expect(!removed.contains(name, in: room, at: start)) }
        #expect(removed.contains("192.0.2.2", in: room, at: start))
        removed.forget(room)
        #expect(!removed.contains("192.0.2.2", in: room, at: start))
        #expect(removed.contains("192.0.2.1", in: next, at: start))
    }

    @Test("stay out of the next round too")
    func nextRound() {
        removed.add("192.0.2.1", of: mal, to: room, until: start + .seconds(60))
        removed.copy(from: room, to: next)
        #expect(removed.contains("192.0.2.1", in: next, at: start))
        #expect(!removed.contains("192.0.2.1", in: next, at: start + .seconds(60)))
        removed.forget(mal, in: next)
        #expect(!removed.contains("192.0.2.1", in: next, at: start))
    }

    @Test("are forgotten, the first one first, once there are too many")
    func capacity() {
        for number in 0...Settings.removedPlayers { removed.add("address \(number)", to: room) }
        #expect(!removed.contains("address 0", in: room, at: start))
        #expect(removed.contains("address 1", in: room, at: start))
        #expect(removed.contains("address \(Settings.removedPlayers)", in: room, at: start))
    }
}
