import EventIO
import GameCore

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
