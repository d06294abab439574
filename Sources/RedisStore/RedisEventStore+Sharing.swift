package import GameCore
import GameJSON
package import GameStore

/// What the servers tell each other, by way of Redis.
extension RedisEventStore: SharedStore {
    package var onNews: (GameNews) -> Void {
        get { followed.onNews }
        set { followed.onNews = newValue }
    }

    package var onAttendance: (GameID, AttendanceNews) -> Void {
        get { followed.onAttendance }
        set { followed.onAttendance = newValue }
    }

    package func tell(_ attendance: Attendance, of game: GameID) {
        publish(AttendanceNews.answer(attendance, by: node), of: game)
    }

    /// Has all servers say who is at `game`, this one too: while it did not hear, it was not heard either.
    func askWhoIs(at game: GameID) {
        publish(AttendanceNews.question(by: node), of: game)
    }

    private func publish(_ message: [UInt8], of game: GameID) {
        guard connection.isReady else { return }
        var command = RedisCommand(
            "PUBLISH", RedisKeys.channel(.people, of: game, database: node.database))
        command.add(message)
        connection.send(command) { _ in }
    }

    package func follow(_ game: GameID) { followed.follow(game) }

    package func unfollow(_ game: GameID) { followed.unfollow(game) }

    package func catchUp(
        _ game: GameID, after sequence: SequenceNumber, _ done: @escaping StoreAnswer<GameNews?>
    ) {
        read(done) { connection, answer in
            connection.news(of: game, after: FollowedGames.Mark(sequence: sequence, edition: -1)) {
                [weak self] found in
                if case .success(let told?) = found { self?.followed.wasRead(game, told.mark) }
                answer(found.map { $0?.news })
            }
        }
    }

    package func lease(_ game: GameID, _ done: @escaping StoreAnswer<Lease?>) {
        var command = FunctionLibrary.call("lease", keys: [RedisKeys.lease(game)])
        command.add(node.name)
        command.add(RedisLimits.leaseLifetime.wholeMilliseconds)
        read(done) { connection, answer in
            // Counted from before it is asked for: never longer than Redis thinks.
            let until = ContinuousClock.now + RedisLimits.leaseLifetime
            connection.ask(command, answer) { reply in
                reply.number.map { Lease(fence: $0, until: until) }
            }
        }
    }

    /// What was added to a game that is followed.
    func missing(
        _ game: GameID, _ mark: FollowedGames.Mark, _ done: @escaping @MainActor (ToldNews?) -> Void
    ) {
        read({ done((try? $0.get()) ?? nil) }) { connection, answer in
            connection.news(of: game, after: mark, answer)
        }
    }

    /// Compares what is known of the games that are followed with what Redis has.
    func compare() {
        let marks = followed.marks
        guard connection.isReady, !marks.isEmpty else { return }
        let commands = marks.map { RedisCommand("HMGET", RedisKeys.game($0.game), "sequence", "edition") }
        connection.askAll(commands) { [weak self] answers in
            for ((game, _), answer) in zip(marks, answers) {
                guard case .success(let reply) = answer, reply.elements.count == 2,
                    let sequence = SequenceNumber(reply.elements[0].number ?? 0)
                else { continue }
                let edition = reply.elements[1].number ?? 0
                self?.followed.compare(game, with: FollowedGames.Mark(sequence: sequence, edition: edition))
            }
        }
    }

    /// Enters the standings that servers saved and did not live to enter.
    func enterPendingStandings() {
        guard connection.isReady else { return }
        let latest = clock.now.milliseconds - RedisLimits.pendingStandingsPatience.wholeMilliseconds
        let command = RedisCommand(
            "ZRANGEBYSCORE", RedisKeys.pendingStandings, "-inf", "\(latest)", "LIMIT", "0", "100")
        connection.ask(command) { [weak self] (found: Result<[GameID], RedisFailure>) in
            for game in (try? found.get()) ?? [] { self?.enterPendingStandings(of: game) }
        } _: { reply in
            reply.elements.compactMap { $0.text.flatMap(GameID.init(_:)) }
        }
    }

    private func enterPendingStandings(of game: GameID) {
        let command = RedisCommand("HGET", RedisKeys.game(game), RedisKeys.pendingStandingsField)
        connection.send(command) { [connection] answer in
            switch answer {
            case .success(.bytes(let record)):
                connection.askAll(Standing.entering(record, of: game)) { _ in }
            // The game's end was never saved; should it be, they are announced anew before.
            case .success(.nothing):
                connection.send(RedisCommand("ZREM", RedisKeys.pendingStandings, game.text)) { _ in }
            default: break
            }
        }
    }
}

extension RedisConnection {
    /// What was added to `game` after `mark`; nil when there is no such game.
    func news(of game: GameID, after mark: FollowedGames.Mark, _ done: @escaping RedisAnswer<ToldNews?>) {
        var command = FunctionLibrary.call("news", keys: RedisKeys.all(of: game), isReading: true)
        command.add(mark.sequence.value)
        command.add(mark.edition)
        ask(command, done) { reply in
            guard reply != .nothing else { return nil }
            var fields = try FieldReader(reply.elements)
            return try ToldNews(game, &fields)
        }
    }
}
