import GameCore
import GameJSON
import Testing

/// Laws that hold in every game, whatever the rules.
enum Laws {
    static func numbersAreDense(_ game: RandomGame) {
        let numbers = game.events.map(\.sequence.value)
        #expect(numbers == numbers.indices.map { $0 + 1 }, "seed \(game.seed)")
    }

    static func nothingChangesWithoutEvent(_ game: RandomGame) {
        var before = game.start
        for turn in game.turns {
            if turn.events.isEmpty, turn.standing != before {
                Issue.record("seed \(game.seed): \(turn.command) by \(turn.player) changed the game")
            }
            before = turn.standing
        }
    }

    /// Replay is one event after the other, so the copy after n events is the replay of that prefix.
    static func replayEqualsLive(_ game: RandomGame) throws {
        let copy = try Game(game.setup, lexicons: game.lexicons)
        for turn in game.turns where !turn.events.isEmpty {
            for event in turn.events {
                copy.replay([event])
                if copy.state.hash != event.hash {
                    Issue.record("seed \(game.seed): hash at \(event.sequence)")
                }
            }
            if Standing(copy) != turn.standing {
                Issue.record("seed \(game.seed): replay at \(copy.state.sequence)")
            }
        }
    }

    /// The value alone, without live cells, goes the same way as the live game.
    static func valueEqualsLive(_ game: RandomGame) throws {
        var state = try allRules.newGame(game.setup)
        for turn in game.turns where !turn.events.isEmpty {
            for event in turn.events {
                if !state.admits(event) { Issue.record("seed \(game.seed): not admitted \(event)") }
                state.apply(event)
                if state.hash != event.hash { Issue.record("seed \(game.seed): hash at \(event.sequence)") }
            }
            if state != turn.standing.state {
                Issue.record("seed \(game.seed): value at \(state.sequence)")
            }
        }
    }

    static func hashesAreOfTheCanonicalText(_ game: RandomGame) {
        for turn in game.turns {
            guard let last = turn.events.last else { continue }
            let shown = zip(turn.standing.numbers, turn.standing.texts)
            let boards = shown.map { "\n\($0):\($1)" }.joined()
            let expected = referenceHash("\(turn.standing.state.sequence)\(boards)")
            if turn.standing.hash.description != expected || last.hash.description != expected {
                Issue.record("seed \(game.seed): hash at \(last.sequence)")
            }
        }
    }

    /// Replays the events of the first `count` commands elsewhere and gives the copy the other commands.
    static func copyGoesOn(_ game: RandomGame, after count: Int) throws {
        let copy = try Game(game.setup, lexicons: game.lexicons)
        for event in game.turns.prefix(count).flatMap(\.events) { copy.replay([event]) }
        for turn in game.turns.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(turn.command, by: turn.player, at: turn.time) }
            guard events != turn.events || refusal != turn.refusal else { continue }
            Issue.record("seed \(game.seed) from \(count): \(turn.command) came out otherwise")
        }
        #expect(game.turns.last?.standing == Standing(copy), "seed \(game.seed) from \(count)")
    }

    /// Keeps the game after `count` commands as a snapshot, and gives what comes of it the other commands.
    static func snapshotGoesOn(_ game: RandomGame, after count: Int) throws {
        let new = try allRules.newGame(game.setup)
        var state = new
        for event in game.turns.prefix(count).flatMap(\.events) { state.apply(event) }
        let kept = try GameState(snapshot: state.snapshot, of: new)
        if kept != state { Issue.record("seed \(game.seed): snapshot at \(count)") }
        let copy = Game(kept, lexicons: game.lexicons)
        for turn in game.turns.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(turn.command, by: turn.player, at: turn.time) }
            guard events != turn.events || refusal != turn.refusal else { continue }
            Issue.record("seed \(game.seed) from the snapshot at \(count): \(turn.command)")
        }
    }
}
