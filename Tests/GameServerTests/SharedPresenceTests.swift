import EventIO
import GameCore
import Glibc
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

/// Two servers on one store, at whose house board people come, look about and leave.
@Suite("Who is there, where several servers share a store", .serialized)
struct SharedPresenceTests {
    private struct Servers {
        let stores: [SharedMemoryStore]
        let worlds: [TestWorld]
        let ann = Player(seat: .first)

        init() throws {
            let memory = try SharedMemory()
            let stores = [memory.server(), memory.server()]
            self.stores = stores
            worlds = try stores.map { try TestWorld(store: $0) }
            let name = try PlayerName("Ann")
            worlds[0].game.perform(.takeSeat(name, nil), by: .spectator) { _ in }
            worlds[0].takeTurn()
        }

        var here: [Presence] { worlds.map(\.game.presence) }

        /// Whether `isSo` comes true within five seconds.
        func soon(_ isSo: () -> Bool) -> Bool {
            let end = ContinuousClock.now + .seconds(5)
            while !isSo(), .now < end {
                usleep(5_000)
                for world in worlds { world.takeTurn() }
            }
            return isSo()
        }

        /// The cells that the cursor of `ann` has at each server.
        var cells: [Int?] { here.map { $0.cursors[.first]?.cell?.position } }

        func move(_ cell: Int?, at server: Int) {
            here[server].move(.first, to: cell.flatMap(CellIndex.init(_:)), .across)
        }
    }

    @Test("people at one server are seen at the other: they come, and they leave")
    func comeAndLeave() throws {
        let servers = try Servers()
        let (here, ann, now) = (servers.here, servers.ann, Timestamp.systemNow())
        here[0].arrived(ann, at: now)
        for _ in 0..<3 { here[1].arrived(.spectator, at: now) }
        #expect(servers.soon { here.allSatisfy { $0.picture.seats.first?.isPresent == true } })
        #expect(servers.soon { here.allSatisfy { $0.picture.spectators == 3 } })
        #expect(here.map(\.spectators) == [3, 3] && here.allSatisfy { $0.isPresent(.first) })
        here[0].left(ann, at: now)
        here[1].left(.spectator, at: now)
        #expect(servers.soon { here.allSatisfy { $0.picture.seats.first?.isPresent == false } })
        #expect(servers.soon { here.allSatisfy { $0.picture.spectators == 2 } })
    }

    @Test("a cursor is where it was moved last, at whichever server that was")
    func byTurns() throws {
        let servers = try Servers()
        servers.here[0].arrived(servers.ann, at: .systemNow())
        for cell in 0..<20 {
            servers.move(cell, at: cell % 2)
            // Several within a millisecond.
            usleep(200)
        }
        #expect(servers.soon { servers.cells == [19, 19] })
        // Who was overtaken says nothing of it any more.
        #expect(servers.here[0].attendance.cursors == [])
        servers.move(nil, at: 0)
        #expect(servers.soon { servers.cells == [nil, nil] })
        #expect(servers.here.allSatisfy { $0.welcome.count == 1 })
    }

    @Test("what is heard late of a cursor does not take it back")
    func heardLate() throws {
        let servers = try Servers()
        func hear(_ cell: Int, moved: Int64, by server: String) {
            let cursor = Cursor(
                seat: .first, cell: CellIndex(cell), direction: .across, moved: moved)
            servers.here[0].hear(.told(Attendance(cursors: [cursor]), by: server))
        }
        hear(5, moved: 200, by: "b")
        hear(4, moved: 100, by: "a")
        #expect(servers.cells[0] == 5)
        // Nor does it go when who was overtaken says no more of it.
        servers.here[0].hear(.told(.nobody, by: "a"))
        #expect(servers.cells[0] == 5)
        servers.here[0].hear(.told(.nobody, by: "b"))
        #expect(servers.cells[0] == nil)
    }

    @Test("a clock that is late does not hold a cursor back")
    func lateClock() throws {
        let servers = try Servers()
        let ahead = SystemClock.microseconds + 3_600_000_000
        var cursor = Cursor(seat: .first, cell: CellIndex(3), direction: .down)
        cursor.moved = ahead
        for presence in servers.here { presence.hear(.told(Attendance(cursors: [cursor]), by: "early")) }
        #expect(servers.cells == [3, 3])
        servers.move(4, at: 1)
        #expect(servers.soon { servers.cells[0] == 4 } && servers.cells[1] == 4)
    }

    @Test("who leaves takes the cursor along, wherever it was moved last")
    func cursorGoes() throws {
        let servers = try Servers()
        servers.here[0].arrived(servers.ann, at: .systemNow())
        servers.move(7, at: 1)
        #expect(servers.soon { servers.cells == [7, 7] })
        servers.here[0].left(servers.ann, at: .systemNow())
        #expect(servers.soon { servers.cells == [nil, nil] })
    }

    @Test("a flood of moves is told a few times, and the last of them is")
    func flood() throws {
        let servers = try Servers()
        let before = servers.stores[0].told.count
        let end = ContinuousClock.now + .milliseconds(600)
        var moves = 0
        while ContinuousClock.now < end {
            for _ in 0..<100 { servers.move(moves % 25, at: 0) }
            moves += 101
            servers.move(11, at: 0)
            for world in servers.worlds { world.takeTurn() }
        }
        #expect(servers.soon { servers.cells[1] == 11 })
        let told = servers.stores[0].told.count - before
        #expect(moves > 1_000 && (2...5).contains(told), "\(moves) moves, told \(told) times")
    }

    @Test("a server that stops says that nobody is there any more")
    func stops() throws {
        let servers = try Servers()
        servers.here[0].arrived(servers.ann, at: .systemNow())
        #expect(servers.soon { servers.here[1].isPresent(.first) })
        servers.worlds[0].games.takeLeave()
        #expect(!servers.here[1].isPresent(.first))
    }

    @Test("of more servers than there may be nobody is told")
    func manyServers() throws {
        let servers = try Servers()
        for number in 0..<Settings.serversPerGame + 10 {
            servers.here[0].hear(.told(Attendance(spectators: 1), by: "server \(number)"))
        }
        #expect(servers.here[0].spectators == Settings.serversPerGame)
    }

    @Test("with a store of its own a server tells nobody")
    func alone() throws {
        #expect(try TestWorld().game.presence.shared == nil)
    }
}
