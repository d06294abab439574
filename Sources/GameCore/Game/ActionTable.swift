/// What comes with an action: who asks, with which values.
public struct ActionCall: Equatable, Sendable {
    /// Who asks.
    public let player: Player
    /// The values that came along.
    public let parameters: Parameters
}

/// An action that a player may perform, as listed for people and programs.
public struct ActionDescription: Sendable {
    /// The name under which it is called.
    public let name: String
    /// Its parameters by their names.
    public let parameters: [String: Schema]
}

/// Keyed action blocks: closures set under a name and called if present.
///
/// An unset action is harmless.
///
/// Blocks capture their owner weakly: the owner owns the table.
public final class ActionTable {
    /// A block; throwing refuses.
    public typealias Block = (ActionCall) throws(RuleViolation) -> Void

    private struct Entry {
        let name: String
        let parameters: [String: Schema]
        let isAllowed: (Player, GameState) -> Bool
        let block: Block
    }

    /// As many as fingers, so that looking through them is as good as hashing, and takes less room.
    private var entries: [Entry] = []

    /// An empty table.
    public init() {}

    /// The block under `name`; setting nil unsets the action.
    public subscript(name: String) -> Block? {
        get { entries.first { $0.name == name }?.block }
        set {
            entries.removeAll { $0.name == name }
            if let newValue { set(name, isAllowed: { _, _ in true }, newValue) }
        }
    }

    /// Sets a block that takes `parameters` and is listed for those players to whom it `isAllowed` in a
    /// state.
    ///
    /// The listing only informs: the block itself refuses whom it must.
    public func set(
        _ name: String, parameters: [String: Schema] = [:],
        isAllowed: @escaping (Player, GameState) -> Bool, _ block: @escaping Block
    ) {
        entries.removeAll { $0.name == name }
        entries.append(Entry(name: name, parameters: parameters, isAllowed: isAllowed, block: block))
    }

    /// Runs the block under `name`, if one is set.
    ///
    /// - Returns: whether there was one.
    /// - Throws: the block's refusal; `unknown-key` for a parameter that it does not take.
    public func perform(_ name: String, _ call: ActionCall) throws(RuleViolation) -> Bool {
        guard let entry = entries.first(where: { $0.name == name }) else { return false }
        try call.parameters.allowOnly(Array(entry.parameters.keys))
        try entry.block(call)
        return true
    }

    /// The actions that `player` may perform in `state`, by name.
    public func available(to player: Player, in state: GameState) -> [ActionDescription] {
        entries.filter { $0.isAllowed(player, state) }
            .map { ActionDescription(name: $0.name, parameters: $0.parameters) }
            .sorted { $0.name < $1.name }
    }
}
