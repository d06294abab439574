import EventIO
import GameCore

/// One game on one stream: bound to what the game announces, it writes what its viewer has not seen yet.
final class Follower {
    let game: LiveGame
    private(set) var player: Player
    private let form: StreamForm
    private let now: () -> Timestamp
    private var send: ((StreamBytes) -> Void)?
    private var isBehind: () -> Bool = { false }
    /// The last event that the viewer knows; nil before the first message.
    private var seen: SequenceNumber?
    private var bindings: [Subscription] = []

    init(
        _ game: LiveGame, _ player: Player, _ form: StreamForm, now: @escaping () -> Timestamp
    ) {
        self.game = game
        self.player = player
        self.form = form
        self.now = now
    }

    /// Binds to the game: first comes what is missing after `sequence`, or a snapshot; then everything new.
    func start(
        after sequence: SequenceNumber?, isBehind: @escaping () -> Bool, send: @escaping (StreamBytes) -> Void
    ) {
        self.send = send
        self.isBehind = isBehind
        game.presence.arrived(player, at: now())
        bindings = [game.feed.bind { [weak self] in self?.show($0, resumingAfter: sequence) }]
        for whisper in game.presence.welcome { hear(whisper) }
        var isNew = false
        bindings.append(
            game.presence.whisper.bind { [weak self] whisper in
                // The last whisper is part of the welcome already.
                if isNew { self?.hear(whisper) }
            })
        isNew = true
    }

    /// Ends the bindings.
    func stop() {
        guard !bindings.isEmpty else { return }
        bindings = []
        send = nil
        game.presence.left(player, at: now())
    }

    /// Sends a snapshot if the viewer has been left behind and can take one now.
    func catchUp() {
        guard let seen, seen < game.shown.sequence, !isBehind() else { return }
        sendSnapshot()
        for whisper in game.presence.welcome { hear(whisper) }
    }

    private func show(_ announcement: Announcement, resumingAfter sequence: SequenceNumber?) {
        guard let seen else { return begin(after: sequence) }
        standUpIfLeft(announcement.events)
        guard !isBehind() else { return }
        // Somebody who was behind has a gap, and gets a snapshot instead of history.
        guard announcement.events.first?.sequence == seen.next else { return catchUp() }
        self.seen = announcement.picture.sequence
        send?(announcement.bytes(form, for: player.seat))
    }

    private func begin(after sequence: SequenceNumber?) {
        let shown = game.shown.sequence
        guard let sequence, let missing = game.recent.events(after: sequence, upTo: shown) else {
            return sendSnapshot()
        }
        seen = shown
        guard !missing.isEmpty else { return }
        let views = game.shown.views(of: missing, for: player.seat)
        send?(StreamBytes(form.messages(views, game: game.id)))
    }

    private func sendSnapshot() {
        seen = game.shown.sequence
        game.clock.tell(now())
        let json = game.json(for: player)
        send?(StreamBytes(form.message("snapshot", json, game: game.id, sequence: seen)))
    }

    private func hear(_ whisper: Whisper) {
        if !isBehind() { send?(whisper.bytes(form)) }
    }

    /// Whose seat is gone watches on as a spectator.
    private func standUpIfLeft(_ events: [GameEvent]) {
        guard let seat = player.seat, events.contains(where: { $0.change == .seatLeft(seat) }) else { return }
        game.presence.left(player, at: now())
        player = Player(seat: nil, isHost: player.isHost)
        game.presence.arrived(player, at: now())
    }
}
