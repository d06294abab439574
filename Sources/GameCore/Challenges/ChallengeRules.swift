/// The rules of a challenge: a task that somebody makes, and that others solve, each on a board of their own.
///
/// A challenge has no board and no seats. Its setup holds the task, and its journal tells who has begun it
/// and how it went, so that stores, nodes and exports treat it as they treat a game. Clients reach it only
/// below `/challenges`.
public struct ChallengeRules: StatefulRules, HiddenAnswerRules {
    /// The players who have begun the task, with their results.
    public typealias State = ChallengeState

    /// The name `challenge`; no game can have it.
    public static let name = "challenge"
    /// Required by the protocol; no client sees it.
    public static let info = RuleInfo(
        title: "Challenge", summary: "A task that somebody makes for others.", options: [:])

    /// The refusal of a new player once ``ChallengeState/maximumPlayers`` have played.
    public static let full = RuleViolation(
        .challengeFull, "\(ChallengeState.maximumPlayers) people have played this challenge already.")

    /// Checks that `setup` holds a task; the rules themselves keep none of it.
    public init(_ setup: GameSetup) throws(RuleViolation) { _ = try ChallengeTask(setup) }

    /// Always refuses: a challenge is made with its answer.
    public static func answer(
        for setup: GameSetup, from library: any Library
    ) throws(RuleViolation) -> Parameters {
        throw RuleViolation(.invalidValue, "A challenge is made with its task.")
    }

    /// The outline of a journal in which nobody sits.
    public static func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        GameOutline(isOpen: false, hasPrivateBoards: true, seatLimit: 1)
    }

    /// Refuses edits: a challenge has no board to write on.
    public func mayType(_ player: Player, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(.noSuchBoard, "A challenge has no board of its own.")
    }

    /// Refuses everybody: a player of the task sits down in a separate game.
    public func maySit(_ player: PlayerID, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(.noFreeSeat, "Nobody sits down in a challenge.")
    }

    /// Whether a challenge's event is well-formed.
    public func canApply(_ change: GameEvent.Change, in state: GameState) -> Bool {
        if case .ruleEvent(let event) = change { ChallengeChange(event) != nil } else { false }
    }

    /// Sets the actions by which the server changes a challenge; no list shows them.
    public func setActions(on game: GameController) {
        set("claim", ["player": .text, "game": .text], on: game) { game, values throws(RuleViolation) in
            try claim(values, in: game)
        }
        set("record", ["player": .text, "game": .text, "result": .object([:])], on: game) { game, values in
            record(values, in: game)
        }
    }

    private func set(
        _ name: String, _ parameters: [String: Schema], on game: GameController,
        _ work: @escaping (GameController, Parameters) throws(RuleViolation) -> Void
    ) {
        game.actions.set(name, parameters: parameters, isAllowed: { _, _ in false }) {
            [weak game] call throws(RuleViolation) in
            if let game { try work(game, call.parameters) }
        }
    }

    /// Records the game in which a player plays the task; no effect if the player has one already.
    private func claim(_ values: Parameters, in game: GameController) throws(RuleViolation) {
        guard let player = values.name("player").flatMap(PlayerID.init(_:)), let id = values.gameID("game")
        else { throw RuleViolation(.invalidValue, "The game is not described completely.") }
        guard let challenge = game.state.challenge, challenge.attempts[player] == nil else { return }
        guard challenge.attempts.count < ChallengeState.maximumPlayers else {
            throw Self.full
        }
        game.record(.ruleEvent(ChallengeChange.claimed(id, by: player).event))
    }

    /// Records the result of a player's game, once.
    private func record(_ values: Parameters, in game: GameController) {
        guard let player = values.name("player").flatMap(PlayerID.init(_:)), let id = values.gameID("game"),
            case .group(let result) = values.values["result"],
            let attempt = game.state.challenge?.attempts[player], attempt.game == id, attempt.result == nil
        else { return }
        game.record(.ruleEvent(ChallengeChange.finished(result, by: player).event))
    }
}

extension RuleViolation {
    /// The player made the task and knows its answer.
    public static let makerKnows = RuleViolation(
        .makerKnows, "You have made this challenge and know its answer.")
    /// Everybody present has made the challenge or has begun it.
    public static let everybodyKnows = RuleViolation(
        .makerKnows, "Everybody who is here has made this challenge or has begun it already.")
}

extension RuleViolation.Code {
    /// ``ChallengeState/maximumPlayers`` people have played the challenge.
    public static let challengeFull = Self(
        "challenge-full", .conflict, title: "Challenge is full",
        meaning: "As many people have played this challenge as one can hold.")
}

/// The task that the players of a challenge solve, stored in the setup of its journal.
public struct ChallengeTask: Equatable, Sendable {
    /// The name of the rules of its games.
    public let rules: String
    /// The options of its games, without those that reveal the answer.
    public let options: Parameters
    /// The hidden answer of its games; nil under rules without one.
    public let answer: Parameters?
    /// The seed of its games.
    public let seed: UInt64
    /// Whether the maker knows the answer and therefore cannot play.
    public let isKnownToMaker: Bool

    /// Creates a task.
    public init(
        rules: String, options: Parameters, answer: Parameters?, seed: UInt64, isKnownToMaker: Bool
    ) {
        (self.rules, self.options, self.answer) = (rules, options, answer)
        (self.seed, self.isKnownToMaker) = (seed, isKnownToMaker)
    }

    /// Reads the task from the setup of a challenge's journal.
    public init(_ setup: GameSetup) throws(RuleViolation) {
        guard let rules = try setup.options.text("rules"), let options = try setup.options.group("options")
        else { throw RuleViolation(.invalidValue, "A challenge needs a task.") }
        self.init(
            rules: rules, options: options, answer: try setup.answer?.group("task"), seed: setup.seed,
            isKnownToMaker: try setup.options.flag("known") ?? false)
    }

    /// The setup of the journal of a challenge with this task, made by `maker`.
    public func setup(
        _ id: ChallengeID, title: GameTitle?, by maker: PlayerID, at created: Timestamp
    ) -> GameSetup {
        let options: [String: Parameters.Value] = [
            "rules": .text(rules), "options": .group(options), "known": .flag(isKnownToMaker),
        ]
        return GameSetup(
            id: GameID(challenge: id), rules: ChallengeRules.name, options: Parameters(options), title: title,
            created: created, seed: seed,
            answer: Parameters(answer.map { ["task": .group($0)] } ?? [:])
        ).withHost(maker)
    }

    /// The setup of a race, `setup`, with the seed and the answer of this task.
    public func complete(_ setup: GameSetup, of challenge: ChallengeID) -> GameSetup {
        setup.withSeed(seed).withAnswer(answer).withChallenge(challenge)
    }

    /// The setup of one player's game of this task.
    public func setup(
        _ id: GameID, of challenge: ChallengeID, title: GameTitle?, for player: PlayerID,
        at created: Timestamp
    ) -> GameSetup {
        GameSetup(
            id: id, rules: rules, options: options, title: title, created: created, seed: seed, answer: answer
        ).withHost(player).withChallenge(challenge).personal
    }
}
