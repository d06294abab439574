@testable import GameCore
import Testing

/// A document with other events than those of a real game must not be imported.
@Suite("An imported word square")
struct SquareImportTests {
    private let table: SquareTable

    init() throws {
        table = try SquareTable(people: 2, bots: [.easy], ["preset": .text("classic")])
        try table.start()
        while table.state.phase == .playing {
            if let caller = table.round?.caller, table.round?.step == .call, caller.number < 3 {
                try table.call("T", by: Player(seat: caller))
            }
            try table.playBots()
            try table.placeAll()
        }
    }

    /// Whether an import is refused in which the last event that `change` accepts has been changed.
    private func refuses(_ change: (GameEvent.Change) -> GameEvent.Change?) throws -> Bool {
        var changes = table.events.map(\.change)
        let place = try #require(changes.lastIndex { change($0) != nil })
        changes[place] = try #require(change(changes[place]))
        return try refuses(changes)
    }

    private func refuses(_ changes: [GameEvent.Change]) throws -> Bool {
        var state = try allRules.newGame(table.game.setup)
        for (event, change) in zip(table.events, changes) {
            guard state.canApply(change) else { return true }
            state.apply(
                GameEvent(sequence: event.sequence, time: event.time, change: change, hash: event.hash))
        }
        let lexicon = try TestLexicons.of("CAT DOG CATS TRAIN ATE TEA")
        return refusal { try Game(state, lexicons: Lexicons([lexicon])).verify() } != nil
    }

    /// Whether an import is refused in which `values` replace those of the last call.
    private func refusesCall(_ values: [String: Parameters.Value]) throws -> Bool {
        try refuses { change in
            guard case .ruleEvent(let event) = change else { return nil }
            return .ruleEvent(RuleEvent(event.type, event.values.merging(Parameters(values))))
        }
    }

    private func refusesPlacement(_ forge: (CellChange) -> CellChange) throws -> Bool {
        try refuses { change in
            if case .cellChanged(let change) = change { .cellChanged(forge(change)) } else { nil }
        }
    }

    private func refusesStart(_ forge: (GameStart) -> GameStart) throws -> Bool {
        try refuses { change in
            if case .gameStarted(let start) = change { .gameStarted(forge(start)) } else { nil }
        }
    }

    private func refusesScores(_ forge: ([GameResult.Score]) -> [GameResult.Score]) throws -> Bool {
        try refuses { change in
            guard case .gameFinished(let result) = change else { return nil }
            return .gameFinished(GameResult(elapsed: result.elapsed, scores: forge(result.scores)))
        }
    }

    @Test("is accepted as it was played")
    func unchanged() throws {
        #expect(table.state.result?.scores.count == 3)
        #expect(try !refuses(table.events.map(\.change)))
        #expect(try !refusesScores { $0 } && !refusesCall([:]) && !refusesPlacement { $0 })
    }

    @Test("is refused with a call that was not possible")
    func calls() throws {
        #expect(try refusesCall(["letter": .text("D")]))
        #expect(try refusesCall(["letter": .text("TT")]))
        #expect(try refusesCall(["letter": .number(5)]))
        #expect(try refusesCall(["by": .number(9)]))
        #expect(try refusesCall(["by": .number(99)]))
        #expect(try refusesCall(["number": .number(24)]))
        #expect(try refusesCall(["number": .number(99)]))
        #expect(try refusesCall(["cause": .text("magic")]))
        #expect(try refusesCall(["more": .flag(true)]))
    }

    @Test("is refused with a placement that was not possible")
    func placements() throws {
        for board in [-1, 0, 7] {
            #expect(
                try refusesPlacement {
                    CellChange(board: board, cell: $0.cell, value: $0.value, previous: nil, by: Seat(board))
                })
        }
        let taken = CellIndex.all[0]
        #expect(
            try refusesPlacement {
                CellChange(board: $0.board, cell: taken, value: $0.value, previous: nil, by: $0.by)
            }, "the cell is taken")
        #expect(
            try refusesPlacement {
                CellChange(board: $0.board, cell: $0.cell, value: nil, previous: nil, by: $0.by)
            }, "no letter is placed")
        #expect(
            try refusesPlacement {
                CellChange(board: $0.board, cell: $0.cell, value: Letter("D"), previous: nil, by: $0.by)
            }, "another letter was called")
        #expect(
            try refusesPlacement {
                CellChange(board: $0.board, cell: $0.cell, value: $0.value, previous: nil, by: Seat(1))
            }, "somebody else's board")
    }

    @Test("is refused with a start or an absence that was not possible")
    func starts() throws {
        #expect(try refusesStart { GameStart(order: [], values: $0.values) })
        #expect(try refusesStart { GameStart(order: [$0.order[0], $0.order[0]], values: $0.values) })
        #expect(try refusesStart { GameStart(order: Seat.all, values: $0.values) })
        for calls in [0, 24, 1_000_000_000] {
            #expect(
                try refusesStart {
                    GameStart(
                        order: $0.order,
                        values: $0.values.merging(Parameters(["calls": .number(calls)])))
                })
        }
        var state = try allRules.newGame(table.game.setup)
        for event in table.events where state.phase == .waiting { state.apply(event) }
        #expect(try state.canApply(.seatAway(seat(2), isKicked: false)))
        #expect(try !state.canApply(.seatAway(seat(11), isKicked: false)))
    }

    @Test("is refused with scores that do not follow from its boards")
    func scores() throws {
        #expect(
            try refusesScores { $0.map { GameResult.Score(seat: $0.seat, points: $0.points + 7) } })
        #expect(try refusesScores { Array($0.dropLast()) })
        #expect(try refusesScores { [$0[0], $0[0], $0[2]] })
    }
}
