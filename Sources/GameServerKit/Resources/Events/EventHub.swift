import EventIO
import GameCore
import GameJSON
import GameStore

/// All streams and parked polls: it counts them by address, keeps them alive, and ends them when the server
/// stops.
final class EventHub {
    private let loop: MainLoop
    /// In no order; each knows its place.
    private(set) var streams: [LiveStream] = []
    private(set) var polls: [ObjectIdentifier: ParkedPoll] = [:]
    private var streamsByAddress: [String: Int] = [:]
    private var pollsByAddress: [String: Int] = [:]
    private let limitsAddresses: Bool
    private var isDraining = false
    private var timers: [LoopTimer] = []

    init(loop: MainLoop, limitsAddresses: Bool) {
        self.loop = loop
        self.limitsAddresses = limitsAddresses
        timers = [
            loop.timer(after: Settings.beat, repeating: true) { [weak self] in self?.beat() },
            loop.timer(after: Settings.catchUp, repeating: true) { [weak self] in self?.catchUp() },
        ]
    }

    /// Refuses an address that has as many streams as it may have.
    func requireRoomForStream(_ address: String) throws(Problem) {
        guard !limitsAddresses || streamsByAddress[address, default: 0] < Settings.streamsPerAddress else {
            throw .retryLater(
                "too-many-streams", "Your address has \(Settings.streamsPerAddress) streams already.")
        }
    }

    /// Refuses an address that has as many parked polls as it may have.
    func requireRoomForPoll(_ address: String) throws(Problem) {
        guard !limitsAddresses || pollsByAddress[address, default: 0] < Settings.pollsPerAddress else {
            throw .retryLater(
                "too-many-polls", "Your address has \(Settings.pollsPerAddress) parked polls already.")
        }
    }

    /// What the connection of `stream` calls once, on its own loop, after the stream has ended.
    ///
    /// The stream dies on the main actor: the connection, whose thread may be another, does not keep it.
    func whenClosed(_ stream: LiveStream) -> @Sendable () -> Void {
        { [self, unowned stream] in
            loop.enter { [unowned stream] in self.remove(stream) }
        }
    }

    /// Keeps `stream`, which has started, until it ends; a server that stops ends it at once.
    func add(_ stream: LiveStream) {
        stream.place = streams.count
        streams.append(stream)
        streamsByAddress[stream.address, default: 0] += 1
        if isDraining { stream.end() }
    }

    private func remove(_ stream: LiveStream) {
        let last = streams.removeLast()
        if last !== stream {
            streams[stream.place] = last
            last.place = stream.place
        }
        Self.countDown(&streamsByAddress, stream.address)
        stream.closed()
    }

    /// Keeps `poll` until it is answered or its client leaves; a server that stops answers it at once.
    func add(_ poll: ParkedPoll) {
        if isDraining { return poll.timeOut() }
        polls[ObjectIdentifier(poll)] = poll
        pollsByAddress[poll.address, default: 0] += 1
    }

    /// The poll is over.
    func remove(_ poll: ParkedPoll) {
        guard polls.removeValue(forKey: ObjectIdentifier(poll)) != nil else { return }
        Self.countDown(&pollsByAddress, poll.address)
    }

    /// Ends what was opened with the former tokens of `seat`: nobody sees more by them.
    func end(_ seat: Seat, of game: LiveGame) {
        for poll in polls.values where poll.waits(for: game, as: seat) { poll.timeOut() }
        for stream in streams where stream.follows(game, as: seat) { stream.end() }
    }

    /// The server stops: polls are answered, streams end with a hint when to come again.
    func drain() {
        timers = []
        isDraining = true
        for poll in polls.values { poll.timeOut() }
        for stream in streams { stream.end() }
    }

    private func beat() {
        var beats: [StreamForm: StreamBytes] = [:]
        for stream in streams {
            stream.beat { form in
                if let made = beats[form] { return made }
                let made = StreamBytes(Array(form.beat.utf8))
                beats[form] = made
                return made
            }
        }
    }

    private func catchUp() {
        for stream in streams { stream.catchUp() }
    }

    private static func countDown(_ counts: inout [String: Int], _ address: String) {
        let left = (counts[address] ?? 0) - 1
        counts[address] = left > 0 ? left : nil
    }
}
