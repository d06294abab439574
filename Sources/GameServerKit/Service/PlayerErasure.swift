import GameCore
import GameJSON
import GameStore

/// The erasure of a player: deletes the name, also from the store's files, and then everything else.
///
/// Games keep the seat and the letters. The keys are deleted last, so that an erasure that a crash has interrupted
/// can be repeated.
final class PlayerErasure {
    private let player: PlayerID
    private let world: World
    private let requester: Requester

    /// - Parameter requester: The party that is charged for the work of the store.
    init(of player: PlayerID, in world: World, for requester: Requester) {
        (self.player, self.world, self.requester) = (player, world, requester)
    }

    /// Erases the player; `done` is called when the name is in no file any more, except in backups.
    ///
    /// From now on the player's keys are refused. A failed erasure can be repeated.
    func run(_ done: @escaping StoreAnswer<Void>) {
        guard world.players.beginErasure(of: player) else {
            return done(.failure(.unavailable))
        }
        // A change of the name that has begun comes first.
        world.playerQueue.enqueue(player.text) { [self] end in
            let finish: StoreAnswer<Void> = { [self] result in
                world.players.endErasure(of: player)
                end()
                done(result)
            }
            world.players.store.beginErasure(of: player) { [self] begun in
                guard case .success = begun else { return finish(begun) }
                leaveGames(except: [], finish)
            }
        }
    }

    /// Leaves the games of the player until no further one is found, then erases the player.
    ///
    /// It looks again, because commands from before the erasure are committed in the meantime, and other
    /// nodes may accept the player's keys until the end.
    private func leaveGames(except known: Set<GameID>, _ done: @escaping StoreAnswer<Void>) {
        let store = world.players.store
        afterPendingCommits { [self] in
            store.games(of: player, .all, limit: .max, for: requester) { [self] found in
                guard case .success(let games) = found else { return done(found.map { _ in }) }
                let new = games.filter { !known.contains($0.game) }
                guard !new.isEmpty else { return deleteName(forgetting: known, done) }
                leave(new[...]) { [self] left in
                    guard case .success = left else { return done(left) }
                    leaveGames(except: known.union(new.map(\.game)), done)
                }
            }
        }
    }

    private func afterPendingCommits(_ work: @escaping () -> Void) {
        let lobby = world.games.lobby
        world.commits.append(JournalEntry(game: lobby.id), of: lobby) { _ in work() }
    }

    /// Deletes the name, now that the player's seats need not be found any more.
    private func deleteName(forgetting games: Set<GameID>, _ done: @escaping StoreAnswer<Void>) {
        world.players.store.deleteName(of: player, for: requester) { [self] deleted in
            guard case .success = deleted else { return done(deleted) }
            purge(forgetting: games, done)
        }
    }

    /// Empties the log of the store's files, which still contains the name.
    private func purge(forgetting games: Set<GameID>, _ done: @escaping StoreAnswer<Void>) {
        let goOn: StoreAnswer<Void> = { [self] purged in
            guard case .success = purged else { return done(purged) }
            erase(forgetting: games, done)
        }
        guard let administration = world.store.administration else { return goOn(.success(())) }
        administration.purge(goOn)
    }

    /// Deletes the player; games in memory are read again, because they have the name.
    private func erase(forgetting games: Set<GameID>, _ done: @escaping StoreAnswer<Void>) {
        world.players.store.erase(player) { [self] erased in
            if case .success = erased {
                world.players.forget(player)
                for game in games { world.games.reload(game) }
            }
            done(erased)
        }
    }

    /// Leaves a room, so that it does not keep a host who never comes back, and the lobby or a waiting game,
    /// whose seats are for others.
    private func leave(_ played: PlayedGame, _ done: @escaping StoreAnswer<Void>) {
        let isOpenToOthers = played.game.room != nil || played.game == .lobby || played.phase == .waiting
        guard isOpenToOthers else { return done(.success(())) }
        world.games.wake(played.game, for: requester) { [player] found in
            guard case .success(let game?) = found else { return done(found.map { _ in }) }
            let member = game.player(player)
            guard let seat = member.seat else { return done(.success(())) }
            game.perform(.leaveSeat(seat), by: member) { result in
                // After the erasure nobody could find the seat.
                let isFailure = (try? result.get()) == nil
                done(isFailure && game.player(player).seat != nil ? .failure(.unavailable) : .success(()))
            }
        }
    }

    private func leave(_ games: ArraySlice<PlayedGame>, _ done: @escaping StoreAnswer<Void>) {
        guard let game = games.first else { return done(.success(())) }
        leave(game) { [self] left in
            guard case .success = left else { return done(left) }
            leave(games.dropFirst(), done)
        }
    }
}
