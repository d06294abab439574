import EventIO
import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

/// A stranger adds to somebody else's game as much as the server lets them.
@Suite("Somebody else's journal")
struct JournalSharesTests {
    private static let events = 2000
    private let client: FrontDoorClient
    /// The start of the test, in nanoseconds.
    private let start = Stopwatch.uptime
    private var world: World { client.world }

    init() throws {
        var settings = Settings()
        settings.eventsPerGame = Self.events
        client = try FrontDoorClient(settings, packs: try FrontDoorClient.shippedPacks.get())
        let start = start
        world.limits.clock = { start }
    }

    /// A game with a board and one seated visitor.
    private func game(_ rules: String) throws -> LiveGame {
        let options = rules == "guess" ? #"{"mode":"together"}"# : "{}"
        let made = try client.newGame(#"{"rules":"\#(rules)","options":\#(options)}"#)
        let id = GameID(String(made.path.dropFirst("/games/".count)))
        let game = try #require(id.flatMap { world.games[$0] })
        game.perform(.takeSeat(try PlayerName("Ben"), nil), by: .spectator) { _ in }
        return game
    }

    /// Sends `command`; returns the seconds to wait if it is refused.
    @discardableResult
    private func send(_ command: Command, as visitor: Visitor, at now: Int64) throws -> Int? {
        world.limits.clock = { now }
        do throws(Problem) {
            try world.limits.charge(command, to: visitor) {
                visitor.game.perform(command, by: visitor.player) { _ in }
            }
            return nil
        } catch {
            #expect(error.kind.code == "rate-limited")
            return Int(error.headers.first { $0.name == "Retry-After" }?.value ?? "")
        }
    }

    /// Sends what `next` makes until it is refused; returns how many events that has added to the game.
    private func added(
        to game: LiveGame, at now: Int64, _ next: (Int) throws -> (Command, Visitor)
    ) throws -> Int {
        let before = game.game.state.sequence.value
        for number in 0..<2 * Self.events {
            let (command, visitor) = try next(number)
            if try send(command, as: visitor, at: now) != nil { break }
        }
        return game.game.state.sequence.value - before
    }

    /// Takes a seat, or leaves it again, in turn.
    private func seatChange(
        _ number: Int, in game: LiveGame, as id: PlayerID, from address: String
    ) throws -> (Command, Visitor) {
        let player = game.player(id)
        let visitor = Visitor(game: game, player: player, id: id, address: address)
        if let seat = player.seat { return (.leaveSeat(seat), visitor) }
        return (.takeSeat(try PlayerName("Mal"), nil, player: id), visitor)
    }

    private func edit(_ number: Int, _ visitor: Visitor) throws -> (Command, Visitor) {
        let cell = try #require(CellIndex(number % 5))
        let entry = BoardEdit.Entry(cell: cell, text: number / 5 % 2 == 0 ? "A" : "B")
        return (.edit(BoardEdit(entries: [entry])), visitor)
    }

    private func recolouring(_ number: Int, _ visitor: Visitor) -> (Command, Visitor) {
        let colour = "#00000\(number % 10)"
        return (.act("recolour", Parameters(["colour": .text(colour)])), visitor)
    }

    nonisolated private static let kinds = ["free", "guess", "square"]

    @Test("takes few seats that one player takes and leaves again, and those of others", arguments: kinds)
    func seats(rules: String) throws {
        let game = try game(rules)
        let (mal, eve) = (PlayerID.random(), PlayerID.random())
        let count = try added(to: game, at: start) {
            try seatChange($0, in: game, as: mal, from: "192.0.2.\($0 % 100)")
        }
        #expect((90...102).contains(count))
        let (command, visitor) = try seatChange(0, in: game, as: eve, from: "192.0.2.7")
        #expect(try send(command, as: visitor, at: start) == nil)
        // In the course of a day there are more.
        let later = try added(to: game, at: start + 86_400 * 1_000_000_000) {
            try seatChange($0, in: game, as: mal, from: "192.0.2.9")
        }
        #expect((90...102).contains(later), "the budget does not grow beyond its size")
    }

    @Test("takes few seats from one address with many keys, or one IPv6 site, however many players it makes")
    func addresses() throws {
        let game = try game("free")
        let count = try added(to: game, at: start) {
            let id = $0 % 2 == 0 ? PlayerID.random() : game.game.state.seats.last?.player
            return try seatChange($0, in: game, as: id ?? .random(), from: "192.0.2.1")
        }
        #expect((200...242).contains(count))
    }

    @Test("takes few colours of one seat", arguments: kinds)
    func colours(rules: String) throws {
        let game = try game(rules)
        let seat = try #require(Seat(1))
        let visitor = Visitor(game: game, player: Player(seat: seat), address: "192.0.2.1")
        let count = try added(to: game, at: start) { recolouring($0, visitor) }
        #expect((90...102).contains(count))
        #expect(try send(.leaveSeat(seat), as: visitor, at: start) == nil, "leaving is never refused")
    }

    @Test("takes few new names, which the server writes in the player's stead")
    func names() throws {
        let game = try game("free")
        let (id, seat) = (PlayerID.random(), try #require(Seat(1)))
        let visitor = Visitor(game: game, player: Player(seat: seat), id: id)
        let count = try added(to: game, at: start) {
            (.renameSeat(seat, try PlayerName("Mal \($0)"), nil), visitor)
        }
        #expect((90...102).contains(count))
    }

    @Test("takes a tenth of its events from one player if it can be full, and any number if it is compacted")
    func edits() throws {
        let tenth = Self.events / 10
        for (rules, expected) in [("guess", tenth - 5...tenth + 5), ("free", Self.events...Self.events * 2)] {
            let game = try game(rules)
            let visitor = Visitor(game: game, player: Player(seat: Seat(1)), address: "192.0.2.1")
            let count = try added(to: game, at: start) { try edit($0, visitor) }
            #expect(expected.contains(count), "\(rules) takes \(count)")
        }
    }

    @Test("keeps a quarter of its events for the host, whatever many visitors from many addresses add")
    func hostsQuarter() throws {
        let game = try game("guess")
        let people = (0..<2 * Self.events / 100).map { _ in PlayerID.random() }
        let count = try added(to: game, at: start) { number in
            let turn = number / 100
            let visitor = Visitor(
                game: game, player: Player(seat: Seat(1)), id: people[turn], address: "192.0.2.\(turn)")
            return try edit(number, visitor)
        }
        let expected = Self.events * 3 / 4
        #expect((expected - 5...expected + 5).contains(count))
        let host = Visitor(game: game, player: Player(seat: Seat(1), isHost: true), address: "192.0.2.1")
        #expect(try send(edit(3, host).0, as: host, at: start) == nil)
    }

    @Test("does not limit its host")
    func host() throws {
        let game = try game("guess")
        let visitor = Visitor(game: game, player: Player(seat: Seat(1), isHost: true), address: "192.0.2.1")
        let count = try added(to: game, at: start) { try edit($0, visitor) }
        #expect(count > Self.events / 2)
    }

    @Test("if it is full it takes what ends the game, frees a seat or keeps people out")
    func full() throws {
        let game = try game("guess")
        let host = Player(seat: nil, isHost: true)
        let ben = Visitor(game: game, player: Player(seat: Seat(1), isHost: true))
        _ = try added(to: game, at: start) { try edit($0, ben) }
        #expect(game.game.state.sequence.value == Self.events)
        var codes: [String?] = []
        let commands: [Command] = [
            .act("recolour", Parameters(["colour": .text("#000000")])), .takeSeat(try PlayerName("Eve"), nil),
            .act("close-seats", .none), .leaveSeat(.first), .act("close", .none),
        ]
        for command in commands {
            game.perform(command, by: host) { codes.append($0.code) }
        }
        world.loop.wait { codes.count == commands.count }
        #expect(codes == ["game-full", "game-full", nil, nil, nil])
        #expect(game.committed.phase == .finished)
    }
}
