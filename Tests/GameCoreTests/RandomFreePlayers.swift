import GameCore
import Testing

/// Generates the commands of a random game.
protocol RandomPlayers {
    /// The time of the last command.
    var now: Timestamp { get }
    mutating func setup() throws -> GameSetup
    mutating func next(_ state: GameState) throws -> (command: Command, player: Player)
}

/// Random commands for a game of `free`, valid and invalid; the seed determines them.
struct RandomFreePlayers: RandomPlayers {
    /// In NFC, like the texts of requests.
    private static let texts = ["A", "b", "Z", "é", "ß", "Ж", "漢", "", "", "7", "AB", "😀", " "]
    private static let layouts = [
        nil, nil, "CAT../....#/...../..É../.....", "#####/#####/#####/#####/####.",
        "...../.#.#./..G../.#.#./.....",
    ]

    private var random: SplitMix64
    private(set) var now = Timestamp.start

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func setup() throws -> GameSetup {
        try Table.setup(open: random.oneIn(2), layout: random.pick(Self.layouts))
    }

    mutating func next(_ state: GameState) throws -> (command: Command, player: Player) {
        let step = random.oneIn(12) ? -5_000 : Int64.random(in: 0...9_000, using: &random)
        now = now + .milliseconds(step)
        return (try command(state), player(state))
    }

    private mutating func player(_ state: GameState) -> Player {
        let seated = state.seats.map(\.seat)
        let seat = seated.isEmpty || random.oneIn(8) ? random.pick(Seat.few + [nil]) : random.pick(seated)
        return Player(seat: seat, isHost: random.oneIn(4))
    }

    private mutating func command(_ state: GameState) throws -> Command {
        if state.phase == .finished, random.oneIn(4) { return .act("rematch", .none) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<48: return .edit(edit(state))
        case 48..<60: return try takeSeat()
        case 60..<65: return .leaveSeat(random.pick(state.seats.map(\.seat) + [random.pick(Seat.few)]))
        case 65..<78: return answer(state)
        case 78..<80: return .deadlineReached
        case 80..<82: return try renameSeat(state)
        default: return act()
        }
    }

    private mutating func edit(_ state: GameState) -> BoardEdit {
        let entries = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            BoardEdit.Entry(
                cell: random.pick(CellIndex.all), text: random.pick(Self.texts),
                expected: random.oneIn(10) ? random.pick(Self.texts) : nil)
        }
        let isStale = random.oneIn(2)
        let sequence = random.oneIn(10) ? (isStale ? SequenceNumber(3) : state.sequence) : nil
        return BoardEdit(board: random.oneIn(30) ? 1 : 0, entries: entries, ifSequence: sequence.map { [$0] })
    }

    private mutating func takeSeat() throws -> Command {
        let colour = random.oneIn(3) ? Colour("#12345\(random.pick(["6", "7"]))") : nil
        return .takeSeat(try PlayerName(random.pick(Table.names)), colour)
    }

    private mutating func renameSeat(_ state: GameState) throws -> Command {
        let name = try PlayerName(random.pick(Table.names))
        return .renameSeat(random.pick(Seat.few), name, random.oneIn(3) ? Colour("#654321") : nil)
    }

    private mutating func answer(_ state: GameState) -> Command {
        let prompt = random.oneIn(8) ? Int.random(in: -1...5, using: &random) : state.prompts.first?.id ?? 1
        return .answer(prompt: prompt, button: random.pick([0, 1, 1, 1, 1, 1, 2, -1]))
    }

    private mutating func act() -> Command {
        let names = [
            "undo", "undo", "undo", "clear", "clear", "clear", "recolour", "lock", "unlock", "unlock",
            "dance", "rematch", "close-seats", "open-seats", "open-seats", "drop",
        ]
        let name = random.oneIn(60) ? "close" : random.pick(names)
        if name == "drop" { return .act(name, Parameters(["seat": .number(random.pick([0, 1, 2, 12]))])) }
        guard name == "recolour" || random.oneIn(20) else { return .act(name, .none) }
        return .act(name, Parameters(["colour": .text(random.pick(["#ff0000", "#00ff00", "red"]))]))
    }
}
