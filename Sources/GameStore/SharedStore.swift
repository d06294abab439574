package import GameCore
import GameJSON

/// What several servers over one store need of it beyond keeping games.
///
/// Called on the main actor, where all answers come, at once or later.
package protocol SharedStore: AnyObject {
    /// Hears what other servers have added to games that are followed; never what this one has.
    var onNews: (GameNews) -> Void { get set }
    /// Hears what other servers say of the people at games that are followed; it may be lost.
    var onAttendance: (GameID, AttendanceNews) -> Void { get set }

    /// From now on news of `game` are told, from the state in which it is read after this.
    func follow(_ game: GameID)
    /// News of `game` are of no interest any more.
    func unfollow(_ game: GameID)
    /// What was added to `game` after `sequence`; nil when there is no such game.
    func catchUp(
        _ game: GameID, after sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameNews?>)
    /// Tells the other servers who is at `game` here, if they can be told now; nothing is kept.
    func tell(_ attendance: Attendance, of game: GameID)
    /// The right to act for `game` where exactly one server may; nil while another has it.
    ///
    /// Who has it renews it so.
    func lease(_ game: GameID, _ done: @escaping StoreAnswer<Lease?>)
}

/// What was added to a game.
package nonisolated struct GameNews: Equatable, Sendable {
    package let game: GameID
    /// The game's last event before.
    package let before: SequenceNumber
    /// Dense from there.
    package let events: [GameEvent]
    /// Moves that were made meanwhile, oldest first; some may be known already.
    package let moves: [Move]
    /// All tokens as they are now; nil when they are as before.
    package let tokens: [HeldToken]?

    package init(
        game: GameID, before: SequenceNumber, events: [GameEvent], moves: [Move], tokens: [HeldToken]?
    ) {
        self.game = game
        self.before = before
        self.events = events
        self.moves = moves
        self.tokens = tokens
    }
}

/// The right to act for a game, where exactly one server may.
package nonisolated struct Lease: Sendable {
    /// Rises with each new holder; a journal takes no entry with one that has passed.
    package let fence: Int
    /// Up to when nobody else gets it.
    package let until: ContinuousClock.Instant

    package init(fence: Int, until: ContinuousClock.Instant) {
        self.fence = fence
        self.until = until
    }
}

/// What has become of a batch.
package nonisolated enum AppendResult: Sendable {
    /// Nothing of it is saved.
    case failed(StoreFailure)
    /// All of it is saved, but nothing of the entries of these games.
    case saved(except: [GameID: Rejection])

    /// Why the entries of one game were not saved.
    package enum Rejection: Equatable, Sendable {
        /// Others were quicker: this is what they have added.
        case overtaken(GameNews)
        /// Somebody else may act for the game now.
        case fenced
        /// The store takes none of it.
        case refused(StoreFailure)
    }

    /// All of it is saved.
    package static let saved = AppendResult.saved(except: [:])

    /// Whether all of it is saved.
    package var isWhole: Bool {
        if case .saved(let rejections) = self { rejections.isEmpty } else { false }
    }

    /// The games of which nothing is saved although other games are.
    package var rejections: [GameID: Rejection] {
        if case .saved(let rejections) = self { rejections } else { [:] }
    }

    /// Why nothing is saved, if that is so.
    package var failure: StoreFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// Who is at a game by way of one server, as that tells the others.
package nonisolated struct Attendance: Equatable, Sendable {
    /// Seats with a stream.
    package var seats: Set<Seat> = []
    /// Streams without a seat.
    package var spectators = 0
    /// Cursors that were last moved there, one a seat; those that are gone among them, for a while.
    package var cursors: [Cursor] = []

    package init(seats: Set<Seat> = [], spectators: Int = 0, cursors: [Cursor] = []) {
        self.seats = seats
        self.spectators = spectators
        self.cursors = cursors
    }

    /// Nobody is there, and nobody looks anywhere.
    package static let nobody = Attendance()
}

/// What a server hears of the people at a game from the others on the same store.
package nonisolated enum AttendanceNews: Equatable, Sendable {
    /// Somebody asks who is there.
    case asked
    /// So it is at the server of this name.
    case told(Attendance, by: String)
}

/// Where somebody's cursor stands; no cell when it is gone.
package nonisolated struct Cursor: Equatable, Sendable {
    /// Where a word leads.
    package enum Direction: String { case across, down }

    package let seat: Seat
    package let cell: CellIndex?
    package let direction: Direction
    /// When it was moved, in microseconds since 1970: of two moves the later one counts.
    package var moved: Int64 = 0
    /// The server where it was moved; nil for this one.
    package var server: String?

    package init(
        seat: Seat, cell: CellIndex?, direction: Direction, moved: Int64 = 0, server: String? = nil
    ) {
        self.seat = seat
        self.cell = cell
        self.direction = direction
        self.moved = moved
        self.server = server
    }
}
