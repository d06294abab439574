import GameCore

/// The games of a Redis as an archive.
///
/// Many games are no one transaction there. While they are being filled in, a key says that they are not
/// whole, and no server starts on them.
final class RedisArchive: GameArchive {
    var name: String { "\(address)" }
    private let address: RedisAddress
    private let errand: RedisErrand
    private let node: RedisNode
    private let index: RedisIndex
    private var attempts = 0
    private var isBegun = false

    /// The games at `address`.
    ///
    /// - Throws: `StoreRefusal` while a server has them, or when a migration has left half of them;
    ///   `StoreFailure` when Redis cannot be reached, or is not as it must be.
    init(_ address: RedisAddress, _ requirements: RedisRequirements) throws {
        self.address = address
        node = RedisNode(name: RandomText.make(length: 12), database: address.database)
        errand = try RedisErrand(address, requirements)
        index = RedisIndex(errand)
        try refuseUnfinished()
        try refuseServers()
    }

    private func refuseUnfinished() throws {
        guard try ask(RedisCommand("EXISTS", RedisKeys.unfinished)).number == 0 else {
            throw StoreRefusal(address.unfinished)
        }
    }

    /// Every server listens to the news of the house board.
    private func refuseServers() throws {
        let channel = RedisKeys.channel(.news, of: .lobby, database: address.database)
        let answer = try ask(RedisCommand("PUBSUB", "NUMSUB", channel)).elements.last?.number ?? 0
        guard answer == 0 else {
            throw StoreRefusal("“\(name)” is in use by \(answer == 1 ? "a server" : "\(answer) servers").")
        }
    }

    private func ask(_ command: RedisCommand) throws(StoreFailure) -> RedisReply {
        try errand.run { $0.ask(command, $1) { $0 } }
    }

    private func tell(_ commands: [RedisCommand]) throws(StoreFailure) {
        let _: Bool = try errand.run { connection, done in
            connection.askAll(commands) { answers in
                if let failure = answers.lazy.compactMap(\.failure).first { return done(.failure(failure)) }
                done(.success(true))
            }
        }
    }

    // MARK: Reading

    func moment() throws -> Timestamp? {
        let values = try ask(RedisCommand("HMGET", RedisKeys.clock, "alive", "away")).elements.map(\.number)
        guard values.count == 2, let alive = values[0] else { return nil }
        return Timestamp(milliseconds: Int64(alive), away: Int64(values[1] ?? 0))
    }

    func games() throws -> [ArchivedGame] { try index.games() }

    func puzzles() throws -> [String] { try index.puzzles() }

    func standings() throws -> [Standing] { try index.standings() }

    func game(_ id: GameID, at now: Timestamp) throws -> StoredGame? {
        try errand.run { connection, done in
            connection.game(id, at: now) { found in done(found.map { $0?.game }) }
        }
    }

    func events(of id: GameID, after sequence: SequenceNumber, limit: Int) throws -> [GameEvent] {
        try errand.run { $0.journal(of: id, after: sequence, limit: limit, $1) }
    }

    func puzzle(_ id: String) throws -> StoredPuzzle? { try errand.run { $0.puzzle(id, $1) } }

    // MARK: Filling

    func begin() throws {
        var games = try index.games().map(\.id)
        if games == [.lobby], try ask(RedisCommand("XLEN", RedisKeys.events(.lobby))).number == 0 {
            games = []
        }
        guard try games.isEmpty && index.puzzles().isEmpty && index.standings().isEmpty else {
            throw StoreRefusal.notEmpty(name, games: games.count)
        }
        try tell([RedisCommand("SET", RedisKeys.unfinished, "1")])
        isBegun = true
        var house = RedisCommand("DEL", RedisKeys.publicGames, RedisKeys.publicCount)
        for key in RedisKeys.all(of: .lobby) { house.add(key) }
        try tell([house])
    }

    func add(_ entries: [JournalEntry], at now: Timestamp) throws {
        attempts += 1
        let (node, attempt) = (node, "\(node.name)-\(attempts)")
        let result: AppendResult = try errand.run { connection, done in
            do {
                let batch = try RedisBatch(
                    EventBatch(entries: entries), node, attempt: attempt, at: now, saved: { _, _ in }
                ) { done(.success($0)) }
                batch.send(on: connection) { done(.failure($0)) }
            } catch { done(.failure(RedisFailure(error))) }
        }
        if let failure = result.failure { throw failure }
        switch result.rejections.first {
        case nil: return
        case (_, .refused(let failure))?: throw failure
        case (let game, _)?: throw StoreFailure(reason: "Somebody else has written game “\(game)” meanwhile.")
        }
    }

    /// Added twice they count once.
    func add(_ standings: [Standing]) throws {
        var command = RedisCommand("XADD", RedisKeys.standings, "*", "s")
        command.add(Standing.record(standings))
        try tell([command])
    }

    func finish(at moment: Timestamp?) throws {
        var clock = RedisCommand("DEL", RedisKeys.clock)
        if let moment {
            clock = RedisCommand(
                "HSET", RedisKeys.clock, "alive", "\(moment.milliseconds)", "away", "\(moment.away)")
        }
        try tell([clock, RedisCommand("DEL", RedisKeys.unfinished)])
        errand.close()
    }

    func giveUp() -> String {
        errand.close()
        return isBegun ? address.unfinished : "“\(name)” is as it was before."
    }
}

nonisolated extension RedisAddress {
    /// What to say of it when a migration to it has stopped half-way.
    var unfinished: String {
        """
        “\(self)” is not whole: a migration to it was not finished. Empty it and begin anew: type “FLUSHDB” \
        in redis-cli -n \(database), if that database holds nothing else; otherwise delete all keys that \
        begin with “\(RedisKeys.prefix)”.
        """
    }
}
