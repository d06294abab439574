/// The action `start`: the host, or the first person at the table, begins a game that has waited for players.
enum Start {
    /// Sets the action, which does `begin`.
    static func setAction(
        on game: GameController, _ begin: @escaping () throws(RuleViolation) -> Void
    ) {
        game.actions.set(
            "start", isAllowed: { $1.phase == .waiting && !$1.seats.isEmpty && mayStart($0, $1) }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            if !mayStart(call.player, game.state) { try game.requireHost(call.player) }
            try game.requirePlaying()
            guard game.state.phase == .waiting else {
                throw RuleViolation(.gameStarted, "This game has begun; you can watch it.")
            }
            guard !game.state.seats.isEmpty else {
                throw RuleViolation(.notAllowed, "Somebody takes a seat first.")
            }
            try begin()
        }
    }

    private static func mayStart(_ player: Player, _ state: GameState) -> Bool {
        player.isHost || player.seat != nil && player.seat == state.seats.first { $0.bot == nil }?.seat
    }
}
