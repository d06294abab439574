/// The actions `close-seats` and `open-seats` of every game: the host says whether new people may sit down.
enum OpenSeats {
    static func setActions(on game: GameController) {
        let isListed = { [weak game] (player: Player, state: GameState) in
            guard let game, player.isHost, state.phase != .finished else { return false }
            return (try? game.rules.mayTakeSeat(in: game)) != nil
        }
        game.actions.set("close-seats", isAllowed: { isListed($0, $1) && !$1.areSeatsClosed }) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            try game?.requirePlaying()
            if game?.state.areSeatsClosed == false { game?.record(.seatsClosed(by: call.player.seat)) }
        }
        // Also while they are open, because the server lets removed players sit down again.
        game.actions.set("open-seats", isAllowed: isListed) {
            [weak game] call throws(RuleViolation) in
            try game?.requireHost(call.player)
            try game?.requirePlaying()
            if game?.state.areSeatsClosed == true { game?.record(.seatsOpened(by: call.player.seat)) }
        }
    }

    /// Refuses everybody but the host, and a player with a key whom the host of a room has let back in, while
    /// the free seats are closed.
    static func mayBeTaken(
        by player: Player, for id: PlayerID?, in game: GameController
    ) throws(RuleViolation) {
        guard game.state.areSeatsClosed, !player.isHost, !game.state.isReadmitted(id) else { return }
        throw RuleViolation(.seatsClosed, "The host has closed the free seats; you can watch the game.")
    }
}

/// The action `drop` of every game: the players who are present free the seat of an absent one.
///
/// The player leaves as if by request, so under some rules a bot plays on and the player can come back.
enum DropAbsent {
    private static let purpose = "drop-"
    private static let parameters = ["seat": Schema.integer(in: 1...Seat.maximum)]

    static func setAction(on game: GameController) {
        game.actions.set(
            "drop", parameters: parameters,
            isAllowed: { [weak game] player, state in
                guard let game, player.seat != nil, state.phase != .finished else { return false }
                return game.absentSeats.contains { $0 != player.seat && isDroppable($0, in: state) }
            }
        ) { [weak game] call throws(RuleViolation) in
            guard let game else { return }
            try request(game, call)
        }
    }

    private static func request(_ game: GameController, _ call: ActionCall) throws(RuleViolation) {
        try game.requireSeat(call.player)
        try game.requirePlaying()
        guard let seat = try call.parameters.number("seat", in: 1...Seat.maximum).flatMap(Seat.init(_:))
        else {
            throw RuleViolation(.invalidValue, "“seat” is missing: the number of the absent player's seat.")
        }
        guard game.state.player(on: seat) != nil else {
            throw RuleViolation(.noSuchSeat, "Nobody sits in this seat.")
        }
        guard game.absentSeats.contains(seat), isDroppable(seat, in: game.state) else {
            throw RuleViolation(.notAbsent, "Only a player who has been absent for a minute can be dropped.")
        }
        if try Consent.obtain(question(seat), by: call.player, in: game) { try drop(seat, in: game) }
    }

    private static func question(_ seat: Seat) -> Consent.Question {
        Consent.Question(
            purpose: purpose + String(seat.number), title: "Drop \(seat)?",
            request: "go on without \(seat), who is away", buttons: ["Wait", "Drop"])
    }

    /// The question of the prompt with this purpose; nil if it is about something else.
    static func question(_ purpose: String) -> Consent.Question? { seat(purpose).map(question) }

    private static func seat(_ name: String) -> Seat? {
        guard name.hasPrefix(purpose) else { return nil }
        return Int(name.dropFirst(purpose.count)).flatMap(Seat.init(_:))
    }

    /// Drops the player whom `prompt` is about if the others have agreed.
    ///
    /// - Returns: False if the prompt is about something else.
    static func didDismiss(
        _ prompt: Prompt, button: Int, in game: GameController
    ) throws(RuleViolation) -> Bool {
        guard let seat = seat(prompt.purpose) else { return false }
        // The player may have come back, or left, while the prompt was open.
        if button != prompt.cancel, game.absentSeats.contains(seat), isDroppable(seat, in: game.state) {
            try drop(seat, in: game)
        }
        return true
    }

    private static func drop(_ seat: Seat, in game: GameController) throws(RuleViolation) {
        try game.rules.leave(seat, Player(seat: seat), in: game)
    }

    private static func isDroppable(_ seat: Seat, in state: GameState) -> Bool {
        guard let player = state.player(on: seat), state.phase != .finished else { return false }
        return player.bot == nil && !state.awaySeats.contains(seat)
    }
}
