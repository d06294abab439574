import EventIO
import GameCore
import GameJSON
import GameStore

/// The connected players and spectators of a game, their cursors and their reactions.
///
/// Never stored.
///
/// With a shared store it covers all nodes: its own streams, and those that ``SharedPresence`` has received.
final class Presence {
    struct Summary: Equatable {
        var seats: [(seat: Seat, isPresent: Bool)] = []
        var spectators = 0

        static func == (left: Summary, right: Summary) -> Bool {
            left.spectators == right.spectators && left.seats.elementsEqual(right.seats, by: ==)
        }
    }

    /// The summary that was announced last.
    private(set) var summary = Summary()
    /// Sends an event to all streams of the game.
    var send: ((EphemeralEvent) -> Void)?
    /// Writes a summary for clients; nil for the form of a game.
    var summaryJSON: ((Summary) -> [UInt8])?
    private let game: GameID
    private let loop: MainLoop
    /// The presence at other nodes; nil when the store has one node only.
    var shared: SharedPresence?
    /// The newest move of each cursor, at any node.
    var cursors: [Seat: Cursor] = [:]
    /// The number of open streams of each seat at this node.
    private(set) var streams: [Seat: Int] = [:]
    /// The timers of the seats that count as present for a while after a brief stream at this node.
    private var returnTimers: [Seat: LoopTimer] = [:]
    /// The number of open streams without a seat at this node.
    private(set) var localSpectators = 0
    private(set) var seats: [Seat] = []
    private var lastActivity: [Seat: Timestamp] = [:]
    /// The address from which each seat was taken, or was used for the first time since the game woke.
    private(set) var addresses: [Seat: String] = [:]
    private var announcementTimer: LoopTimer?

    init(of game: GameID, loop: MainLoop) {
        self.game = game
        self.loop = loop
    }

    /// The number of open streams without a seat at all nodes.
    var spectators: Int { localSpectators + (shared?.spectators ?? 0) }

    /// The events that a new stream starts with: the presence summary, then every visible cursor.
    var initialEvents: [EphemeralEvent] {
        let visible = cursors.values.filter { $0.cell != nil }.sorted { $0.seat < $1.seat }
        // The seats as they are, and the spectators who are announced: as in a snapshot.
        let shown = Summary(seats: presentSeats, spectators: summary.spectators)
        return [event(for: shown)]
            + visible.map(ephemeralEvent(for:))
    }

    /// Counts a stream; a brief one of a spectator does not count, because it has ended before it is seen.
    func addStream(of player: Player, isBrief: Bool = false, at now: Timestamp) {
        guard !isBrief || player.seat != nil else { return }
        // From now on the lasting stream shows when the player leaves.
        if !isBrief, let seat = player.seat { returnTimers[seat] = nil }
        changeStreamCount(of: player, by: 1)
        recordActivity(of: player, at: now)
    }

    /// Removes a stream; the cursor of a player without any stream goes too.
    ///
    /// After a brief stream the player counts as present for ``Settings/returnTime``.
    func removeStream(of player: Player, isBrief: Bool = false, at now: Timestamp) {
        guard !isBrief || player.seat != nil else { return }
        // If another stream is open, that one shows when the player leaves.
        if isBrief, let seat = player.seat, seats.contains(seat), streams[seat] == 1 {
            returnTimers[seat] = loop.timer(after: Settings.returnTime) { [weak self] in
                self?.returnTimers[seat] = nil
                self?.didLeave(seat)
            }
        }
        changeStreamCount(of: player, by: -1)
        recordActivity(of: player, at: now)
        if let seat = player.seat { hideCursor(ofAbsent: seat) }
    }

    private func didLeave(_ seat: Seat) {
        scheduleAnnouncement()
        shared?.publish()
        hideCursor(ofAbsent: seat)
    }

    private func hideCursor(ofAbsent seat: Seat) {
        if !isPresent(seat) { moveCursor(of: seat, to: nil, .across) }
    }

    /// Moves the cursor of `seat`, or hides it when `cell` is nil, and sends that to all streams.
    func moveCursor(of seat: Seat, to cell: CellIndex?, _ direction: Cursor.Direction) {
        var cursor = Cursor(seat: seat, cell: cell, direction: direction)
        if let shared {
            cursor.moved = shared.timestamp(after: cursors[seat]?.moved)
            cursors[seat] = cursor
            shared.publish()
        } else {
            cursors[seat] = cell == nil ? nil : cursor
        }
        sendCursor(cursor)
    }

    func sendCursor(_ cursor: Cursor) { send?(ephemeralEvent(for: cursor)) }

    /// Sends a reaction of the player on `seat` to all streams.
    func react(_ reaction: Reaction, by seat: Seat) {
        sendReaction(reaction, by: seat)
        shared?.publish(reaction, by: seat)
    }

    private func sendReaction(_ reaction: Reaction, by seat: Seat) {
        send?(EphemeralEvent("reaction", reaction.json(by: seat, game: game), game: game))
    }

    private func event(for summary: Summary) -> EphemeralEvent {
        EphemeralEvent("presence", summaryJSON?(summary) ?? summary.json(game: game), game: game)
    }

    private func ephemeralEvent(for cursor: Cursor) -> EphemeralEvent {
        EphemeralEvent("cursor", cursor.json(game: game), game: game)
    }

    func recordActivity(of player: Player, at now: Timestamp) {
        if let seat = player.seat { lastActivity[seat] = now }
    }

    /// Remembers `address` as that of a new player on `seat`, who need not be committed yet.
    func setAddress(_ address: String, of seat: Seat) { addresses[seat] = address }

    /// Remembers `address` for the player on `seat` if theirs is unknown.
    func recordAddress(_ address: String, of player: Player) {
        if let seat = player.seat, addresses[seat] == nil { addresses[seat] = address }
    }

    /// The address of the last player on `seat`; nil if unknown.
    func address(of seat: Seat) -> String? { addresses[seat] }

    /// Sets the occupied seats of the game; taking a seat counts as activity.
    func setSeats(_ seats: [Seat], at time: @autoclosure () -> Timestamp) {
        guard seats != self.seats else { return }
        let now = time()
        let activity = seats.map { seat in
            (seat, self.seats.contains(seat) ? lastActivity[seat] ?? now : now)
        }
        lastActivity = Dictionary(uniqueKeysWithValues: activity)
        self.seats = seats
        returnTimers = returnTimers.filter { seats.contains($0.key) }
        let count = cursors.count
        for seat in cursors.keys where !seats.contains(seat) { cursors[seat] = nil }
        if cursors.count < count { shared?.publish() }
        scheduleAnnouncement()
    }

    /// Who is present now, which may not be announced yet.
    private var presentSeats: [(seat: Seat, isPresent: Bool)] { seats.map { ($0, isPresent($0)) } }

    /// Whether `seat` has an open stream at any node, or had a brief one a moment ago.
    func isPresent(_ seat: Seat) -> Bool {
        streams[seat] != nil || returnTimers[seat] != nil || shared?.isPresent(seat) ?? false
    }

    /// The seats without a stream whose players have done nothing since `moment`.
    func inactiveSeats(since moment: Timestamp) -> [Seat] {
        seats.filter { !isPresent($0) && lastActivity[$0].map { $0 < moment } ?? false }
    }

    private func changeStreamCount(of player: Player, by change: Int) {
        if let seat = player.seat {
            let number = (streams[seat] ?? 0) + change
            streams[seat] = number > 0 ? number : nil
        } else {
            localSpectators += change
        }
        scheduleAnnouncement()
        shared?.publish()
    }

    /// Announces the summary soon, and only once for all changes until then.
    ///
    /// With an announcement for each arrival, n players that connect at once would cause n² writes.
    func scheduleAnnouncement() {
        guard announcementTimer == nil else { return }
        announcementTimer = loop.timer(after: Settings.presenceDelay) { [weak self] in self?.announce() }
    }

    private func announce() {
        announcementTimer = nil
        let new = Summary(seats: presentSeats, spectators: spectators)
        guard new != summary else { return }
        summary = new
        send?(event(for: new))
    }
}

/// Presence that other nodes of the same store report.
extension Presence {
    /// The attendance of this node, as it is published to the others.
    var attendance: Attendance {
        let oldest = SystemClock.microseconds - StoreLimits.attendanceLifetime.wholeMilliseconds * 1000
        // A hidden cursor is published until no report of its former place can be valid any more.
        let own = cursors.values.filter { $0.node == nil && ($0.cell != nil || $0.moved > oldest) }
        return Attendance(
            seats: Set(streams.keys).union(returnTimers.keys), spectators: localSpectators,
            cursors: own.sorted { $0.seat < $1.seat })
    }

    /// Answers a query of another node, or merges its report.
    func receive(_ message: AttendanceMessage) {
        switch message {
        case .query: if attendance != .nobody { shared?.publish() }
        case .report(let attendance, let node): merge(attendance, from: node)
        case .reaction(let reaction, let seat): if seats.contains(seat) { sendReaction(reaction, by: seat) }
        }
    }

    private func merge(_ attendance: Attendance, from node: String) {
        guard let shared, let before = shared.record(attendance, from: node) else { return }
        for cursor in attendance.cursors where seats.contains(cursor.seat) {
            mergeCursor(cursor, from: node)
        }
        let named = Set(attendance.cursors.map(\.seat))
        for (seat, cursor) in cursors where cursor.node == node && !named.contains(seat) {
            cursors[seat] = nil
            if cursor.cell != nil { sendCursor(Cursor(seat: seat, cell: nil, direction: .across)) }
        }
        for seat in before.seats where !isPresent(seat) && isLocalCursor(seat) {
            moveCursor(of: seat, to: nil, .across)
        }
        for seat in before.seats.union(attendance.seats) {
            recordActivity(of: Player(seat: seat), at: shared.now)
        }
        scheduleAnnouncement()
    }

    /// Whether the cursor of `seat` is visible and was last moved at this node.
    private func isLocalCursor(_ seat: Seat) -> Bool {
        cursors[seat].map { $0.node == nil && $0.cell != nil } ?? false
    }

    /// Merges a cursor: the newest move wins.
    private func mergeCursor(_ cursor: Cursor, from node: String) {
        let known = cursors[cursor.seat]
        guard cursor.moved > known?.moved ?? .min else { return }
        var cursor = cursor
        cursor.node = node
        cursors[cursor.seat] = cursor
        if known?.cell != cursor.cell || known?.direction != cursor.direction { sendCursor(cursor) }
    }
}
