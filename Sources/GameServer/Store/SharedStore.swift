import GameCore

/// What several servers over one store need of it beyond keeping games.
///
/// Called on the main actor, where all answers come, at once or later.
protocol SharedStore: AnyObject {
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
nonisolated struct GameNews: Equatable, Sendable {
    let game: GameID
    /// The game's last event before.
    let before: SequenceNumber
    /// Dense from there.
    let events: [GameEvent]
    /// Moves that were made meanwhile, oldest first; some may be known already.
    let moves: [Move]
    /// All tokens as they are now; nil when they are as before.
    let tokens: [HeldToken]?
}

/// The right to act for a game, where exactly one server may.
nonisolated struct Lease: Sendable {
    /// Rises with each new holder; a journal takes no entry with one that has passed.
    let fence: Int
    /// Up to when nobody else gets it.
    let until: ContinuousClock.Instant
}

/// What has become of a batch.
nonisolated enum AppendResult: Sendable {
    /// Nothing of it is saved.
    case failed(StoreFailure)
    /// All of it is saved, but nothing of the entries of these games.
    case saved(except: [GameID: Rejection])

    /// Why the entries of one game were not saved.
    enum Rejection: Equatable, Sendable {
        /// Others were quicker: this is what they have added.
        case overtaken(GameNews)
        /// Somebody else may act for the game now.
        case fenced
        /// The store takes none of it.
        case refused(StoreFailure)
    }

    /// All of it is saved.
    static let saved = AppendResult.saved(except: [:])

    /// Whether all of it is saved.
    var isWhole: Bool {
        if case .saved(let rejections) = self { rejections.isEmpty } else { false }
    }

    /// The games of which nothing is saved although other games are.
    var rejections: [GameID: Rejection] {
        if case .saved(let rejections) = self { rejections } else { [:] }
    }

    /// Why nothing is saved, if that is so.
    var failure: StoreFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
