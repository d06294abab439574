import GameCore
import GameJSON
import GameStore

/// The holders of the keys that were used lately.
///
/// The front door finds the holder of a key here, or else in the store, before a route runs.
final class PlayerBook {
    private var holders: [Digest: KeyHolder] = [:]
    /// The players who are being erased: their keys are no longer valid.
    private var erased: Set<PlayerID> = []
    let store: any PlayerStore
    /// Called with a player whom another node has changed.
    var didChange: (PlayerID) -> Void = { _ in }
    private let hub: EventHub

    init(_ store: any PlayerStore, hub: EventHub) {
        (self.store, self.hub) = (store, hub)
        store.onPlayerChange = { [weak self] player in
            self?.checkKeys(of: player)
            if let player { self?.didChange(player) }
        }
    }

    /// The holder of `key`, if it was used lately.
    func holder(of key: Digest) -> KeyHolder? { holders[key] }

    /// Finds the holder of `key` in the store, and records the use; nil if nobody holds it.
    func find(
        _ key: Digest, at now: Timestamp, for requester: Requester, _ done: @escaping StoreAnswer<KeyHolder?>
    ) {
        store.holder(of: key, for: requester) { [weak self] found in
            if let self, case .success(let holder?) = found {
                guard !erased.contains(holder.player.id) else { return done(.success(nil)) }
                remember(holder, of: key)
                if now - holder.key.lastUsed > Settings.keyUseInterval {
                    store.recordUse(of: key, by: holder.player.id, at: now) { _ in }
                }
            }
            done(found)
        }
    }

    private func remember(_ holder: KeyHolder, of key: Digest) {
        // Any entry may go, because the store still has it.
        if holders.count >= Settings.cachedKeys, let some = holders.first { holders[some.key] = nil }
        holders[key] = holder
    }

    /// Updates the name and colour of a player.
    func update(_ player: PlayerRecord) {
        for (key, holder) in holders where holder.player.id == player.id { holders[key]?.player = player }
    }

    /// Forgets an ended key, and ends its streams and polls.
    func end(_ key: Digest) {
        holders[key] = nil
        hub.endConnections(of: key)
    }

    /// Asks the store again who holds the keys of `player`, or all keys, after changes by another server.
    private func checkKeys(of player: PlayerID?) {
        let keys = holders.filter { player == nil || $0.value.player.id == player }.map(\.key)
        for key in keys { holders[key] = nil }
        for key in Set(keys).union(player == nil ? hub.keys : []) where hub.keys.contains(key) {
            store.holder(of: key, for: .server) { [weak self] found in
                if case .success(nil) = found { self?.end(key) }
            }
        }
    }

    /// Refuses the keys of a player whose erasure begins, so that they take no more seats.
    ///
    /// Returns whether this call has begun the erasure.
    func beginErasure(of player: PlayerID) -> Bool {
        forget(player)
        return erased.insert(player).inserted
    }

    func isBeingErased(_ player: PlayerID) -> Bool { erased.contains(player) }

    /// Accepts the keys again after an erasure that has failed.
    func endErasure(of player: PlayerID) { erased.remove(player) }

    /// Forgets all keys of a player, and ends their streams and polls.
    func forget(_ player: PlayerID) {
        for (key, holder) in holders where holder.player.id == player { end(key) }
    }
}
