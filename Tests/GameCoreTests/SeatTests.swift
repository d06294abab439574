import GameCore
import Testing

@Suite("A seat")
struct SeatTests {
    @Test("is the first free one of twelve")
    func twelve() throws {
        let table = try Table()
        for number in 1...12 { #expect(try table.sit().words == ["seat \(number) taken"]) }
        #expect(table.game.state.seats.map(\.seat.number) == Array(1...12))
        #expect(table.game.state.seats.map(\.name.text) == Table.names)
        #expect(table.refused { try table.sit() } == .noFreeSeat)
    }

    @Test("is free again after its player has left")
    func reuse() throws {
        let table = try Table(seated: 12)
        try table.leave(7, by: Player(seat: Seat(7)))
        try table.leave(3, by: .cem)
        #expect(try table.game.state.player(on: seat(3)) == nil)
        #expect(try table.sit().words == ["seat 3 taken"])
        #expect(try table.sit().words == ["seat 7 taken"])
        #expect(table.game.state.seats.map(\.seat.number) == Array(1...12))
        #expect(table.refused { try table.sit() } == .noFreeSeat)
    }

    @Test("has a default colour or the requested one")
    func colours() throws {
        let table = try Table(seated: 2)
        let name = try PlayerName("Cem")
        let colour = try #require(Colour("#ABCDEF"))
        try table.apply(.takeSeat(name, colour), by: .spectator)
        let colours = table.game.state.seats.map(\.colour)
        #expect(colours.prefix(2) == [1, 2].compactMap(Seat.init(_:)).map(Colour.standard(for:))[...])
        #expect(colours[2] == colour && colours[0] != colours[1])
    }

    @Test("cannot be taken after the game has finished, but can be left")
    func finished() throws {
        let table = try Table(seated: 1)
        try table.act("close", by: .host)
        #expect(table.refused { try table.sit() } == .gameFinished)
        try table.leave(1, by: .ann)
    }

    @Test("can be vacated by its player or by the host")
    func leave() throws {
        let table = try Table(seated: 3)
        #expect(table.refused { try table.leave(1, by: .bea) } == .notAllowed)
        #expect(table.refused { try table.leave(1, by: .spectator) } == .tokenNeeded)
        #expect(table.refused { try table.leave(9, by: .ann) } == .noSuchSeat)
        #expect(table.refused { try table.leave(9, by: .host) } == .noSuchSeat)
        try table.leave(1, by: .ann)
        #expect(table.refused { try table.leave(1, by: .host) } == .noSuchSeat)
        try table.leave(2, by: .host)
        #expect(table.game.state.seats.map(\.seat.number) == [3])
    }

    @Test("keeps its letters on the board after its player has left")
    func letters() throws {
        let table = try Table(seated: 1)
        try table.write("a", on: "a1", by: .ann)
        try table.leave(1, by: .ann)
        #expect(
            table.board.hasPrefix("A....") && table.game.controller.boards[0].cells[0].stamp.by == Seat(1))
    }

    @Test("can be recoloured by its player")
    func recolour() throws {
        let table = try Table(seated: 2)
        #expect(
            try table.act("recolour", ["colour": .text("#FF00aa")], by: .bea).words == ["seat 2 is #ff00aa"])
        #expect(try table.act("recolour", ["colour": .text("#ff00AA")], by: .bea).isEmpty)
        #expect(table.game.state.seats.map(\.colour.text) == ["#2a9d8f", "#ff00aa"])
    }

    @Test(
        "cannot be recoloured without a valid colour",
        arguments: [nil, .null, .text("red"), .text("#fff"), .text(""), .number(7), .flag(true)]
            as [Parameters.Value?])
    func noColour(value: Parameters.Value?) throws {
        let table = try Table(seated: 1)
        let parameters = value.map { ["colour": $0] } ?? [:]
        #expect(table.refused { try table.act("recolour", parameters, by: .ann) } == .invalidValue)
    }
}
