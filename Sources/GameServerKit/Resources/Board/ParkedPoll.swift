import EventIO
import GameCore
import GameJSON
import GameStore

/// A long poll: a request that waits until its game passes a sequence, its time is up, or its client leaves.
final class ParkedPoll {
    let address: String
    /// The account in which the poll is counted.
    let account: ConnectionAccount
    /// The player's key with which the request was sent.
    let key: Digest?
    private let pending: PendingAnswer
    private let unchanged: () -> HTTPResponse
    private weak var hub: EventHub?
    private weak var game: LiveGame?
    private var viewer: Seat?
    private var binding: Subscription?
    private var timer: LoopTimer?

    /// - Parameter unchanged: Makes the answer for a poll that times out.
    init(
        _ pending: PendingAnswer, address: String, account: ConnectionAccount, key: Digest?, hub: EventHub,
        unchanged: @escaping () -> HTTPResponse
    ) {
        self.key = key
        self.pending = pending
        (self.address, self.account) = (address, account)
        self.hub = hub
        self.unchanged = unchanged
    }

    /// Waits at most `wait` for `game` to pass `sequence`, and then answers with `changed`.
    func park(
        until game: LiveGame, seenBy viewer: Seat?, passes sequence: SequenceNumber, wait: Duration,
        on loop: MainLoop,
        changed: @escaping () -> HTTPResponse
    ) {
        self.game = game
        self.viewer = viewer
        hub?.addPoll(self)
        pending.onAbandon { [weak self] in self?.end() }
        timer = loop.timer(after: wait) { [weak self] in self?.timeOut() }
        binding = game.feed.bind { [weak self] announcement in
            if announcement.state.sequence > sequence { self?.answer(changed()) }
        }
    }

    /// Whether the poll waits for `game` on behalf of `seat`.
    func waits(for game: LiveGame, as seat: Seat?) -> Bool { self.game === game && viewer == seat }

    func waits(for game: LiveGame) -> Bool { self.game === game }

    /// Answers as if the time were up.
    func timeOut() {
        answer(unchanged())
    }

    /// Answers with `problem`, because the client may not have what it waits for, or may not any longer.
    func refuse(_ problem: Problem) {
        answer(problem.response())
    }

    private func answer(_ response: HTTPResponse) {
        end()
        pending.send(response)
    }

    private func end() {
        binding = nil
        timer = nil
        hub?.removePoll(self)
    }
}
