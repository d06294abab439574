import GameCore
import GameJSON
import GameStore

/// The present names of people: a player's name is in the player's record, a guest's in a hash of the game.
extension RedisConnection {
    /// The present names of players; those who were erased have none.
    func names(
        of players: [PlayerID], _ done: @escaping RedisAnswer<[PlayerID: PlayerName]>
    ) {
        names(players.map { RedisCommand("HGET", RedisKeys.player($0), "name") }) { found in
            done(found.map { Dictionary(uniqueKeysWithValues: zip(players, $0)).compactMapValues(\.self) })
        }
    }

    /// The events of `game` under the present names.
    func naming(
        _ events: [GameEvent], of game: GameID, _ done: @escaping RedisAnswer<[GameEvent]>
    ) {
        let people = Array(events.names.keys)
        guard !people.isEmpty else { return done(.success(events)) }
        let commands = people.map { person in
            switch person {
            case .player(let player): RedisCommand("HGET", RedisKeys.player(player), "name")
            case .guest(let since): RedisCommand("HGET", RedisKeys.guestNames(game), "\(since)")
            case .member(let player): RedisCommand("HGET", RedisKeys.guestNames(game), player.text)
            }
        }
        names(commands) { found in
            done(
                found.map { names in
                    let known = Dictionary(uniqueKeysWithValues: zip(people, names)).compactMapValues(\.self)
                    return events.map { $0.naming(known) }
                })
        }
    }

    private func names(
        _ commands: [RedisCommand], _ done: @escaping RedisAnswer<[PlayerName?]>
    ) {
        executeAll(commands) { answers in
            if let failure = answers.firstFailure { return done(.failure(failure)) }
            done(
                .success(answers.map { (try? $0.get().text).flatMap { $0 }.flatMap { try? PlayerName($0) } }))
        }
    }

    /// A setup whose opening has the present names.
    func naming(_ setup: GameSetup, _ done: @escaping RedisAnswer<GameSetup>) {
        naming(setup.opening, of: setup.id) { found in done(found.map(setup.withOpening)) }
    }

    /// News whose events have the present names.
    func naming(_ news: RedisNews, _ done: @escaping RedisAnswer<RedisNews>) {
        naming(news.news.events, of: news.news.game) { found in done(found.map(news.replacing)) }
    }

    /// Renames the guests of `game` who are called `old`, in any case of letters; answers whether there are
    /// any.
    func renameGuests(
        of game: GameID, _ old: PlayerName, to new: PlayerName, _ done: @escaping RedisAnswer<Bool>
    ) {
        let read = RedisCommand("HGETALL", RedisKeys.guestNames(game))
        execute(read) { [self] (found: Result<[String], RedisFailure>) in
            guard case .success(let words) = found else { return done(found.map { _ in false }) }
            let renamed = stride(from: 0, to: words.count - 1, by: 2).filter {
                Int(words[$0]) != nil && words[$0 + 1].lowercased() == old.text.lowercased()
            }
            guard !renamed.isEmpty else { return done(.success(false)) }
            let commands = renamed.map {
                RedisCommand("HSET", RedisKeys.guestNames(game), words[$0], new.text)
            }
            executeAll(commands + [FunctionLibrary.call("changed", keys: [RedisKeys.game(game)])]) {
                answers in
                done(answers.firstFailure.map(Result.failure) ?? .success(true))
            }
        } _: { reply in
            reply.elements.map { $0.text ?? "" }
        }
    }
}
