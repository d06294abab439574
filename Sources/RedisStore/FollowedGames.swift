import GameCore
import GameJSON
import GameStore

/// The games that this node follows, with the version that it knows of each.
///
/// News arrives by publish/subscribe on a separate connection. A message may be lost, or arrive while this
/// node has an append in flight; the game is then behind, and the missing events are fetched by sequence.
final class FollowedGames {
    /// A version of a game: its last event and its tokens.
    struct Version: Equatable {
        var sequence: SequenceNumber
        /// How often the tokens have changed; -1 when unknown.
        var edition: Int
        /// The hash after the last event; nil when unknown.
        var hash: StateHash?
    }

    private struct Followed {
        /// Nil before the game has been read.
        var known: Version?
        /// Whether Redis has confirmed the subscription.
        var isSubscribed = false
        var appendsInFlight = 0
        /// Whether Redis may hold a newer version.
        var isBehind = false
        var isFetching = false
        /// Work that waits for the subscription.
        var waiting: [() -> Void] = []
    }

    /// Fetches the changes to a game since a version; its completion gets nil on failure.
    typealias FetchNews = @MainActor (GameID, Version, @escaping @MainActor (RedisNews?) -> Void) -> Void

    /// Called with the events, moves and tokens that other nodes have added.
    var onNews: (GameNews) -> Void = { _ in }
    /// Called with the attendance that other nodes publish, and with their requests for it.
    var onAttendance: (GameID, AttendanceMessage) -> Void = { _, _ in }
    /// Called with a player whom another node has changed, or with nil when changes may have been missed.
    var onPlayerChange: (PlayerID?) -> Void = { _ in }
    /// Called when Redis has lost events that this node knows, with the last known and the last stored one.
    var onLoss: (GameID, SequenceNumber, SequenceNumber) -> Void = { _, _, _ in }
    /// Called when a game that has been read is subscribed to; no message is missed from then on.
    var onSubscription: (GameID) -> Void = { _ in }
    private let node: RedisNode
    private let warn: (String) -> Void
    private var lastWarning: ContinuousClock.Instant?
    private let connection: RedisConnection
    private let fetchNews: FetchNews
    private var games: [GameID: Followed] = [:]

    /// Creates a connection that opens when the first game is followed.
    init(
        _ address: RedisAddress, node: RedisNode, loop: any RedisLoop,
        warn: @escaping (String) -> Void, fetchNews: @escaping FetchNews
    ) {
        self.node = node
        self.warn = warn
        self.fetchNews = fetchNews
        connection = RedisConnection(address, loop: loop)
        connection.onChange = { [weak self] failure in
            if failure == nil { self?.didConnect() } else { self?.didDisconnect() }
        }
        connection.onPush = { [weak self] in self?.receivePush($0) }
    }

    /// The known versions of the followed games that have been read.
    var versions: [(game: GameID, version: Version)] {
        games.compactMap { game, followed in followed.known.map { (game, $0) } }
    }

    /// The hash of `game` after event `sequence`, if that is the last event that this node knows.
    func hash(of game: GameID, after sequence: SequenceNumber) -> StateHash? {
        games[game]?.known.flatMap { $0.sequence == sequence ? $0.hash : nil }
    }

    func follow(_ game: GameID) {
        guard games[game] == nil else { return }
        if games.isEmpty, !connection.isOpen { connection.open() }
        games[game] = Followed()
        subscribe([game])
    }

    func unfollow(_ game: GameID) {
        guard let followed = games.removeValue(forKey: game) else { return }
        connection.sendWithoutReply(RedisCommand("UNSUBSCRIBE", channel(.people, game), channel(.news, game)))
        for work in followed.waiting { work() }
    }

    /// Runs `work` once the subscription to `game` is confirmed; at once when the game is not followed.
    ///
    /// Without a connection `work` runs at once too, and missed changes are fetched after the reconnection.
    func whenSubscribed(_ game: GameID, _ work: @escaping () -> Void) {
        guard games[game]?.isSubscribed == false, connection.isReady else { return work() }
        games[game]?.waiting.append(work)
    }

    func close() { connection.close() }

    // MARK: Known versions

    func didRead(_ game: GameID, _ version: Version) { advance(game, to: version) }

    /// Records news since `known`; false, with a report, if Redis has lost events before it.
    func didRead(_ received: RedisNews, since known: Version) -> Bool {
        guard received.follows(known) else {
            lose(received.news.game, to: received.sequence)
            return false
        }
        advance(received.news.game, to: received.version)
        return true
    }

    func willAppend(_ ids: [GameID]) {
        for game in ids { games[game]?.appendsInFlight += 1 }
    }

    /// Records an append of this node; an append that creates the game makes its version known.
    ///
    /// A nil `edition` means that an earlier attempt was found to have been saved.
    func didSave(_ game: GameID, _ last: GameEvent?, edition: Int?, isNew: Bool) {
        guard let known = games[game]?.known ?? (isNew ? Version(sequence: .zero, edition: -1) : nil) else {
            return
        }
        if edition == nil || games[game]?.isSubscribed == false { games[game]?.isBehind = true }
        advance(
            game,
            to: Version(
                sequence: last?.sequence ?? known.sequence, edition: edition ?? known.edition,
                hash: last?.hash ?? known.hash))
    }

    /// Ends an append that `willAppend` announced, saved or not.
    func didAppend(_ ids: [GameID]) {
        for game in ids {
            games[game]?.appendsInFlight -= 1
            catchUp(game)
        }
    }

    /// Records that `news` was delivered as the rejection of an append.
    func didDeliver(_ news: GameNews) {
        guard let known = games[news.game]?.known else { return }
        advance(
            news.game,
            to: Version(sequence: news.after, edition: known.edition, hash: news.events.last?.hash))
    }

    private func advance(_ game: GameID, to version: Version) {
        guard let known = games[game]?.known else {
            games[game]?.known = version
            if games[game]?.isSubscribed == true { onSubscription(game) }
            return catchUp(game)
        }
        let latest = version.sequence > known.sequence ? version : known
        games[game]?.known = Version(
            sequence: latest.sequence, edition: max(known.edition, version.edition), hash: latest.hash)
    }

    /// Fetches the news of `game` if `current`, the version in Redis, is newer than the known one.
    ///
    /// - Parameter compared: The version that this node knew when it read `current`.
    func catchUp(_ game: GameID, from compared: Version, to current: Version) {
        let hasOther = current.hash.map { hash in compared.hash.map { $0 != hash } ?? false } ?? false
        if current.sequence < compared.sequence || current.sequence == compared.sequence && hasOther {
            return lose(game, to: current.sequence)
        }
        guard let known = games[game]?.known,
            current.sequence > known.sequence || current.edition > known.edition
        else { return }
        games[game]?.isBehind = true
        catchUp(game)
    }

    /// Reports that Redis, where `game` ends with event `current`, lacks events that this node knows.
    ///
    /// Reports a loss once: the game is unknown until it is read again.
    func lose(_ game: GameID, to current: SequenceNumber) {
        guard let known = games[game]?.known else { return }
        games[game]?.known = nil
        onLoss(game, known.sequence, current)
    }

    // MARK: Subscriptions

    private func didConnect() {
        connection.isListening = true
        connection.sendWithoutReply(RedisCommand("SUBSCRIBE", RedisKeys.playerChanges(node.database)))
        onPlayerChange(nil)
        subscribe(Array(games.keys))
    }

    private func didDisconnect() {
        connection.isListening = false
        var waiting: [() -> Void] = []
        for game in games.keys {
            games[game]?.isSubscribed = false
            waiting += games[game]?.waiting ?? []
            games[game]?.waiting = []
        }
        for work in waiting { work() }
    }

    private func subscribe(_ ids: [GameID]) {
        guard connection.isReady, !ids.isEmpty else { return }
        var command = RedisCommand("SUBSCRIBE")
        // `news` comes last: its confirmation means that both channels of the game are subscribed to.
        for game in ids {
            for kind in [RedisKeys.Channel.people, .news] { command.add(channel(kind, game)) }
        }
        connection.sendWithoutReply(command)
    }

    private func channel(_ kind: RedisKeys.Channel, _ game: GameID) -> String {
        RedisKeys.channel(kind, of: game, database: node.database)
    }

    private func game(of channel: String, _ kind: RedisKeys.Channel) -> GameID? {
        RedisKeys.game(of: channel, kind, database: node.database)
    }

    private func receivePush(_ push: [RedisReply]) {
        guard push.count == 3, let channel = push[1].text else { return }
        let (news, people) = (game(of: channel, .news), game(of: channel, .people))
        switch (push[0].text, push[2]) {
        case ("subscribe", _): if let news { didSubscribe(to: news) }
        case ("message", .bytes(let message)):
            if let news { receiveNews(message, of: news) }
            if let people { receiveAttendance(message, at: people) }
            if channel == RedisKeys.playerChanges(node.database) {
                onPlayerChange(PlayerID(String(decoding: message, as: UTF8.self)))
            }
        default: break
        }
    }

    /// Delivers an attendance message; a malformed one is ignored, with a warning now and then.
    private func receiveAttendance(_ message: [UInt8], at game: GameID) {
        do {
            if let news = try AttendanceMessage(message, for: node) { onAttendance(game, news) }
        } catch {
            let now = ContinuousClock.now
            if let lastWarning, now - lastWarning < StoreLimits.attendanceLifetime { return }
            lastWarning = now
            warn("ignored a malformed attendance message for game \(game): \(message.count) bytes")
        }
    }

    private func didSubscribe(to game: GameID) {
        guard let followed = games[game] else { return }
        games[game]?.isSubscribed = true
        if followed.known != nil { onSubscription(game) }
        games[game]?.waiting = []
        for work in followed.waiting { work() }
        // Waiting work reads the game now. Without any, messages may have been missed before this one.
        guard followed.waiting.isEmpty else { return }
        games[game]?.isBehind = true
        catchUp(game)
    }

    private func receiveNews(_ message: [UInt8], of game: GameID) {
        do {
            var fields = try FieldReader(framed: message)
            // This node's own appends are reported by their replies.
            guard try fields.text() != node.name else { return }
            accept(try RedisNews(game, &fields))
        } catch {
            games[game]?.isBehind = true
            catchUp(game)
        }
    }

    private func accept(_ received: RedisNews) {
        let game = received.news.game
        guard let followed = games[game] else { return }
        if let known = followed.known, received.sequence >= known.sequence, !received.follows(known) {
            return lose(game, to: received.sequence)
        }
        // Published events have no names, so events that need them are fetched.
        guard let known = followed.known, followed.appendsInFlight == 0, !followed.isFetching,
            received.news.before <= known.sequence, received.news.events.allSatisfy({ $0.named == nil })
        else {
            games[game]?.isBehind = true
            return catchUp(game)
        }
        deliver(received, since: known)
    }

    private func deliver(_ received: RedisNews, since known: Version) {
        let news = received.news.after(known.sequence)
        advance(news.game, to: Version(sequence: news.after, edition: received.edition))
        let isNew = !news.events.isEmpty || received.edition > known.edition || !news.moves.isEmpty
        if isNew { onNews(news) }
    }

    /// Fetches the missing news, one request at a time, and never during an append of this node, whose events
    /// may be among them.
    private func catchUp(_ game: GameID) {
        guard let followed = games[game], let known = followed.known, followed.isBehind,
            !followed.isFetching, followed.appendsInFlight == 0
        else { return }
        games[game]?.isBehind = false
        games[game]?.isFetching = true
        fetchNews(game, known) { [weak self] fetched in
            guard let self else { return }
            games[game]?.isFetching = false
            guard let fetched else {
                games[game]?.isBehind = true
                return
            }
            guard fetched.follows(known) else { return lose(game, to: fetched.sequence) }
            if let known = games[game]?.known { deliver(fetched, since: known) }
            catchUp(game)
        }
    }
}
