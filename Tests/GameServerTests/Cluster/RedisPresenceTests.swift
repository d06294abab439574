import GameCore
import Testing

@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("Attendance messages between nodes", .serialized)
struct RedisPresenceTests {
    private let node = RedisNode(name: "node", database: 0)
    private let other = RedisNode(name: "other", database: 0)
    private let full = Attendance(
        seats: Set(Seat.all), spectators: RedisLimits.maximumSpectators,
        cursors: Seat.all.map { seat in
            Cursor(
                seat: seat, cell: seat == .first ? nil : CellIndex(seat.number), direction: .across,
                moved: 1 << 53)
        })

    @Test("are decoded as they were encoded, and a node skips its own reports but not its own queries")
    func readBack() throws {
        for attendance in [full, .nobody] {
            let message = AttendanceMessage.encodedReport(attendance, by: node)
            #expect(message.count <= RedisLimits.attendanceBytes)
            #expect(try AttendanceMessage(message, for: other) == .report(attendance, by: "node"))
            #expect(try AttendanceMessage(message, for: node) == nil)
        }
        for reaction in Reaction.allCases {
            let message = AttendanceMessage.encodedReaction(reaction, by: .first, at: node)
            #expect(try AttendanceMessage(message, for: other) == .reaction(reaction, by: .first))
            #expect(try AttendanceMessage(message, for: node) == nil)
        }
        let query = AttendanceMessage.encodedQuery(by: node)
        #expect(try AttendanceMessage(query, for: node) == .query)
        #expect(try AttendanceMessage(query, for: other) == .query)
    }

    @Test("are refused when they are truncated, extended or too long")
    func broken() {
        for message in [
            AttendanceMessage.encodedReport(full, by: node), AttendanceMessage.encodedQuery(by: node),
            AttendanceMessage.encodedReaction(.love, by: .first, at: node),
        ] {
            for end in message.indices {
                #expect(throws: RedisFailure.self) {
                    try AttendanceMessage(Array(message[..<end]), for: other)
                }
            }
            for more in ["0:", "x", String(repeating: "1:x", count: RedisLimits.attendanceBytes)] {
                #expect(throws: RedisFailure.self) { try AttendanceMessage(message + more.utf8, for: other) }
            }
        }
    }

    @Test(
        "are refused with an invalid field",
        arguments: [
            ["n", "here", "-1", "0", "0"], ["n", "here", "1000001", "0", "0"], ["n", "here", "x", "0", "0"],
            ["n", "here", "0", "1", "61", "0"], ["n", "here", "0", "1", "0", "0"],
            ["n", "here", "0", "2", "1", "1", "0"], ["n", "there", "0", "0", "0"], ["n"], ["", "who"],
            [String(repeating: "n", count: 33), "who"], ["n", "here", "0", "99999999999", "0"],
            ["n", "here", "0", "0", "1", "1", "25", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "-1", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "x", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "1", "up", "1"],
            ["n", "here", "0", "0", "1", "1", "1", "down", "-1"],
            ["n", "here", "0", "0", "1", "1", "1", "down", "9007199254740993"],
            ["n", "here", "0", "0", "2", "1", "1", "down", "1", "1", "2", "down", "1"],
            ["n", "reaction", "61", "🔥"], ["n", "reaction", "1", "x"], ["n", "reaction", "1"],
        ])
    func impossible(words: [String]) {
        var fields = FieldWriter()
        for word in words { fields.add(word) }
        let message = fields.bytes
        #expect(throws: RedisFailure.self) { try AttendanceMessage(message, for: node) }
    }

    @Test(
        "reach only the nodes that follow the game, and malformed ones are ignored")
    func published() throws {
        try RedisWorld.run { world in
            let (first, second) = (try world.store(), try world.store())
            let (played, unheard) = (try PlayedGame("abc"), try PlayedGame("def"))
            try world.append(played.whole, unheard.whole, to: first)
            var heard: [AttendanceMessage] = []
            second.onAttendance = { game, news in
                #expect(game == played.setup.id)
                heard.append(news)
            }
            second.follow(played.setup.id)
            _ = try world.stored(played.setup.id, in: second)
            // A node sends a query when it follows a game, and again after each reconnection.
            world.serve { heard == [.query] }
            world.redis.execute("CLIENT", "KILL", "TYPE", "pubsub")
            world.serve { heard == [.query, .query] }
            let channel = RedisKeys.channel(.people, of: played.setup.id, database: 0)
            for malformed in ["", "x", "3:abc", "3:abc3:who1:0"] {
                world.redis.execute("PUBLISH", channel, malformed)
            }
            first.publishAttendance(full, of: unheard.setup.id)
            first.publishAttendance(full, of: played.setup.id)
            world.serve { heard.count == 3 }
            #expect(heard.last == .report(full, by: first.node.name))
            second.unfollow(played.setup.id)
            // The node unsubscribes on one connection, and the other node publishes on another.
            world.serve { world.redis.execute("PUBSUB", "NUMSUB", channel).hasSuffix("0") }
            first.publishAttendance(full, of: played.setup.id)
            _ = try world.stored(played.setup.id, in: second)
            #expect(heard.count == 3)
        }
    }
}
