/// A request to perform an action.
public struct ActionCall: Equatable, Sendable {
    /// The player who sent it.
    public let player: Player
    /// The parameters; ``ActionTable/perform(_:_:)`` has refused unknown names.
    public let parameters: Parameters
}

/// An action as clients see it in the list of actions.
public struct ActionDescription: Sendable {
    /// The name in the path `/actions/{name}`.
    public let name: String
    /// The schema of each parameter, by name.
    public let parameters: [String: Schema]
}

/// The actions of a game: closures by name.
///
/// The game's controller owns the table, so the blocks must capture the controller weakly.
public final class ActionTable {
    /// The closure of an action; throws to refuse.
    public typealias Block = (ActionCall) throws(RuleViolation) -> Void

    private struct Entry {
        let name: String
        let parameters: [String: Schema]
        let isAllowed: (Player, GameState) -> Bool
        let block: Block
    }

    /// An array: a linear search of about ten entries is as fast as hashing and takes less memory.
    private var entries: [Entry] = []

    /// Creates an empty table, with room for the actions of most games.
    public init() { entries.reserveCapacity(12) }

    /// The block of the action `name`, listed for all players; nil if the action is not set.
    public subscript(name: String) -> Block? {
        get { entries.first { $0.name == name }?.block }
        set {
            entries.removeAll { $0.name == name }
            if let newValue { set(name, isAllowed: { _, _ in true }, newValue) }
        }
    }

    /// Sets the action `name`.
    ///
    /// - Parameters:
    ///   - name: The name; an action that is already set under it is replaced.
    ///   - parameters: The schemas by name; other parameters are refused.
    ///   - isAllowed: Whether the action is listed for a player in a state. It does not guard the block.
    ///   - block: The closure that performs the action, or throws to refuse it.
    public func set(
        _ name: String, parameters: [String: Schema] = [:],
        isAllowed: @escaping (Player, GameState) -> Bool, _ block: @escaping Block
    ) {
        entries.removeAll { $0.name == name }
        entries.append(Entry(name: name, parameters: parameters, isAllowed: isAllowed, block: block))
    }

    /// Runs the block of the action `name`.
    ///
    /// - Returns: False if the action is not set.
    /// - Throws: The block's refusal; `unknown-key` for an unknown parameter.
    public func perform(_ name: String, _ call: ActionCall) throws(RuleViolation) -> Bool {
        guard let entry = entries.first(where: { $0.name == name }) else { return false }
        try call.parameters.allowOnly(Array(entry.parameters.keys))
        try entry.block(call)
        return true
    }

    func has(_ name: String) -> Bool { entries.contains { $0.name == name } }

    /// Whether the action `name` is listed for `player` in `state`.
    func isAllowed(_ name: String, for player: Player, in state: GameState) -> Bool {
        entries.contains { $0.name == name && $0.isAllowed(player, state) }
    }

    /// The actions that `player` may perform in `state`, sorted by name.
    public func available(to player: Player, in state: GameState) -> [ActionDescription] {
        var allowed: [ActionDescription] = []
        for entry in entries where entry.isAllowed(player, state) {
            allowed.append(ActionDescription(name: entry.name, parameters: entry.parameters))
        }
        return allowed.sorted { $0.name < $1.name }
    }
}
