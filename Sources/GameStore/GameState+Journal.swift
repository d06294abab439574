package import GameCore
import GameJSON

nonisolated extension GameState {
    /// Replays stored events and checks them.
    ///
    /// The hash of the last event must match the replayed state. It covers only sequence and boards, so rule
    /// events are checked separately.
    /// - Throws: `StoreFailure` for a gap in the sequence, an unknown rule event, or a wrong final hash.
    package func replaying(_ events: some Sequence<GameEvent>) throws(StoreFailure) -> GameState {
        var (state, last) = (self, StateHash?.none)
        for event in events {
            guard event.sequence == state.sequence.next else {
                throw StoreFailure(reason: "The journal of “\(setup.id)” has a gap.")
            }
            // An unknown rule event would change no board, so the hash could not reveal it.
            if case .ruleEvent = event.change, !state.canApply(event.change) {
                throw StoreFailure(reason: "Event \(event.sequence) of “\(setup.id)” has an unknown type.")
            }
            state.apply(event)
            last = event.hash
        }
        guard last.map({ $0 == state.hash }) ?? true else {
            throw StoreFailure(reason: "The journal of “\(setup.id)” does not match its hash.")
        }
        return state
    }
}
