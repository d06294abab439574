import GameCore

/// What other servers on the same store say of the people at a game.
extension Presence {
    /// All that this server knows by itself, as the others are told.
    var attendance: Attendance {
        let oldest = (shared?.now.milliseconds ?? 0) - Settings.attendanceLife.wholeMilliseconds
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
