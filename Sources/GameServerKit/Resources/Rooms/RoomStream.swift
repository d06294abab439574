import EventIO
import GameCore
import GameJSON
import GameStore

/// `/rooms/{room}/events`: one stream of a room and of its present game.
final class RoomStream {
    private unowned let stream: LiveStream
    private let room: LiveGame
    private let world: World
    private let viewer: PlayerID?
    private let format: StreamFormat
    private var binding: Subscription?
    /// The game that the stream follows, or is about to follow.
    private var following: GameID?

    /// Answers `call` with the stream; a HEAD request gets its head only.
    static func follow(_ call: GameCall) throws -> Outcome {
        let query = try Query(call.request.query)
        let format = try StreamFormat(call.call, query, namesGame: true)
        let seen = call.request.header("last-event-id") ?? query["after"]
        let resume = Events.resumePoints(seen, format, [])
        return try Events.follow(call.call, [call], format, wait: query.wait, resume: resume) { stream in
            RoomStream(stream, call, format)
        }
    }

    private init(_ stream: LiveStream, _ call: GameCall, _ format: StreamFormat) {
        self.stream = stream
        (room, world, viewer, self.format) = (call.game, call.world, call.call.holder?.player.id, format)
    }

    /// Follows the present game, now and whenever the next one begins.
    func start(resume: [GameID: SequenceNumber]) {
        followPresentGame(resume)
        // Unowned is safe: the stream owns this object, which owns the binding.
        binding = room.feed.bind { [unowned self] announcement in
            if announcement.ephemeral == nil { followPresentGame(nil) }
        }
    }

    func stop() { binding = nil }

    /// Follows the present game again, after it was changed in the store, or after its end has hidden its
    /// letters.
    func followAgain() {
        following = nil
        followPresentGame(nil)
    }

    /// - Parameter resume: The sequences that the client has seen, at the start of the stream; nil later.
    private func followPresentGame(_ resume: [GameID: SequenceNumber]?) {
        guard let present = room.committed.room?.present?.id, present != following else { return }
        following = present
        world.games.wake(present, for: .game(room.id)) { [weak self] found in
            // Another game may have begun during the read; a deleted one has nothing to follow.
            guard let self, following == present, case .success(let game?) = found else { return }
            guard let resume else { return follow(game, after: nil) }
            game.bringUpToDate { [weak self] isCurrent in
                guard let self, following == present else { return }
                let seen = resume[present]
                // The client has seen more than this node can show: it connects again.
                if !isCurrent, let seen, seen > game.committed.sequence { return stream.end() }
                follow(game, after: seen)
            }
        }
    }

    private func follow(_ game: LiveGame, after sequence: SequenceNumber?) {
        let player = viewer.map(game.player) ?? .spectator
        guard player.seat == nil, game.hidesLetters(at: world.now) else {
            return follow(game, player, seesLetters: true, after: sequence)
        }
        guard let viewer, let challenge = game.setup.challenge else {
            return follow(game, player, seesLetters: false, after: sequence)
        }
        world.challenges.find(challenge, for: .game(room.id)) { [weak self] found in
            guard let self, following == game.id else { return }
            let hasFinished = (try? found.get())?.hasFinishedChallenge(viewer) ?? false
            follow(game, player, seesLetters: hasFinished, after: sequence)
        }
    }

    private func follow(
        _ game: LiveGame, _ player: Player, seesLetters: Bool, after sequence: SequenceNumber?
    ) {
        let follower = Follower(game, player, holder: viewer, seesLetters: seesLetters, format)
        stream.follow(follower, after: sequence)
    }
}
