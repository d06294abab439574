/// The action `recolour`: another colour for oneself.
enum Recolour {
    /// Sets the action.
    static func setAction(on game: GameController) {
        game.actions.set("recolour", parameters: ["colour"], isAllowed: { player, _ in player.seat != nil }) {
            [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try recolour(game, call)
        }
    }

    private static func recolour(_ game: GameController, _ call: ActionCall) throws(RuleViolation) {
        try game.requireSeat(call.player)
        guard let seat = call.player.seat,
            let colour = try call.parameters.text("colour").flatMap(Colour.init)
        else {
            throw RuleViolation(.invalidValue, "“colour” is written as #rrggbb.")
        }
        guard game.state.player(on: seat)?.colour != colour else { return }
        game.record(.seatRecoloured(seat, colour))
    }
}
