import EventIO
import GameCore
import GameJSON
import GameStore

/// All streams and parked polls: counts them by address, sends heartbeats, and ends them on shutdown.
final class EventHub {
    private let loop: MainLoop
    /// Unordered; each stream knows its index, so that it can be removed in O(1).
    private(set) var streams: [LiveStream] = []
    private(set) var polls: [ObjectIdentifier: ParkedPoll] = [:]
    private var streamsByAddress = ClientCounts()
    private var pollsByAddress = ClientCounts()
    private let limitsAddresses: Bool
    private var isDraining = false
    private var timers: [LoopTimer] = []

    init(loop: MainLoop, limitsAddresses: Bool) {
        self.loop = loop
        self.limitsAddresses = limitsAddresses
        timers = [
            loop.timer(after: Settings.heartbeat, repeating: true) { [weak self] in self?.sendHeartbeats() },
            loop.timer(after: Settings.catchUpInterval, repeating: true) { [weak self] in self?.catchUp() },
        ]
    }

    /// Throws `too-many-streams` if `address` has reached its limit.
    func requireRoomForStream(_ address: String) throws(Problem) {
        guard !limitsAddresses || streamsByAddress[address] < Settings.streamsPerAddress else {
            throw .retryLater(
                "too-many-streams", "Your address already has \(Settings.streamsPerAddress) streams open.")
        }
    }

    /// Throws `too-many-polls` if `address` has reached its limit.
    func requireRoomForPoll(_ address: String) throws(Problem) {
        guard !limitsAddresses || pollsByAddress[address] < Settings.pollsPerAddress else {
            throw .retryLater(
                "too-many-polls", "Your address already has \(Settings.pollsPerAddress) long polls open.")
        }
    }

    /// The handler that the connection of `stream` calls once, on its own loop, when the stream has ended.
    ///
    /// It does not retain the stream, which must be released on the main actor.
    func closeHandler(for stream: LiveStream) -> @Sendable () -> Void {
        { [self, unowned stream] in
            loop.enter { [unowned stream] in self.removeStream(stream) }
        }
    }

    /// Retains a started stream until it ends; if the server is stopping, it ends at once.
    func addStream(_ stream: LiveStream) {
        stream.place = streams.count
        streams.append(stream)
        streamsByAddress.add(1, to: stream.address)
        if isDraining { stream.end() }
    }

    private func removeStream(_ stream: LiveStream) {
        let last = streams.removeLast()
        if last !== stream {
            streams[stream.place] = last
            last.place = stream.place
        }
        streamsByAddress.add(-1, to: stream.address)
        stream.didClose()
    }

    /// Retains a poll until it is answered or abandoned; if the server is stopping, it is answered at once.
    func addPoll(_ poll: ParkedPoll) {
        if isDraining { return poll.timeOut() }
        polls[ObjectIdentifier(poll)] = poll
        pollsByAddress.add(1, to: poll.address)
    }

    func removePoll(_ poll: ParkedPoll) {
        guard polls.removeValue(forKey: ObjectIdentifier(poll)) != nil else { return }
        pollsByAddress.add(-1, to: poll.address)
    }

    /// Ends the streams and polls of `seat` after its token was replaced.
    func endConnections(of seat: Seat, in game: LiveGame) {
        for poll in polls.values where poll.waits(for: game, as: seat) { poll.timeOut() }
        for stream in streams where stream.follows(game, as: seat) { stream.end() }
    }

    /// The players' keys with an open stream or poll.
    var keys: Set<Digest> { Set(streams.compactMap(\.key)).union(polls.values.compactMap(\.key)) }

    /// Ends the streams and polls of a key that has ended.
    func endConnections(of key: Digest) {
        for poll in polls.values where poll.key == key { poll.timeOut() }
        for stream in streams where stream.key == key { stream.end() }
    }

    /// Ends the streams and polls of `game`, so that their clients ask for it again.
    func endConnections(of game: LiveGame) {
        for poll in polls.values where poll.waits(for: game) { poll.timeOut() }
        for stream in streams where stream.follows(game) { stream.endFollowing(game) }
    }

    /// Ends the streams and polls of the addresses that `isBanned` selects.
    func endConnections(where isBanned: (_ address: String) -> Bool) {
        for poll in polls.values where isBanned(poll.address) { poll.timeOut() }
        for stream in streams where isBanned(stream.address) { stream.end() }
    }

    /// Answers all polls and ends all streams, because the server is stopping.
    func drain() {
        timers = []
        isDraining = true
        for poll in polls.values { poll.timeOut() }
        for stream in streams { stream.end() }
    }

    private func sendHeartbeats() {
        var heartbeats: [StreamFormat: StreamBytes] = [:]
        for stream in streams {
            stream.sendHeartbeat { format in
                if let heartbeat = heartbeats[format] { return heartbeat }
                let heartbeat = StreamBytes(Array(format.heartbeat.utf8))
                heartbeats[format] = heartbeat
                return heartbeat
            }
        }
    }

    private func catchUp() {
        for stream in streams { stream.catchUp() }
    }
}
