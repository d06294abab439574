import EventIO
import GameCore
import GameJSON
import GameStore

/// A live stream of one or more games.
final class LiveStream {
    let address: String
    /// The player's key with which the stream was opened.
    let key: Digest?
    /// The account in which the stream is counted.
    let account: ConnectionAccount
    /// Stored apart from `others`, which is empty for most streams.
    private let first: Follower
    private var others: [Follower]
    /// Follows the games of a room; nil on other streams.
    private var room: RoomStream?
    /// Ends a brief stream; nil on others.
    private var ending: StreamEnding?
    /// The stream's index in the hub.
    var place = 0

    /// Creates a stream for `address`; nil if `followers` is empty.
    ///
    /// - Parameter account: The account in which the stream is counted; the address unless given.
    init?(
        address: String, account: ConnectionAccount? = nil, key: Digest? = nil, followers: [Follower]
    ) {
        guard let first = followers.first else { return nil }
        self.account = account ?? .address(address)
        self.key = key
        self.address = address
        self.first = first
        others = Array(followers.dropFirst())
    }

    private var format: StreamFormat { first.format }

    /// Sends the first messages of each game and starts to follow it.
    ///
    /// - Parameters:
    ///   - resume: The sequence after which to resume each game; games without one get a snapshot.
    ///   - wait: The longest time that a brief stream waits for news; nil on others.
    func start(
        on stream: HTTPStream, resume: [GameID: SequenceNumber], wait: Duration? = nil,
        _ room: RoomStream? = nil
    ) {
        if !format.opening.isEmpty { stream.send(StreamBytes(Array(format.opening.utf8))) }
        ending = wait.map { wait in
            StreamEnding(within: wait, on: first.game.services.loop) { [weak self] in self?.end() }
        }
        forEachFollower { $0.start(after: resume[$0.game.id], on: stream, ending) }
        self.room = room
        room?.start(resume: resume)
    }

    /// Follows another game of the room instead of the present one.
    func follow(_ follower: Follower, after sequence: SequenceNumber?) {
        guard let stream = first.stream else { return }
        for old in others { old.stop() }
        others = [follower]
        follower.start(after: sequence, on: stream, ending)
    }

    /// Sends a heartbeat, unless the client is behind and has unread messages anyway.
    func sendHeartbeat(_ heartbeat: (StreamFormat) -> StreamBytes) {
        guard let stream = first.stream, stream.backlog <= format.backlog else { return }
        stream.send(heartbeat(format))
    }

    /// Sends snapshots of the games on which the client fell behind, once it has read the backlog.
    func catchUp() {
        forEachFollower { $0.catchUp() }
    }

    /// Whether the stream follows `game` on behalf of `seat`.
    func follows(_ game: LiveGame, as seat: Seat?) -> Bool {
        ([first] + others).contains { $0.game === game && $0.player.seat == seat }
    }

    func follows(_ game: LiveGame) -> Bool { ([first] + others).contains { $0.game === game } }

    /// Ends the stream; the stream of a room continues, and follows its game again once that is back.
    func endFollowing(_ game: LiveGame) {
        stopFollowing(game)?.followAgain()
    }

    /// Ends the stream, unless it is that of a room, which can follow its game again.
    func stopFollowing(_ game: LiveGame) -> RoomStream? {
        guard let room, first.game !== game else {
            end()
            return nil
        }
        for old in others { old.stop() }
        others = []
        return room
    }

    /// Ends the stream, with a hint when to reconnect.
    func end() {
        guard let stream = first.stream else { return }
        if format.medium == .serverSentEvents { stream.send(StreamBytes(Array(format.retryHint.utf8))) }
        stream.close()
    }

    /// Stops following after the connection has closed.
    func didClose() {
        room?.stop()
        forEachFollower { $0.stop() }
    }

    private func forEachFollower(_ work: (Follower) -> Void) {
        work(first)
        for follower in others { work(follower) }
    }
}

/// Ends a brief stream soon after its first news, and at the latest after a wait.
///
/// Behind a proxy that buffers answers until they end, clients request one brief stream after another.
final class StreamEnding {
    private let loop: MainLoop
    private let end: @MainActor @Sendable () -> Void
    private var timer: LoopTimer?
    private var hasNews = false

    init(within wait: Duration, on loop: MainLoop, _ end: @escaping @MainActor @Sendable () -> Void) {
        (self.loop, self.end) = (loop, end)
        timer = loop.timer(after: max(wait, Settings.newsDelay), end)
    }

    /// Ends the stream after a short delay, which collects news that arrive at about the same time.
    func didSendNews() {
        guard !hasNews else { return }
        hasNews = true
        timer = loop.timer(after: Settings.newsDelay, end)
    }
}

/// One game on one stream: receives the game's announcements, and sends the events that its viewer lacks.
final class Follower {
    let game: LiveGame
    private(set) var stream: HTTPStream?
    private var ending: StreamEnding?
    private var binding: Subscription?
    /// The last sequence that the viewer has; before the first message, the one that it claims to have.
    private var seen = SequenceNumber.zero
    // The flags fill the padding after the format: there can be thousands of followers.
    private(set) var player: Player
    let format: StreamFormat
    private var resumes = false
    /// Whether the viewer may read letters; one who may not gets snapshots without them, and no events.
    private let seesLetters: Bool
    private var hasBegun = false
    /// The player whose key opened the stream, and who may sit down later.
    private let holder: PlayerID?

    init(
        _ game: LiveGame, _ player: Player, holder: PlayerID? = nil, seesLetters: Bool = true,
        _ format: StreamFormat
    ) {
        self.seesLetters = seesLetters
        self.holder = holder
        self.game = game
        self.player = player
        self.format = format
    }

    /// Starts to follow the game, beginning with the events after `sequence`, or with a snapshot.
    func start(after sequence: SequenceNumber?, on stream: HTTPStream, _ ending: StreamEnding?) {
        self.stream = stream
        self.ending = ending
        resumes = sequence != nil
        seen = sequence ?? .zero
        game.presence.addStream(of: player, isBrief: ending != nil, at: now)
        // Unowned is safe: the follower owns the binding, which ends before it.
        binding = game.feed.bind { [unowned self] in receive($0) }
        sendPresence()
    }

    func stop() {
        guard binding != nil else { return }
        binding = nil
        stream = nil
        game.presence.removeStream(of: player, isBrief: ending != nil, at: now)
    }

    /// Sends a snapshot if the viewer has missed events and has read its backlog.
    func catchUp() {
        guard hasBegun, seen < game.committed.sequence, !isBehind else { return }
        sendSnapshot()
        sendPresence()
    }

    private var now: Timestamp { game.services.time.now }

    private var isBehind: Bool {
        guard let stream else { return true }
        return stream.backlog > format.backlog
    }

    private func receive(_ announcement: Announcement) {
        guard hasBegun else { return begin() }
        if let event = announcement.ephemeral { return send(event) }
        followSeat(through: announcement.events)
        guard !isBehind else { return }
        guard seesLetters else { return sendSnapshot() }
        // After a backlog there is a gap, which a snapshot closes.
        guard announcement.first == seen.next else { return catchUp() }
        seen = announcement.state.sequence
        tell(announcement.bytes(format, for: player.seat))
    }

    private func begin() {
        hasBegun = true
        let bytes = firstMessages(after: resumes ? seen : nil)
        seen = game.committed.sequence
        if let bytes { tell(bytes) }
    }

    private func tell(_ news: StreamBytes) {
        stream?.send(news)
        ending?.didSendNews()
    }

    /// The messages that bring the viewer up to date; nil if it has missed nothing.
    ///
    /// These are the events after `sequence`, or a snapshot if they are no longer in memory.
    func firstMessages(after sequence: SequenceNumber?) -> StreamBytes? {
        let committed = game.committed.sequence
        guard seesLetters, let sequence, let missing = game.recent.events(after: sequence, upTo: committed)
        else {
            return snapshot
        }
        guard !missing.isEmpty else { return nil }
        let views = game.committed.views(of: Array(missing), for: player.seat)
        if game.committed.room != nil {
            return StreamBytes(format.roomMessages(Array(missing), game.committed))
        }
        return StreamBytes(format.messages(views, game: game.id))
    }

    private func sendSnapshot() {
        seen = game.committed.sequence
        tell(snapshot)
    }

    private var snapshot: StreamBytes {
        // A picture is the same for all viewers who see the same board, so it is drawn once.
        if format.sendsPictures { return game.feed.value.bytes(format, for: player.seat) }
        let json = game.json(for: player, seesLetters: seesLetters)
        return StreamBytes(format.message("snapshot", json, game: game.id, sequence: game.committed.sequence))
    }

    private func sendPresence() {
        for event in game.presence.initialEvents { send(event) }
    }

    private func send(_ event: EphemeralEvent) {
        if !isBehind { stream?.send(event.bytes(format)) }
    }

    /// Becomes a spectator if the player has left the seat, and a player if the holder of the key sits down.
    private func followSeat(through events: [GameEvent]) {
        if let seat = player.seat {
            guard events.contains(where: { $0.change == .seatLeft(seat) }) else { return }
            become(Player(seat: nil, isHost: player.isHost))
        } else if let holder, events.contains(where: { $0.seats(holder) }) {
            become(game.player(holder))
        }
    }

    private func become(_ new: Player) {
        game.presence.removeStream(of: player, isBrief: ending != nil, at: now)
        player = new
        game.presence.addStream(of: player, isBrief: ending != nil, at: now)
    }
}

extension GameEvent {
    fileprivate func seats(_ player: PlayerID) -> Bool {
        if case .seatTaken(let seated) = change { seated.player == player } else { false }
    }
}
