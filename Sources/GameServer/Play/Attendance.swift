import GameCore

/// Who is at a game by way of one server, as that tells the others.
nonisolated struct Attendance: Equatable, Sendable {
    /// Seats with a stream.
    var seats: Set<Seat> = []
    /// Streams without a seat.
    var spectators = 0
    /// Cursors that were last moved there, one a seat; those that are gone among them, for a while.
    var cursors: [Presence.Cursor] = []

    /// Nobody is there, and nobody looks anywhere.
    static let nobody = Attendance()
}

/// What a server hears of the people at a game from the others on the same store.
nonisolated enum AttendanceNews: Equatable, Sendable {
    /// Somebody asks who is there.
    case asked
    /// So it is at the server of this name.
    case told(Attendance, by: String)
}
