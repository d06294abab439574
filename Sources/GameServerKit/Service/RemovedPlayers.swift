import DequeModule
import GameCore
import GameJSON
import GameStore

/// The addresses and ids of players whom hosts have removed, so that they do not sit down again at once.
///
/// In memory only: an address is personal, so no event contains it, and the store does not either.
final class RemovedPlayers {
    private struct Entry: Hashable {
        let game: GameID
        /// An address, or the id of a player.
        let name: String
    }

    /// When an entry ends, and who was removed if they had a key.
    private struct Removal {
        var player: PlayerID?
        /// Nil for as long as the game lasts.
        var end: Timestamp?
    }

    private var removals: [Entry: Removal] = [:]
    /// Oldest first.
    private var order: Deque<Entry> = []

    func contains(_ name: String, in game: GameID, at now: Timestamp) -> Bool {
        removal(of: name, in: game, at: now) != nil
    }

    /// The player who was removed from `game` at `address`; nil for one without a key.
    func player(at address: String, in game: GameID, at now: Timestamp) -> PlayerID? {
        removal(of: address, in: game, at: now)?.player
    }

    private func removal(of name: String, in game: GameID, at now: Timestamp) -> Removal? {
        guard let removal = removals[Entry(game: game, name: name)], removal.end.map({ now < $0 }) ?? true
        else { return nil }
        return removal
    }

    /// - Parameters:
    ///   - player: The removed player, if it is not `name`.
    ///   - end: When the entry ends; nil for as long as the game lasts.
    func add(_ name: String, of player: PlayerID? = nil, to game: GameID, until end: Timestamp? = nil) {
        let entry = Entry(game: game, name: name)
        let isNew = removals.updateValue(Removal(player: player, end: end), forKey: entry) == nil
        guard isNew else { return }
        order.append(entry)
        if order.count > Settings.removedPlayers { removals[order.removeFirst()] = nil }
    }

    /// Lets everybody sit down in `game` again.
    func forget(_ game: GameID) { forget { entry, _ in entry.game == game } }

    /// Lets `player` sit down in `game` again, and people at the player's address.
    func forget(_ player: PlayerID, in game: GameID) {
        forget { entry, removal in
            entry.game == game && (removal.player == player || entry.name == player.text)
        }
    }

    private func forget(where isForgotten: (Entry, Removal) -> Bool) {
        let gone = removals.filter(isForgotten)
        guard !gone.isEmpty else { return }
        order.removeAll { gone[$0] != nil }
        for entry in gone.keys { removals[entry] = nil }
    }

    /// Keeps the same players out of the next round.
    func copy(from game: GameID, to next: GameID) {
        for entry in order where entry.game == game {
            add(entry.name, of: removals[entry]?.player, to: next, until: removals[entry]?.end)
        }
    }
}
