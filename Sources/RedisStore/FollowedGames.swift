import GameCore
import GameJSON
import GameStore

/// The games that this server follows, and how far it knows each of them.
///
/// News come as messages on a connection that only listens. A message may be lost, or come while an append
/// of our own is under way: then the game is behind, and what is missing is asked for by its sequence.
final class FollowedGames {
    /// How far a game is known.
    struct Mark: Equatable {
        var sequence: SequenceNumber
        /// How often the tokens have changed; -1 when nobody has said.
        var edition: Int
    }

    private struct Followed {
        /// Nil before the game has been read.
        var known: Mark?
        /// Whether Redis has confirmed the subscription.
        var isSubscribed = false
        /// Appends of our own that are under way.
        var appends = 0
        /// Whether there is more than is known.
        var isBehind = false
        var isCatchingUp = false
        /// Work that waits for the subscription.
        var waiting: [() -> Void] = []
    }

    /// Asks for what was added to a game after a mark; answered with nil when it could not be had.
    typealias Missing = @MainActor (GameID, Mark, @escaping @MainActor (ToldNews?) -> Void) -> Void

    /// Hears what others have added.
    var onNews: (GameNews) -> Void = { _ in }
    /// Hears what others say of the people at a game.
    var onAttendance: (GameID, AttendanceNews) -> Void = { _, _ in }
    /// Hears of a subscription to a game that is known: from now on nothing of it is missed.
    var onSubscription: (GameID) -> Void = { _ in }
    private let node: RedisNode
    private let warn: (String) -> Void
    /// When a message was last complained of.
    private var complaint: ContinuousClock.Instant?
    private let connection: RedisConnection
    private let missing: Missing
    private var games: [GameID: Followed] = [:]

    /// Listens by a connection of its own, which begins when the first game is followed.
    init(
        _ address: RedisAddress, node: RedisNode, loop: any RedisLoop,
        warn: @escaping (String) -> Void, missing: @escaping Missing
    ) {
        self.node = node
        self.warn = warn
        self.missing = missing
        connection = RedisConnection(address, loop: loop)
        connection.onChange = { [weak self] failure in
            if failure == nil { self?.didConnect() } else { self?.didDisconnect() }
        }
        connection.onPush = { [weak self] in self?.receive($0) }
    }

    /// All games that are followed and have been read, with what is known of them.
    var marks: [(game: GameID, mark: Mark)] {
        games.compactMap { game, followed in followed.known.map { (game, $0) } }
    }

    func follow(_ game: GameID) {
        guard games[game] == nil else { return }
        if games.isEmpty, !connection.isOpen { connection.open() }
        games[game] = Followed()
        subscribe([game])
    }

    func unfollow(_ game: GameID) {
        guard let followed = games.removeValue(forKey: game) else { return }
        connection.tell(RedisCommand("UNSUBSCRIBE", channel(.people, game), channel(.news, game)))
        for work in followed.waiting { work() }
    }

    /// Runs `work` when nothing can be missed of `game` any more: at once, if it is not followed.
    ///
    /// While nobody can be heard it runs too: what is missed then is asked for afterwards.
    func whenSubscribed(_ game: GameID, _ work: @escaping () -> Void) {
        guard games[game]?.isSubscribed == false, connection.isReady else { return work() }
        games[game]?.waiting.append(work)
    }

    func close() { connection.close() }

    // MARK: What is known

    /// The game was read.
    func wasRead(_ game: GameID, _ mark: Mark) { learn(game, mark) }

    func willAppend(_ ids: [GameID]) {
        for game in ids { games[game]?.appends += 1 }
    }

    /// An append of our own was saved, or found to have been saved when `edition` is nil; a game that was
    /// made with it is known from there on.
    func appended(_ game: GameID, _ sequence: SequenceNumber?, edition: Int?, isNew: Bool) {
        guard let known = games[game]?.known ?? (isNew ? Mark(sequence: .zero, edition: -1) : nil) else {
            return
        }
        if edition == nil || games[game]?.isSubscribed == false { games[game]?.isBehind = true }
        learn(game, Mark(sequence: sequence ?? known.sequence, edition: edition ?? known.edition))
    }

    /// Nothing of ours is under way any more in these games.
    func didAppend(_ ids: [GameID]) {
        for game in ids {
            games[game]?.appends -= 1
            catchUp(game)
        }
    }

    /// Somebody has been told of `news` otherwise.
    func wasTold(_ news: GameNews) {
        guard let known = games[news.game]?.known else { return }
        learn(news.game, Mark(sequence: news.after, edition: known.edition))
    }

    private func learn(_ game: GameID, _ mark: Mark) {
        guard let known = games[game]?.known else {
            games[game]?.known = mark
            if games[game]?.isSubscribed == true { onSubscription(game) }
            return catchUp(game)
        }
        games[game]?.known = Mark(
            sequence: max(known.sequence, mark.sequence), edition: max(known.edition, mark.edition))
    }

    /// Redis has the game at `mark`.
    func compare(_ game: GameID, with mark: Mark) {
        guard let known = games[game]?.known,
            mark.sequence > known.sequence || mark.edition > known.edition
        else { return }
        games[game]?.isBehind = true
        catchUp(game)
    }

    // MARK: Listening

    private func didConnect() {
        connection.isListening = true
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
        // When Redis confirms the last of a game's channels, all of them are subscribed to.
        for game in ids {
            for kind in [RedisKeys.Channel.people, .news] { command.add(channel(kind, game)) }
        }
        connection.tell(command)
    }

    private func channel(_ kind: RedisKeys.Channel, _ game: GameID) -> String {
        RedisKeys.channel(kind, of: game, database: node.database)
    }

    private func game(of channel: String, _ kind: RedisKeys.Channel) -> GameID? {
        RedisKeys.game(of: channel, kind, database: node.database)
    }

    private func receive(_ push: [RedisReply]) {
        guard push.count == 3, let channel = push[1].text else { return }
        let (news, people) = (game(of: channel, .news), game(of: channel, .people))
        switch (push[0].text, push[2]) {
        case ("subscribe", _): if let news { didSubscribe(to: news) }
        case ("message", .bytes(let message)):
            if let news { receiveNews(message, of: news) }
            if let people { receiveAttendance(message, at: people) }
        default: break
        }
    }

    /// What is no message costs a line of the log, now and then, and nothing else.
    private func receiveAttendance(_ message: [UInt8], at game: GameID) {
        do {
            if let news = try AttendanceNews(message, for: node) { onAttendance(game, news) }
        } catch {
            let now = ContinuousClock.now
            if let complaint, now - complaint < StoreLimits.attendanceLife { return }
            complaint = now
            warn("what is said of the people at \(game) is no message: \(message.count) bytes")
        }
    }

    private func didSubscribe(to game: GameID) {
        guard let followed = games[game] else { return }
        games[game]?.isSubscribed = true
        if followed.known != nil { onSubscription(game) }
        games[game]?.waiting = []
        for work in followed.waiting { work() }
        // Who waits reads the game from here on; otherwise nobody knows what was told before.
        guard followed.waiting.isEmpty else { return }
        games[game]?.isBehind = true
        catchUp(game)
    }

    private func receiveNews(_ message: [UInt8], of game: GameID) {
        do {
            var fields = try FieldReader(framed: message)
            // What this server has done itself it hears as an answer.
            guard try fields.text() != node.name else { return }
            receive(try ToldNews(game, &fields))
        } catch {
            games[game]?.isBehind = true
            catchUp(game)
        }
    }

    private func receive(_ told: ToldNews) {
        let game = told.news.game
        guard let followed = games[game] else { return }
        guard let known = followed.known, followed.appends == 0, !followed.isCatchingUp,
            told.news.before <= known.sequence
        else {
            games[game]?.isBehind = true
            return catchUp(game)
        }
        deliver(told, known)
    }

    private func deliver(_ told: ToldNews, _ known: Mark) {
        let news = told.news.after(known.sequence)
        learn(news.game, Mark(sequence: news.after, edition: told.edition))
        let isNew = !news.events.isEmpty || told.edition > known.edition || !news.moves.isEmpty
        if isNew { onNews(news) }
    }

    /// Asks for what is missing, one question at a time, and not while it may be our own.
    private func catchUp(_ game: GameID) {
        guard let followed = games[game], let known = followed.known, followed.isBehind,
            !followed.isCatchingUp, followed.appends == 0
        else { return }
        games[game]?.isBehind = false
        games[game]?.isCatchingUp = true
        missing(game, known) { [weak self] told in
            guard let self else { return }
            games[game]?.isCatchingUp = false
            guard let told else {
                games[game]?.isBehind = true
                return
            }
            if let now = games[game]?.known { deliver(told, now) }
            catchUp(game)
        }
    }
}
