import GameCore
import GameJSON
import GameStore

/// The erasure of a player: the name leaves all games and the files, then the player leaves the store.
///
/// The letters stay. The keys are deleted last, so
/// that an erasure that a crash has interrupted can be repeated as long as the name is anywhere.
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
        replaceName { [self] result in
            guard case .success = result else { return finish(result, done) }
            rewriteGames(except: []) { [self] result in finish(result, done) }
        }
    }

    private func finish(_ result: Result<Void, StoreFailure>, _ done: @escaping StoreAnswer<Void>) {
        world.players.endErasure(of: player)
        done(result)
    }

    /// Replaces the name of the player, which no node writes from then on.
    private func replaceName(_ done: @escaping StoreAnswer<Void>) {
        do {
            world.players.store.beginErasure(of: player, as: try NameRewriting.erasedName(), done)
        } catch { done(.failure(StoreFailure(error))) }
    }

    /// Rewrites the games of the player until there is no other one, then erases the player.
    ///
    /// What the player has done before the erasure is committed meanwhile, and other nodes may accept the
    /// player's keys until the end.
    ///
    /// - Parameter isPurged: Whether the store's files have been purged since the last game was rewritten.
    private func rewriteGames(
        except known: Set<GameID>, isPurged: Bool = false, _ done: @escaping StoreAnswer<Void>
    ) {
        let store = world.players.store
        afterPendingCommits { [self] in
            store.games(of: player, .all, limit: .max, for: requester) { [self] found in
                guard case .success(let games) = found else { return done(found.map { _ in }) }
                let new = games.filter { !known.contains($0.game) }
                guard !new.isEmpty else {
                    return isPurged ? erase(done) : purge(except: known, done)
                }
                rewrite(new[...]) { [self] rewritten in
                    guard case .success = rewritten else { return done(rewritten) }
                    rewriteGames(except: known.union(new.map(\.game)), done)
                }
            }
        }
    }

    private func afterPendingCommits(_ work: @escaping () -> Void) {
        let lobby = world.games.lobby
        world.commits.append(JournalEntry(game: lobby.id), of: lobby) { _ in work() }
    }

    /// Removes the name from the unused parts of the store's files, then goes on with the games.
    private func purge(except known: Set<GameID>, _ done: @escaping StoreAnswer<Void>) {
        let goOn: StoreAnswer<Void> = { [self] purged in
            guard case .success = purged else { return done(purged) }
            rewriteGames(except: known, isPurged: true, done)
        }
        guard let administration = world.store.administration else { return goOn(.success(())) }
        administration.purge(for: requester, goOn)
    }

    private func erase(_ done: @escaping StoreAnswer<Void>) {
        world.players.store.erase(player) { [self] erased in
            if case .success = erased { world.players.forget(player) }
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

    private func rewrite(_ games: ArraySlice<PlayedGame>, _ done: @escaping StoreAnswer<Void>) {
        guard let game = games.first else { return done(.success(())) }
        leave(game) { [self] left in
            guard case .success = left else { return done(left) }
            world.rewriter.rewrite(game.game, .erasing(player), for: requester) { [self] result in
                guard case .success = result else { return done(result.map { _ in }) }
                rewrite(games.dropFirst(), done)
            }
        }
    }
}
