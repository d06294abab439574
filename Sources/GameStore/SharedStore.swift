package import GameCore
import GameJSON

/// The additional operations of a store that several nodes share.
///
/// Methods are called on the main actor and call their completions there, synchronously or later.
package protocol SharedStore: AnyObject {
    /// Called with events that other nodes committed to followed games; never with this node's own.
    var onNews: (GameNews) -> Void { get set }
    /// Called with presence messages of other nodes about followed games; messages may be lost.
    var onAttendance: (GameID, AttendanceMessage) -> Void { get set }
    /// Called with a followed game that the operator has changed or deleted at another node.
    var onWithdrawal: (GameID) -> Void { get set }
    /// Called with a followed game if the store has lost events that this node knows.
    var onLoss: (GameID) -> Void { get set }

    /// Begins to report news of `game`; the next read of the game fixes where they begin.
    func follow(_ game: GameID)
    /// Stops reporting news of `game`.
    func unfollow(_ game: GameID)
    /// Reads everything that was added to `game` after `sequence`; nil if there is no such game.
    func catchUp(
        _ game: GameID, after sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameNews?>)
    /// Sends the presence at this node to the other nodes; lost if the store is unreachable.
    func publishAttendance(_ attendance: Attendance, of game: GameID)
    /// Sends a reaction of a player to the other nodes; lost if the store is unreachable.
    func publishReaction(_ reaction: Reaction, by seat: Seat, of game: GameID)
    /// Acquires the lease of `game`, or renews it if this node holds it; nil while another node does.
    func acquireLease(for game: GameID, _ done: @escaping StoreAnswer<Lease?>)
}

/// The additions to a game after a known sequence.
package nonisolated struct GameNews: Equatable, Sendable {
    package let game: GameID
    /// The sequence before the first of `events`.
    package let before: SequenceNumber
    package let events: [GameEvent]
    /// The moves since then, oldest first; the receiver may know some of them.
    package let moves: [Move]
    /// The complete list of tokens; nil if unchanged.
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

/// The exclusive right of one node to make a game's automatic moves, for a limited time.
///
/// Several nodes may have the same game in memory, but a clock that runs out or a bot's turn must produce one
/// command in all. Only the holder of the lease makes it; if the holder dies, the lease expires and another
/// node takes over. A node that was suspended may still believe in an expired lease: the fence makes the
/// journal reject its commands. It is the fencing token of Martin Kleppmann, "How to do distributed locking"
/// (2016).
package nonisolated struct Lease: Sendable {
    /// Increases with each new holder; an entry with an older fence is rejected.
    package let fence: Int
    /// The time before which no other node can acquire the lease.
    package let until: ContinuousClock.Instant

    package init(fence: Int, until: ContinuousClock.Instant) {
        self.fence = fence
        self.until = until
    }
}

/// The outcome of a commit.
package nonisolated enum AppendResult: Sendable {
    /// Nothing was saved: the games of the batch are rolled back to their committed states, and the requests
    /// are answered with 503.
    case failed(StoreFailure)
    /// The batch was saved except for all entries of these games, which are rolled back.
    case saved(except: [GameID: Rejection])

    /// The reason why the entries of one game were not saved.
    package enum Rejection: Equatable, Sendable {
        /// Another node wrote first; the commands can be applied again on top of its additions.
        case overtaken(GameNews)
        /// Another node holds the lease of the game by now.
        case fenced
        /// Another game of the same transaction was rejected; the commands can be applied again.
        case withheld
        /// The store refused the entries.
        case refused(StoreFailure)
    }

    package static let saved = AppendResult.saved(except: [:])

    package var isComplete: Bool {
        if case .saved(let rejections) = self { rejections.isEmpty } else { false }
    }

    /// The games that were rejected although the commit succeeded.
    package var rejections: [GameID: Rejection] {
        if case .saved(let rejections) = self { rejections } else { [:] }
    }

    package var failure: StoreFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}

/// The presence at a game through one node, as that node reports it to the others.
package nonisolated struct Attendance: Equatable, Sendable {
    /// The seats with an open stream.
    package var seats: Set<Seat> = []
    /// The number of streams without a seat.
    package var spectators = 0
    /// The cursors last moved at that node, one per seat.
    ///
    /// A removed cursor is reported, without a cell, for `StoreLimits.attendanceLifetime`: as long as another
    /// node may still report its old position.
    package var cursors: [Cursor] = []

    package init(seats: Set<Seat> = [], spectators: Int = 0, cursors: [Cursor] = []) {
        self.seats = seats
        self.spectators = spectators
        self.cursors = cursors
    }

    package static let nobody = Attendance()
}

/// A presence message between nodes.
package nonisolated enum AttendanceMessage: Equatable, Sendable {
    /// A node requests the reports of all others.
    case query
    /// The presence at the named node.
    case report(Attendance, by: String)
    /// The player on `seat` has reacted at another node.
    case reaction(Reaction, by: Seat)
}

/// A sign that a player shows the others for a moment; never stored.
package nonisolated enum Reaction: String, CaseIterable, Sendable {
    case applause = "👏"
    case laughter = "😂"
    case surprise = "😮"
    case fire = "🔥"
    case thought = "🤔"
    case love = "❤️"
}

/// A player's cursor; without a cell it was removed.
package nonisolated struct Cursor: Equatable, Sendable {
    package enum Direction: String { case across, down }

    package let seat: Seat
    package let cell: CellIndex?
    package let direction: Direction
    /// The time of the move in microseconds since 1970; of two reports the later one wins.
    package var moved: Int64 = 0
    /// The node at which it was moved; nil for this node.
    package var node: String?

    package init(
        seat: Seat, cell: CellIndex?, direction: Direction, moved: Int64 = 0, node: String? = nil
    ) {
        self.seat = seat
        self.cell = cell
        self.direction = direction
        self.moved = moved
        self.node = node
    }
}
