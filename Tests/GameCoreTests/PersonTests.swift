import Testing

@testable import GameCore

@Suite("People, and what they are called")
struct PersonTests {
    private static let ann = PlayerID("pann0000000")

    private func event(_ number: Int, _ change: GameEvent.Change) throws -> GameEvent {
        GameEvent(
            sequence: try #require(SequenceNumber(number)), time: Timestamp(milliseconds: 7), change: change,
            hash: StateHash(value: 9))
    }

    private func taken(
        _ number: Int, by name: String, player: PlayerID? = nil, bot: BotLevel? = nil
    ) throws -> GameEvent {
        let seated = SeatedPlayer(
            seat: .first, name: try PlayerName(name), colour: .standard(for: .first), bot: bot, player: player
        )
        return try event(number, .seatTaken(seated))
    }

    private func renamed(_ number: Int, to name: String, of person: Person) throws -> GameEvent {
        try event(number, .seatRenamed(.first, try PlayerName(name), of: person))
    }

    private func guest(_ since: Int) throws -> Person { .guest(since: try #require(SequenceNumber(since))) }

    @Test("a player with a key is the same person in every seat, a guest only since one event")
    func people() throws {
        let ann = try #require(Self.ann)
        let events = [
            try taken(1, by: "Ann", player: ann), try taken(4, by: "Ben"), try taken(9, by: "Ben"),
            try event(10, .seatLeft(.first)),
        ]
        #expect(events.map { $0.named?.person } == [.player(ann), try guest(4), try guest(9), nil])
    }

    @Test("shows present names, and “Deleted player” for a person without one")
    func naming() throws {
        let ann = try #require(Self.ann)
        let names: [Person: PlayerName] = [.player(ann): try PlayerName("Anna")]
        #expect(try taken(1, by: "Ann", player: ann).naming(names) == taken(1, by: "Anna", player: ann))
        #expect(
            try renamed(2, to: "Annie", of: .player(ann)).naming(names)
                == renamed(2, to: "Anna", of: .player(ann)))
        #expect(try taken(3, by: "Ben").naming(names) == taken(3, by: "Deleted player"))
    }

    @Test("a name from the host of a room replaces the player's own, and goes with the player")
    func nicknames() throws {
        let ann = try #require(Self.ann)
        var state = try allRules.newGame(Table.setup())
        state.apply(try taken(1, by: "Ann", player: ann))
        state.apply(try renamed(2, to: "Team 3", of: .member(ann)))
        #expect(state.seats[0].name.text == "Team 3" && state.seats[0].hasNickname)
        #expect(state.names == [.member(ann): try PlayerName("Team 3")])
        let erased = state.naming([.player(ann): try PlayerName("Anna")])
        #expect(erased.seats[0].name.text == "Deleted player" && erased.seats[0].player == nil)
    }

    @Test("a bot keeps its own name, and no document renames it")
    func bots() throws {
        var state = try allRules.newGame(Table.setup())
        state.apply(try taken(1, by: "Ada", bot: .hard))
        #expect(try !state.canApply(renamed(2, to: "Eva", of: .guest(since: .zero)).change))
        let bot = try taken(1, by: "Ada", bot: .hard)
        #expect(bot.named == nil && bot.naming([:]) == bot)
    }

    @Test("the last name counts")
    func lastName() throws {
        let ben = try guest(1)
        let events = [try taken(1, by: "Ben"), try renamed(2, to: "Benno", of: ben)]
        #expect(events.names == [ben: try PlayerName("Benno")])
    }

    @Test(
        "of a document, a renamed seat is that of the last person who took it, or else of a guest of its own")
    func attributed() throws {
        let nobody = Person.guest(since: .zero)
        #expect(try [renamed(7, to: "Eva", of: nobody)].attributed.map { $0.named?.person } == [guest(7)])
        let document = [
            try taken(1, by: "Ben"), try renamed(2, to: "Benno", of: nobody), try event(3, .seatLeft(.first)),
            try taken(4, by: "Cid"), try renamed(5, to: "Cicero", of: nobody),
        ]
        #expect(
            document.attributed.map { $0.named?.person } == [
                try guest(1), try guest(1), nil, try guest(4), try guest(4),
            ])
    }

    @Test("a state shows the present names, in open questions too")
    func state() throws {
        var state = try allRules.newGame(Table.setup())
        let ann = try #require(Self.ann)
        state.apply(try taken(1, by: "Ann", player: ann))
        let present: [Person: PlayerName] = [.player(ann): try PlayerName("Anna")]
        let named = state.naming(present)
        #expect(named.seats.map(\.name.text) == ["Anna"] && named.names == present)
        #expect(state.naming([:]).seats.map(\.name.text) == ["Deleted player"])
        #expect(state.naming([:]).seats.map(\.player) == [nil])
    }
}
