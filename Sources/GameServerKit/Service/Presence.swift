import EventIO
import GameCore
import GameJSON
import GameStore

/// Who is here and where they look: ephemeral, never stored, gathered for a moment before it is told.
final class Presence {
    /// Who is here.
    struct Picture: Equatable {
        var seats: [(seat: Seat, isPresent: Bool)] = []
        var spectators = 0

        static func == (left: Picture, right: Picture) -> Bool {
            left.spectators == right.spectators && left.seats.elementsEqual(right.seats, by: ==)
        }
    }

    /// Who is here, as last announced.
    private(set) var picture = Picture()
    /// Tells all who follow the game.
    var tell: ((Whisper) -> Void)?
    private let game: GameID
    private let loop: MainLoop
    /// Who is there by way of other servers, if there can be any.
    var shared: SharedPresence?
    /// The last move of each cursor, wherever it was made.
    var cursors: [Seat: Cursor] = [:]
    /// Open streams with a seat, here.
    private(set) var streams: [Seat: Int] = [:]
    /// Open streams without a seat, here.
    private(set) var ownSpectators = 0
    private(set) var seats: [Seat] = []
    private var lastSign: [Seat: Timestamp] = [:]
    private var announcement: LoopTimer?

    init(of game: GameID, loop: MainLoop) {
        self.game = game
        self.loop = loop
    }

    /// Open streams without a seat, wherever they are.
    var spectators: Int { ownSpectators + (shared?.spectators ?? 0) }

    /// What somebody who comes must hear: who is here, and where they look.
    var welcome: [Whisper] {
        let looking = cursors.values.filter { $0.cell != nil }.sorted { $0.seat < $1.seat }
        return [Whisper("presence", picture.json(game: game), game: game)] + looking.map(whisper)
    }

    /// A stream of `player` has opened.
    func arrived(_ player: Player, at now: Timestamp) {
        count(player, 1)
        sawSign(of: player, at: now)
    }

    /// A stream of `player` has ended.
    func left(_ player: Player, at now: Timestamp) {
        count(player, -1)
        sawSign(of: player, at: now)
        if let seat = player.seat, !isPresent(seat) { move(seat, to: nil, .across) }
    }

    /// Tells everybody where the cursor of `seat` stands; no cell when it is gone.
    func move(_ seat: Seat, to cell: CellIndex?, _ direction: Cursor.Direction) {
        var cursor = Cursor(seat: seat, cell: cell, direction: direction)
        if let shared {
            cursor.moved = shared.moment(after: cursors[seat]?.moved)
            cursors[seat] = cursor
            shared.tell()
        } else {
            cursors[seat] = cell == nil ? nil : cursor
        }
        show(cursor)
    }

    func show(_ cursor: Cursor) { tell?(whisper(of: cursor)) }

    private func whisper(of cursor: Cursor) -> Whisper {
        Whisper("cursor", cursor.json(game: game), game: game)
    }

    /// `player` has done something.
    func sawSign(of player: Player, at now: Timestamp) {
        if let seat = player.seat { lastSign[seat] = now }
    }

    /// The game has these seats taken now; to take one is a sign of life.
    func seatsChanged(to seats: [Seat], at now: Timestamp) {
        guard seats != self.seats else { return }
        let signs = seats.map { seat in (seat, self.seats.contains(seat) ? lastSign[seat] ?? now : now) }
        lastSign = Dictionary(uniqueKeysWithValues: signs)
        self.seats = seats
        let count = cursors.count
        for seat in cursors.keys where !seats.contains(seat) { cursors[seat] = nil }
        if cursors.count < count { shared?.tell() }
        gather()
    }

    /// Whether somebody on `seat` has a stream, wherever it is.
    func isPresent(_ seat: Seat) -> Bool { streams[seat] != nil || shared?.isPresent(seat) ?? false }

    /// Seats without a stream whose players have shown no sign of life since `moment`.
    func silentSeats(since moment: Timestamp) -> [Seat] {
        seats.filter { !isPresent($0) && lastSign[$0].map { $0 < moment } ?? false }
    }

    private func count(_ player: Player, _ change: Int) {
        if let seat = player.seat {
            let number = (streams[seat] ?? 0) + change
            streams[seat] = number > 0 ? number : nil
        } else {
            ownSpectators += change
        }
        gather()
        shared?.tell()
    }

    /// A crowd that arrives at once is told once: else each arrival would write to all the others.
    func gather() {
        guard announcement == nil else { return }
        announcement = loop.timer(after: Settings.presenceDelay) { [weak self] in self?.announce() }
    }

    private func announce() {
        announcement = nil
        let new = Picture(seats: seats.map { ($0, isPresent($0)) }, spectators: spectators)
        guard new != picture else { return }
        picture = new
        tell?(Whisper("presence", new.json(game: game), game: game))
    }
}

/// What other servers on the same store say of the people at a game.
extension Presence {
    /// All that this server knows by itself, as the others are told.
    var attendance: Attendance {
        let oldest = SystemClock.microseconds - StoreLimits.attendanceLife.wholeMilliseconds * 1000
        // That a cursor is gone is told for as long as somebody may still say where it was.
        let own = cursors.values.filter { $0.server == nil && ($0.cell != nil || $0.moved > oldest) }
        return Attendance(
            seats: Set(streams.keys), spectators: ownSpectators, cursors: own.sorted { $0.seat < $1.seat })
    }

    /// Takes in what another server says.
    func hear(_ news: AttendanceNews) {
        switch news {
        case .asked: if attendance != .nobody { shared?.tell() }
        case .told(let attendance, let server): hear(attendance, by: server)
        }
    }

    private func hear(_ attendance: Attendance, by server: String) {
        guard let shared, let before = shared.note(attendance, by: server) else { return }
        for cursor in attendance.cursors where seats.contains(cursor.seat) { follow(cursor, by: server) }
        let named = Set(attendance.cursors.map(\.seat))
        for (seat, cursor) in cursors where cursor.server == server && !named.contains(seat) {
            cursors[seat] = nil
            if cursor.cell != nil { show(Cursor(seat: seat, cell: nil, direction: .across)) }
        }
        for seat in before.seats where !isPresent(seat) && isOwn(seat) { move(seat, to: nil, .across) }
        // Whoever is there, or was until now, is not silent.
        for seat in before.seats.union(attendance.seats) { sawSign(of: Player(seat: seat), at: shared.now) }
        gather()
    }

    /// Whether the cursor of `seat` was last moved here, and stands somewhere.
    private func isOwn(_ seat: Seat) -> Bool {
        cursors[seat].map { $0.server == nil && $0.cell != nil } ?? false
    }

    /// The newest move of a cursor counts, wherever it was made.
    private func follow(_ cursor: Cursor, by server: String) {
        let known = cursors[cursor.seat]
        guard cursor.moved > known?.moved ?? .min else { return }
        var cursor = cursor
        cursor.server = server
        cursors[cursor.seat] = cursor
        if known?.cell != cursor.cell || known?.direction != cursor.direction { show(cursor) }
    }
}
