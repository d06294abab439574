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
        let address: String
    }

    private var entries: Set<Entry> = []
    /// Oldest first.
    private var order: Deque<Entry> = []

    func contains(_ address: String, in game: GameID) -> Bool {
        entries.contains(Entry(game: game, address: address))
    }

    func add(_ address: String, to game: GameID) {
        let entry = Entry(game: game, address: address)
        guard entries.insert(entry).inserted else { return }
        order.append(entry)
        if order.count > Settings.removedPlayers { entries.remove(order.removeFirst()) }
    }

    /// Lets everybody sit down in `game` again.
    func forget(_ game: GameID) {
        order.removeAll { $0.game == game }
        entries = entries.filter { $0.game != game }
    }

    /// Keeps the same players out of the next round.
    func copy(from game: GameID, to next: GameID) {
        for entry in order where entry.game == game { add(entry.address, to: next) }
    }
}
