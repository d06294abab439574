package import GameCore
import GameJSON

/// Stored games that no server uses: a data folder, a backup, a Redis database or a file of documents.
///
/// `ArchiveCopy` copies games between archives to migrate, export and import them. Methods are called on the
/// main thread and block.
package protocol GameArchive: AnyObject {
    /// The name in messages, without any password.
    var name: String { get }
    /// Whether it holds only journals: no tokens, move ids, puzzles or standings. Default: false.
    var holdsJournalsOnly: Bool { get }

    /// The time at which a server was last active; nil if none ever was.
    func lastActive() throws -> Timestamp?
    /// All games, the public ones in the order of the public list.
    func games() throws -> [ArchivedGame]
    func puzzles() throws -> [String]
    func standings() throws -> [Standing]
    /// All players, in the order of their ids.
    func players() throws -> [ArchivedPlayer]
    /// The setup of a game; nil if there is no such game.
    func setup(of id: GameID) throws -> GameSetup?
    /// Loads a game with the moves that are remembered at `now`; nil if there is no such game.
    ///
    /// - Throws: `StoreFailure` for a damaged journal.
    func game(_ id: GameID, at now: Timestamp) throws -> StoredGame?
    /// Reads at most `limit` events after `sequence`, oldest first.
    func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent]
    /// Loads a puzzle; nil if there is none with that id.
    func puzzle(_ id: String) throws -> StoredPuzzle?

    /// What is wrong with the store as a whole, one sentence each. Default: nothing.
    func integrityProblems() throws -> [String]
    /// Compares the rows beside a journal with `state`, to which the journal leads. Default: no effect.
    ///
    /// - Throws: `StoreFailure` with the first difference.
    func compare(_ state: GameState) throws
}

/// An archive into which games can be copied.
package protocol FillableArchive: GameArchive {
    /// Begins to fill an empty archive, which is incomplete until `finish`.
    ///
    /// - Throws: `StoreRefusal` if it holds anything but an unused lobby.
    func begin() throws
    /// Begins to add games to those that the archive has.
    func beginAdding() throws
    /// Adds games and puzzles, with the moves that are remembered at `now`.
    func add(_ entries: [JournalEntry], at now: Timestamp) throws
    func addStandings(_ standings: [Standing]) throws
    func addPlayers(_ players: [ArchivedPlayer]) throws
    /// Completes the archive; the time since `lastActive` will count as downtime.
    func finish(at lastActive: Timestamp?) throws
    /// Cancels the filling and releases the archive.
    ///
    /// - Returns: One sentence for the operator about the archive's state.
    func abort() -> String
}

extension GameArchive {
    package var holdsJournalsOnly: Bool { false }

    package func integrityProblems() throws -> [String] { [] }

    package func compare(_ state: GameState) throws {}

    /// The current time, with the time since the last server counted as downtime.
    package var now: Timestamp { get throws { SystemClock(after: try lastActive()).now } }

    /// Whether the archive has the game of `document` with the same journal.
    func holds(_ document: GameDocument) throws -> Bool {
        let events = document.events
        let mine = try self.events(of: document.setup.id, after: .zero, limit: events.count + 1)
        return mine.count == events.count
            && zip(mine, events).allSatisfy { mine, other in
                mine.sequence == other.sequence && mine.time.milliseconds == other.time.milliseconds
                    && mine.change.record == other.change.record
            }
    }
}

package nonisolated struct ArchivedGame: Equatable, Sendable {
    package let id: GameID
    package let isPublic: Bool

    package init(id: GameID, isPublic: Bool) {
        self.id = id
        self.isPublic = isPublic
    }
}

/// A player with everything that is stored about them, except one-time codes, which live for minutes.
package nonisolated struct ArchivedPlayer: Equatable, Sendable {
    package struct Key: Equatable, Sendable {
        package let key: PlayerKey
        package let digest: Digest

        package init(key: PlayerKey, digest: Digest) { (self.key, self.digest) = (key, digest) }
    }

    /// The player's game of a day.
    package struct DailyClaim: Equatable, Sendable {
        package let rules: String
        package let day: Day
        package let game: GameID

        package init(rules: String, day: Day, game: GameID) {
            (self.rules, self.day, self.game) = (rules, day, game)
        }
    }

    /// A game in which the player has had a seat.
    package struct Appearance: Equatable, Sendable {
        package let game: GameID
        package let time: Timestamp

        package init(game: GameID, time: Timestamp) { (self.game, self.time) = (game, time) }
    }

    package let record: PlayerRecord
    /// In the order of their numbers.
    package let keys: [Key]
    /// The recovery code; nil for a player without one.
    package let recovery: Digest?
    /// In the order of rules and days.
    package let days: [DailyClaim]
    /// In the order of the ids.
    package let games: [Appearance]

    package init(
        record: PlayerRecord, keys: [Key], recovery: Digest? = nil, days: [DailyClaim], games: [Appearance]
    ) {
        (self.record, self.recovery) = (record, recovery)
        self.keys = keys.sorted { $0.key.number < $1.key.number }
        self.days = days.sorted { ($0.rules, $0.day.number) < ($1.rules, $1.day.number) }
        self.games = games.sorted { $0.game.text < $1.game.text }
    }
}

nonisolated extension StoreRefusal {
    package static func notEmpty(_ name: String, games: Int) -> StoreRefusal {
        let what =
            switch games {
            case 0: "puzzles, players or standings, but no games"
            case 1: "1 game"
            default: "\(games.grouped) games"
            }
        return StoreRefusal("“\(name)” already holds \(what): the target must be empty.")
    }
}

nonisolated extension Int {
    /// In decimal with separators: `1,234`.
    var grouped: String {
        let digits = Array(String(magnitude))
        let parts = digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return (self < 0 ? "-" : "") + parts.joined()
    }
}
