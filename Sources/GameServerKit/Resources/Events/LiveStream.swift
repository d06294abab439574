import EventIO
import GameCore
import GameJSON
import GameStore

/// A body without end that follows one or several games.
final class LiveStream {
    let address: String
    /// Most streams follow one game, so that one needs no list.
    private let first: Follower
    private let others: [Follower]
    /// Its place among the streams of the hub.
    var place = 0

    /// A stream for `address`; nil without any follower.
    init?(address: String, followers: [Follower]) {
        guard let first = followers.first else { return nil }
        self.address = address
        self.first = first
        others = Array(followers.dropFirst())
    }

    private var form: StreamForm { first.form }

    /// Sends what each game has for its viewer, and follows on.
    ///
    /// `resume` says after which event to continue.
    func start(on stream: HTTPStream, resume: [GameID: SequenceNumber]) {
        if !form.opening.isEmpty { stream.send(StreamBytes(Array(form.opening.utf8))) }
        forEachFollower { $0.start(after: resume[$0.game.id], on: stream) }
    }

    /// A sign of life, for who is not busy reading anyway.
    func beat(_ beats: (StreamForm) -> StreamBytes) {
        guard let stream = first.stream, stream.backlog <= Settings.streamBacklog else { return }
        stream.send(beats(form))
    }

    /// Snapshots for the games that ran ahead of the reader, once it has read on.
    func catchUp() {
        forEachFollower { $0.catchUp() }
    }

    /// Whether who sits on `seat` of `game` reads this.
    func follows(_ game: LiveGame, as seat: Seat) -> Bool {
        ([first] + others).contains { $0.game === game && $0.player.seat == seat }
    }

    /// Ends the stream with a hint when to come again.
    func end() {
        guard let stream = first.stream else { return }
        if form.medium == .serverSentEvents { stream.send(StreamBytes(Array(form.retryHint.utf8))) }
        stream.close()
    }

    /// The connection is gone.
    func closed() {
        forEachFollower { $0.stop() }
    }

    private func forEachFollower(_ work: (Follower) -> Void) {
        work(first)
        for follower in others { work(follower) }
    }
}

/// One game on one stream: bound to what the game announces, it writes what its viewer has not seen yet.
final class Follower {
    let game: LiveGame
    private(set) var stream: HTTPStream?
    private var binding: Subscription?
    /// The last event that the viewer knows, or says so before the first message.
    private var seen = SequenceNumber.zero
    private(set) var player: Player
    let form: StreamForm
    private var resumes = false
    private var hasBegun = false

    init(_ game: LiveGame, _ player: Player, _ form: StreamForm) {
        self.game = game
        self.player = player
        self.form = form
    }

    /// Binds to the game: first comes what is missing after `sequence`, or a snapshot; then everything new.
    func start(after sequence: SequenceNumber?, on stream: HTTPStream) {
        self.stream = stream
        resumes = sequence != nil
        seen = sequence ?? .zero
        game.presence.arrived(player, at: now)
        // The binding is the follower's own, and ends before it.
        binding = game.feed.bind { [unowned self] in show($0) }
        welcome()
    }

    /// Ends the binding.
    func stop() {
        guard binding != nil else { return }
        binding = nil
        stream = nil
        game.presence.left(player, at: now)
    }

    /// Sends a snapshot if the viewer has been left behind and can take one now.
    func catchUp() {
        guard hasBegun, seen < game.shown.sequence, !isBehind else { return }
        sendSnapshot()
        welcome()
    }

    private var now: Timestamp { game.services.time.now }

    private var isBehind: Bool {
        guard let stream else { return true }
        return stream.backlog > Settings.streamBacklog
    }

    private func show(_ announcement: Announcement) {
        guard hasBegun else { return begin() }
        if let whisper = announcement.whisper { return hear(whisper) }
        standUpIfLeft(announcement.events)
        guard !isBehind else { return }
        // Somebody who was behind has a gap, and gets a snapshot instead of history.
        guard announcement.first == seen.next else { return catchUp() }
        seen = announcement.state.sequence
        stream?.send(announcement.bytes(form, for: player.seat))
    }

    private func begin() {
        hasBegun = true
        let bytes = beginning(after: resumes ? seen : nil)
        seen = game.shown.sequence
        if let bytes { stream?.send(bytes) }
    }

    /// How the viewer learns how things stand: by the events that are missing after `sequence`, or by a
    /// snapshot; nil when none is missing.
    func beginning(after sequence: SequenceNumber?) -> StreamBytes? {
        let shown = game.shown.sequence
        guard let sequence, let missing = game.recent.events(after: sequence, upTo: shown) else {
            return snapshot
        }
        guard !missing.isEmpty else { return nil }
        let views = game.shown.views(of: Array(missing), for: player.seat)
        return StreamBytes(form.messages(views, game: game.id))
    }

    private func sendSnapshot() {
        seen = game.shown.sequence
        stream?.send(snapshot)
    }

    private var snapshot: StreamBytes {
        let json = game.json(for: player)
        return StreamBytes(form.message("snapshot", json, game: game.id, sequence: game.shown.sequence))
    }

    private func welcome() {
        for whisper in game.presence.welcome { hear(whisper) }
    }

    private func hear(_ whisper: Whisper) {
        if !isBehind { stream?.send(whisper.bytes(form)) }
    }

    /// Whose seat is gone watches on as a spectator.
    private func standUpIfLeft(_ events: [GameEvent]) {
        guard let seat = player.seat, events.contains(where: { $0.change == .seatLeft(seat) }) else { return }
        game.presence.left(player, at: now)
        player = Player(seat: nil, isHost: player.isHost)
        game.presence.arrived(player, at: now)
    }
}
