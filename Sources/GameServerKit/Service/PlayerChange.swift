import EventIO
import GameCore
import GameStore

/// A player's change of name or colour: it is stored, then the seats in rooms and unfinished games follow.
///
/// Leaderboards and rooms' standings show the stored name. A change that a crash interrupts can be repeated.
final class PlayerChange {
    private let player: PlayerRecord
    private let world: World
    private let requester: Requester

    /// The change to the name and colour of `player`.
    ///
    /// - Parameter requester: The party that is charged for the work of the store.
    init(to player: PlayerRecord, in world: World, for requester: Requester) {
        (self.player, self.world, self.requester) = (player, world, requester)
    }

    /// The games and rooms in which a change of `player` renames a seat.
    static func renamed(
        _ player: PlayerID, in world: World, for requester: Requester,
        _ done: @escaping StoreAnswer<[PlayedGame]>
    ) {
        let store = world.players.store
        store.games(of: player, .all, limit: Settings.renamedSeats, for: requester) { found in
            done(found.map { $0.filter { $0.phase != .finished } })
        }
    }

    /// Carries out the change; `done` is called when the player's seats have the new name.
    ///
    /// Fails with `StoreFailure.playerErased` if the player has been erased before its turn came.
    func run(_ done: @escaping StoreAnswer<Void>) {
        world.playerQueue.enqueue(player.id.text) { [self] end in
            change { [self] result in
                if case .success = result { world.games.reload(misnaming: player) }
                end()
                done(result)
            }
        }
    }

    private func change(_ done: @escaping StoreAnswer<Void>) {
        let players = world.players
        players.store.update(player) { [self] stored in
            guard case .success = stored else { return done(stored) }
            players.update(player)
            Self.renamed(player.id, in: world, for: requester) { [self] found in
                guard case .success(let games) = found else { return done(found.map { _ in }) }
                rename(games[...], done)
            }
        }
    }

    private func rename(_ games: ArraySlice<PlayedGame>, _ done: @escaping StoreAnswer<Void>) {
        guard let next = games.first else { return done(.success(())) }
        world.games.wake(next.game, for: requester) { [self] found in
            guard case .success(let game) = found else { return done(found.map { _ in }) }
            guard let game, let seat = game.player(player.id).seat else {
                return rename(games.dropFirst(), done)
            }
            let command = Command.renameSeat(seat, player.name, player.colour)
            let sender = game.player(player.id)
            let visitor = Visitor(game: game, player: sender, id: player.id)
            let answer = { [self] (result: CommandResult) in
                // A game that refuses the change, because it has ended or is full, is read again by `run`.
                if case .failure(let problem) = result, problem.kind.status >= 500 {
                    return done(.failure(.unavailable))
                }
                rename(games.dropFirst(), done)
            }
            // A game in which the player has reached the limit of changes is read again too.
            do throws(Problem) {
                try world.limits.charge(command, to: visitor) {
                    game.perform(command, by: sender, answer)
                }
            } catch { rename(games.dropFirst(), done) }
        }
    }
}
