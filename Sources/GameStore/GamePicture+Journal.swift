package import GameCore
import GameJSON

nonisolated extension GamePicture {
    /// What a stored journal leads to: `events` after a snapshot, whose fingerprint the journal tells too, or
    /// after nothing.
    ///
    /// - Throws: `StoreFailure` for a gap, or when the fingerprints differ.
    package init(
        _ setup: GameSetup, _ snapshot: (picture: GameSnapshot, hash: StateHash?)?,
        followedBy events: ArraySlice<GameEvent>
    ) throws {
        var picture = try snapshot.map { try GamePicture(setup, $0.picture) } ?? GamePicture(setup)
        guard snapshot.map({ picture.hash == $0.hash }) ?? true else {
            throw StoreFailure(reason: "The snapshot of “\(setup.id)” differs from its journal.")
        }
        for event in events {
            guard event.sequence == picture.sequence.next else {
                throw StoreFailure(reason: "The journal of “\(setup.id)” has a gap.")
            }
            picture.fold(event)
        }
        guard events.last.map({ $0.hash == picture.hash }) ?? true else {
            throw StoreFailure(reason: "The journal of “\(setup.id)” does not lead to its fingerprint.")
        }
        self = picture
    }
}
