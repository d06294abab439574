import GameCore
import Testing

/// Laws that hold in every game, tried on random ones; a seed names the game that breaks one.
@Suite("In random games")
struct ReplayTests {
    @Test(
        "replay and pictures equal the live game at every event, copies go on alike, refusals do nothing",
        arguments: Array<UInt64>(0..<8))
    func laws(batch: UInt64) throws {
        for number in UInt64(0)..<1250 {
            let game = try RandomGame(seed: batch * 1_000_000 + number)
            numbersAreDense(game)
            nothingChangesWithoutEvent(game)
            try replayEqualsLive(game)
            try pictureEqualsLive(game)
            hashesAreOfTheCanonicalText(game)
            try copyGoesOn(game, after: Int(number) % RandomGame.commands)
            try snapshotGoesOn(game, after: Int(number / 7) % RandomGame.commands)
        }
    }

    @Test("a copy goes on as the live game does, whichever command it starts from", arguments: 0..<10)
    func copiesGoOn(seed: UInt64) throws {
        let game = try RandomGame(seed: seed + 77_000_000)
        for turn in 0..<RandomGame.commands { try copyGoesOn(game, after: turn) }
    }

    @Test("the same setup and commands give the same events")
    func deterministic() throws {
        for seed in UInt64(0)..<50 {
            let game = try RandomGame(seed: seed)
            try copyGoesOn(game, after: 0)
            #expect(try RandomGame(seed: seed).events == game.events)
        }
    }

    @Test("everything happens that can happen, and every refusal of the rules")
    func coverage() throws {
        var happened: Set<String> = []
        // Unknown rules make no game, only strangers type past it, and these games are not that full.
        var refusals: Set<RuleViolation.Code> = [.unknownRules, .orphanedCell, .noFreeSeat]
        for seed in UInt64(0)..<400 {
            let game = try RandomGame(seed: seed)
            refusals.formUnion(game.turns.compactMap { $0.refusal?.code })
            for event in game.events {
                happened.insert(String("\(event.change)".prefix { $0 != "(" }))
                if case .cellChanged(let change) = event.change { happened.insert(change.cause.rawValue) }
            }
        }
        let everything: Set = [
            "cellChanged", "seatTaken", "seatLeft", "seatRecoloured", "boardLocked", "boardUnlocked",
            "promptOpened", "promptAnswered", "promptDismissed", "gameFinished", "rematchStarted", "edit",
            "undo", "clear",
        ]
        #expect(happened == everything)
        #expect(refusals == Set(RuleViolation.Code.allCases))
    }

    // MARK: The laws

    private func numbersAreDense(_ game: RandomGame) {
        let numbers = game.events.map(\.sequence.value)
        #expect(numbers == numbers.indices.map { $0 + 1 }, "seed \(game.seed)")
    }

    private func nothingChangesWithoutEvent(_ game: RandomGame) {
        var before = game.start
        for turn in game.turns {
            if turn.events.isEmpty, turn.standing != before {
                Issue.record("seed \(game.seed): \(turn.command) by \(turn.player) changed the game")
            }
            before = turn.standing
        }
    }

    /// Replay is one event after the other, so the copy after n events is the replay of that prefix.
    private func replayEqualsLive(_ game: RandomGame) throws {
        let copy = try Game(game.setup)
        for turn in game.turns where !turn.events.isEmpty {
            for event in turn.events {
                copy.replay(event)
                if copy.hash != event.hash { Issue.record("seed \(game.seed): hash at \(event.sequence)") }
            }
            if Standing(copy) != turn.standing {
                Issue.record("seed \(game.seed): replay at \(copy.state.sequence)")
            }
        }
    }

    private func pictureEqualsLive(_ game: RandomGame) throws {
        var picture = GamePicture(of: try Game(game.setup))
        for turn in game.turns where !turn.events.isEmpty {
            for event in turn.events {
                if !picture.admits(event) { Issue.record("seed \(game.seed): not admitted \(event)") }
                picture.fold(event)
                if picture.hash != event.hash { Issue.record("seed \(game.seed): hash at \(event.sequence)") }
            }
            if Standing(picture) != turn.standing {
                Issue.record("seed \(game.seed): picture at \(picture.sequence)")
            }
        }
    }

    private func hashesAreOfTheCanonicalText(_ game: RandomGame) {
        for turn in game.turns {
            guard let last = turn.events.last else { continue }
            let boards = turn.standing.texts.enumerated().map { "\n\($0.offset):\($0.element)" }.joined()
            let expected = referenceHash("\(turn.standing.state.sequence)\(boards)")
            if turn.standing.hash.description != expected || last.hash.description != expected {
                Issue.record("seed \(game.seed): hash at \(last.sequence)")
            }
        }
    }

    /// Replays the events of the first `count` commands elsewhere and gives the copy the other commands.
    private func copyGoesOn(_ game: RandomGame, after count: Int) throws {
        let copy = try Game(game.setup)
        for event in game.turns.prefix(count).flatMap(\.events) { copy.replay(event) }
        for turn in game.turns.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(turn.command, by: turn.player, at: turn.time) }
            guard events != turn.events || refusal != turn.refusal else { continue }
            Issue.record("seed \(game.seed) from \(count): \(turn.command) came out otherwise")
        }
        #expect(game.turns.last?.standing == Standing(copy), "seed \(game.seed) from \(count)")
    }

    /// Keeps the game after `count` commands as a snapshot, and gives what comes of it the other commands.
    private func snapshotGoesOn(_ game: RandomGame, after count: Int) throws {
        var picture = try GamePicture(game.setup)
        for event in game.turns.prefix(count).flatMap(\.events) { picture.fold(event) }
        let snapshot = GameSnapshot(of: picture)
        #expect(snapshot.sequence == picture.sequence)
        let copy = try Game(GamePicture(game.setup, snapshot))
        if Standing(copy) != Standing(picture) { Issue.record("seed \(game.seed): snapshot at \(count)") }
        for turn in game.turns.dropFirst(count) {
            var events: [GameEvent] = []
            let refusal = refusal { events = try copy.apply(turn.command, by: turn.player, at: turn.time) }
            guard events != turn.events || refusal != turn.refusal else { continue }
            Issue.record("seed \(game.seed) from the snapshot at \(count): \(turn.command)")
        }
    }
}
