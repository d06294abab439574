package import GameCore
import GameJSON
package import GameStore

/// The messages and leases by which the nodes on one Redis coordinate.
extension RedisEventStore: SharedStore {
    package var onNews: (GameNews) -> Void {
        get { followed.onNews }
        set { followed.onNews = newValue }
    }

    package var onAttendance: (GameID, AttendanceMessage) -> Void {
        get { followed.onAttendance }
        set { followed.onAttendance = newValue }
    }

    package func publishAttendance(_ attendance: Attendance, of game: GameID) {
        publish(AttendanceMessage.encodedReport(attendance, by: node), of: game)
    }

    package func publishReaction(_ reaction: Reaction, by seat: Seat, of game: GameID) {
        publish(AttendanceMessage.encodedReaction(reaction, by: seat, at: node), of: game)
    }

    /// Asks all nodes to publish their attendance of `game`, this one included: its own reports may have been
    /// lost while it was disconnected.
    func queryAttendance(of game: GameID) {
        publish(AttendanceMessage.encodedQuery(by: node), of: game)
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
        let followed = followed
        read(for: .game(game), done) { connection, answer in
            let known = FollowedGames.Version(
                sequence: sequence, edition: -1, hash: followed.hash(of: game, after: sequence))
            connection.news(of: game, after: known) { found in
                answer(
                    found.flatMap { received in
                        guard let received else { return .success(nil) }
                        let isWhole = followed.didRead(received, since: known)
                        return isWhole ? .success(received.news) : .failure(.unreadable(.eventsLost))
                    })
            }
        }
    }

    package func acquireLease(for game: GameID, _ done: @escaping StoreAnswer<Lease?>) {
        var command = FunctionLibrary.call("lease", keys: [RedisKeys.lease(game)])
        command.add(node.name)
        command.add(RedisLimits.leaseLifetime.wholeMilliseconds)
        read(for: .game(game), done) { connection, answer in
            // Measured from before the command is sent, so that it ends here before it ends in Redis.
            let until = ContinuousClock.now + RedisLimits.leaseLifetime
            connection.execute(command, answer) { reply in
                reply.number.map { Lease(fence: $0, until: until) }
            }
        }
    }

    /// Fetches the news of a followed game; `done` gets nil on failure.
    func fetchNews(
        of game: GameID, after version: FollowedGames.Version,
        _ done: @escaping @MainActor (RedisNews?) -> Void
    ) {
        read(for: .game(game), { done((try? $0.get()) ?? nil) }) { connection, answer in
            connection.news(of: game, after: version, answer)
        }
    }

    /// Compares the known versions of the followed games with Redis, to find news that was lost.
    func compareVersions() {
        let versions = followed.versions
        let games = Set(versions.map(\.game))
        generations = generations.filter { games.contains($0.key) }
        guard connection.isReady, !versions.isEmpty else { return }
        let commands = versions.map {
            RedisCommand("HMGET", RedisKeys.game($0.game), "sequence", "edition", "generation", "hash")
        }
        connection.executeAll(commands) { [weak self] answers in
            for ((game, known), answer) in zip(versions, answers) {
                guard case .success(let reply) = answer, reply.elements.count == 4,
                    let sequence = SequenceNumber(reply.elements[0].number ?? 0)
                else { continue }
                guard self?.compareGeneration(of: game, reply.elements[2].number) == true else { continue }
                let current = FollowedGames.Version(
                    sequence: sequence, edition: reply.elements[1].number ?? 0,
                    hash: reply.elements[3].number.flatMap { UInt32(exactly: $0) }.map(StateHash.init(value:))
                )
                self?.followed.catchUp(game, from: known, to: current)
            }
        }
    }

    /// Reports a game that was changed by anything other than its events, or deleted; answers whether it is
    /// unchanged.
    ///
    /// - Parameter generation: The number of such changes; nil for a deleted game.
    private func compareGeneration(of game: GameID, _ generation: Int?) -> Bool {
        guard let known = generations[game], known != generation ?? 0 else { return true }
        onWithdrawal(game)
        return false
    }

    /// Warns the operator that a failover has lost events of `game`; this node continues from the events in
    /// Redis.
    ///
    /// - Parameters:
    ///   - known: The last event that this node knows.
    ///   - stored: The last event in Redis, which may have others up to `known`.
    func didLose(_ game: GameID, _ known: SequenceNumber, _ stored: SequenceNumber) {
        warn(
            "Redis has lost events of game \(game): it ends with event \(stored), this node knew \(known); "
                + "the game goes on from what Redis has")
        onLoss(game)
    }

    /// Enters the standings that a node saved but, because it died, did not enter into the leaderboards.
    func enterPendingStandings() {
        guard connection.isReady else { return }
        let latest = clock.now.milliseconds - RedisLimits.pendingStandingsGrace.wholeMilliseconds
        let command = RedisCommand(
            "ZRANGEBYSCORE", RedisKeys.pendingStandings, "-inf", "\(latest)", "LIMIT", "0", "100")
        connection.execute(command) { [weak self] (found: Result<[GameID], RedisFailure>) in
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
                connection.executeAll(Standing.entering(record, of: game)) { _ in }
            // The end of the game was never saved. A later attempt adds the entry again first.
            case .success(.null):
                connection.send(RedisCommand("ZREM", RedisKeys.pendingStandings, game.text)) { _ in }
            default: break
            }
        }
    }
}

extension RedisConnection {
    /// Reads the changes to `game` since `version`; nil when there is no such game.
    func news(
        of game: GameID, after version: FollowedGames.Version, _ done: @escaping RedisAnswer<RedisNews?>
    ) {
        var command = FunctionLibrary.call("news", keys: RedisKeys.all(of: game), isReading: true)
        command.add(version.sequence.value)
        command.add(version.edition)
        execute(command) { [self] (found: Result<RedisNews?, RedisFailure>) in
            guard case .success(let news?) = found else { return done(found) }
            naming(news) { done($0.map(Optional.some)) }
        } _: { reply in
            guard reply != .null else { return nil }
            var fields = try FieldReader(reply.elements)
            return try RedisNews(game, &fields)
        }
    }
}
