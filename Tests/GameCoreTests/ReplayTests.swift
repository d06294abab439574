@testable import GameCore
import Testing

/// Checks ``Laws`` on random games of every kind; a failure reports the seed of its game.
@Suite("Random games equal their replays, snapshots, imports and resumed copies; refusals change nothing")
struct ReplayTests {
    /// The refusals that random games of each kind must produce.
    private static let squareRefusals: Set<RuleViolation.Code> = [
        .gameNotStarted, .gameStarted, .notYourTurn, .alreadyCalled, .noLetterCalled, .alreadyPlaced,
        .notTheLetter, .cellTaken,
    ]
    private static let solvingRefusals: Set<RuleViolation.Code> = [
        .gamePaused, .boardFinished, .notThisRow, .rowNotFull, .notAWord, .hardMode, .cellLocked,
        .nothingToSwap, .noBots,
    ]
    /// Refusals that need unknown rules, a cell without a game, 13 players, a room, a lexicon or a puzzle.
    private static let otherRefusals: Set<RuleViolation.Code> = [
        .unknownRules, .orphanedCell, .noFreeSeat, .removed, .roomLocked, .makerKnows, .noSuchMember,
        .unknownLexicon, .notInPack,
        .noClues, .noSuchPuzzle, .challengeFull, .tooManySeats,
    ]

    @Test("of free boards, which contain every kind of event and refusal")
    func free() throws {
        var check = try LawCheck(commands: 60)
        try check.games(240) { RandomFreePlayers(seed: $0) }
        let allKinds: Set = [
            "cellChanged", "seatTaken", "seatLeft", "seatRecoloured", "seatRenamed", "boardLocked",
            "boardUnlocked", "seatsClosed", "seatsOpened", "promptOpened", "promptAnswered",
            "promptDismissed", "gameFinished", "rematchStarted",
        ]
        #expect(check.events == allKinds && check.causes == ["edit", "undo", "clear"])
        let others = Self.squareRefusals.union(Self.solvingRefusals).union(Self.otherRefusals)
        #expect(check.refusals.union(others) == Set(allRules.refusals))
    }

    @Test("of word squares")
    func squares() throws {
        let lexicon = try TestLexicons.of("CAT DOG CATS TRAIN ATE TEA")
        var check = try LawCheck(commands: 240, lexicons: Lexicons([lexicon]), listsActions: false)
        try check.games(40) { RandomSquarePlayers(seed: $0, lexicon) }
        #expect(check.refusals.isSuperset(of: Self.squareRefusals) && check.scored > 4)
    }

    @Test("of minis, guess games and lattices")
    func solving() throws {
        var check = try LawCheck(commands: 90, lexicons: RandomSolvers.lexicons())
        try check.games(220) { RandomSolvers(seed: $0) }
        #expect(
            check.refusals.isSuperset(of: Self.solvingRefusals),
            "\(Self.solvingRefusals.subtracting(check.refusals))")
        #expect(
            check.events.isSuperset(of: [
                "cellsMarked", "boardWrong", "boardFinished", "gamePaused", "gameResumed", "gameFinished",
            ]))
    }
}
