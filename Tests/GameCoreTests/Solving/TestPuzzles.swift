import GameCore
import Testing

/// Crosswords drawn as text, whose clues are nothing but numbers.
enum TestPuzzles {
    static let ewe = """
        ##EWE
        IDLED
        ROBED
        IVORY
        SEW##
        """

    /// The puzzle with these answers; `rebus` says what stands in some cells instead of one letter.
    static func of(_ text: String, rebus: [String: String] = [:]) throws -> Puzzle {
        let layout = try BoardLayout(text, letters: .written)
        let cells = try zip(CellIndex.all, layout.objects).map { index, object -> Puzzle.Cell? in
            guard let letter = object.letter else { return nil }
            return Puzzle.Cell(try #require(Letter(rebus: rebus[index.square] ?? letter.text)))
        }
        return try Puzzle(about: .init(), cells: cells) { ("clue \($0.number)", nil) }
    }
}

/// A library of words, without clues.
struct TestLibrary: Library {
    let lexicons: Lexicons

    func generator(_ lexicon: String) -> PuzzleGenerator? { nil }
    func puzzle(_ id: String) -> Puzzle? { try? TestPuzzles.of(TestPuzzles.ewe) }
}

/// A game in which something is to be found, with people around it and a clock that moves by hand.
final class SolvingTable {
    let game: Game
    var now = Timestamp.start
    private(set) var events: [GameEvent] = []

    /// A mini with so many people.
    init(
        people: Int, _ options: [String: Parameters.Value] = [:], puzzle: String = TestPuzzles.ewe,
        rebus: [String: String] = [:]
    ) throws {
        let answer = Parameters(["puzzle": .group(try TestPuzzles.of(puzzle, rebus: rebus).values)])
        let setup = GameSetup(
            id: .lobby, rules: "mini", options: Parameters(options), created: .start, seed: 99, answer: answer
        )
        game = try Game(setup)
        try sit(people)
    }

    /// A hidden word with so many people.
    init(people: Int, word: String, words: String, _ options: [String: Parameters.Value] = [:]) throws {
        let setup = GameSetup(
            id: .lobby, rules: "guess", options: Parameters(options), created: .start, seed: 99,
            answer: Parameters(["word": .text(word)]))
        game = try Game(setup, lexicons: Lexicons([TestLexicons.of(words + " " + word)]))
        try sit(people)
    }

    private func sit(_ people: Int) throws {
        for name in Table.names.prefix(people) { try ask(.takeSeat(PlayerName(name), nil), by: .spectator) }
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

    /// Writes `text` from `cell` on, to the right and over the ends of rows, past blocks.
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

    /// Writes a guess into the current row and submits it.
    ///
    /// - Returns: its marks.
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

    func lines(of player: Player = .ann) -> String { board(of: player)?.lines ?? "" }

    /// The marks of a board as text: each mark's first letter, `.` for none.
    func marks(of player: Player = .ann) -> String {
        CellIndex.all.map { index in
            let mark = board(of: player)?[index].object.mark.map { String($0.rawValue.prefix(1)) } ?? "."
            return (index.column == 0 && index.row > 0 ? "\n" : "") + mark
        }.joined()
    }

    var result: GameResult? { game.state.result }

    /// Why `work` is refused; nil when it is not.
    func refusal(_ work: () throws -> Void) -> RuleViolation.Code? {
        GameCoreTests.refusal(work)?.code
    }
}

extension [GameEvent] {
    /// The names of what has happened.
    var names: [String] { map { event in String("\(event.change)".prefix { $0 != "(" }) } }
}
