@testable import GameCore
import Testing

/// Random players of a mini, a guess game or a lattice: mostly sensible commands, and some arbitrary ones.
struct RandomSolvers: RandomPlayers {
    private static let words = ["CRANE", "SKILL", "LABEL", "PANDA", "RIVER"]
    private static let solution = TestPuzzles.ewe.filter { $0 != "/" }

    private var random: SplitMix64
    private(set) var now = Timestamp.start
    private var rules = ""
    private var isMini: Bool { rules == "mini" }
    private var isLattice: Bool { rules == "lattice" }

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    static func lexicons() throws -> Lexicons {
        Lexicons([try TestLexicons.of(words.joined(separator: " "))])
    }

    mutating func setup() throws -> GameSetup {
        rules = random.pick(["mini", "guess", "lattice"])
        var options: [String: Parameters.Value] = [:]
        if random.oneIn(2) { options["mode"] = .text("race") }
        if random.oneIn(3) { options["limit"] = random.pick([.null, .number(30)]) }
        if !isLattice { options[isMini ? "autocheck" : "hard"] = .flag(random.oneIn(isMini ? 3 : 2)) }
        if !isMini, options["mode"] == nil { options["mode"] = .text(random.pick(["solo", "together"])) }
        let puzzle = try TestPuzzles.of(TestPuzzles.ewe, rebus: random.oneIn(3) ? ["c1": "EAR"] : [:])
        let answer: [String: Parameters.Value] =
            isMini
            ? ["puzzle": .group(puzzle.values)]
            : isLattice
                ? ["solution": .text(LatticeTable.solution), "start": .text(LatticeTable.start)]
                : ["word": .text(random.pick(Self.words))]
        return GameSetup(
            id: .lobby, rules: rules, options: Parameters(options), created: .start, seed: random.next(),
            answer: Parameters(answer))
    }

    mutating func next(_ state: GameState) throws -> (command: Command, player: Player) {
        now = now + .milliseconds(Int64.random(in: 0...9_000, using: &random))
        let seats = state.seats.map(\.seat)
        let seat = seats.isEmpty || random.oneIn(12) ? random.pick(Seat.few + [nil]) : random.pick(seats)
        return (try command(state), Player(seat: seat, isHost: random.oneIn(6)))
    }

    private mutating func command(_ state: GameState) throws -> Command {
        if state.phase == .finished { return .act("rematch", .none) }
        if state.paused != nil, random.oneIn(2) { return .act("resume", .none) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<8: return .takeSeat(try PlayerName(random.pick(Table.names)), nil)
        case 8..<11: return .leaveSeat(random.pick(Array(Seat.all.prefix(4))))
        case 11..<14: return .act("start", .none)
        case 14..<20 where state.phase == .waiting: return .seatBot(random.pick(BotLevel.allCases))
        case 14..<70 where isLattice && !random.oneIn(10): return .act("swap", swap(state))
        case 14..<70: return .edit(edit(state))
        case 70..<75: return .answer(prompt: state.prompts.first?.id ?? 1, button: random.pick([0, 1, 1]))
        case 75: return .seatBot(.easy)
        case 76: return .deadlineReached
        case 80..<83 where isMini: return .act("pause", .none)
        case 77..<80: return .botMove(random.pick(Seat.few), botMove(state))
        default: return act()
        }
    }

    /// Edits one row, often with the correct letters.
    private mutating func edit(_ state: GameState) -> BoardEdit {
        let row = Int.random(in: 0..<(random.oneIn(5) ? 5 : isMini ? 5 : 2), using: &random)
        let word = Array(random.oneIn(2) ? Self.words[row % 5] : random.pick(Self.words))
        let cells = CellIndex.all.filter { $0.row == row }
        let entries = cells.map { cell -> BoardEdit.Entry in
            let right = String(Array(Self.solution)[cell.position])
            let text =
                random.oneIn(9)
                ? random.pick(["", "L", "EAR", "7"]) : isMini ? right : String(word[cell.column])
            return BoardEdit.Entry(cell: cell, text: text, isPencil: random.oneIn(6))
        }
        return BoardEdit(entries: isMini ? entries.filter { $0.text != "#" } : entries)
    }

    /// Swaps two cells of some board, half of the time as a shortest solution does.
    private mutating func swap(_ state: GameState) -> Parameters {
        var cells = (0..<2).map { _ in Int.random(in: 0..<25, using: &random) }
        if random.oneIn(2), let board = state.boards.randomElement(using: &random), state.phase == .playing,
            let best = LatticeReference.shortestSolution(board.text, to: LatticeTable.solution).first
        {
            cells = [best.from, best.to]
        }
        return Parameters(["from": .number(cells[0]), "to": .number(cells[1])])
    }

    private mutating func botMove(_ state: GameState) -> BotMove {
        if isMini { return BotMove("word", [:]) }
        if isLattice { return BotMove("swap", swap(state).values) }
        return BotMove("guess", ["word": .text(random.pick(Self.words))])
    }

    private mutating func act() -> Command {
        let names =
            isMini
            ? ["check", "check", "reveal", "reset", "clear", "undo", "pause", "resume"]
            : ["submit", "submit", "submit", "submit", "submit", "undo"]
        let name = random.oneIn(25) ? random.pick(["close", "resign", "recolour"]) : random.pick(names)
        guard name != "submit", !random.oneIn(5) else { return .act(name, .none) }
        return .act(
            name,
            Parameters([
                "scope": .text(random.pick(["cell", "word", "board", "cell", "all"])),
                "cell": .number(Int.random(in: -1..<25, using: &random)),
                "direction": .text(random.pick(["across", "down"])),
            ]))
    }
}
