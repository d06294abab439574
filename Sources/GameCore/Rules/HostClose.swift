/// The action `close`: the host ends the game.
enum HostClose {
    /// Sets the action.
    static func setAction(on game: GameController) {
        game.actions.set("close", isAllowed: { $0.isHost && $1.phase != .finished }) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            guard let game, game.state.phase != .finished else { return }
            game.rules.end(game)
        }
    }
}
