import EventIO
import GameCore

/// A body without end that follows one or several games.
final class LiveStream {
    let address: String
    private let form: StreamForm
    private let followers: [Follower]
    private var stream: HTTPStream?

    init(address: String, form: StreamForm, followers: [Follower]) {
        self.address = address
        self.form = form
        self.followers = followers
    }

    /// Sends what each game has for its viewer, and follows on.
    ///
    /// `resume` says after which event to continue.
    func start(on stream: HTTPStream, resume: [GameID: SequenceNumber]) {
        self.stream = stream
        if !form.opening.isEmpty { stream.send(StreamBytes(Array(form.opening.utf8))) }
        for follower in followers {
            follower.start(
                after: resume[follower.game.id],
                isBehind: { [weak stream] in stream.map { $0.backlog > Settings.streamBacklog } ?? true },
                send: { [weak stream] bytes in stream?.send(bytes) })
        }
    }

    /// A sign of life, for who is not busy reading anyway.
    func beat(_ beats: (StreamForm) -> StreamBytes) {
        guard let stream, stream.backlog <= Settings.streamBacklog else { return }
        stream.send(beats(form))
    }

    /// Snapshots for the games that ran ahead of the reader, once it has read on.
    func catchUp() {
        for follower in followers { follower.catchUp() }
    }

    /// Whether who sits on `seat` of `game` reads this.
    func follows(_ game: LiveGame, as seat: Seat) -> Bool {
        followers.contains { $0.game === game && $0.player.seat == seat }
    }

    /// Ends the stream with a hint when to come again.
    func end() {
        if form.medium == .serverSentEvents { stream?.send(StreamBytes(Array(form.retryHint.utf8))) }
        stream?.close()
    }

    /// The connection is gone.
    func closed() {
        stream = nil
        for follower in followers { follower.stop() }
    }
}
