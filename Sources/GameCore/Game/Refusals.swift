/// What others have turned down within the last minute, so that nobody repeats the same request at once.
package struct Refusals: Equatable, Sendable {
    /// A request of one seat.
    package struct Request: Hashable, Sendable {
        /// The purpose of a prompt, or ``Refusals/pause``.
        package let purpose: String
        /// The seat that asked; nil for everybody without a seat.
        package let seat: Seat?

        package init(purpose: String, seat: Seat?) {
            self.purpose = purpose
            self.seat = seat
        }
    }

    /// The purpose of a pause, which is turned down when somebody else resumes the game.
    static let pause = "pause"

    /// When each request may be repeated.
    ///
    /// The wait is that of the seat: another player who takes it meanwhile waits as well.
    package var ends: [Request: Timestamp] = [:]
    /// The seat that paused the game last.
    package var pausedBy: Seat?

    /// Adds what `event`, the next one of `state`, turns down, and forgets what has ended by then.
    mutating func add(_ event: GameEvent, to state: GameState) {
        if !ends.isEmpty { ends = ends.filter { event.time < $0.value } }
        switch event.change {
        case .promptDismissed(let id, let button):
            guard let prompt = state.prompt(id), button == prompt.cancel else { return }
            ends[Request(prompt)] = event.time + Prompt.patience
        case .gamePaused(let seat): pausedBy = seat
        case .gameResumed(let seat) where seat != pausedBy:
            ends[Request(purpose: Self.pause, seat: pausedBy)] = event.time + Prompt.patience
        default: break
        }
    }

    /// When the player on `seat` may request `purpose` again; nil if nobody has turned that down.
    func end(of purpose: String, by seat: Seat?) -> Timestamp? { ends[Request(purpose: purpose, seat: seat)] }
}

extension Refusals.Request {
    init(_ prompt: Prompt) { self.init(purpose: prompt.purpose, seat: prompt.asker) }
}
