/// The state of a room besides its members, who are the seats of its ``GameState``.
public struct RoomState: RuleState {
    /// The number of past games that a room remembers; older ones stay in its history.
    public static let maximumPastGames = 100
    /// The number of the latest removed players that a room remembers, and of readmitted ones.
    public static let maximumRemoved = 500
    /// The number of players whose standings a room remembers: those with the most games.
    public static let maximumStandings = 500

    /// One game of a room.
    public struct Game: Equatable, Sendable {
        /// The id of the game.
        public let id: GameID
        /// The name of its rules.
        public let rules: String
        /// When it became the present game: milliseconds since 1970.
        public let begun: Int
        /// When it starts by itself: milliseconds since 1970; nil if somebody starts it.
        public let begins: Int?
        /// When its result was recorded: milliseconds since 1970; nil before that.
        public fileprivate(set) var ended: Int?
        /// The fields `winners`, `scores` and `milliseconds`, and `times`: the milliseconds of each seat that
        /// has solved a board of its own.
        ///
        /// Nil while the game runs, and if it was ended for the next one.
        public fileprivate(set) var result: Parameters?
        /// The members who played, by seat of the game.
        public fileprivate(set) var players: [Seat: PlayerID] = [:]
    }

    /// What the host can change of a room; nil fields stay as they are.
    public struct Settings: Equatable, Sendable {
        /// The title.
        public var title: GameTitle?
        /// Whether the room is in the public list.
        public var isPublic: Bool?
        /// Whether every member may begin the next game, not only the host.
        public var isOpen: Bool?

        /// Settings that change nothing.
        public init() {}

        /// Whether nothing would change.
        public var isEmpty: Bool { self == Settings() }
    }

    /// What a member has achieved in the games with a result.
    public struct Standing: Equatable, Sendable {
        /// The number of games.
        public fileprivate(set) var games = 0
        /// The number of games won, alone or with others.
        public fileprivate(set) var wins = 0
        /// The sum of the games' own scores, by rules.
        public fileprivate(set) var points: [String: Int] = [:]

        /// The standing before the first game.
        public init() {}
    }

    /// A next game that the members are asked about.
    public struct Proposal: Equatable, Sendable {
        /// The id that the game will have.
        public let game: GameID
        /// The name of its rules.
        public let rules: String
        /// Its options.
        public let options: Parameters
        /// The options without secrets such as the hidden word.
        public let shownOptions: Parameters
        /// The challenge whose task it has; nil for a game with a task of its own.
        public let challenge: ChallengeID?
        /// Whether the game starts by itself; nil for the default of its rules.
        public let startsItself: Bool?
        /// The member who asked.
        public let asker: Seat
        /// Whether the others have agreed: the server then starts the game.
        public fileprivate(set) var isAgreed = false
    }

    /// The seat of the host; nil in a room without members.
    public private(set) var host: Seat?
    /// The game that was begun last, whether it runs or has ended.
    public private(set) var present: Game?
    /// The games that have ended, newest first.
    public private(set) var past: [Game] = []
    /// The standings of everybody who has played.
    public private(set) var standings: [PlayerID: Standing] = [:]
    /// The players whom the host has removed, the first one first.
    public private(set) var removed: [PlayerID] = []
    /// The removed players whom the host lets come back, until they do.
    ///
    /// They may join even a locked room.
    public private(set) var readmitted: [PlayerID] = []
    /// When each member joined: milliseconds since 1970.
    private var joined: [Seat: Int] = [:]
    /// The next game that the members are asked about, or have agreed on.
    public private(set) var proposal: Proposal?
    /// The webhook that gets the table of each day; only the host may see it.
    public private(set) var webhook: RoomWebhook?

    /// The state of a new room.
    public init() {}

    /// Whether the present game may still get a result.
    public var isPlaying: Bool { present.map { $0.ended == nil } ?? false }

    /// Whether the room remembers the game of `setup`, or the round before it.
    public func hasBegun(_ setup: GameSetup) -> Bool {
        let isKnown = { (game: Game) in game.id == setup.id || game.id == setup.previous }
        return present.map(isKnown) ?? false || past.contains(where: isKnown)
    }

    /// Whether the member on `seat` has been there for `time` at `now`.
    public func hasMember(_ seat: Seat, for time: Duration, at now: Timestamp) -> Bool {
        joined[seat].map { Int(now.milliseconds) - $0 >= Int(time.wholeMilliseconds) } ?? false
    }

    /// Applies an event of the room.
    public mutating func apply(_ event: GameEvent, to state: GameState) {
        switch event.change {
        case .seatTaken(let member):
            if host == nil { host = member.seat }
            joined[member.seat] = Int(event.time.milliseconds)
            readmitted.removeAll { $0 == member.player }
        case .seatLeft(let seat):
            // A host who has left could not remove the address.
            if host == seat { (host, webhook) = (Self.longestMember(of: state), nil) }
            joined[seat] = nil
        case .ruleEvent(let change):
            if let change = RoomChange(change) { apply(change, at: Int(event.time.milliseconds), in: state) }
        default: break
        }
    }

    /// The setup with the host's latest settings.
    public func setup(_ setup: GameSetup, after event: RuleEvent) -> GameSetup {
        let change = RoomChange(event)
        if case .webhook(let change) = change { return setup.withOptions(change.options) }
        guard case .settings(let settings) = change else { return setup }
        return setup.withTitle(settings.title ?? setup.title).withPublic(settings.isPublic ?? setup.isPublic)
            .withOptions(settings.options)
    }

    private static func longestMember(of state: GameState) -> Seat? {
        state.seats.map(\.seat).min {
            (state.seatedSince($0) ?? .zero) < (state.seatedSince($1) ?? .zero)
        }
    }

    private mutating func apply(_ change: RoomChange, at time: Int, in state: GameState) {
        switch change {
        case .game(let id, let rules, let begins):
            // The members have agreed to end the game that was running.
            if isPlaying { endPresentGame(at: time) }
            present = Game(id: id, rules: rules, begun: time, begins: begins)
            proposal = nil
        case .result(let game, let result, let players):
            guard present?.id == game, isPlaying else { return }
            present?.players = players
            present?.result = result
            count(result, of: players)
            forgetStandings(except: Set(state.seats.compactMap(\.player)))
            endPresentGame(at: time)
        case .proposed(let proposal): self.proposal = proposal
        case .agreed: proposal?.isAgreed = true
        case .dropped: proposal = nil
        case .removed(let player):
            readmitted.removeAll { $0 == player }
            Self.remember(player, in: &removed)
        case .readmitted(let player):
            removed.removeAll { $0 == player }
            Self.remember(player, in: &readmitted)
        case .settings: break
        case .webhook(let change): webhook = RoomWebhook.after(change, webhook, at: time)
        case .summary(let state): self = state
        }
    }

    private static func remember(_ player: PlayerID, in players: inout [PlayerID]) {
        players.removeAll { $0 == player }
        players.append(player)
        if players.count > maximumRemoved { players.removeFirst() }
    }

    /// Forgets the players with the fewest games, but no member, so that the state of a room is bounded.
    private mutating func forgetStandings(except members: Set<PlayerID>) {
        let surplus = standings.count - Self.maximumStandings
        guard surplus > 0 else { return }
        let others = standings.filter { !members.contains($0.key) }
            .sorted { ($0.value.games, $0.key.text) < ($1.value.games, $1.key.text) }
        for (player, _) in others.prefix(surplus) { standings[player] = nil }
    }

    private mutating func endPresentGame(at time: Int) {
        present?.ended = time
        guard let present else { return }
        past.insert(present, at: 0)
        if past.count > Self.maximumPastGames { past.removeLast() }
    }

    private mutating func count(_ result: Parameters, of players: [Seat: PlayerID]) {
        let winners = Set(((try? result.list("winners")) ?? []).compactMap(\.seat))
        let scores = (try? result.group("scores")) ?? nil
        for (seat, player) in players {
            standings[player, default: Standing()].games += 1
            if winners.contains(seat) { standings[player]?.wins += 1 }
            if let rules = present?.rules, case .number(let points) = scores?.values[String(seat.number)] {
                standings[player]?.points[rules, default: 0] += points
            }
        }
    }
}

extension Parameters.Value {
    fileprivate var player: PlayerID? { if case .text(let id) = self { PlayerID(id) } else { nil } }
    fileprivate var seat: Seat? { if case .number(let number) = self { Seat(number) } else { nil } }
}

/// A change of a room, other than of its members and prompts, which are those of every game.
public enum RoomChange: Equatable, Sendable {
    /// The next game has begun: the event `room.game`.
    case game(GameID, rules: String, begins: Int?)
    /// The present game has ended with a result: the event `room.standings`.
    case result(of: GameID, Parameters, players: [Seat: PlayerID])
    /// A member has asked for the next game: `room.proposed`.
    case proposed(RoomState.Proposal)
    /// The others have agreed: `room.agreed`.
    case agreed
    /// The next game will not begin: `room.dropped`.
    case dropped
    /// The host has removed a player, who may not come back: `room.removed`.
    case removed(PlayerID)
    /// The host has allowed a removed player to come back: `room.readmitted`.
    case readmitted(PlayerID)
    /// The host has changed the title, whether the room is listed, or who may begin games: `room.settings`.
    case settings(RoomState.Settings)
    /// The webhook has changed: `room.webhook`, `room.telling`, `room.told` and `room.untold`.
    case webhook(RoomWebhook.Change)
    /// All changes so far, in the opening of a compacted journal: `room.summary`.
    indirect case summary(RoomState)

    static let settingsType = "room.settings"

    /// The event that records the change.
    public var event: RuleEvent {
        switch self {
        case .game(let id, let rules, let begins):
            RuleEvent(
                "room.game",
                Parameters(["game": .text(id.text), "rules": .text(rules)]).merging(
                    Parameters(begins: begins)))
        case .result(let id, let result, let players):
            RuleEvent(
                "room.standings",
                Parameters([
                    "game": .text(id.text), "result": .group(result), "players": .group(players.values),
                ]))
        case .proposed(let proposal): RuleEvent("room.proposed", proposal.values.without(["agreed"]))
        case .agreed: RuleEvent("room.agreed", .none)
        case .dropped: RuleEvent("room.dropped", .none)
        case .removed(let player): RuleEvent("room.removed", Parameters(["player": .text(player.text)]))
        case .readmitted(let player):
            RuleEvent("room.readmitted", Parameters(["player": .text(player.text)]))
        case .settings(let settings): RuleEvent(Self.settingsType, settings.values)
        case .webhook(let change): change.event
        case .summary(let state): RuleEvent("room.summary", state.values)
        }
    }

    /// Reads the change that `event` records; nil if it is not a valid one.
    public init?(_ event: RuleEvent) {
        let values = event.values
        switch event.type {
        case "room.game":
            guard let game = values.gameID("game"), let rules = values.name("rules") else { return nil }
            self = .game(game, rules: rules, begins: values.number("begins"))
        case "room.standings":
            guard let game = values.gameID("game"), case .group(let result) = values.values["result"],
                let players = values.players("players")
            else { return nil }
            self = .result(of: game, result, players: players)
        case "room.proposed":
            guard let proposal = RoomState.Proposal(values) else { return nil }
            self = .proposed(proposal)
        case "room.agreed": self = .agreed
        case "room.dropped": self = .dropped
        case "room.removed", "room.readmitted":
            guard let player = values.name("player").flatMap(PlayerID.init(_:)) else { return nil }
            self = event.type == "room.removed" ? .removed(player) : .readmitted(player)
        case Self.settingsType:
            guard let settings = try? RoomState.Settings(values) else { return nil }
            self = .settings(settings)
        case "room.summary":
            guard let state = RoomState(values) else { return nil }
            self = .summary(state)
        default:
            guard let change = RoomWebhook.Change(event) else { return nil }
            self = .webhook(change)
        }
    }
}

// MARK: Plain values

extension RoomState {
    /// The state as plain values, for the summary in a compacted journal.
    public var values: Parameters {
        var values: [String: Parameters.Value] = [
            "past": .list(past.map { .group($0.values) }),
            "removed": .texts(removed.map(\.text)),
            "readmitted": .texts(readmitted.map(\.text)),
            "joined": .group(
                joined.reduce(into: [:]) { $0[String($1.key.number)] = .number($1.value) }),
            "standings": .group(
                Dictionary(
                    uniqueKeysWithValues: standings.map { ($0.key.text, .group($0.value.values)) })),
        ]
        if let host { values["host"] = .number(host.number) }
        if let present { values["present"] = .group(present.values) }
        if let proposal { values["proposal"] = .group(proposal.values) }
        if let webhook { values["webhook"] = .group(webhook.values) }
        return Parameters(values)
    }

    /// Reads the state from `values`; nil if they are invalid.
    public init?(_ values: Parameters) {
        guard let past = try? values.groups("past"), let removed = try? values.list("removed"),
            let standings = (try? values.group("standings")) ?? nil
        else { return nil }
        self.past = past.compactMap(Game.init)
        self.removed = removed.compactMap(\.player)
        readmitted = ((try? values.list("readmitted")) ?? []).compactMap(\.player)
        for (seat, time) in ((try? values.group("joined")) ?? nil)?.values ?? [:] {
            guard let seat = Int(seat).flatMap(Seat.init(_:)), case .number(let time) = time else {
                return nil
            }
            joined[seat] = time
        }
        for (id, standing) in standings.values {
            guard let id = PlayerID(id), case .group(let standing) = standing else { return nil }
            self.standings[id] = Standing(standing)
        }
        host = values.values["host"]?.seat
        present = ((try? values.group("present")) ?? nil).flatMap(Game.init)
        proposal = ((try? values.group("proposal")) ?? nil).flatMap(Proposal.init)
        webhook = ((try? values.group("webhook")) ?? nil).flatMap(RoomWebhook.init)
    }
}

extension RoomState.Settings {
    /// The settings as plain values.
    public var values: Parameters {
        var values = options.values
        if let title { values["title"] = .text(title.text) }
        if let isPublic { values["public"] = .flag(isPublic) }
        return Parameters(values)
    }

    /// The settings that are options of the setup.
    fileprivate var options: Parameters { Parameters(isOpen.map { ["open": .flag($0)] } ?? [:]) }

    /// Reads settings.
    ///
    /// - Throws: `invalid-value`.
    public init(_ values: Parameters) throws(RuleViolation) {
        title = try values.text("title").map { text throws(RuleViolation) in try GameTitle(text) }
        isPublic = try values.flag("public")
        isOpen = try values.flag("open")
    }
}

extension RoomState.Game {
    fileprivate var values: Parameters {
        var values: [String: Parameters.Value] = [
            "id": .text(id.text), "rules": .text(rules), "begun": .number(begun),
            "players": .group(players.values),
        ]
        if let ended { values["ended"] = .number(ended) }
        if let result { values["result"] = .group(result) }
        return Parameters(values).merging(Parameters(begins: begins))
    }

    fileprivate init?(_ values: Parameters) {
        guard let id = values.gameID("id"), let rules = values.name("rules"),
            case .number(let begun) = values.values["begun"], let players = values.players("players")
        else { return nil }
        (self.id, self.rules, self.begun, self.players) = (id, rules, begun, players)
        begins = values.number("begins")
        if case .number(let ended) = values.values["ended"] { self.ended = ended }
        if case .group(let result) = values.values["result"] { self.result = result }
    }
}

extension RoomState.Standing {
    fileprivate var values: Parameters {
        Parameters([
            "games": .number(games), "wins": .number(wins),
            "points": .group(points.mapValues { .number($0) }),
        ])
    }

    fileprivate init(_ values: Parameters) {
        if case .number(let games) = values.values["games"] { self.games = games }
        if case .number(let wins) = values.values["wins"] { self.wins = wins }
        guard case .group(let points) = values.values["points"] else { return }
        self.points = points.values.compactMapValues {
            if case .number(let points) = $0 { points } else { nil }
        }
    }
}

extension RoomState.Proposal {
    fileprivate var values: Parameters {
        var values: [String: Parameters.Value] = [
            "game": .text(game.text), "rules": .text(rules), "options": .group(options),
            "shown": .group(shownOptions), "asker": .number(asker.number), "agreed": .flag(isAgreed),
        ]
        if let challenge { values["challenge"] = .text(challenge.text) }
        if let startsItself { values["start"] = .flag(startsItself) }
        return Parameters(values)
    }

    fileprivate init?(_ values: Parameters) {
        guard let game = values.gameID("game"), let rules = values.name("rules"),
            case .group(let options) = values.values["options"], let asker = values.values["asker"]?.seat
        else { return nil }
        let shown = ((try? values.group("shown")) ?? nil) ?? .none
        self.init(
            game: game, rules: rules, options: options, shownOptions: shown,
            challenge: values.name("challenge").flatMap { ChallengeID($0) },
            startsItself: (try? values.flag("start")) ?? nil, asker: asker)
        isAgreed = values.values["agreed"] == .flag(true)
    }
}

extension Parameters {
    fileprivate init(begins: Int?) { self.init(begins.map { ["begins": .number($0)] } ?? [:]) }
}

extension [Seat: PlayerID] {
    fileprivate var values: [String: Parameters.Value] {
        reduce(into: [:]) { $0[String($1.key.number)] = .text($1.value.text) }
    }
}
