import GameCore
import GameJSON
import GameStore

/// What servers tell each other of the people at a game, as it is published: who speaks, then a question or
/// streams without a seat, seats with one, and cursors.
nonisolated extension AttendanceNews {
    private static let question = "who"
    private static let answer = "here"
    /// The latest moment of a cursor, in milliseconds: whatever comes after it still fits.
    fileprivate static let latest = 1 << 53

    /// Asks, as `node`, who is there.
    static func question(by node: RedisNode) -> [UInt8] {
        var fields = FieldWriter()
        for text in [node.name, question] { fields.add(text) }
        return fields.bytes
    }

    /// Tells, as `node`, who is there.
    static func answer(_ attendance: Attendance, by node: RedisNode) -> [UInt8] {
        var fields = FieldWriter()
        for text in [node.name, answer, "\(attendance.spectators)"] { fields.add(text) }
        fields.add("\(attendance.seats.count)")
        for seat in attendance.seats.sorted() { fields.add("\(seat.number)") }
        fields.add("\(attendance.cursors.count)")
        for cursor in attendance.cursors {
            let cell = cursor.cell.map { "\($0.position)" } ?? ""
            for text in ["\(cursor.seat.number)", cell, cursor.direction.rawValue, "\(cursor.moved)"] {
                fields.add(text)
            }
        }
        return fields.bytes
    }

    /// What `message` says to `node`; nil when it has told that itself.
    ///
    /// What it has asked itself it answers too: all who were not heard meanwhile speak anew.
    ///
    /// - Throws: `RedisFailure` when it is no such message.
    init?(_ message: [UInt8], for node: RedisNode) throws {
        guard message.count <= RedisLimits.attendanceBytes else { throw RedisFailure.malformed }
        var fields = try FieldReader(framed: message)
        let name = try fields.text()
        guard (1...RedisNode.longestName).contains(name.utf8.count) else { throw RedisFailure.malformed }
        switch try fields.text() {
        case Self.question: self = .asked
        case Self.answer: self = .told(try Attendance(&fields), by: name)
        default: throw RedisFailure.malformed
        }
        guard fields.isAtEnd else { throw RedisFailure.malformed }
        if name == node.name, self != .asked { return nil }
    }
}

nonisolated extension Attendance {
    fileprivate init(_ fields: inout FieldReader) throws {
        let spectators = try fields.number()
        guard (0...RedisLimits.mostSpectators).contains(spectators) else { throw RedisFailure.malformed }
        let seats = try fields.list { try Seat(&$0) } ?? []
        let cursors = try fields.list { try Cursor(&$0) } ?? []
        self.init(seats: Set(seats), spectators: spectators, cursors: cursors)
        guard self.seats.count == seats.count, Set(cursors.map(\.seat)).count == cursors.count else {
            throw RedisFailure.malformed
        }
    }
}

nonisolated extension Seat {
    fileprivate init(_ fields: inout FieldReader) throws {
        guard let seat = Seat(try fields.number()) else { throw RedisFailure.malformed }
        self = seat
    }
}

nonisolated extension Cursor {
    fileprivate init(_ fields: inout FieldReader) throws {
        let (seat, cell) = (try Seat(&fields), try fields.text())
        let (direction, moved) = (Direction(rawValue: try fields.text()), try fields.number())
        let index = Int(cell).flatMap(CellIndex.init(_:))
        guard let direction, (index == nil) == cell.isEmpty, (0...AttendanceNews.latest).contains(moved)
        else {
            throw RedisFailure.malformed
        }
        self.init(seat: seat, cell: index, direction: direction, moved: Int64(moved))
    }
}
