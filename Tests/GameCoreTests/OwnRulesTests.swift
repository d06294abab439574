import GameCore
import Testing

/// Rules as somebody outside could write them; each test breaks something.
private protocol OwnRules: RuleSet {}

extension OwnRules {
    static var info: RuleInfo { RuleInfo(title: "Own", summary: "Rules of somebody's own.", options: [:]) }
}

private struct Plain: OwnRules {
    static let name = "plain"
    init(_ setup: GameSetup) throws(RuleViolation) { try setup.options.allowOnly([]) }
}

private struct NameTaken: OwnRules {
    static let name = "free"
    init(_ setup: GameSetup) {}
}

private struct BadName: OwnRules {
    static let name = "My game!"
    init(_ setup: GameSetup) {}
}

private struct RefusalTaken: OwnRules {
    static let name = "taken"
    static let refusals = [
        RuleViolation.Code("not-a-letter", .invalid, title: "Not a letter", meaning: "Another meaning.")
    ]
    init(_ setup: GameSetup) {}
}

private struct ManySeats: OwnRules {
    static let name = "many"
    static var info: RuleInfo {
        RuleInfo(title: "Many", summary: "Too many seats.", options: [:], seats: 1...13)
    }
    init(_ setup: GameSetup) {}
}

private struct BadKeys: OwnRules {
    static let name = "keys"
    static var info: RuleInfo {
        RuleInfo(title: "Keys", summary: "Bad keys.", options: [:], keys: ["X", "x"])
    }
    init(_ setup: GameSetup) {}
}

/// For two or three players, who write X; each X is marked.
private struct Pair: BotRules {
    static let name = "pair"
    static var info: RuleInfo {
        RuleInfo(title: "Pair", summary: "For two or three.", options: [:], seats: 2...3, keys: ["X", "O"])
    }
    init(_ setup: GameSetup) {}

    func didEdit(_ board: Board, in game: GameController) {
        let written = board.cells.filter { $0.letter?.text == "X" && $0.object.mark == nil }
        let marks = written.compactMap { game.boards[0].index(of: $0) }
        game.mark(marks.map { CellMarks.Marked(cell: $0, mark: .hit) }, on: board, .check)
    }

    func maySeatBot(_ player: Player, in game: GameController) {}
    func awaitedMoves(in game: GameController, at time: Timestamp) -> [AwaitedMove] { [] }
    func play(_ move: BotMove, for seat: Seat, in game: GameController) {}
}

/// Throws after the cell has changed.
private struct Throwing: OwnRules {
    static let name = "throwing"
    static let never = RuleViolation.Code("never", .conflict, title: "Never", meaning: "This never works.")
    static let refusals = [never]
    init(_ setup: GameSetup) {}

    func didEdit(_ board: Board, in game: GameController) throws(RuleViolation) {
        throw RuleViolation(Self.never, "It is never right.")
    }
}

/// Has an action without effect, one without a game and one that records an event that it cannot read back.
private struct Idle: OwnRules {
    static let name = "idle"
    init(_ setup: GameSetup) {}

    func setActions(on game: GameController) {
        game.actions["nothing"] = { _ in }
        game.actions["whim"] = { [weak game] call throws(RuleViolation) in
            try game?.change(for: Cause("whim"), by: call.player.seat) { () throws(RuleViolation) in
                try game?.boards[0].cells[0].type("A")
            }
        }
        game.actions["own-event"] = { [weak game] _ in
            game?.record(.ruleEvent(RuleEvent("own.event", Parameters(["number": .number(7)]))))
        }
    }
}

/// Has a layout with too few objects.
private struct ShortLayout: OwnRules {
    static let name = "short"
    let layout: [any CellObject] = [BlockCell()]
    init(_ setup: GameSetup) {}
}

@Suite("Rules that somebody adds")
struct OwnRulesTests {
    private func game(_ rules: any RuleSet.Type, options: Parameters = .none) throws -> Game {
        let setup = GameSetup(id: .lobby, rules: rules.name, options: options, created: .start)
        let game = Game(try RuleCatalog(FreeRules.self, rules).newGame(setup))
        _ = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: .start)
        return game
    }

    @Test("are refused by name when a server cannot play them")
    func catalogs() {
        let catalogs: [(RuleCatalog, String)] = [
            (
                RuleCatalog(FreeRules.self, NameTaken.self),
                "NameTaken: the name “free” is taken by FreeRules."
            ),
            (
                RuleCatalog(FreeRules.self, BadName.self),
                "BadName: the name “My game!” must have 1 to 32 lower-case letters."
            ),
            (
                RuleCatalog(FreeRules.self, RefusalTaken.self),
                "RefusalTaken: the refusal “not-a-letter” is taken by every game."
            ),
            (RuleCatalog(FreeRules.self, ManySeats.self), "ManySeats: a game has 1 to 12 seats."),
            (
                RuleCatalog(FreeRules.self, BadKeys.self),
                "BadKeys: “keys” are up to 60 different capital letters."
            ),
            (
                RuleCatalog(Plain.self),
                "No rules for the lobby: add some that adopt LobbyRules, such as those of the free board."
            ),
        ]
        for (catalog, reason) in catalogs {
            let error = #expect(throws: CatalogError.self) { try catalog.check() }
            #expect(error?.description == reason)
        }
        #expect(throws: Never.self) { try RuleCatalog(FreeRules.self, Plain.self, Throwing.self).check() }
        #expect(throws: Never.self) { try allRules.check() }
    }

    private func sit(_ name: String, _ game: Game) throws -> [GameEvent] {
        try game.apply(.takeSeat(PlayerName(name), nil), by: .spectator, at: .start)
    }

    private func write(_ text: String, _ game: Game) throws -> [GameEvent] {
        let edit = BoardEdit(entries: [.init(cell: try cell("a1"), text: text)])
        return try game.apply(.edit(edit), by: .ann, at: .start)
    }

    @Test("for two players wait for the second, and have no more seats than they say")
    func pair() throws {
        let game = try game(Pair.self)
        #expect(game.state.phase == .waiting && game.state.rules.seatLimit == 3)
        #expect(refusal { try write("O", game) }?.code == .gameNotStarted)
        #expect(try sit("Bea", game).map(\.change).last == .gameStarted(GameStart(order: [])))
        #expect(game.state.phase == .playing)
        #expect(try write("O", game).count == 1)
        #expect(try sit("Cem", game).count == 1)
        #expect(refusal { try sit("Dov", game) }?.code == .noFreeSeat)
    }

    @Test("for two players do not begin at the end of a countdown without the second")
    func pairInRoom() throws {
        let setup = GameSetup(id: .lobby, rules: "pair", created: .start).withCountdown(.seconds(3))
        let game = Game(try RuleCatalog(FreeRules.self, Pair.self).newGame(setup))
        _ = try sit("Ann", game)
        #expect(try game.apply(.deadlineReached, by: .spectator, at: .second(3)).isEmpty)
        _ = try sit("Bea", game)
        #expect(game.state.phase == .waiting)
        #expect(try game.apply(.deadlineReached, by: .spectator, at: .second(3)).count == 1)
        #expect(game.state.phase == .playing)
    }

    @Test("for two players begin with a bot too, and the next round at once")
    func pairWithBot() throws {
        let game = try game(Pair.self)
        #expect(try game.apply(.seatBot(.easy), by: .ann, at: .start).count == 2)
        #expect(game.state.phase == .playing)
        let next = Game(try RuleCatalog(FreeRules.self, Pair.self).newGame(game.setup))
        _ = try next.seatPlayers(game.state.seats, at: .start)
        #expect(next.state.phase == .playing)
    }

    @Test("can mark plain letters, which then stay, in a replay too")
    func marks() throws {
        let game = try game(Pair.self)
        let corner = try cell("a1")
        _ = try sit("Bea", game)
        #expect(try write("O", game).count == 1)
        let events = try write("X", game)
        #expect(events.count == 2 && game.state.boards[0].object(at: corner).mark == .hit)
        #expect(refusal { try write("O", game) }?.code == .lockedCell)
        let replayed = try self.game(Pair.self)
        _ = try sit("Bea", replayed)
        _ = try write("O", replayed)
        replayed.replay(events)
        #expect(replayed.state.hash == game.state.hash)
        #expect(replayed.state.boards[0].object(at: corner).mark == .hit)
    }

    @Test("refuse options that they do not know")
    func options() throws {
        let unknown = Parameters(["teapot": .flag(true)])
        #expect(refusal { try game(Plain.self, options: unknown) }?.code == .unknownKey)
    }

    @Test("that throw refuse the command with their own code, and nothing changes")
    func throwing() throws {
        let game = try game(Throwing.self)
        let before = FullState(game)
        let edit = BoardEdit(entries: [.init(cell: try cell("a1"), text: "A")])
        let refused = refusal { try game.apply(.edit(edit), by: .ann, at: .start) }
        #expect(refused == RuleViolation(Throwing.never, "It is never right."))
        #expect(FullState(game) == before)
    }

    @Test("that record nothing answer without events")
    func nothing() throws {
        let game = try game(Idle.self)
        #expect(try game.apply(.act("nothing", .none), by: .ann, at: .start).isEmpty)
    }

    @Test("that change cells for a cause that they do not list are refused at once")
    func causes() throws {
        let game = try game(Idle.self)
        let refused = refusal { try game.apply(.act("whim", .none), by: .ann, at: .start) }
        #expect(refused?.detail == "The rules do not list the cause “whim”.")
        #expect(game.state.boards[0].text == "...../...../...../...../.....")
    }

    @Test("that record events of their own need to say how these are read back")
    func ownEvents() throws {
        let game = try game(Idle.self)
        let events = try game.apply(.act("own-event", .none), by: .ann, at: .start)
        #expect(events.map(\.change.isRuleEvent) == [true])
        // The journal is refused when it is read, rather than read wrongly.
        #expect(!game.state.canApply(try #require(events.first).change))
    }

    @Test("with a layout of the wrong size get an empty board")
    func layout() throws {
        #expect(try game(ShortLayout.self).state.boards[0].text == "...../...../...../...../.....")
    }
}

extension GameEvent.Change {
    fileprivate var isRuleEvent: Bool { if case .ruleEvent = self { true } else { false } }
}
