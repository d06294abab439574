import GameCore
import Testing

@Suite("Rights")
struct RightsTests {
    // The codes are those for a spectator, a player, a host without and a host with a seat.

    @Test(
        "of spectators, players and hosts on a closed board",
        arguments: [
            ("edit", [.tokenNeeded, nil, .notAllowed, nil]), ("undo", [.tokenNeeded, nil, .notAllowed, nil]),
            ("clear", [.tokenNeeded, nil, .notAllowed, nil]),
            ("recolour", [.tokenNeeded, nil, .notAllowed, nil]),
            ("lock", [.tokenNeeded, .notAllowed, nil, nil]),
            ("unlock", [.tokenNeeded, .notAllowed, nil, nil]),
            ("close", [.tokenNeeded, .notAllowed, nil, nil]),
            ("dance", [.noSuchAction, .noSuchAction, .noSuchAction, .noSuchAction]),
        ] as [(String, [RuleViolation.Code?])])
    func closed(action: String, codes: [RuleViolation.Code?]) throws {
        for (player, code) in zip([Player.spectator, .ann, .host, .hostOnSeat1], codes) {
            #expect(try attempt(action, player, open: false) == code, "\(player)")
        }
    }

    @Test(
        "of spectators, players and hosts on an open board",
        arguments: [
            ("edit", [nil, nil, nil, nil]), ("undo", [.tokenNeeded, nil, .notAllowed, nil]),
            ("clear", [nil, nil, nil, nil]), ("recolour", [.tokenNeeded, nil, .notAllowed, nil]),
            ("lock", [.tokenNeeded, .notAllowed, nil, nil]),
            ("close", [.tokenNeeded, .notAllowed, nil, nil]),
        ] as [(String, [RuleViolation.Code?])])
    func open(action: String, codes: [RuleViolation.Code?]) throws {
        for (player, code) in zip([Player.spectator, .ann, .host, .hostOnSeat1], codes) {
            #expect(try attempt(action, player, open: true) == code, "\(player)")
        }
    }

    private func attempt(_ action: String, _ player: Player, open: Bool) throws -> RuleViolation.Code? {
        let table = try Table(seated: 1, open: open)
        try table.write("a", on: "a1", by: .ann)
        if action == "unlock" { try table.act("lock", by: .host) }
        return table.refused {
            switch action {
            case "edit": try table.write("b", on: "b1", by: player)
            case "recolour": try table.act(action, ["colour": .text("#123456")], by: player)
            default: try table.act(action, by: player)
            }
        }
    }

    @Test("are listed as the actions that one may perform now")
    func listed() throws {
        let table = try Table(seated: 1)
        #expect(table.actions(for: .spectator) == [])
        #expect(table.actions(for: .ann) == ["clear", "recolour"])
        #expect(table.actions(for: .host) == ["close", "lock"])
        try table.write("a", on: "a1", by: .ann)
        #expect(table.actions(for: .ann) == ["clear", "recolour", "undo"])
        #expect(table.actions(for: .hostOnSeat1) == ["clear", "close", "lock", "recolour", "undo"])
        try table.act("lock", by: .host)
        #expect(table.actions(for: .ann) == ["recolour"])
        #expect(table.actions(for: .host) == ["close", "unlock"])
        try table.act("close", by: .host)
        #expect(table.actions(for: .hostOnSeat1) == ["recolour", "rematch"])
        #expect(table.actions(for: .host) == [])
        #expect(try Table(open: true).actions(for: .spectator) == ["clear"])
        let described = table.game.controller.actions.available(to: .ann, in: table.game.state)
        #expect(described.first.map { Array($0.parameters.keys) } == ["colour"])
    }

    @Test(
        "are listed truly: what is listed is not refused for want of a right, and nothing else has an effect")
    func listedTruly() throws {
        let excused: Set<RuleViolation.Code> = [
            .unknownKey, .invalidValue, .alreadyAsked, .nothingToUndo, .unknownToken,
        ]
        for seed in UInt64(0)..<200 {
            for turn in try RandomGame(seed: seed).turns {
                guard case .act(let name, _) = turn.command else { continue }
                let isListed = turn.offered.contains(name)
                let isRefused = turn.refusal.map { !excused.contains($0.code) } ?? false
                if isListed ? isRefused : !turn.events.isEmpty {
                    Issue.record("seed \(seed): \(name), listed \(isListed), \(turn.events.words)")
                }
            }
        }
    }
}

@Suite("The host")
struct HostTests {
    @Test("locks the board for everybody, and unlocks it")
    func lock() throws {
        let table = try Table(seated: 1, open: true)
        #expect(try table.act("lock", by: .host).words == ["locked"])
        #expect(table.game.state.isLocked)
        #expect(try table.act("lock", by: .host).isEmpty)
        for player in [Player.ann, .spectator, .host, .hostOnSeat1] {
            #expect(table.refused { try table.write("a", on: "a1", by: player) } == .boardLocked)
        }
        #expect(try table.act("unlock", by: .hostOnSeat1).words == ["unlocked"])
        #expect(try table.act("unlock", by: .host).isEmpty)
        try table.write("a", on: "a1", by: .ann)
        #expect(table.board.hasPrefix("A...."))
    }

    @Test("closes the game, once; then it stays as it is")
    func close() throws {
        let table = try Table(seated: 1, open: true)
        try table.write("a", on: "a1", by: .ann)
        table.now = .second(90)
        #expect(try table.act("close", by: .host).words == ["finished"])
        #expect(table.game.state.phase == .finished && table.game.state.finished == .second(90))
        #expect(try table.act("close", by: .host).isEmpty)
        for player in [Player.ann, .spectator, .hostOnSeat1] {
            #expect(table.refused { try table.write("b", on: "a1", by: player) } == .gameFinished)
        }
        for action in ["lock", "unlock", "clear", "undo"] {
            #expect(table.refused { try table.act(action, by: .hostOnSeat1) } == .gameFinished, "\(action)")
        }
        #expect(table.board.hasPrefix("A....") && !table.game.state.isLocked)
    }

    @Test("closes a locked game; then it is over before it is locked")
    func closeLocked() throws {
        let table = try Table(seated: 1)
        try table.act("lock", by: .host)
        try table.act("close", by: .host)
        #expect(table.refused { try table.write("b", on: "a1", by: .ann) } == .gameFinished)
    }

    @Test(
        "is told that an action takes no such parameter",
        arguments: ["lock", "unlock", "close", "undo", "clear", "recolour"])
    func unknownParameter(action: String) throws {
        let table = try Table(seated: 1)
        #expect(
            table.refused { try table.act(action, ["force": .flag(true)], by: .hostOnSeat1) } == .unknownKey)
    }
}
