/// The rule sets of a server, by name: those of its games, and those of rooms and challenges.
public struct RuleCatalog: Sendable {
    /// The rule sets of games, in the order of registration.
    public let all: [any RuleSet.Type]

    /// Creates a catalog of rule sets with different names; `first` is the default for new games.
    public init(_ first: any RuleSet.Type, _ others: any RuleSet.Type...) {
        defaultName = first.name
        all = [first] + others
    }

    /// The name of the rules of a new game if the request names none.
    public let defaultName: String
    /// The rules of the lobby: the first that can run it.
    public var lobby: (any LobbyRules.Type)? {
        all.lazy.compactMap { $0 as? any LobbyRules.Type }.first
    }

    /// The names of the rule sets of games.
    public var names: [String] { all.map { $0.name } }

    /// The rules of journals that are no games.
    private static let journals: [any RuleSet.Type] = [RoomRules.self, ChallengeRules.self]

    /// The rules called `name`; nil if they are not registered.
    public subscript(name: String) -> (any RuleSet.Type)? {
        all.first { $0.name == name } ?? Self.journals.first { $0.name == name }
    }

    /// Refuses a name that is not that of a game.
    ///
    /// - Throws: `unknown-rules`, listing the games.
    public func requireGame(_ name: String) throws(RuleViolation) {
        guard !names.contains(name) else { return }
        throw unknownRules
    }

    /// The rules called `name`.
    ///
    /// - Throws: `unknown-rules`, listing the known names.
    public func rules(named name: String) throws(RuleViolation) -> any RuleSet.Type {
        guard let type = self[name] else { throw unknownRules }
        return type
    }

    private var unknownRules: RuleViolation {
        let known = names.joined(separator: ", ")
        return RuleViolation(.unknownRules, "There are no rules with this name; this server has \(known).")
    }

    /// The codes of all refusals, those of the registered rules included.
    public var refusals: [RuleViolation.Code] { RuleViolation.Code.common + all.flatMap { $0.refusals } }

    /// Whether games of the rules called `name` have a hidden answer.
    public func hasHiddenAnswer(_ name: String) -> Bool { self[name] is any HiddenAnswerRules.Type }

    /// The state of a game of `setup` before the first event of its journal.
    ///
    /// - Throws: `unknown-rules`, or a refusal of the options.
    public func newGame(_ setup: GameSetup) throws(RuleViolation) -> GameState {
        guard setup.answer == nil || hasHiddenAnswer(setup.rules) else {
            throw RuleViolation(.invalidValue, "Games of these rules have no hidden answer.")
        }
        var state = GameState(setup, try rules(named: setup.rules).init(setup))
        for event in setup.opening { state.apply(event) }
        return state
    }

    /// Checks the setup of a new game and adds the hidden answer, if its rules have one.
    ///
    /// - Throws: `unknown-rules`, or a refusal of the options; also if there is no answer to choose from.
    public func completing(_ setup: GameSetup, from library: any Library) throws(RuleViolation) -> GameSetup {
        let type = try rules(named: setup.rules)
        try type.check(setup)
        guard let hiding = type as? any HiddenAnswerRules.Type else { return setup.withAnswer(nil) }
        return setup.withAnswer(try hiding.answer(for: setup, from: library))
    }

    /// A game of `setup` as lists show it; `setup` may lack its hidden answer.
    ///
    /// - Throws: `unknown-rules`, or a refusal of the options.
    public func outline(of setup: GameSetup) throws(RuleViolation) -> GameOutline {
        let type = try rules(named: setup.rules)
        if let hiding = type as? any HiddenAnswerRules.Type { return try hiding.outline(of: setup) }
        let game = try newGame(setup)
        return GameOutline(
            isOpen: game.isOpen, hasPrivateBoards: game.hasPrivateBoards, seatLimit: game.rules.seatLimit)
    }

    /// The title of the rules called `name`; `name` itself if they are not registered.
    public func title(of name: String) -> String { self[name]?.info.title ?? name }

    /// `options` without those from which the hidden answer of a game of the rules called `name` follows: its
    /// seed, and words that somebody has chosen.
    public func withoutSecrets(_ options: Parameters, of name: String) -> Parameters {
        hasHiddenAnswer(name) ? options.without(["seed"] + OwnWords.optionNames) : options
    }

    /// The options of the next round after `setup`.
    public func nextRoundOptions(_ setup: GameSetup) -> Parameters {
        self[setup.rules]?.nextRoundOptions(setup.options) ?? setup.options
    }
}

extension RuleCatalog {
    /// Throws unless a server can play all of these rules.
    ///
    /// - Throws: an error that names the rules: a name that is malformed or taken, a refusal that others use
    ///   too, impossible numbers of seats, impossible keys, or no rules for the lobby.
    public func check() throws(CatalogError) {
        var known = Dictionary(
            uniqueKeysWithValues: RuleViolation.Code.common.map { ($0.name, "every game") })
        for (position, rules) in all.enumerated() {
            let (type, name) = ("\(rules)", rules.name)
            guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy({ 0x61...0x7A ~= $0 })
            else {
                throw CatalogError("\(type): the name “\(name)” must have 1 to 32 lower-case letters.")
            }
            if Self.journals.contains(where: { $0.name == name }) {
                throw CatalogError("\(type): the name “\(name)” is that of rooms or challenges.")
            }
            if let other = all[..<position].first(where: { $0.name == name }) {
                throw CatalogError("\(type): the name “\(name)” is taken by \(other).")
            }
            let seats = rules.info.seats
            guard 1...Seat.defaultMaximum ~= seats.lowerBound, seats.upperBound <= Seat.defaultMaximum else {
                throw CatalogError("\(type): a game has 1 to \(Seat.defaultMaximum) seats.")
            }
            let keys = rules.info.keys
            guard keys.count <= RuleInfo.mostKeys, Set(keys).count == keys.count,
                keys.allSatisfy({ Letter($0)?.text == $0 })
            else {
                throw CatalogError(
                    "\(type): “keys” are up to \(RuleInfo.mostKeys) different capital letters.")
            }
            for code in rules.refusals {
                if let other = known.updateValue(type, forKey: code.name) {
                    throw CatalogError("\(type): the refusal “\(code.name)” is taken by \(other).")
                }
            }
        }
        guard lobby != nil else {
            throw CatalogError(
                "No rules for the lobby: add some that adopt LobbyRules, such as those of the free board.")
        }
    }
}

/// Why a server cannot play the rules of a catalog.
public struct CatalogError: Error, Equatable, CustomStringConvertible {
    /// The reason in one sentence, for the author of the rules.
    public let description: String

    package init(_ description: String) {
        self.description = description
    }
}
