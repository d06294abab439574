package import GameCore
import GameJSON

nonisolated extension GameState {
    /// The state that a stored snapshot has kept of the game that `new` is before its first event.
    ///
    /// - Throws: when it cannot be read, or when the journal tells another fingerprint than `hash` there.
    package init(_ snapshot: [UInt8], hash: StateHash?, of new: GameState) throws {
        try self.init(snapshot: snapshot, of: new)
        guard self.hash == hash else {
            throw StoreFailure(reason: "The snapshot of “\(setup.id)” differs from its journal.")
        }
    }

    /// The state after the stored `events`.
    ///
    /// - Throws: `StoreFailure` for a gap, for an event that the rules do not know, or when the last
    ///   fingerprint differs.
    package func followed(by events: some Sequence<GameEvent>) throws(StoreFailure) -> GameState {
        var (state, last) = (self, StateHash?.none)
        for event in events {
            guard event.sequence == state.sequence.next else {
                throw StoreFailure(reason: "The journal of “\(setup.id)” has a gap.")
            }
            // Fingerprints cover letters alone: an unknown event would be passed over unnoticed.
            if case .ruled = event.change, !state.admits(event.change) {
                throw StoreFailure(reason: "Event \(event.sequence) of “\(setup.id)” is of an unknown type.")
            }
            state.apply(event)
            last = event.hash
        }
        guard last.map({ $0 == state.hash }) ?? true else {
            throw StoreFailure(reason: "The journal of “\(setup.id)” does not lead to its fingerprint.")
        }
        return state
    }
}
