import GameCore
import Testing

@Suite("Permissions")
struct PermissionTests {
    // The codes are for a spectator, a player, a host without a seat and a host with one.

    @Test(
        "for each action on a closed board",
        arguments: [
            ("edit", [.tokenNeeded, nil, .notAllowed, nil]), ("undo", [.tokenNeeded, nil, .notAllowed, nil]),
            ("clear", [.tokenNeeded, nil, .notAllowed, nil]),
            ("recolour", [.tokenNeeded, nil, .notAllowed, nil]),
            ("lock", [.tokenNeeded, .notAllowed, nil, nil]),
            ("unlock", [.tokenNeeded, .notAllowed, nil, nil]),
            ("close", [.tokenNeeded, .notAllowed, nil, nil]),
            ("close-seats", [.tokenNeeded, .notAllowed, nil, nil]),
            ("open-seats", [.tokenNeeded, .notAllowed, nil, nil]),
            ("dance", [.noSuchAction, .noSuchAction, .noSuchAction, .noSuchAction]),
        ] as [(String, [RuleViolation.Code?])])
    func closed(action: String, codes: [RuleViolation.Code?]) throws {
        for (player, code) in zip([Player.spectator, .ann, .host, .hostOnSeat1], codes) {
            #expect(try attempt(action, player, open: false) == code, "\(player)")
        }
    }

    @Test(
        "for each action on an open board",
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

    @Test("are listed as the actions currently available to a player")
    func listed() throws {
        let table = try Table(seated: 1)
        #expect(table.actions(for: .spectator) == [])
        #expect(table.actions(for: .ann) == ["clear", "recolour"])
        #expect(table.actions(for: .host) == ["close", "close-seats", "lock", "open-seats"])
        try table.write("a", on: "a1", by: .ann)
        #expect(table.actions(for: .ann) == ["clear", "recolour", "undo"])
        #expect(
            table.actions(for: .hostOnSeat1) == [
                "clear", "close", "close-seats", "lock", "open-seats", "recolour", "undo",
            ])
        try table.act("lock", by: .host)
        #expect(table.actions(for: .ann) == ["recolour"])
        #expect(table.actions(for: .host) == ["close", "close-seats", "open-seats", "unlock"])
        try table.act("close", by: .host)
        #expect(table.actions(for: .hostOnSeat1) == ["recolour", "rematch"])
        #expect(table.actions(for: .host) == [])
        #expect(try Table(open: true).actions(for: .spectator) == ["clear"])
        let described = table.game.controller.actions.available(to: .ann, in: table.game.state)
        #expect(described.first.map { Array($0.parameters.keys) } == ["colour"])
    }
}

@Suite("The host")
struct HostTests {
    @Test("can lock and unlock the board for everyone")
    func lock() throws {
        let table = try Table(seated: 2, open: true)
        try table.write("b", on: "b1", by: .ann)
        #expect(try table.act("lock", by: .host).words == ["locked"])
        #expect(table.game.state.isLocked)
        #expect(try table.act("lock", by: .host).isEmpty)
        for player in [Player.ann, .spectator, .host, .hostOnSeat1] {
            #expect(table.refused { try table.write("a", on: "a1", by: player) } == .boardLocked)
        }
        for action in ["undo", "clear"] {
            #expect(table.refused { try table.act(action, by: .ann) } == .boardLocked, "\(action)")
        }
        #expect(try table.act("unlock", by: .hostOnSeat1).words == ["unlocked"])
        #expect(try table.act("unlock", by: .host).isEmpty)
        try table.write("a", on: "a1", by: .ann)
        #expect(table.board.hasPrefix("AB..."))
    }

    @Test("can close the game; then its board no longer changes")
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

    @Test("can close the free seats to everybody else, and open them again")
    func seats() throws {
        let table = try Table(seated: 1)
        #expect(try table.act("close-seats", by: .host).words == ["seats closed"])
        #expect(try table.act("close-seats", by: .hostOnSeat1).isEmpty)
        for player in [Player.spectator, .ann] {
            #expect(
                table.refused { try table.apply(.takeSeat(PlayerName("Bea"), nil), by: player) }
                    == .seatsClosed)
        }
        #expect(table.actions(for: .host) == ["close", "lock", "open-seats"])
        let host = try table.apply(.takeSeat(PlayerName("Host"), nil), by: .host)
        #expect(host.words == ["seat 2 taken"])
        #expect(try table.act("open-seats", by: .host).words == ["seats opened"])
        #expect(try table.act("open-seats", by: .host).isEmpty)
        #expect(try table.sit().words == ["seat 3 taken"])
    }

    @Test("closes the seats of the next round too")
    func seatsOfTheNextRound() throws {
        let table = try Table(seated: 1)
        try table.act("close-seats", by: .host)
        let next = try #require(GameID("table-2"))
        let round = try Game(table.game.setup.rematch(next, options: .none, at: table.now, seed: 1))
        let events = try round.seatPlayers(table.game.state.seats, closingSeats: true, at: table.now)
        #expect(events.words == ["seat 1 taken", "seats closed"])
    }

    @Test("can close a locked game; edits are then refused as finished, not as locked")
    func closeLocked() throws {
        let table = try Table(seated: 1)
        try table.act("lock", by: .host)
        try table.act("close", by: .host)
        #expect(table.refused { try table.write("b", on: "a1", by: .ann) } == .gameFinished)
    }

    @Test(
        "is refused an action with an unknown parameter",
        arguments: ["lock", "unlock", "close", "undo", "clear", "recolour"])
    func unknownParameter(action: String) throws {
        let table = try Table(seated: 1)
        #expect(
            table.refused { try table.act(action, ["force": .flag(true)], by: .hostOnSeat1) } == .unknownKey)
    }
}
