import GameCore
import Testing

@testable import GameJSON

/// A room with named members; its clock advances by a second for each command.
final class RoomTable: GameTable {
    static let players = ["Ann", "Bea", "Cem", "Dov"].enumerated().compactMap { number, name in
        PlayerID("pplayer000\(number)").map { ($0, name) }
    }

    init(members: Int, isOpen: Bool = false) throws {
        let name = try #require(RoomName("smiths"))
        let setup = GameSetup(
            id: GameID(room: name), rules: RoomRules.name,
            options: Parameters(["open": .flag(isOpen)]), created: .start)
        super.init(try Game(setup))
        for number in 0..<members { try join(number) }
    }

    var room: RoomState { get throws { try #require(game.state.room) } }
    var host: String? { game.state.room?.host.flatMap { game.state.player(on: $0)?.name.text } }
    /// The moderator: the server itself.
    static let server = Player(seat: nil, isHost: true)

    func id(_ number: Int) -> PlayerID { Self.players[number].0 }

    /// The sender that player `number` is in the room.
    func member(_ number: Int) throws -> Player {
        let seat = try #require(state.seats.first { $0.player == id(number) }?.seat)
        return Player(seat: seat, isHost: game.state.room?.host == seat)
    }

    @discardableResult
    override func apply(_ command: Command, by player: Player) throws(RuleViolation) -> [GameEvent] {
        now = now + .seconds(1)
        return try super.apply(command, by: player)
    }

    func join(_ number: Int) throws {
        try apply(.takeSeat(PlayerName(Self.players[number].1), nil, player: id(number)), by: .spectator)
    }

    func begin(_ id: String, rules: String = "mini", after: String? = nil) throws {
        var values: [String: Parameters.Value] = ["game": .text(id), "rules": .text(rules)]
        if let after { values["after"] = .text(after) }
        try act("begin", values, by: Self.server)
    }

    /// Records that the members on the seats of `winners` have won, among all members.
    func record(_ id: String, winners: [Int], scores: [Int: Int] = [:]) throws {
        var players: [String: Parameters.Value] = [:]
        for seated in game.state.seats {
            if let player = seated.player { players[String(seated.seat.number)] = .text(player.text) }
        }
        let result: [String: Parameters.Value] = [
            "winners": .list(winners.map { .number($0) }), "milliseconds": .number(5000),
            "scores": .group(scores.reduce(into: [:]) { $0[String($1.key)] = .number($1.value) }),
        ]
        let values: [String: Parameters.Value] = [
            "game": .text(id), "result": .group(result), "players": .group(players),
        ]
        try act("record", values, by: Self.server)
    }

    func propose(_ id: String, asking others: [Int], by player: Player) throws -> [GameEvent] {
        let asked = others.reduce(into: [String: Parameters.Value]()) { $0[String($1)] = .null }
        return try act(
            "propose",
            [
                "game": .text(id), "rules": .text("mini"), "options": .group([:]), "shown": .group([:]),
                "others": .group(asked),
            ], by: player)
    }
}

@Suite("A room")
struct RoomTests {
    @Test("is hosted by its first member, and after that by the member who joined first")
    func host() throws {
        let table = try RoomTable(members: 3)
        #expect(table.host == "Ann")
        try table.apply(.leaveSeat(try #require(Seat(1))), by: try table.member(0))
        #expect(table.host == "Bea")
        // Ann comes back to seat 1, but Bea has been here longer.
        try table.join(0)
        #expect(table.host == "Bea")
        for number in [1, 2, 0] {
            let member = try table.member(number)
            try table.apply(.leaveSeat(try #require(member.seat)), by: member)
        }
        #expect(table.host == nil)
        try table.join(2)
        #expect(table.host == "Cem")
    }

    @Test("has the game that was begun last as its present game, and counts results once")
    func games() throws {
        let table = try RoomTable(members: 2)
        try table.begin("one")
        #expect(try table.room.present?.id == GameID("one") && table.room.isPlaying)
        try table.record("one", winners: [2], scores: [1: 3, 2: 5])
        try table.record("one", winners: [1], scores: [1: 9, 2: 9])
        #expect(try table.room.present?.id == GameID("one") && !table.room.isPlaying)
        try table.begin("two", after: "one")
        try table.record("two", winners: [1, 2], scores: [1: 4, 2: 4])
        let room = try table.room
        #expect(room.past.map(\.id.text) == ["two", "one"])
        let (ann, bea) = (room.standings[table.id(0)], room.standings[table.id(1)])
        #expect(ann?.games == 2 && ann?.wins == 1 && ann?.points == ["mini": 7])
        #expect(bea?.games == 2 && bea?.wins == 2 && bea?.points == ["mini": 9])
    }

    @Test("does not count a game that the next one has ended")
    func endedByConsent() throws {
        let table = try RoomTable(members: 2)
        try table.begin("one")
        try table.begin("two", after: "one")
        try table.record("one", winners: [1])
        let room = try table.room
        #expect(room.past.map(\.id.text) == ["one"] && room.past[0].result == nil)
        #expect(room.standings.isEmpty && room.present?.id == GameID("two"))
    }

    @Test("refuses a game that follows another one than the present game")
    func overtaken() throws {
        let table = try RoomTable(members: 2)
        try table.begin("one")
        #expect(refusal { try table.begin("other") }?.code == .alreadyAsked)
        // A repetition changes nothing.
        let count = table.events.count
        try table.begin("one")
        #expect(table.events.count == count)
    }

    @Test("asks those who are present, and the next game is agreed when all of them agree")
    func consent() throws {
        let table = try RoomTable(members: 3)
        try table.begin("one")
        _ = try table.propose("two", asking: [2, 3], by: try table.member(0))
        #expect(try table.room.proposal?.isAgreed == false)
        #expect(
            refusal { _ = try table.propose("three", asking: [2], by: try table.member(0)) }?.code
                == .alreadyAsked)
        try table.answer(1, by: try table.member(1))
        #expect(try table.room.proposal?.isAgreed == false)
        try table.answer(1, by: try table.member(2))
        #expect(try table.room.proposal?.isAgreed == true)
        try table.begin("two", after: "one")
        #expect(try table.room.proposal == nil)
    }

    @Test("goes on with the present game if one member says no, or nobody answers")
    func refused() throws {
        let table = try RoomTable(members: 2)
        try table.begin("one")
        _ = try table.propose("two", asking: [2], by: try table.member(0))
        try table.answer(0, by: try table.member(1))
        #expect(try table.room.proposal == nil && table.game.state.prompts.isEmpty)
        _ = try table.propose("two", asking: [2], by: try table.member(0))
        table.now = table.now + .seconds(120)
        try table.apply(.deadlineReached, by: .spectator)
        #expect(try table.room.proposal == nil && table.game.state.prompts.isEmpty)
    }

    @Test("asks about the host's game instead of that of another member")
    func hostReplaces() throws {
        let table = try RoomTable(members: 3, isOpen: true)
        try table.begin("one")
        _ = try table.propose("two", asking: [1, 3], by: try table.member(1))
        _ = try table.propose("three", asking: [2, 3], by: try table.member(0))
        #expect(try table.room.proposal?.game == GameID("three") && table.game.state.prompts.map(\.id) == [2])
        #expect(
            refusal { _ = try table.propose("four", asking: [1], by: try table.member(1)) }?.code
                == .alreadyAsked)
        for member in [1, 2] { try table.answer(1, to: 2, by: try table.member(member)) }
        #expect(try table.room.proposal?.isAgreed == true)
    }

    @Test("lets only the host begin games, unless it is open to its members", arguments: [false, true])
    func starters(isOpen: Bool) throws {
        let table = try RoomTable(members: 2, isOpen: isOpen)
        try table.begin("one")
        let code = refusal { _ = try table.propose("two", asking: [1], by: try table.member(1)) }?.code
        #expect(code == (isOpen ? nil : .notAllowed))
        #expect(
            refusal { _ = try table.propose("two", asking: [], by: .spectator) }?.code == .tokenNeeded)
    }

    @Test("remembers whom the host has removed until the host lets them back")
    func removal() throws {
        let table = try RoomTable(members: 2)
        let bea: [String: Parameters.Value] = ["player": .text(table.id(1).text)]
        #expect(refusal { try table.act("remove", bea, by: try table.member(1)) }?.code == .notAllowed)
        try table.act("remove", bea, by: try table.member(0))
        #expect(try table.room.removed == [table.id(1)] && table.game.state.seats.count == 1)
        #expect(refusal { try table.join(1) }?.code == .removed)
        #expect(refusal { try table.act("remove", bea, by: try table.member(0)) }?.code == .noSuchMember)
        try table.act("readmit", bea, by: try table.member(0))
        #expect(try table.room.removed.isEmpty)
        try table.join(1)
        #expect(table.game.state.seats.count == 2)
    }

    @Test("lets nobody new join while it is locked, until its last member has left")
    func lock() throws {
        let table = try RoomTable(members: 2)
        for action in ["close-seats", "open-seats"] {
            #expect(refusal { try table.act(action, by: try table.member(1)) }?.code == .notAllowed)
        }
        try table.act("close-seats", by: try table.member(0))
        #expect(refusal { try table.join(2) }?.code == .roomLocked)
        let count = table.events.count
        try table.join(1)
        #expect(table.events.count == count, "a member is there already")
        try table.act("remove", ["player": .text(table.id(1).text)], by: try table.member(0))
        #expect(refusal { try table.join(1) }?.code == .removed)
        try table.act("open-seats", by: try table.member(0))
        try table.join(2)
        try table.act("close-seats", by: try table.member(0))
        for number in [0, 2] {
            try table.act("leave", ["player": .text(table.id(number).text)], by: .spectator)
        }
        try table.join(3)
        #expect(table.host == "Dov")
    }

    @Test("knows how long its members have been there")
    func membership() throws {
        let table = try RoomTable(members: 2)
        let (ann, bea) = (try #require(Seat(1)), try #require(Seat(2)))
        table.now = table.now + .seconds(60)
        #expect(try table.room.hasMember(bea, for: .seconds(60), at: table.now))
        try table.act("leave", ["player": .text(table.id(1).text)], by: .spectator)
        try table.join(1)
        #expect(try !table.room.hasMember(bea, for: .seconds(60), at: table.now))
        #expect(try table.room.hasMember(ann, for: .seconds(60), at: table.now))
        #expect(try !table.room.hasMember(try #require(Seat(3)), for: .zero, at: table.now))
    }

    @Test("remembers as many removed players and standings as it may, and those of its members")
    func bounds() throws {
        let table = try RoomTable(members: 1)
        let others = try (0..<RoomState.maximumRemoved + 9).map {
            try #require(PlayerID("pother" + String($0 + 10_000)))
        }
        for (number, player) in others.enumerated() {
            let name = try PlayerName("Mal")
            try table.apply(.takeSeat(name, nil, player: player), by: .spectator)
            try table.begin("game-\(number)", after: number == 0 ? nil : "game-\(number - 1)")
            try table.record("game-\(number)", winners: [2])
            try table.act("remove", ["player": .text(player.text)], by: try table.member(0))
        }
        let room = try table.room
        #expect(room.removed == Array(others.suffix(RoomState.maximumRemoved)))
        #expect(room.standings.count == RoomState.maximumStandings)
        #expect(room.standings[table.id(0)]?.games == others.count)
    }

    @Test("frees the seat of a member who leaves, wherever the member sits by then")
    func leaving() throws {
        let table = try RoomTable(members: 2)
        let bea: [String: Parameters.Value] = ["player": .text(table.id(1).text)]
        try table.act("leave", bea, by: .spectator)
        #expect(table.game.state.seats.map(\.name.text) == ["Ann"])
        #expect(refusal { try table.act("leave", bea, by: .spectator) }?.code == .noSuchMember)
    }

    @Test("has each member once, who may join at two nodes at the same time")
    func joinedTwice() throws {
        let table = try RoomTable(members: 2)
        let count = table.events.count
        try table.join(1)
        #expect(table.events.count == count && table.game.state.seats.count == 2)
    }

    @Test("has no board")
    func board() throws {
        let table = try RoomTable(members: 1)
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: try cell("a1"), text: "A")])
        #expect(refusal { try table.apply(.edit(edit), by: try table.member(0)) }?.code == .noSuchBoard)
    }

    @Test("is the same after a replay of its journal, and after a snapshot at any event")
    func replay() throws {
        let table = try RoomTable(members: 3)
        try table.begin("one")
        try table.record("one", winners: [1, 3], scores: [1: 5, 2: -1, 3: 5])
        _ = try table.propose("two", asking: [2, 3], by: try table.member(0))
        try table.answer(1, by: try table.member(1))
        try table.act("remove", ["player": .text(table.id(1).text)], by: try table.member(0))
        try table.begin("two", rules: "lattice", after: "one")
        try table.apply(.leaveSeat(try #require(Seat(1))), by: try table.member(0))
        var state = try allRules.newGame(table.game.setup)
        let names: [Person: PlayerName] = table.events.names
        for event in table.events {
            #expect(state.canApply(event))
            let read = event.replacing(try .init(record: event.change.record, at: event.time))
            #expect(read.naming(names) == event)
            state.apply(read.naming(names))
        }
        #expect(state == table.game.state)
    }

    @Test("is not a game: no list has its rules, and no game has its id")
    func notAGame() throws {
        #expect(!allRules.names.contains("room"))
        #expect(refusal { try allRules.requireGame("room") }?.code == .unknownRules)
        #expect(GameID("room.smiths")?.room?.text == "smiths")
        for text in ["room.", "room.Smiths", "room.a.b", "rooms.smiths", "smiths.room"] {
            #expect(GameID(text) == nil)
        }
        #expect(GameID("room")?.room == nil)
        #expect(RoomName(String(repeating: "a", count: 41)) == nil && RoomName("") == nil)
    }
}
