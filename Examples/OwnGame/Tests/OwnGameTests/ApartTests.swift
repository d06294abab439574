import GameCore
import Testing

@testable import OwnGame

@Suite("Apart")
struct ApartTests {
    private static let rules = RuleCatalog(ApartRules.self, FreeRules.self)
    private let game: Game
    private let seated: [GameEvent]
    private let ann = Player(seat: Seat(1))

    init() throws {
        let now = Timestamp(milliseconds: 0)
        let setup = GameSetup(id: .lobby, rules: "apart", created: now)
        game = Game(try Self.rules.newGame(setup))
        seated = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: now)
    }

    @discardableResult
    private func write(_ letter: String, _ square: String) throws -> [GameEvent] {
        let cell = try #require(CellIndex(name: square))
        let edit = BoardEdit(entries: [.init(cell: cell, text: letter)])
        return try game.apply(.edit(edit), by: ann, at: Timestamp(milliseconds: 1))
    }

    @Test("refuses a letter beside itself, and nothing changes")
    func refused() throws {
        try write("A", "c3")
        #expect(throws: RuleViolation.self) { try write("A", "c2") }
        #expect(game.controller.boards[0].text == "...../...../..A../...../.....")
        try write("A", "b2")
    }

    @Test("ends with the first full board, with a point for each letter")
    func end() throws {
        for cell in CellIndex.all {
            let call = Command.act("fit", Parameters(["cell": .number(cell.position)]))
            _ = try game.apply(call, by: ann, at: Timestamp(milliseconds: 2))
        }
        #expect(game.controller.boards[0].text == "ABABA/BABAB/ABABA/BABAB/ABABA")
        #expect(game.state.result?.scores.map(\.points) == [25])
    }

    @Test("reports each edit of a cell to a closure, for as long as the cell lives")
    func closure() throws {
        var seen: [String] = []
        let cell = game.controller.boards[0].cells[12]
        let subscription = cell.onChange { cell, previous in
            seen.append("\(previous?.text ?? ".")\(cell.letter?.text ?? ".")")
        }
        defer { subscription.cancel() }
        try write("A", "c3")
        try write("B", "c3")
        try write("", "c3")
        #expect(seen == [".A", "AB", "B."])
    }

    @Test("replays its events to the same game")
    func replay() throws {
        var events = try write("A", "a1")
        events += try write("B", "b1")
        let copy = Game(try Self.rules.newGame(game.setup))
        copy.replay(seated + events)
        #expect(copy.state == game.state)
    }
}
