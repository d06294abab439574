package import GameCore
import GameJSON

/// The operations of the server's owner on stored data.
///
/// Methods are called on the main actor and call their completions there. A game must be out of memory while
/// it is changed, because a game in memory would continue from its old state.
package protocol StoreAdministration: AnyObject {
    /// Lists games, public and private, in an order of the store.
    ///
    /// - Parameter cursor: The `next` of the previous page; nil for the first one.
    func inventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredGameSummary>>)
    /// Lists puzzles in an order of the store.
    func puzzleInventory(
        after cursor: String?, limit: Int, _ done: @escaping StoreAnswer<InventoryPage<StoredPuzzleSummary>>)
    /// Deletes games with everything that belongs to them; unknown ids are ignored.
    func delete(_ games: [GameDeletion], _ done: @escaping StoreAnswer<Void>)
    /// Adds a game to the public list, or removes it from there.
    func setPublic(_ isPublic: Bool, _ game: GameID, _ done: @escaping StoreAnswer<Void>)
    /// Renames everybody called `old`, in any case, except players with keys; answers with their games.
    func renameGuests(_ old: PlayerName, to new: PlayerName, _ done: @escaping StoreAnswer<[GameID]>)
    /// Deletes a puzzle; the games that were made from it keep their copies.
    ///
    /// Answers whether there was one.
    func deletePuzzle(_ id: String, _ done: @escaping StoreAnswer<Bool>)
    /// Removes standings of a player; answers how many.
    func removeStandings(_ selection: StandingSelection, _ done: @escaping StoreAnswer<Int>)
    /// Removes deleted rows from the log of the store's files, where they would remain.
    func purge(_ done: @escaping StoreAnswer<Void>)
    /// The games among `games` that are in memory at other servers.
    func gamesInMemoryElsewhere(among games: [GameID], _ done: @escaping StoreAnswer<Set<GameID>>)
}

package nonisolated struct InventoryPage<Row: Sendable>: Sendable {
    package let rows: [Row]
    /// The cursor of the next page; nil after the last one.
    package let next: String?

    package init(rows: [Row], next: String?) {
        (self.rows, self.next) = (rows, next)
    }
}

/// A stored game, as its owner sees it.
package nonisolated struct StoredGameSummary: Sendable {
    package let setup: GameSetup
    package let phase: GameState.Phase
    /// The number of the last event; 0 without any.
    package let events: Int
    /// The time of the last event, or of the creation.
    package let changed: Timestamp
    /// The names of the seated players.
    package let players: [String]

    package init(
        setup: GameSetup, phase: GameState.Phase, events: Int, changed: Timestamp, players: [String]
    ) {
        (self.setup, self.phase, self.events) = (setup, phase, events)
        (self.changed, self.players) = (changed, players)
    }
}

package nonisolated struct StoredPuzzleSummary: Sendable {
    package let id: String
    package let format: String
    /// The size of the file in bytes.
    package let bytes: Int
    package let isPublic: Bool
    package let created: Timestamp

    package init(id: String, format: String, bytes: Int, isPublic: Bool, created: Timestamp) {
        (self.id, self.format, self.bytes) = (id, format, bytes)
        (self.isPublic, self.created) = (isPublic, created)
    }
}

package nonisolated struct GameDeletion: Sendable {
    package let game: GameID
    /// Whether the game's rows on the leaderboards stay.
    package let keepsStandings: Bool
    /// The number that the last event must have, or else the game stays; nil for no condition.
    package let events: Int?

    package init(of game: GameID, keepsStandings: Bool = false, ifEventsAre events: Int? = nil) {
        (self.game, self.keepsStandings, self.events) = (game, keepsStandings, events)
    }
}

/// The standings of one player, of all rules and days or of some.
package nonisolated struct StandingSelection: Sendable {
    package let player: PlayerID
    package let rules: String?
    package let day: Day?

    package init(of player: PlayerID, rules: String? = nil, day: Day? = nil) {
        (self.player, self.rules, self.day) = (player, rules, day)
    }
}
