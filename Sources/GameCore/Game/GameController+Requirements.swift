/// What a game asks of who wants something of it.
extension GameController {
    /// Refuses who speaks for a seat on which nobody sits any more, or by now somebody else.
    func requirePresence(_ player: Player) throws(RuleViolation) {
        guard let seat = player.seat else { return }
        let taken = state.taken[seat]
        guard taken == nil || player.since ?? taken != taken else { return }
        throw RuleViolation(.unknownToken, "You do not sit on that seat any more.")
    }

    /// Refuses everybody when the game is over.
    func requirePlaying() throws(RuleViolation) {
        guard state.phase == .finished else { return }
        throw RuleViolation(.gameFinished, "This game is over.")
    }

    /// Refuses everybody when the game is over or the host has frozen the board.
    func requireWritable() throws(RuleViolation) {
        try requirePlaying()
        guard state.isLocked else { return }
        throw RuleViolation(.boardLocked, "The host has locked this board.")
    }

    /// Refuses who has no seat.
    func requireSeat(_ player: Player) throws(RuleViolation) {
        guard player.seat == nil else { return }
        guard player == .spectator else {
            throw RuleViolation(.notAllowed, "The host takes a seat first to play.")
        }
        throw RuleViolation(.tokenNeeded, "Take a seat first, and send its token.")
    }

    /// Refuses who is not the host.
    func requireHost(_ player: Player) throws(RuleViolation) {
        guard !player.isHost else { return }
        guard player != .spectator else {
            throw RuleViolation(.tokenNeeded, "Only the host may do this; send the host's token.")
        }
        throw RuleViolation(.notAllowed, "Only the host may do this.")
    }
}
