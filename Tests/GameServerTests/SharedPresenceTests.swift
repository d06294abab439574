import GameCore
import Testing

@testable import EventIO
@testable import GameServerKit
@testable import GameStore

@Suite("Presence on two nodes", .serialized)
struct SharedPresenceTests {
    private struct Nodes {
        let stores: [SharedMemoryStore]
        let worlds: [TestWorld]
        let ann = Player(seat: .first)

        init() throws {
            let memory = try SharedMemory()
            let stores = [memory.addNode(), memory.addNode()]
            self.stores = stores
            worlds = try stores.map { try TestWorld(store: $0) }
            let name = try PlayerName("Ann")
            worlds[0].game.perform(.takeSeat(name, nil), by: .spectator) { _ in }
            worlds[0].takeTurn()
        }

        var presences: [Presence] { worlds.map(\.game.presence) }

        /// Runs both loops until `condition` holds; fails after 30 s.
        func wait(until condition: () -> Bool, at location: SourceLocation = #_sourceLocation) {
            worlds[0].main.wait(
                until: {
                    worlds[1].takeTurn()
                    return condition()
                }, at: location)
        }

        /// The cell of Ann's cursor at each node.
        var cells: [Int?] { presences.map { $0.cursors[.first]?.cell?.position } }

        func move(_ cell: Int?, at node: Int) {
            presences[node].moveCursor(of: .first, to: cell.flatMap(CellIndex.init(_:)), .across)
        }
    }

    @Test("arrivals and departures at one node are seen at the other")
    func comeAndLeave() throws {
        let nodes = try Nodes()
        let (presences, ann, now) = (nodes.presences, nodes.ann, Timestamp.systemNow())
        presences[0].addStream(of: ann, at: now)
        for _ in 0..<3 { presences[1].addStream(of: .spectator, at: now) }
        nodes.wait { presences.allSatisfy { $0.summary.seats.first?.isPresent == true } }
        nodes.wait { presences.allSatisfy { $0.summary.spectators == 3 } }
        #expect(presences.map(\.spectators) == [3, 3] && presences.allSatisfy { $0.isPresent(.first) })
        presences[0].removeStream(of: ann, at: now)
        presences[1].removeStream(of: .spectator, at: now)
        nodes.wait { presences.allSatisfy { $0.summary.seats.first?.isPresent == false } }
        nodes.wait { presences.allSatisfy { $0.summary.spectators == 2 } }
    }

    @Test("the last move of a cursor wins, at either node")
    func lastMoveWins() throws {
        let nodes = try Nodes()
        nodes.presences[0].addStream(of: nodes.ann, at: .systemNow())
        for cell in 0..<20 {
            nodes.move(cell, at: cell % 2)
            // Two moves never have the same time.
            let time = SystemClock.microseconds
            while SystemClock.microseconds == time {}
        }
        nodes.wait { nodes.cells == [19, 19] }
        // A node no longer reports a cursor that the other has moved since.
        #expect(nodes.presences[0].attendance.cursors == [])
        nodes.move(nil, at: 0)
        nodes.wait { nodes.cells == [nil, nil] }
        #expect(nodes.presences.allSatisfy { $0.initialEvents.count == 1 })
    }

    @Test("a reaction at one node is seen at both, unless nobody has the seat")
    func reactions() throws {
        let nodes = try Nodes()
        let format = StreamFormat(medium: .jsonLines, namesGame: false)
        var seen: [[String]] = [[], []]
        for (node, presence) in nodes.presences.enumerated() {
            presence.send = { event in
                let line = String(decoding: event.bytes(format).raw, as: UTF8.self)
                if line.contains("reaction") { seen[node].append(line) }
            }
        }
        nodes.presences[0].react(.fire, by: .first)
        #expect(seen[0] == seen[1] && seen[0].count == 1)
        #expect(seen[0].first?.contains(#""seat":1,"reaction":"🔥""#) == true)
        nodes.presences[1].receive(.reaction(.fire, by: try #require(Seat(2))))
        #expect(seen[1].count == 1)
    }

    @Test("a late report does not move a cursor back")
    func lateReport() throws {
        let nodes = try Nodes()
        func report(_ cell: Int, moved: Int64, by node: String) {
            let cursor = Cursor(
                seat: .first, cell: CellIndex(cell), direction: .across, moved: moved)
            nodes.presences[0].receive(.report(Attendance(cursors: [cursor]), by: node))
        }
        report(5, moved: 200, by: "b")
        report(4, moved: 100, by: "a")
        #expect(nodes.cells[0] == 5)
        // It stays, even when the node with the older move stops reporting it.
        nodes.presences[0].receive(.report(.nobody, by: "a"))
        #expect(nodes.cells[0] == 5)
        nodes.presences[0].receive(.report(.nobody, by: "b"))
        #expect(nodes.cells[0] == nil)
    }

    @Test("a node with a slow clock can move a cursor")
    func lateClock() throws {
        let nodes = try Nodes()
        let ahead = SystemClock.microseconds + 3_600_000_000
        var cursor = Cursor(seat: .first, cell: CellIndex(3), direction: .down)
        cursor.moved = ahead
        for presence in nodes.presences {
            presence.receive(.report(Attendance(cursors: [cursor]), by: "early"))
        }
        #expect(nodes.cells == [3, 3])
        nodes.move(4, at: 1)
        nodes.wait { nodes.cells == [4, 4] }
    }

    @Test("a cursor disappears with its player, even if it was last moved at the other node")
    func cursorGoes() throws {
        let nodes = try Nodes()
        nodes.presences[0].addStream(of: nodes.ann, at: .systemNow())
        nodes.move(7, at: 1)
        nodes.wait { nodes.cells == [7, 7] }
        nodes.presences[0].removeStream(of: nodes.ann, at: .systemNow())
        nodes.wait { nodes.cells == [nil, nil] }
    }

    @Test("a flood of moves is published a few times, including the last move")
    func flood() throws {
        let nodes = try Nodes()
        let before = nodes.stores[0].published.count
        let start = ContinuousClock.now
        var moves = 0
        nodes.wait {
            for _ in 0..<100 { nodes.move(moves % 25, at: 0) }
            moves += 100
            return moves > 1_000 && nodes.stores[0].published.count >= before + 3
        }
        nodes.move(11, at: 0)
        nodes.wait { nodes.cells[1] == 11 }
        let reports = nodes.stores[0].published.count - before
        let intervals = Int((ContinuousClock.now - start) / Settings.presenceSharingInterval)
        #expect(reports <= intervals + 2, "\(moves) moves, \(reports) reports")
    }

    @Test("a node that stops publishes that nobody is connected")
    func stops() throws {
        let nodes = try Nodes()
        nodes.presences[0].addStream(of: nodes.ann, at: .systemNow())
        nodes.wait { nodes.presences[1].isPresent(.first) }
        nodes.worlds[0].games.publishDeparture()
        #expect(!nodes.presences[1].isPresent(.first))
    }

    @Test("reports of more nodes than the limit are ignored")
    func manyNodes() throws {
        let nodes = try Nodes()
        for number in 0..<Settings.nodesPerGame + 10 {
            nodes.presences[0].receive(.report(Attendance(spectators: 1), by: "node \(number)"))
        }
        #expect(nodes.presences[0].spectators == Settings.nodesPerGame)
    }

    @Test("a node with a store that is not shared publishes nothing")
    func alone() throws {
        #expect(try TestWorld().game.presence.shared == nil)
    }
}
