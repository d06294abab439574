import GameCore
import Testing

@testable import OwnGame

@Suite("Dig")
struct DigTests {
    private static let rules = RuleCatalog(DigRules.self, FreeRules.self)

    /// A game of Ann and Bea with treasures in a1, c3 and e5.
    private func game() throws -> Game {
        let treasures = Parameters.Value.list([.number(0), .number(12), .number(24)])
        let setup = GameSetup(
            id: .lobby, rules: "dig", created: Timestamp(milliseconds: 0),
            answer: Parameters(["treasures": treasures]))
        let game = Game(try Self.rules.newGame(setup))
        for name in ["Ann", "Bea"] {
            _ = try game.apply(
                .takeSeat(PlayerName(name), nil), by: .spectator, at: Timestamp(milliseconds: 0))
        }
        return game
    }

    private func dig(_ square: String, _ seat: Int, _ game: Game) throws {
        let cell = try #require(CellIndex(name: square))
        let edit = Command.edit(BoardEdit(entries: [.init(cell: cell, text: "X")]))
        _ = try game.apply(edit, by: Player(seat: Seat(seat)), at: Timestamp(milliseconds: 1))
    }

    @Test("passes the turn on after a miss, and not after a treasure")
    func turns() throws {
        let game = try game()
        #expect(Turns(game.state).digger == Seat(1))
        try dig("b1", 1, game)
        #expect(Turns(game.state).digger == Seat(2))
        #expect(throws: RuleViolation.self) { try dig("c1", 1, game) }
        try dig("a1", 2, game)
        #expect(Turns(game.state).digger == Seat(2))
        #expect(game.state.boards[0].object(at: CellIndex.all[0]).mark == .hit)
        #expect(game.state.boards[0].object(at: CellIndex.all[1]).mark == .near)
    }

    @Test("ends with the third treasure, a point for each")
    func end() throws {
        let game = try game()
        for square in ["a1", "c3", "e5"] { try dig(square, 1, game) }
        #expect(game.state.phase == .finished && game.state.result?.scores.map(\.points) == [3, 0])
    }

    @Test("has a bot that digs where most placements have a treasure")
    func bot() throws {
        var marks = [CellMark?](repeating: nil, count: 25)
        #expect(DigRules.best(marks).count == 25)
        for position in [0, 1, 5, 6] { marks[position] = .miss }
        marks[24] = .hit
        let best = DigRules.best(marks).map(\.position)
        #expect(!best.isEmpty && Set(best).isDisjoint(with: [0, 1, 2, 5, 6, 7, 10, 11, 12, 24]))
    }
}
