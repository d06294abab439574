import GameCore
import GameJSON
import GameStore

/// Replaces the names of players in stored games, one rewriting of a game at a time.
///
/// A game is out of memory while its events are replaced. To read a long journal takes a second, so most of
/// it is read before; requests for the game wait only for the rest.
final class NameRewriter {
    private let games: GameRegistry
    private let store: any EventStore
    /// Otherwise a rewriting would write events that it has read before another one replaced a name in them.
    private let rewritings = KeyedSerialQueue()

    init(_ games: GameRegistry, _ store: any EventStore) { (self.games, self.store) = (games, store) }

    /// Carries out `change` in `game`; answers whether the game contained the old name.
    ///
    /// - Parameter requester: The party that is charged for reading the journal.
    func rewrite(
        _ game: GameID, _ change: NameRewriting.Change, for requester: Requester,
        _ done: @escaping StoreAnswer<Bool>
    ) {
        guard let administration = store.administration else { return done(.success(false)) }
        rewritings.enqueue(game.text) { [self] end in
            let finish: StoreAnswer<Bool> = { result in
                end()
                done(result)
            }
            read(game, change, for: requester) { [self] journal, rewriting in
                guard case .success(let first) = rewriting, !first.isEmpty else {
                    return finish(rewriting.map { _ in false })
                }
                rewrite(game, change, after: journal, for: requester, in: administration) { result in
                    finish(result.map { true })
                }
            }
        }
    }

    /// Takes the game out of memory, reads the events that were added after `journal`, and replaces all.
    private func rewrite(
        _ game: GameID, _ change: NameRewriting.Change, after journal: StoredJournal?,
        for requester: Requester, in administration: any StoreAdministration,
        _ done: @escaping StoreAnswer<Void>
    ) {
        games.withdraw(game) { [self] restore in
            let finish: StoreAnswer<Void> = { result in
                restore()
                done(result)
            }
            read(game, change, after: journal, for: requester) { _, rewriting in
                guard case .success(let last) = rewriting else { return finish(rewriting.map { _ in }) }
                administration.rewrite(game, last, finish)
            }
        }
    }

    private func read(
        _ game: GameID, _ change: NameRewriting.Change, after known: StoredJournal? = nil,
        for requester: Requester,
        _ done: @escaping (StoredJournal?, Result<NameRewriting, StoreFailure>) -> Void
    ) {
        StoredJournal.read(of: game, after: known, from: store, for: requester) { found in
            let rewriting = found.flatMap { journal in
                Result { try NameRewriting(change, of: journal) }.mapError(StoreFailure.init)
            }
            done(try? found.get(), rewriting)
        }
    }
}
