import GameCore
import GameJSON
import GameStore

/// The records of events in Redis; changes are JSON, as in every store.
nonisolated extension GameEvent {
    /// Reads the fields `sequence, time, away, hash, change`.
    init(_ fields: inout FieldReader) throws {
        try self.init(
            sequence: fields.number(), time: fields.number(), away: fields.number(), hash: fields.number(),
            record: fields.text())
    }

    /// Reads an entry of the event stream.
    init(_ entry: RedisReply) throws {
        let parts = entry.elements
        guard parts.count == 2, let sequence = parts[0].text?.split(separator: "-").first.flatMap({ Int($0) })
        else { throw RedisFailure.malformed }
        // Names and values alternate.
        let values = parts[1].elements.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        guard values.count == 5, let time = values[0].number, let away = values[1].number,
            let hash = values[2].number, let record = values[3].text
        else { throw RedisFailure.malformed }
        try self.init(sequence: sequence, time: time, away: away, hash: hash, record: record)
    }

    private init(sequence: Int, time: Int, away: Int, hash: Int, record: String) throws {
        let time = Timestamp(milliseconds: Int64(time), away: Int64(away))
        guard let sequence = SequenceNumber(sequence), let hash = UInt32(exactly: hash) else {
            throw StoreFailure(reason: "An event has an invalid sequence number or hash.")
        }
        self.init(
            sequence: sequence, time: time, change: try Change(record: record, at: time),
            hash: StateHash(value: hash))
    }
}

nonisolated extension Move {
    /// `command before sequence hash time away`.
    var record: String {
        [
            "\(command)", "\(before)", "\(sequence)", "\(hash.value)", "\(time.milliseconds)", "\(time.away)",
        ].joined(separator: " ")
    }

    /// Reads the key and the record, which Redis ends with the name of the attempt.
    init(_ fields: inout FieldReader) throws {
        let key = MoveKey(bytes: try fields.bytes())
        let parts = try fields.text().split(separator: " ")
        guard parts.count == 7, let command = UInt64(parts[0]),
            let before = Int(parts[1]).flatMap(SequenceNumber.init(_:)),
            let sequence = Int(parts[2]).flatMap(SequenceNumber.init(_:)), let hash = UInt32(parts[3]),
            let time = Int64(parts[4]), let away = Int64(parts[5])
        else { throw RedisFailure.malformed }
        self.init(
            key: key, command: command, before: before, sequence: sequence, hash: StateHash(value: hash),
            time: Timestamp(milliseconds: time, away: away))
    }
}

nonisolated extension HeldToken {
    /// The seat or `-`, by which tokens are revoked.
    var seatRecord: String { player.seat.map { "\($0.number)" } ?? "-" }
    /// Whether the holder is the host, and since which event they have the seat.
    var holderRecord: String { "\(player.isHost ? 1 : 0) \(player.since.map { "\($0)" } ?? "-")" }

    /// Reads the digest and the record.
    init(_ fields: inout FieldReader) throws {
        let digest = Digest(bytes: try fields.bytes())
        let parts = try fields.text().split(separator: " ")
        guard let digest, parts.count == 3 else { throw RedisFailure.malformed }
        let player = Player(
            seat: Int(parts[0]).flatMap(Seat.init(_:)), isHost: parts[1] == "1",
            since: Int(parts[2]).flatMap(SequenceNumber.init(_:)))
        self.init(digest: digest, player: player)
    }
}

nonisolated extension Standing {
    func write(to fields: inout FieldWriter) {
        for text in [
            rules, "\(day.number)", player.text, game.text, isSolved ? "1" : "0",
            isAssisted ? "1" : "0",
            "\(elapsed.wholeMilliseconds)", score.map { "\($0)" } ?? "", guesses.map { "\($0)" } ?? "",
        ] { fields.add(text) }
    }

    init(_ fields: inout FieldReader) throws {
        let (rules, day) = (try fields.text(), Day(number: try fields.number()))
        guard let player = PlayerID(try fields.text()), let game = GameID(try fields.text()) else {
            throw RedisFailure.malformed
        }
        self.init(
            rules: rules, day: day, player: player, game: game,
            isSolved: try fields.number() == 1, isAssisted: try fields.number() == 1,
            elapsed: .milliseconds(try fields.number()), score: Int(try fields.text()),
            guesses: Int(try fields.text()))
    }

    static func record(_ standings: [Standing]) -> [UInt8] {
        var fields = FieldWriter()
        for standing in standings { standing.write(to: &fields) }
        return fields.bytes
    }

    static func all(record: [UInt8]) throws -> [Standing] {
        var (fields, standings) = (try FieldReader(framed: record), [Standing]())
        while !fields.isAtEnd { standings.append(try Standing(&fields)) }
        return standings
    }
}

/// The news of a game as the Redis functions return and publish it.
nonisolated struct RedisNews: Sendable {
    private(set) var news: GameNews
    /// The last event of the game, which may be after the last one of the news.
    let sequence: SequenceNumber
    let edition: Int
    /// The hash before the first event; nil when the journal no longer contains the event with it.
    private let hashBefore: StateHash?

    /// The version of the game after this news.
    @MainActor var version: FollowedGames.Version {
        FollowedGames.Version(
            sequence: news.after, edition: edition, hash: news.events.last?.hash ?? hashBefore)
    }

    /// Whether Redis still has the event that `known` ends with, as far as the news can tell.
    ///
    /// After a failover to a replica that lacked writes it may have fewer events, or others.
    @MainActor func follows(_ known: FollowedGames.Version) -> Bool {
        guard sequence >= known.sequence else { return false }
        let found =
            known.sequence == news.before
            ? hashBefore : news.events.first { $0.sequence == known.sequence }?.hash
        guard let found, let hash = known.hash else { return true }
        return found == hash
    }

    /// The news with other events.
    func replacing(_ events: [GameEvent]) -> RedisNews {
        var news = self
        news.news = self.news.replacing(events)
        return news
    }

    init(_ game: GameID, _ fields: inout FieldReader) throws {
        guard let before = SequenceNumber(try fields.number()),
            let sequence = SequenceNumber(try fields.number())
        else { throw RedisFailure.malformed }
        self.sequence = sequence
        edition = try fields.number()
        hashBefore = UInt32(try fields.text()).map(StateHash.init(value:))
        news = GameNews(
            game: game, before: before, events: try fields.list(GameEvent.init(_:)) ?? [],
            moves: try fields.list(Move.init(_:)) ?? [], tokens: try fields.list(HeldToken.init(_:)))
        guard news.isDense else { throw RedisFailure.malformed }
    }
}

nonisolated extension GameNews {
    /// Whether the events follow `before` without a gap.
    fileprivate var isDense: Bool {
        events.enumerated().allSatisfy { $0.element.sequence.value == before.value + 1 + $0.offset }
    }

    /// The sequence after the news.
    var after: SequenceNumber { events.last?.sequence ?? before }

    /// The news without the events up to `sequence`.
    func after(_ sequence: SequenceNumber) -> GameNews {
        guard sequence > before else { return self }
        return GameNews(
            game: game, before: sequence, events: events.filter { $0.sequence > sequence }, moves: moves,
            tokens: tokens)
    }

    fileprivate func replacing(_ events: [GameEvent]) -> GameNews {
        GameNews(game: game, before: before, events: events, moves: moves, tokens: tokens)
    }
}

/// The encoding of attendance messages: the name of the node, then `who`; or `here`, followed by the number
/// of spectators, the seats and the cursors; or `reaction`, followed by the seat and the reaction.
nonisolated extension AttendanceMessage {
    private static let question = "who"
    private static let answer = "here"
    private static let reacted = "reaction"
    /// The latest time of a cursor, in microseconds; arithmetic on it cannot overflow.
    fileprivate static let latest = 1 << 53

    /// The message by which `node` asks all nodes for their attendance.
    static func encodedQuery(by node: RedisNode) -> [UInt8] {
        var fields = FieldWriter()
        for text in [node.name, question] { fields.add(text) }
        return fields.bytes
    }

    /// The message with the attendance at `node`.
    static func encodedReport(_ attendance: Attendance, by node: RedisNode) -> [UInt8] {
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

    /// The message that the player on `seat` has reacted at `node`.
    static func encodedReaction(_ reaction: Reaction, by seat: Seat, at node: RedisNode) -> [UInt8] {
        var fields = FieldWriter()
        for text in [node.name, reacted, "\(seat.number)", reaction.rawValue] { fields.add(text) }
        return fields.bytes
    }

    /// Decodes a message that `node` received; nil for a report or a reaction of its own.
    ///
    /// A node's own query is not skipped: the node answers it too, because its reports may have been lost.
    ///
    /// - Throws: `RedisFailure` when the message is malformed.
    init?(_ message: [UInt8], for node: RedisNode) throws {
        guard message.count <= RedisLimits.attendanceBytes else { throw RedisFailure.malformed }
        var fields = try FieldReader(framed: message)
        let name = try fields.text()
        guard (1...RedisNode.maximumNameBytes).contains(name.utf8.count) else { throw RedisFailure.malformed }
        switch try fields.text() {
        case Self.question: self = .query
        case Self.answer: self = .report(try Attendance(&fields), by: name)
        case Self.reacted:
            let seat = try Seat(&fields)
            guard let reaction = Reaction(rawValue: try fields.text()) else { throw RedisFailure.malformed }
            self = .reaction(reaction, by: seat)
        default: throw RedisFailure.malformed
        }
        guard fields.isAtEnd else { throw RedisFailure.malformed }
        if name == node.name, self != .query { return nil }
    }
}

nonisolated extension Attendance {
    fileprivate init(_ fields: inout FieldReader) throws {
        let spectators = try fields.number()
        guard (0...RedisLimits.maximumSpectators).contains(spectators) else { throw RedisFailure.malformed }
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
        guard let direction, (index == nil) == cell.isEmpty, (0...AttendanceMessage.latest).contains(moved)
        else {
            throw RedisFailure.malformed
        }
        self.init(seat: seat, cell: index, direction: direction, moved: Int64(moved))
    }
}

extension Timestamp {
    /// The fields `alive` and `away` of the clock that all nodes share; nil before the first heartbeat.
    init?(clock values: [Int?]) {
        guard values.count == 2, let alive = values[0] else { return nil }
        self.init(milliseconds: Int64(alive), away: Int64(values[1] ?? 0))
    }
}
