/// The rules of a room: the same people, one game after another.
///
/// A room has no board. Its members are its seats and its journal is its history, so that stores,
/// streams, nodes, exports and erasure treat it as they treat a game. It is not in the list of games, and
/// clients reach it only below `/rooms`.
public struct RoomRules: StatefulRules, EndlessRules {
    /// The host, the games and the standings.
    public typealias State = RoomState

    /// The name `room`; no game can have it.
    public static let name = "room"
    /// Required by the protocol; no client sees it.
    public static let info = RuleInfo(
        title: "Room", summary: "The same people, one game after another.",
        options: ["open": .flag, "size": .integer(in: sizes)])
    /// The numbers of members that a room can be made for.
    public static let sizes = 2...Seat.maximum

    /// The refusal of newcomers while a room is locked.
    public static let locked = RuleViolation(
        .roomLocked, "The host has locked this room; nobody new can join.")

    /// The most members of the room.
    public let seatLimit: Int

    /// Reads the option `size`, and checks `open`: whether all members may begin the next game.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        try setup.options.allowOnly(["open", "size", RoomWebhook.option])
        _ = try setup.options.flag("open")
        seatLimit = try setup.options.number("size", in: Self.sizes) ?? Seat.defaultMaximum
    }

    /// The seat of the host: the first member, and once that member leaves, the longest-standing one.
    public func hostSeat(in state: GameState) -> Seat? { state.room?.host }

    /// Refuses edits: a room has no board to write on.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(.noSuchBoard, "A room has no board of its own.")
    }

    /// Refuses players whom the host has removed, and everybody while the room is locked, except players whom
    /// the host has let back in.
    public func maySit(_ player: PlayerID, in game: GameController) throws(RuleViolation) {
        guard game.state.room?.removed.contains(player) != true else {
            throw RuleViolation(.removed, "The host has removed you from this room.")
        }
        guard !game.state.areSeatsClosed || game.state.isReadmitted(player) else { throw Self.locked }
    }

    /// Allows the member and the host.
    public func leave(_ seat: Seat, _ player: Player, in game: GameController) throws(RuleViolation) {
        if player.seat != seat { try game.requireHost(player) }
        free(seat, in: game)
    }

    /// Frees the seat of a member, and unlocks a room that is then empty, because nobody could unlock it.
    private func free(_ seat: Seat, in game: GameController) {
        game.record(.seatLeft(seat))
        if game.state.seats.isEmpty, game.state.areSeatsClosed { game.record(.seatsOpened(by: nil)) }
    }

    /// The whole state of a room, which does not grow with the number of its games.
    public func summary(of state: GameState) -> RuleEvent? {
        state.room.map { RoomChange.summary($0).event }
    }

    /// Whether a room event is well-formed.
    public func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool {
        switch change {
        case .ruleEvent(let event): RoomChange(event) != nil
        case .gameStarted, .gameFinished, .rematchStarted: false
        default: true
        }
    }

    /// Records whether the members have agreed to the next game.
    public func didDismiss(_ prompt: Prompt, button: Int, in game: GameController) {
        guard prompt.purpose == Self.nextGame else { return }
        game.record(RoomChange(isAgreed: button != prompt.cancel))
    }

    // MARK: Actions

    /// The purpose of the prompt that asks for the next game.
    public static let nextGame = "next-game"

    /// Sets the actions by which the server changes a room; no list shows them.
    public func setActions(on game: GameController) {
        set(
            "propose",
            [
                "game": .text, "rules": .text, "title": .text, "options": .object([:]), "shown": .object([:]),
                "challenge": .text, "start": .flag, "others": .object([:]),
            ],
            on: game
        ) { game, call throws(RuleViolation) in try propose(call, in: game) }
        set(
            "begin", ["game": .text, "rules": .text, "begins": .integer(in: 0...Int.max), "after": .text],
            on: game
        ) {
            game, call throws(RuleViolation) in
            try begin(call.parameters, in: game)
        }
        set("record", ["game": .text, "result": .object([:]), "players": .object([:])], on: game) {
            game, call throws(RuleViolation) in
            record(call.parameters, in: game)
        }
        set("abandon", ["game": .text], on: game) { game, call throws(RuleViolation) in
            if game.state.room?.proposal?.game == call.parameters.gameID("game") { game.record(.dropped) }
        }
        set("set", ["settings": .object([:]), "locked": .flag], on: game) {
            game, call throws(RuleViolation) in
            try change(call, in: game)
        }
        set("remove", ["player": .text], on: game) { game, call throws(RuleViolation) in
            try remove(call, in: game)
        }
        set("leave", ["player": .text], on: game) { game, call throws(RuleViolation) in
            free(try member(call, in: game).seat, in: game)
        }
        setWebhookActions(on: game)
        set("readmit", ["player": .text], on: game) { game, call throws(RuleViolation) in
            try game.requireHost(call.player)
            guard let player = call.parameters.name("player").flatMap(PlayerID.init(_:)),
                game.state.room?.removed.contains(player) == true
            else { return }
            game.record(.readmitted(player))
        }
    }

    func set(
        _ name: String, _ parameters: [String: Schema], on game: GameController,
        _ work: @escaping (GameController, ActionCall) throws(RuleViolation) -> Void
    ) {
        game.actions.set(name, parameters: parameters, isAllowed: { _, _ in false }) {
            [weak game] call throws(RuleViolation) in
            if let game { try work(game, call) }
        }
    }

    /// Asks the members on the seats in `others`, who are present, about the next game.
    private func propose(_ call: ActionCall, in game: GameController) throws(RuleViolation) {
        try requireStarter(call.player, in: game)
        guard let seat = call.player.seat, let id = call.parameters.gameID("game"),
            let rules = call.parameters.name("rules"),
            case .group(let options) = call.parameters.values["options"],
            case .group(let shown) = call.parameters.values["shown"],
            case .group(let others) = call.parameters.values["others"]
        else { throw RuleViolation(.invalidValue, "The next game is not described completely.") }
        let asked = others.values.keys.compactMap { Int($0).flatMap(Seat.init(_:)) }.sorted()
        let question = Consent.Question(
            purpose: Self.nextGame, title: "Next game?",
            request: "end this game and play \(call.parameters.name("title") ?? rules)",
            buttons: ["Play on", "Next game"])
        let isAgreed = try Consent.obtain(question, by: call.player, from: asked, in: game)
        let proposal = RoomState.Proposal(
            game: id, rules: rules, options: options, shownOptions: shown,
            challenge: call.parameters.name("challenge").flatMap { ChallengeID($0) },
            startsItself: try call.parameters.flag("start"), asker: seat)
        game.record(.proposed(proposal))
        if isAgreed { game.record(.agreed) }
    }

    /// Refuses everybody who may not begin the next game.
    ///
    /// - Throws: `token-needed` without a seat; `not-allowed` for a member who is not the host, unless the
    ///   room is open.
    public func requireStarter(_ player: Player, in game: GameController) throws(RuleViolation) {
        try game.requireSeat(player)
        if !game.state.isOpenToMembers { try game.requireHost(player) }
    }

    /// Makes a game the present one.
    ///
    /// - Throws: `already-asked` unless the present game is `after`; no effect if it is the new game already.
    private func begin(_ values: Parameters, in game: GameController) throws(RuleViolation) {
        guard let id = values.gameID("game"), let rules = values.name("rules") else {
            throw RuleViolation(.invalidValue, "The game is not described completely.")
        }
        let present = game.state.room?.present?.id
        guard present != id else { return }
        guard present == values.gameID("after") else {
            throw RuleViolation(.alreadyAsked, "Another game has begun in the meantime.")
        }
        game.record(.game(id, rules: rules, begins: values.number("begins")))
    }

    /// Records the result of the present game, once.
    private func record(_ values: Parameters, in game: GameController) {
        guard let id = values.gameID("game"), let room = game.state.room, room.present?.id == id,
            room.isPlaying,
            case .group(let result) = values.values["result"], let players = values.players("players")
        else { return }
        game.record(.result(of: id, result, players: players))
    }

    /// Changes the settings that differ, and locks or unlocks the room.
    private func change(_ call: ActionCall, in game: GameController) throws(RuleViolation) {
        try game.requireHost(call.player)
        let state = game.state
        if case .group(let values) = call.parameters.values["settings"] {
            var settings = try RoomState.Settings(values)
            if settings.title == state.setup.title { settings.title = nil }
            if settings.isPublic == state.setup.isPublic { settings.isPublic = nil }
            if settings.isOpen == state.isOpenToMembers { settings.isOpen = nil }
            if !settings.isEmpty { game.record(.settings(settings)) }
        }
        guard let isLocked = try call.parameters.flag("locked"), isLocked != state.areSeatsClosed else {
            return
        }
        game.record(isLocked ? .seatsClosed(by: call.player.seat) : .seatsOpened(by: call.player.seat))
    }

    private func remove(_ call: ActionCall, in game: GameController) throws(RuleViolation) {
        try game.requireHost(call.player)
        let (seat, player) = try member(call, in: game)
        free(seat, in: game)
        game.record(.removed(player))
    }

    /// The member whom an action names.
    private func member(
        _ call: ActionCall, in game: GameController
    ) throws(RuleViolation) -> (seat: Seat, player: PlayerID) {
        let member = game.state.seats.first { $0.player?.text == call.parameters.name("player") }
        guard let member, let player = member.player else {
            throw RuleViolation(.noSuchMember, "The room has no such member.")
        }
        return (member.seat, player)
    }
}

extension RoomChange {
    fileprivate init(isAgreed: Bool) { self = isAgreed ? .agreed : .dropped }
}

extension GameController {
    func record(_ change: RoomChange) { record(.ruleEvent(change.event)) }
}

extension GameState {
    /// The state of a room; nil in a game.
    public var room: RoomState? { ruleState as? RoomState }

    /// Whether every member of this room may begin its next game, not only the host.
    public var isOpenToMembers: Bool { ((try? setup.options.flag("open")) ?? nil) ?? false }

    /// Whether the host lets `player` come back to this room, and the player has not come back yet.
    public func isReadmitted(_ player: PlayerID?) -> Bool {
        player.map { room?.readmitted.contains($0) ?? false } ?? false
    }
}
