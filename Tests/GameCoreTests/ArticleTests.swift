import GameCore
import Testing

// The code between the markers is the code of the article “Play a game without a server” in GameCore.docc.
// ArticlesShowRealCodeTests compares the two.

// article: begin
/// Accepts vowels only, and logs each change.
final class VowelBoard: CellDelegate {
    let board = Board()
    private(set) var log: [String] = []

    init() {
        for cell in board.cells { cell.delegate = self }
    }

    func cell(_ cell: Cell, willChangeTo letter: Letter?) throws(RuleViolation) {
        guard let letter, !"AEIOU".contains(letter.text) else { return }
        throw RuleViolation(.notAllowed, "This board accepts vowels only.")
    }

    func cell(_ cell: Cell, didChangeFrom previous: Letter?) {
        let square = board.index(of: cell)?.square ?? "?"
        log.append("\(square) is \(cell.letter?.text ?? "empty")")
    }
}
// article: end

@Suite("The article on GameCore")
struct ArticleTests {
    @Test("shows cells with a delegate and with a closure")
    func cells() throws {
        // article: begin
        let vowels = VowelBoard()
        let corner = vowels.board.cells[0]
        try corner.type("e")
        #expect(corner.letter == Letter("E"))
        #expect(throws: RuleViolation.self) { try corner.type("x") }
        #expect(vowels.log == ["a1 is E"])

        var previousLetters: [Letter?] = []
        let subscription = corner.onChange { _, previous in previousLetters.append(previous) }
        try corner.type("a")
        #expect(throws: RuleViolation.self) { try corner.type("y") }
        #expect(previousLetters == [Letter("E")])
        #expect(vowels.log == ["a1 is E", "a1 is A"])

        subscription.cancel()
        try corner.type("")
        #expect(previousLetters.count == 1)
        // article: end
    }

    @Test("shows a game with an action and its replay")
    func game() throws {
        // article: begin
        let catalog = RuleCatalog(FreeRules.self)
        let now = Timestamp(milliseconds: 1_700_000_000_000)
        let id = try #require(GameID("example"))
        let game = Game(try catalog.newGame(GameSetup(id: id, rules: "free", created: now)))

        let ann = Player(seat: .first)
        let a1 = try #require(CellIndex(name: "a1"))
        var events = try game.apply(.takeSeat(PlayerName("Ann"), nil), by: .spectator, at: now)
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: a1, text: "c")])
        events += try game.apply(.edit(edit), by: ann, at: now + .seconds(3))
        #expect(game.state.boards[0].text == "C..../...../...../...../.....")
        #expect(game.state.boards[0].stamp(at: a1).by == .first)

        game.controller.actions.set(
            "spell", parameters: ["word": .text], isAllowed: { player, _ in player.seat != nil }
        ) { [weak controller = game.controller] call throws(RuleViolation) in
            guard let controller, let word = try call.parameters.text("word") else { return }
            try controller.requireSeat(call.player)
            for (cell, letter) in zip(controller.boards[0].cells, word) { try cell.type(String(letter)) }
        }
        let spell = Command.act("spell", Parameters(["word": .text("crane")]))
        events += try game.apply(spell, by: ann, at: now + .seconds(5))
        #expect(game.state.boards[0].text == "CRANE/...../...../...../.....")
        #expect(events.count == 6)

        let misspell = Command.act("spell", Parameters(["word": .text("sp3ll")]))
        #expect(throws: RuleViolation.self) { try game.apply(misspell, by: ann, at: now + .seconds(8)) }
        #expect(game.state.boards[0].text == "CRANE/...../...../...../.....")

        let replay = Game(try catalog.newGame(game.setup))
        replay.replay(events)
        #expect(replay.state == game.state)
        #expect(replay.controller.boards[0].text == "CRANE/...../...../...../.....")

        var earlier = try catalog.newGame(game.setup)
        for event in events.prefix(2) { earlier.apply(event) }
        #expect(earlier.boards[0].text == "C..../...../...../...../.....")
        #expect(earlier.hash == events[1].hash)
        // article: end
    }
}
