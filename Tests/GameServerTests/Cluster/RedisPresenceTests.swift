import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore
@testable import RedisStore

@Suite("What servers tell each other of people", .serialized)
struct RedisPresenceTests {
    private let node = RedisNode(name: "node", database: 0)
    private let other = RedisNode(name: "other", database: 0)
    private let full = Attendance(
        seats: Set(Seat.all), spectators: RedisLimits.mostSpectators,
        cursors: Seat.all.map { seat in
            Cursor(
                seat: seat, cell: seat == .first ? nil : CellIndex(seat.number), direction: .across,
                moved: 1 << 53)
        })

    @Test("is read as it was written; what one says oneself is not heard, but for questions")
    func readBack() throws {
        for attendance in [full, .nobody] {
            let message = AttendanceNews.answer(attendance, by: node)
            #expect(message.count <= RedisLimits.attendanceBytes)
            #expect(try AttendanceNews(message, for: other) == .told(attendance, by: "node"))
            #expect(try AttendanceNews(message, for: node) == nil)
        }
        let question = AttendanceNews.question(by: node)
        #expect(try AttendanceNews(question, for: node) == .asked)
        #expect(try AttendanceNews(question, for: other) == .asked)
    }

    @Test("is refused when it ends early, goes on, or lasts too long")
    func broken() {
        for message in [AttendanceNews.answer(full, by: node), AttendanceNews.question(by: node)] {
            for end in message.indices {
                #expect(throws: RedisFailure.self) {
                    try AttendanceNews(Array(message[..<end]), for: other)
                }
            }
            for more in ["0:", "x", String(repeating: "1:x", count: RedisLimits.attendanceBytes)] {
                #expect(throws: RedisFailure.self) { try AttendanceNews(message + more.utf8, for: other) }
            }
        }
    }

    @Test(
        "is refused with what cannot be",
        arguments: [
            ["n", "here", "-1", "0", "0"], ["n", "here", "1000001", "0", "0"], ["n", "here", "x", "0", "0"],
            ["n", "here", "0", "1", "13", "0"], ["n", "here", "0", "1", "0", "0"],
            ["n", "here", "0", "2", "1", "1", "0"], ["n", "there", "0", "0", "0"], ["n"], ["", "who"],
            [String(repeating: "n", count: 33), "who"], ["n", "here", "0", "99999999999", "0"],
            ["n", "here", "0", "0", "1", "1", "25", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "-1", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "x", "across", "1"],
            ["n", "here", "0", "0", "1", "1", "1", "up", "1"],
            ["n", "here", "0", "0", "1", "1", "1", "down", "-1"],
            ["n", "here", "0", "0", "1", "1", "1", "down", "9007199254740993"],
            ["n", "here", "0", "0", "2", "1", "1", "down", "1", "1", "2", "down", "1"],
        ])
    func impossible(words: [String]) {
        var fields = FieldWriter()
        for word in words { fields.add(word) }
        let message = fields.bytes
        #expect(throws: RedisFailure.self) { try AttendanceNews(message, for: node) }
    }

    @Test(
        "reaches who follows the game, and nobody else; rubbish is passed over",
        .enabled(if: RedisProcess.isInstalled))
    func published() throws {
        try RedisProcess.run { redis in
            let world = try RedisWorld(redis)
            let (first, second) = (try world.store(), try world.store())
            let (played, unheard) = (try PlayedGame("abc"), try PlayedGame("def"))
            try world.append(played.whole, unheard.whole, to: first)
            var heard: [AttendanceNews] = []
            second.onAttendance = { game, news in
                #expect(game == played.setup.id)
                heard.append(news)
            }
            second.follow(played.setup.id)
            _ = try world.stored(played.setup.id, in: second)
            // Whoever begins to follow asks, and so does it after each reconnection.
            world.serve { heard == [.asked] }
            redis.say("CLIENT", "KILL", "TYPE", "pubsub")
            world.serve { heard == [.asked, .asked] }
            let channel = RedisKeys.channel(.people, of: played.setup.id, database: 0)
            for rubbish in ["", "x", "3:abc", "3:abc3:who1:0"] { redis.say("PUBLISH", channel, rubbish) }
            first.tell(full, of: unheard.setup.id)
            first.tell(full, of: played.setup.id)
            world.serve { heard.count == 3 }
            #expect(heard.last == .told(full, by: first.node.name))
            second.unfollow(played.setup.id)
            first.tell(full, of: played.setup.id)
            _ = try world.stored(played.setup.id, in: second)
            #expect(heard.count == 3)
            try world.close(first)
            try world.close(second)
        }
    }
}
