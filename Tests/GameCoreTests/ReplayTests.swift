import GameCore
import Testing

/// Laws that hold in every game, tried on random ones; a seed names the game that breaks one.
@Suite("In random games")
struct ReplayTests {
    @Test(
        "replayed, snapshotted, imported and resumed games equal the live one; refusals do nothing",
        arguments: Array<UInt64>(0..<8))
    func laws(batch: UInt64) throws {
        let database = try Laws.database()
        for number in UInt64(0)..<1250 {
            let game = try RandomGame(seed: batch * 1_000_000 + number)
            Laws.numbersAreDense(game)
            Laws.nothingChangesWithoutEvent(game)
            try Laws.replayEqualsLive(game)
            try Laws.valueEqualsLive(game)
            Laws.hashesAreOfTheCanonicalText(game)
            try Laws.copyGoesOn(game, after: Int(number) % RandomGame.commands)
            try Laws.snapshotGoesOn(game, after: Int(number / 7) % RandomGame.commands)
            try Laws.resumedEqualsLive(game, after: Int(number / 7) % RandomGame.commands, in: database)
            try Laws.importedEqualsLive(game)
        }
    }

    @Test("a copy goes on as the live game does, whichever command it starts from", arguments: 0..<10)
    func copiesGoOn(seed: UInt64) throws {
        let game = try RandomGame(seed: seed + 77_000_000)
        for turn in 0..<RandomGame.commands { try Laws.copyGoesOn(game, after: turn) }
    }

    @Test("the same setup and commands give the same events")
    func deterministic() throws {
        for seed in UInt64(0)..<50 {
            let game = try RandomGame(seed: seed)
            try Laws.copyGoesOn(game, after: 0)
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
        #expect(
            refusals.union(SquareReplayTests.refusals).union(SolvingReplayTests.refusals)
                == Set(RuleViolation.Code.allCases))
    }
}
