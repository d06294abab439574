import GRDB
import GameJSON
import Testing

@testable import GameCore

/// Checks all ``Laws`` on random games of one kind, and collects what happened in them.
struct LawCheck {
    private let commands: Int
    private let lexicons: Lexicons
    private let database: DatabaseQueue
    private let listsActions: Bool
    private(set) var events: Set<String> = []
    private(set) var causes: Set<String> = []
    private(set) var refusals: Set<RuleViolation.Code> = []
    /// The number of games with scores.
    private(set) var scored = 0

    /// Prepares checks of games of `commands` commands, and of the actions that they list if `listsActions`.
    init(commands: Int, lexicons: Lexicons = .none, listsActions: Bool = true) throws {
        (self.commands, self.lexicons, database) = (commands, lexicons, try Laws.database())
        self.listsActions = listsActions
    }

    /// Checks `count` games: the first at 60 of its prefixes, and the others at one prefix each.
    mutating func games(_ count: UInt64, players: (_ seed: UInt64) -> some RandomPlayers) throws {
        for seed in 0..<count {
            let game = try RandomGame(seed: seed, players(seed), lexicons: lexicons, commands: commands)
            let all = Array(stride(from: 0, to: commands, by: max(commands / 60, 1)))
            try check(game, after: seed == 0 ? all : [Int(seed) * 37 % commands])
            note(game)
        }
    }

    private func check(_ game: RandomGame, after prefixes: [Int]) throws {
        Laws.sequenceNumbersAreDense(game)
        Laws.nothingChangesWithoutEvent(game)
        if listsActions { Laws.listedActionsArePermitted(game) }
        try Laws.replayEqualsLive(game)
        try Laws.stateEqualsLive(game)
        Laws.hashesMatchCanonicalText(game)
        try Laws.importedEqualsLive(game)
        for prefix in prefixes {
            try Laws.replayedCopyContinues(game, after: prefix)
            try Laws.storedEqualsLive(game, after: prefix, in: database)
            try Laws.importedEqualsLive(game, compacting: prefix)
        }
    }

    private mutating func note(_ game: RandomGame) {
        refusals.formUnion(game.steps.compactMap { $0.refusal?.code })
        events.formUnion(game.events.names)
        for event in game.events {
            if case .cellChanged(let change) = event.change { causes.insert(change.cause.rawValue) }
        }
        if game.state.result?.scores.isEmpty == false { scored += 1 }
    }
}

/// Invariants of every game, whatever its rules, checked on a recorded random game.
enum Laws {
    static func sequenceNumbersAreDense(_ game: RandomGame) {
        let numbers = game.events.map(\.sequence.value)
        #expect(numbers == numbers.indices.map { $0 + 1 }, "seed \(game.seed)")
    }

    static func nothingChangesWithoutEvent(_ game: RandomGame) {
        var before = game.start
        for step in game.steps {
            if step.events.isEmpty, step.fullState != before {
                Issue.record("seed \(game.seed): \(step.command) by \(step.player) changed the game")
            }
            before = step.fullState
        }
    }

    /// A listed action is permitted unless its parameters or the board are to blame; others have no effect.
    static func listedActionsArePermitted(_ game: RandomGame) {
        let otherReasons: Set<RuleViolation.Code> = [
            .unknownKey, .invalidValue, .alreadyAsked, .nothingToUndo, .unknownToken, .notAWord, .hardMode,
            .notThisRow, .lockedCell, .cellLocked, .nothingToSwap,
        ]
        for step in game.steps {
            guard case .act(let name, _) = step.command else { continue }
            let isListed = step.availableActions.contains(name)
            let isRefused = step.refusal.map { !otherReasons.contains($0.code) } ?? false
            guard isListed ? isRefused : !step.events.isEmpty else { continue }
            let outcome = step.refusal.map { $0.code.name } ?? "\(step.events.names)"
            Issue.record("seed \(game.seed): \(name) by \(step.player), listed \(isListed), \(outcome)")
        }
    }

    /// Compares after every event, and so for every prefix of the game.
    static func replayEqualsLive(_ game: RandomGame) throws {
        let copy = try Game(game.setup, lexicons: game.lexicons)
        for step in game.steps where !step.events.isEmpty {
            for event in step.events {
                copy.replay([event])
                if copy.state.hash != event.hash {
                    Issue.record("seed \(game.seed): hash at \(event.sequence)")
                }
            }
            if FullState(copy) != step.fullState {
                Issue.record("seed \(game.seed): replay at \(copy.state.sequence)")
            }
        }
    }

    /// Applies the events to a ``GameState`` alone, without live cells.
    static func stateEqualsLive(_ game: RandomGame) throws {
        var state = try allRules.newGame(game.setup)
        for step in game.steps where !step.events.isEmpty {
            for event in step.events {
                if !state.canApply(event) { Issue.record("seed \(game.seed): cannot apply \(event)") }
                state.apply(event)
                if state.hash != event.hash { Issue.record("seed \(game.seed): hash at \(event.sequence)") }
            }
            if state != step.fullState.state {
                Issue.record("seed \(game.seed): state at \(state.sequence)")
            }
        }
    }

    static func hashesMatchCanonicalText(_ game: RandomGame) {
        for step in game.steps {
            guard let last = step.events.last else { continue }
            let numbered = zip(step.fullState.numbers, step.fullState.texts)
            let boards = numbered.map { "\n\($0):\($1)" }.joined()
            let expected = referenceHash("\(step.fullState.state.sequence)\(boards)")
            if step.fullState.hash.description != expected || last.hash.description != expected {
                Issue.record("seed \(game.seed): hash at \(last.sequence)")
            }
        }
    }

    /// Replays the events of the first `count` commands into a copy, which then performs the other commands.
    static func replayedCopyContinues(_ game: RandomGame, after count: Int) throws {
        let copy = try Game(game.setup, lexicons: game.lexicons)
        for event in game.steps.prefix(count).flatMap(\.events) { copy.replay([event]) }
        continues(copy, game, after: count)
    }

    private static func continues(_ copy: Game, _ game: RandomGame, after count: Int) {
        for step in game.steps.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(step.command, by: step.player, at: step.time) }
            guard events != step.events || refusal != step.refusal else { continue }
            Issue.record("seed \(game.seed) from \(count): \(step.command) has another outcome")
        }
        #expect(game.steps.last?.fullState == FullState(copy), "seed \(game.seed) from \(count)")
    }
}
