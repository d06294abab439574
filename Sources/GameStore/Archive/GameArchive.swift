package import GameCore
import GameJSON

/// A place that keeps games while no server has it: a data folder, a backup, a Redis, a file of documents.
///
/// `ArchiveCopy` moves games from one to another: that is how they are migrated, exported and imported.
/// Called on the main thread; every call waits.
package protocol GameArchive: AnyObject {
    /// What people know it by, without any password.
    var name: String { get }
    /// Whether it has journals alone: no tokens, move ids, puzzles and standings.
    ///
    /// Default: false.
    var holdsJournalsOnly: Bool { get }

    /// The last moment of the games' clock; nil where no server has ever been.
    func moment() throws -> Timestamp?
    /// All games, in the order in which they were made; those of lists in the order of the lists.
    func games() throws -> [ArchivedGame]
    /// The ids of all puzzles that people have given to the server.
    func puzzles() throws -> [String]
    /// How everybody did in the games of days: of each name and day the first.
    func standings() throws -> [Standing]
    /// The setup of the game `id`; nil when there is none.
    func setup(of id: GameID) throws -> GameSetup?
    /// The game `id` as it was at `now`, when its moves were a day old at most; nil when there is none.
    ///
    /// - Throws: `StoreFailure` when its journal cannot be right.
    func game(_ id: GameID, at now: Timestamp) throws -> StoredGame?
    /// The events of `id` after `sequence`, oldest first, at most `limit`.
    func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent]
    /// The puzzle that is kept under `id`; nil when there is none.
    func puzzle(_ id: String) throws -> StoredPuzzle?

    /// Readies the place to be filled; from here on it is not whole.
    ///
    /// - Throws: `StoreRefusal` when there is anything but a house board on which nothing has happened.
    func begin() throws
    /// Adds entries of games and puzzles as they were at `now`.
    func add(_ entries: [JournalEntry], at now: Timestamp) throws
    func addStandings(_ standings: [Standing]) throws
    /// It is whole, and the games' clock stands still since `moment`.
    func finish(at moment: Timestamp?) throws
    /// It will not be whole: lets go of it, and tells what is to be done about it.
    func giveUp() -> String
}

extension GameArchive {
    package var holdsJournalsOnly: Bool { false }
}

/// A game that is known to be there.
package nonisolated struct ArchivedGame: Equatable, Sendable {
    package let id: GameID
    package let isPublic: Bool

    package init(id: GameID, isPublic: Bool) {
        self.id = id
        self.isPublic = isPublic
    }
}

nonisolated extension StoreRefusal {
    /// Nothing can be moved to where there are games.
    package static func notEmpty(_ name: String, games: Int) -> StoreRefusal {
        let what =
            switch games {
            case 0: "puzzles or standings, but no games"
            case 1: "1 game"
            default: "\(games.grouped) games"
            }
        return StoreRefusal("“\(name)” already holds \(what): games are moved to an empty place only.")
    }
}

nonisolated extension Int {
    /// As people read it: `1,234`.
    var grouped: String {
        let digits = Array(String(magnitude))
        let signs = digits.enumerated().map { place, digit in
            place > 0 && (digits.count - place) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }
        return (self < 0 ? "-" : "") + signs.joined()
    }
}
