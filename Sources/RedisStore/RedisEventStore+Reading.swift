import DequeModule
package import GameCore
import GameJSON
package import GameStore

/// Questions: bounded, and answered at the latest when patience ends.
extension RedisEventStore {
    package func game(_ id: GameID, _ done: @escaping StoreAnswer<StoredGame?>) {
        guard !hidden.contains(id) else { return done(.failure(.silent)) }
        let (now, followed) = (clock.now, followed)
        read(done) { connection, answer in
            let answer: RedisAnswer<FoundGame?> = { found in
                if case .success(let game?) = found { followed.wasRead(id, game.mark) }
                answer(found.map { $0?.game })
            }
            followed.whenHeard(id) { connection.game(id, at: now, answer) }
        }
    }

    package func picture(
        of game: GameID, at moment: SequenceNumber, _ done: @escaping StoreAnswer<GamePicture?>
    ) {
        read(done) { $0.picture(of: game, at: moment, $1) }
    }

    package func events(
        of game: GameID, after sequence: SequenceNumber, limit: Int,
        _ done: @escaping StoreAnswer<[GameEvent]>
    ) {
        read(done) { $0.journal(of: game, after: sequence, limit: limit, $1) }
    }

    package func list(_ wanted: GameListing, _ done: @escaping StoreAnswer<[GameSummary]>) {
        let hidden = hidden
        let question = Question(loop, done)
        read(question) { connection, answer in
            connection.list(wanted, while: { question.isOpen }) {
                answer($0.map { $0.filter { !hidden.contains($0.setup.id) } })
            }
        }
    }

    package func puzzle(_ id: String, _ done: @escaping StoreAnswer<StoredPuzzle?>) {
        read(done) { $0.puzzle(id, $1) }
    }

    package func dailyPerson(
        _ token: Digest, rules: String, day: Day, _ done: @escaping StoreAnswer<DailyPerson?>
    ) {
        let now = clock.now
        read(done) { $0.dailyPerson(token, rules: rules, day: day, at: now, $1) }
    }

    /// From a table in memory, which is brought up to date first.
    ///
    /// - Complexity: O(standings that are new), and a few milliseconds for ten thousand.
    package func leaders(_ wanted: LeaderListing, _ done: @escaping StoreAnswer<Leaders>) {
        read(done) { [self] connection, answer in
            catchUpStandings(on: connection) { [standings] caughtUp in
                answer(
                    Result {
                        try caughtUp.get()
                        return try standings.leaders(wanted)
                    }.mapError(RedisFailure.init))
            }
        }
    }

    private func catchUpStandings(on connection: RedisConnection, _ done: @escaping RedisAnswer<Void>) {
        connection.standings(after: lastStanding) { [self] found in
            do {
                let page = try found.get()
                try standings.add(page.standings)
                lastStanding = page.last
                page.isAll ? done(.success(())) : catchUpStandings(on: connection, done)
            } catch { done(.failure(RedisFailure(error))) }
        }
    }

    /// Asks `work` by the connection, now or when there is one, and answers that the store is silent when
    /// that takes too long.
    func read<Value: Sendable>(
        _ done: @escaping StoreAnswer<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        read(Question(loop, done), work)
    }

    private func read<Value: Sendable>(
        _ question: Question<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        guard waiting.count < StoreLimits.questions else { return question.answer(.failure(.silent)) }
        put(question, work)
    }

    private func put<Value: Sendable>(
        _ question: Question<Value>,
        _ work: @escaping @MainActor (RedisConnection, @escaping RedisAnswer<Value>) -> Void
    ) {
        waiting.append { [weak self] connection in
            guard question.isOpen else { return }
            self?.asked += 1
            work(connection) { found in
                self?.asked -= 1
                // To ask again does no harm.
                if found.failure == .lost {
                    self?.put(question, work)
                } else {
                    question.answer(found.mapError(StoreFailure.init))
                }
                self?.ask()
            }
        }
        ask()
    }

    /// Puts questions, a few at a time, so that a commit waits for a few at most.
    func ask() {
        while connection.isReady, asked < RedisLimits.questionsAtOnce, let question = waiting.popFirst() {
            question(connection)
        }
    }
}
