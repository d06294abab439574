import EventIO
import GameCore
import GameJSON
import GameStore

/// The account in which streams and polls are counted against their limits.
nonisolated enum ConnectionAccount: Equatable, Sendable {
    case address(String)
    /// A member of a room, whose address may be that of a whole class.
    case member(RoomName, PlayerID)

    /// Unique among accounts: no address contains a slash.
    var name: String {
        switch self {
        case .address(let address): address
        case .member(let room, let player): "\(room)/\(player)"
        }
    }

    func limit(ofAddress limit: Int) -> Int {
        if case .address = self { limit } else { min(Settings.streamsPerMember, limit) }
    }

    var owner: String { if case .address = self { "Your address already has" } else { "You already have" } }
}

/// All streams and parked polls: counts them by account, sends heartbeats, and ends them on shutdown.
final class EventHub {
    private let loop: MainLoop
    /// Unordered; each stream knows its index, so that it can be removed in O(1).
    private(set) var streams: [LiveStream] = []
    private(set) var polls: [ObjectIdentifier: ParkedPoll] = [:]
    private var streamCounts = ClientCounts()
    private var pollCounts = ClientCounts()
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

    /// Throws `too-many-streams` if `account` has reached its limit.
    func requireRoomForStream(_ account: ConnectionAccount) throws(Problem) {
        let limit = account.limit(ofAddress: Settings.streamsPerAddress)
        guard !limitsAddresses || streamCounts[account.name] < limit else {
            throw .retryLater("too-many-streams", "\(account.owner) \(limit) streams open.")
        }
    }

    /// Throws `too-many-polls` if `account` has reached its limit.
    func requireRoomForPoll(_ account: ConnectionAccount) throws(Problem) {
        let limit = account.limit(ofAddress: Settings.pollsPerAddress)
        guard !limitsAddresses || pollCounts[account.name] < limit else {
            throw .retryLater("too-many-polls", "\(account.owner) \(limit) long polls open.")
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
        streamCounts.add(1, to: stream.account.name)
        if isDraining { stream.end() }
    }

    private func removeStream(_ stream: LiveStream) {
        let last = streams.removeLast()
        if last !== stream {
            streams[stream.place] = last
            last.place = stream.place
        }
        streamCounts.add(-1, to: stream.account.name)
        stream.didClose()
    }

    /// Retains a poll until it is answered or abandoned; if the server is stopping, it is answered at once.
    func addPoll(_ poll: ParkedPoll) {
        if isDraining { return poll.timeOut() }
        polls[ObjectIdentifier(poll)] = poll
        pollCounts.add(1, to: poll.account.name)
    }

    func removePoll(_ poll: ParkedPoll) {
        guard polls.removeValue(forKey: ObjectIdentifier(poll)) != nil else { return }
        pollCounts.add(-1, to: poll.account.name)
    }

    /// Ends the streams and polls of `seat` after its token was replaced.
    func endConnections(of seat: Seat, in game: LiveGame) {
        for poll in polls.values where poll.waits(for: game, as: seat) {
            // A player's key goes on without the seat.
            poll.refuse(poll.key == nil ? .unknownToken : .askAgain)
        }
        for stream in streams where stream.follows(game, as: seat) { stream.end() }
    }

    /// Ends the streams and polls of the spectators of `game`, so that their clients ask for it again.
    ///
    /// - Returns: The streams of rooms, which can follow the game again.
    func endSpectators(of game: LiveGame) -> [RoomStream] {
        for poll in polls.values where poll.waits(for: game, as: nil) { poll.refuse(.askAgain) }
        return streams.filter { $0.follows(game, as: nil) }.compactMap { $0.stopFollowing(game) }
    }

    /// The players' keys with an open stream or poll.
    var keys: Set<Digest> { Set(streams.compactMap(\.key)).union(polls.values.compactMap(\.key)) }

    /// Ends the streams and polls of a key that has ended.
    func endConnections(of key: Digest) {
        for poll in polls.values where poll.key == key { poll.refuse(Call.unknownKey) }
        for stream in streams where stream.key == key { stream.end() }
    }

    /// Ends the streams and polls of `game`, so that their clients ask for it again.
    func endConnections(of game: LiveGame) {
        for poll in polls.values where poll.waits(for: game) {
            // Nobody may see less of a game that only leaves memory.
            if game.isWithdrawn { poll.timeOut() } else { poll.refuse(.askAgain) }
        }
        for stream in streams where stream.follows(game) { stream.endFollowing(game) }
    }

    /// Ends the streams and polls of the addresses that `isBanned` selects.
    func endConnections(where isBanned: (_ address: String) -> Bool) {
        for poll in polls.values where isBanned(poll.address) { poll.refuse(.askAgain) }
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
