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
        _ text: String, rebus: [String: String] = [:], givens: Set<String> = [], circles: Set<String> = [],
        metadata: Puzzle.Metadata = .init(), clue: (PuzzleSlot) -> String = { "clue \($0.number)" }
    ) throws -> Puzzle {
        let layout = try BoardLayout(text, letters: .written)
        let cells = try zip(CellIndex.all, layout.objects).map { index, object -> Puzzle.Cell? in
            guard let letter = object.letter else { return nil }
            return Puzzle.Cell(
                try #require(Letter(entry: rebus[index.square] ?? letter.text)),
                isCircled: circles.contains(index.square), isGiven: givens.contains(index.square))
        }
        return try Puzzle(metadata: metadata, cells: cells) { (clue($0), nil) }
    }
}

/// A library with lexicons, the puzzle `ewe`, and the generator of the lexicon `en`, if there is one.
struct TestLibrary: Library {
    let lexicons: Lexicons
    var english: PuzzleGenerator?

    func generator(_ lexicon: String) -> PuzzleGenerator? { lexicon == "en" ? english : nil }
    func puzzle(_ id: String) -> Puzzle? { id == "ewe" ? try? TestPuzzles.of(TestPuzzles.ewe) : nil }

    func withDays<Value>(
        _ work: (inout DayTasks) throws(RuleViolation) -> Value
    ) throws(RuleViolation) -> Value {
        var days = DayTasks()
        return try work(&days)
    }
}

/// A mini, a guess game or a lattice.
final class SolvingTable: GameTable {
    private let bots = TestBotCache()

    /// Creates a mini with `people` seated players.
    convenience init(
        people: Int, _ options: [String: Parameters.Value] = [:], puzzle: String = TestPuzzles.ewe,
        rebus: [String: String] = [:], givens: Set<String> = [], countdown: Duration? = nil
    ) throws {
        let hidden = try TestPuzzles.of(puzzle, rebus: rebus, givens: givens)
        try self.init(
            people: people, "mini", options, answer: ["puzzle": .group(hidden.values)], countdown: countdown)
    }

    /// Creates a guess game with `people` seated players.
    convenience init(
        people: Int, word: String, words: String, _ options: [String: Parameters.Value] = [:]
    ) throws {
        let lexicons = Lexicons([try TestLexicons.of(words + " " + word)])
        try self.init(people: people, "guess", options, answer: ["word": .text(word)], lexicons: lexicons)
    }

    /// Creates a game of `rules` with `people` seated players.
    init(
        people: Int, _ rules: String, _ options: [String: Parameters.Value],
        answer: [String: Parameters.Value], lexicons: Lexicons = .none, countdown: Duration? = nil
    ) throws {
        let setup = GameSetup(
            id: .lobby, rules: rules, options: Parameters(options), created: .start, seed: 99,
            answer: Parameters(answer)
        ).withCountdown(countdown)
        super.init(try Game(setup, lexicons: lexicons))
        for name in Self.names.prefix(people) { try sit(name) }
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
        return try apply(.edit(BoardEdit(entries: entries)), by: player)
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

    /// Makes one move that the game awaits from a bot; false if it awaits none.
    @discardableResult
    func moveBot() throws -> Bool {
        guard let asked = game.awaitedMoves(at: now).first else { return false }
        try apply(.botMove(asked.seat, try #require(asked.think(bots))), by: .spectator)
        return true
    }

    func board(of player: Player = .ann) -> Board? {
        game.controller.boards.numbered(game.controller.boardNumber(of: player))
    }

    /// The rules of the game.
    var rules: any SolvingRules { get throws { try #require(game.state.rules as? any SolvingRules) } }

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

    /// Each event as `viewer` may see it; hidden events are nil.
    func visibleChanges(to viewer: Int?) -> [GameEvent.Change?] {
        game.state.views(of: events, for: viewer.flatMap(Seat.init)).map {
            $0.isComplete ? $0.event.change : nil
        }
    }
}

extension [GameEvent] {
    /// The case names of the changes.
    var names: [String] { map { event in String("\(event.change)".prefix { $0 != "(" }) } }
}
