@testable import GameCore
import Testing

/// Random commands for a word square: mostly the move that is due, sometimes any other command.
struct RandomSquarePlayers: RandomPlayers {
    private var random: SplitMix64
    private(set) var now = Timestamp.start
    private let lexicon: Lexicon

    init(seed: UInt64, _ lexicon: Lexicon) {
        random = SplitMix64(seed: seed)
        self.lexicon = lexicon
    }

    mutating func setup() throws -> GameSetup {
        var options: [String: Parameters.Value] = [:]
        options["preset"] = .text(random.pick(ScoringPreset.all).name)
        if random.oneIn(2) { options["clock"] = .null }
        return GameSetup(
            id: .lobby, rules: "square", options: Parameters(options), created: .start, seed: random.next())
    }

    mutating func next(_ state: GameState) throws -> (command: Command, player: Player) {
        now = now + .milliseconds(random.oneIn(20) ? 50_000 : Int64.random(in: 0...2_000, using: &random))
        guard !random.oneIn(6) else { return (try randomCommand(), randomPlayer()) }
        return switch state.phase {
        case .waiting: try commandWhileWaiting(state)
        case .playing: dueMove(state)
        case .finished: (.act("rematch", .none), randomPlayer())
        }
    }

    private mutating func commandWhileWaiting(_ state: GameState) throws -> (Command, Player) {
        guard state.seats.count < 2, !random.oneIn(4) else { return (.act("start", .none), .host) }
        return (random.oneIn(3) ? .seatBot(.easy) : .takeSeat(try PlayerName("Ann"), nil), .host)
    }

    private mutating func dueMove(_ state: GameState) -> (Command, Player) {
        let waited = state.round?.caller.map { [$0] } ?? []
        let acting = state.round?.step == .call ? waited : state.round?.seatsToPlace.sorted() ?? []
        guard let seat = acting.first else { return (.deadlineReached, .spectator) }
        let isBot = state.player(on: seat)?.bot != nil || state.awaySeats.contains(seat)
        let (letter, cell) = (
            state.round?.calledLetter ?? random.pick(lexicon.alphabet.letters), random.pick(CellIndex.all)
        )
        if isBot {
            let letter = Parameters.Value.text(letter.text)
            let move =
                state.round?.step == .call
                ? BotMove("call", ["letter": letter])
                : BotMove("place", ["letter": letter, "cell": .number(cell.position)])
            return (.botMove(seat, move), .spectator)
        }
        let player = Player(seat: seat)
        if state.round?.step == .call {
            return (.act("call", Parameters(["letter": .text(letter.text)])), player)
        }
        return (.edit(BoardEdit(entries: [BoardEdit.Entry(cell: cell, text: letter.text)])), player)
    }

    private mutating func randomPlayer() -> Player {
        Player(seat: random.pick([nil, Seat(1), Seat(2), Seat(3)]), isHost: random.oneIn(3))
    }

    private mutating func randomCommand() throws -> Command {
        let cell = random.pick(CellIndex.all)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .act("call", Parameters(["letter": .text(random.pick(["C", "?", "AB"]))]))
        case 1, 2: return .act("place", Parameters(["cell": .number(cell.position)]))
        case 3:
            return .edit(
                BoardEdit(entries: [BoardEdit.Entry(cell: cell, text: random.pick(["", "C", "X"]))]))
        case 4: return .leaveSeat(random.pick(Array(Seat.all.prefix(3))))
        case 5: return .act(random.pick(["resign", "return", "start"]), .none)
        case 6: return .deadlineReached
        case 7: return .seatBot(.hard)
        case 8: return random.oneIn(30) ? .act("close", .none) : .act("recolour", .none)
        default: return .takeSeat(try PlayerName("Zoe"), nil)
        }
    }
}
