import GameCore
import GameJSON
import Testing

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
        for step in game.steps.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(step.command, by: step.player, at: step.time) }
            guard events != step.events || refusal != step.refusal else { continue }
            Issue.record("seed \(game.seed) from \(count): \(step.command) has another outcome")
        }
        #expect(game.steps.last?.fullState == FullState(copy), "seed \(game.seed) from \(count)")
    }

    /// Restores a snapshot taken after `count` commands into a copy, which then performs the other commands.
    static func snapshotContinues(_ game: RandomGame, after count: Int) throws {
        let new = try allRules.newGame(game.setup)
        var state = new
        for event in game.steps.prefix(count).flatMap(\.events) { state.apply(event) }
        let restored = try GameState(snapshot: state.snapshot, of: new)
        if restored != state { Issue.record("seed \(game.seed): snapshot at \(count)") }
        let copy = Game(restored, lexicons: game.lexicons)
        for step in game.steps.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(step.command, by: step.player, at: step.time) }
            guard events != step.events || refusal != step.refusal else { continue }
            Issue.record("seed \(game.seed) from the snapshot at \(count): \(step.command)")
        }
    }
}
