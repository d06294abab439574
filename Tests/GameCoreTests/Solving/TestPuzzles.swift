import GameCore
import Testing

/// Crosswords drawn as text, with numbers as clues.
enum TestPuzzles {
    static let ewe = "##EWE/IDLED/ROBED/IVORY/SEW##"
    static let tam = "##TAM/#MADE/FEUDS/OOPS#/EWE##"
    /// A puzzle in which most cells have a word down only.
    static let comb = "A#B#C/D#E#F/GHIJK/L#M#N/O#P#Q"

    /// The puzzle with these answers; `rebus` gives the letters of rebus cells.
    static func of(
        _ text: String, rebus: [String: String] = [:], givens: Set<String> = []
    ) throws -> Puzzle {
        let layout = try BoardLayout(text, letters: .written)
        let cells = try zip(CellIndex.all, layout.objects).map { index, object -> Puzzle.Cell? in
            guard let letter = object.letter else { return nil }
            return Puzzle.Cell(
                try #require(Letter(rebus: rebus[index.square] ?? letter.text)),
                isGiven: givens.contains(index.square))
        }
        return try Puzzle(metadata: .init(), cells: cells) { ("clue \($0.number)", nil) }
    }
}

/// A library with lexicons, the puzzle `ewe`, and the generator of the lexicon `en`, if there is one.
struct TestLibrary: Library {
    let lexicons: Lexicons
    var english: PuzzleGenerator?

    func generator(_ lexicon: String) -> PuzzleGenerator? { lexicon == "en" ? english : nil }
    func puzzle(_ id: String) -> Puzzle? { id == "ewe" ? try? TestPuzzles.of(TestPuzzles.ewe) : nil }
}

/// A solving game with players and a manual clock.
final class SolvingTable {
    let game: Game
    var now = Timestamp.start
    private(set) var events: [GameEvent] = []

    /// Creates a mini with `people` seated players.
    init(
        people: Int, _ options: [String: Parameters.Value] = [:], puzzle: String = TestPuzzles.ewe,
        rebus: [String: String] = [:], givens: Set<String> = []
    ) throws {
        let hidden = try TestPuzzles.of(puzzle, rebus: rebus, givens: givens)
        let answer = Parameters(["puzzle": .group(hidden.values)])
        let setup = GameSetup(
            id: .lobby, rules: "mini", options: Parameters(options), created: .start, seed: 99, answer: answer
        )
        game = try Game(setup)
        try sit(people)
    }

    /// Creates a guess game with `people` seated players.
    init(people: Int, word: String, words: String, _ options: [String: Parameters.Value] = [:]) throws {
        let setup = GameSetup(
            id: .lobby, rules: "guess", options: Parameters(options), created: .start, seed: 99,
            answer: Parameters(["word": .text(word)]))
        game = try Game(setup, lexicons: Lexicons([TestLexicons.of(words + " " + word)]))
        try sit(people)
    }

    /// Seats `people` players in `game`.
    init(people: Int, _ game: Game) throws {
        self.game = game
        try sit(people)
    }

    private func sit(_ people: Int) throws {
        for name in Table.names.prefix(people) { try sit(name) }
    }

    /// Takes the first free seat.
    @discardableResult
    func sit(_ name: String) throws -> [GameEvent] {
        try ask(.takeSeat(PlayerName(name), nil), by: .spectator)
    }

    @discardableResult
    func ask(_ command: Command, by player: Player) throws -> [GameEvent] {
        let new = try game.apply(command, by: player, at: now)
        events += new
        return new
    }

    @discardableResult
    func act(_ name: String, _ values: [String: Parameters.Value] = [:], by player: Player = .ann) throws
        -> [GameEvent]
    {
        try ask(.act(name, Parameters(values)), by: player)
    }

    /// Writes `text` into consecutive cells from `cell` on, skipping blocks; `.` clears a cell.
    @discardableResult
    func write(_ text: String, from cell: String = "a1", inPencil: Bool = false, by player: Player = .ann)
        throws -> [GameEvent]
    {
        let first = try #require(CellIndex(name: cell))
        let own = try #require(board(of: player))
        let free = CellIndex.all.filter { $0 >= first && !(own[$0].object is BlockCell) }
        let entries = zip(free, text).map {
            BoardEdit.Entry(cell: $0, text: $1 == "." ? "" : String($1), isPencil: inPencil)
        }
        return try ask(.edit(BoardEdit(entries: entries)), by: player)
    }

    /// Writes `texts` into cells by their names, with one command.
    @discardableResult
    func edit(
        _ texts: KeyValuePairs<String, String>, inPencil: Bool = false, by player: Player = .ann
    ) throws -> [GameEvent] {
        let entries = try texts.map {
            BoardEdit.Entry(cell: try cell($0.key), text: $0.value, isPencil: inPencil)
        }
        return try ask(.edit(BoardEdit(entries: entries)), by: player)
    }

    /// Writes a guess into the current row and submits it.
    ///
    /// - Returns: the marks of the row.
    @discardableResult
    func guess(_ word: String, by player: Player = .ann) throws -> String {
        let row = try #require(board(of: player)).rowsSubmitted
        try write(word, from: "a\(row + 1)", by: player)
        try act("submit", by: player)
        return try #require(board(of: player)).rowMarks[row].text
    }

    func board(of player: Player = .ann) -> Board? {
        game.controller.boards.numbered(game.controller.boardNumber(of: player))
    }

    /// The text of the player's board.
    func text(of player: Player = .ann) -> String { board(of: player)?.text ?? "" }

    /// The marks on the player's board, drawn like a board: the first letter of each mark, `R` for revealed.
    func marks(of player: Player = .ann) -> String {
        CellIndex.all.map { index in
            let mark = board(of: player)?[index].object.mark
            let sign = mark == .revealed ? "R" : mark.map { String($0.rawValue.prefix(1)) } ?? "."
            return (index.column == 0 && index.row > 0 ? "/" : "") + sign
        }.joined()
    }

    /// The names of the actions available to `player`.
    func actions(for player: Player) -> [String] {
        game.controller.actions.available(to: player, in: game.state).map(\.name)
    }

    /// Each event as `viewer` may see it; hidden events are nil.
    func visibleChanges(to viewer: Int?) -> [GameEvent.Change?] {
        game.state.views(of: events, for: viewer.flatMap(Seat.init)).map {
            $0.isComplete ? $0.event.change : nil
        }
    }

    var result: GameResult? { game.state.result }

    /// The code with which `work` is refused; nil if it succeeds.
    ///
    /// Records an issue if a refusal changes the game.
    func refusal(_ work: () throws -> Void, at location: SourceLocation = #_sourceLocation)
        -> RuleViolation.Code?
    {
        let before = FullState(game)
        let violation = GameCoreTests.refusal(work)
        if violation != nil {
            #expect(FullState(game) == before, "a refusal changed the game", sourceLocation: location)
        }
        return violation?.code
    }
}

extension [GameEvent] {
    /// The case names of the changes.
    var names: [String] { map { event in String("\(event.change)".prefix { $0 != "(" }) } }
}
