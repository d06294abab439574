import GameCore
import Testing

/// Checks the invariants of ``Laws`` on random games; a failure reports the seed of its game.
@Suite("Random games")
struct ReplayTests {
    @Test(
        "equal their replays, snapshots, imports and resumed copies; refusals change nothing",
        arguments: Array<UInt64>(0..<8))
    func laws(batch: UInt64) throws {
        let database = try Laws.database()
        for number in UInt64(0)..<UInt64(RandomCases.count(1250, oneIn: 10)) {
            let game = try RandomGame(seed: batch * 1_000_000 + number)
            Laws.sequenceNumbersAreDense(game)
            Laws.nothingChangesWithoutEvent(game)
            try Laws.replayEqualsLive(game)
            try Laws.stateEqualsLive(game)
            Laws.hashesMatchCanonicalText(game)
            try Laws.replayedCopyContinues(game, after: Int(number) % RandomGame.commands)
            try Laws.snapshotContinues(game, after: Int(number / 7) % RandomGame.commands)
            try Laws.resumedEqualsLive(game, after: Int(number / 7) % RandomGame.commands, in: database)
            try Laws.importedEqualsLive(game)
        }
    }

    @Test("continue identically from a replay of any prefix", arguments: 0..<10)
    func prefixes(seed: UInt64) throws {
        let game = try RandomGame(seed: seed + 77_000_000)
        for count in 0..<RandomGame.commands { try Laws.replayedCopyContinues(game, after: count) }
    }

    @Test("produce the same events from the same setup and commands")
    func deterministic() throws {
        for seed in UInt64(0)..<50 {
            let game = try RandomGame(seed: seed)
            try Laws.replayedCopyContinues(game, after: 0)
            #expect(try RandomGame(seed: seed).events == game.events)
        }
    }

    @Test("contain every kind of event and, with those of other rules, every refusal")
    func coverage() throws {
        var happened: Set<String> = []
        // Refusals that these games cannot contain: they need unknown rules, a cell without a game, 13 players,
        // or a room.
        var refusals: Set<RuleViolation.Code> = [
            .unknownRules, .orphanedCell, .noFreeSeat, .removed, .noSuchMember,
        ]
        for seed in UInt64(0)..<400 {
            let game = try RandomGame(seed: seed)
            refusals.formUnion(game.steps.compactMap { $0.refusal?.code })
            for event in game.events {
                happened.insert(String("\(event.change)".prefix { $0 != "(" }))
                if case .cellChanged(let change) = event.change { happened.insert(change.cause.rawValue) }
            }
        }
        let allKinds: Set = [
            "cellChanged", "seatTaken", "seatLeft", "seatRecoloured", "seatRenamed", "boardLocked",
            "boardUnlocked",
            "seatsClosed", "seatsOpened",
            "promptOpened", "promptAnswered", "promptDismissed", "gameFinished", "rematchStarted", "edit",
            "undo", "clear",
        ]
        #expect(happened == allKinds)
        #expect(
            refusals.union(SquareReplayTests.refusals).union(SolvingReplayTests.refusals)
                == Set(allRules.refusals))
    }
}
