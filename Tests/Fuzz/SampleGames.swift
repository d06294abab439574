// Sample games for the libFuzzer targets: see run.sh.

import GameCore

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

let start = Timestamp(milliseconds: 1_795_000_000_000)

/// One fixed game of each kind.
enum SampleGame: String, CaseIterable {
    case free, square, mini, guess

    static let rules = RuleCatalog(FreeRules.self, SquareRules.self, MiniRules.self, GuessRules.self)
    /// A lexicon of a few words, which is loaded quickly.
    static let lexicons: Lexicons = {
        let words = "AT ATE CAT CATS CRANE DOG EWE IDLED IVORY ROBED SEW TEA TRAIN".split(separator: " ")
        let letters = words.map { word in word.compactMap { Letter(String($0)) } }
        return Lexicons([try? Lexicon(name: "en", words: letters, foldsAccents: true)].compactMap { $0 })
    }()

    func setup() throws -> GameSetup {
        let options: [String: Parameters.Value] =
            switch self {
            case .free: ["open": .flag(true)]
            case .square: [:]
            case .mini, .guess: ["mode": .text("together")]
            }
        guard let id = GameID(rawValue) else { preconditionFailure("a game has a name") }
        return GameSetup(
            id: id, rules: rawValue, options: Parameters(options), title: try GameTitle("A game"),
            isPublic: true, created: start, seed: 99, answer: try answer())
    }

    private func answer() throws -> Parameters? {
        switch self {
        case .free, .square: return nil
        case .guess: return Parameters(["word": Parameters.Value.text("CRANE")])
        case .mini:
            let layout = try BoardLayout("##EWE/IDLED/ROBED/IVORY/SEW##", letters: .written)
            let cells = layout.objects.map { object in object.letter.map { Puzzle.Cell($0) } }
            let puzzle = try Puzzle(metadata: .init(), cells: cells) { ("clue \($0.number)", nil) }
            return Parameters(["puzzle": .group(puzzle.values)])
        }
    }

    /// The game with Ann and Bea in seats 1 and 2, started if its rules require a start.
    @MainActor
    func started() throws -> Game {
        if let state = Self.states[self] { return Game(state, lexicons: Self.lexicons) }
        let (game, _) = try played()
        Self.states[self] = game.state
        return game
    }

    @MainActor private static var states: [SampleGame: GameState] = [:]

    /// The game before its first event.
    func new() throws -> GameState { try Self.rules.newGame(setup()) }

    /// The started game and its events.
    func played() throws -> (Game, [GameEvent]) {
        let game = Game(try new(), lexicons: Self.lexicons)
        var events: [GameEvent] = []
        for name in ["Ann", "Bea"] {
            events += try game.apply(.takeSeat(PlayerName(name), nil), by: .spectator, at: start)
        }
        if game.state.phase == .waiting {
            events += try game.apply(.act("start", .none), by: Player(seat: nil, isHost: true), at: start)
        }
        return (game, events)
    }
}

func bytes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
}

extension JSONValue {
    /// Whether the value has a fraction, whose last digits Foundation does not always parse the same way.
    var hasFractions: Bool {
        switch self {
        case .fraction: true
        case .list(let list): list.contains(where: \.hasFractions)
        case .object(let object): object.values.contains(where: \.hasFractions)
        default: false
        }
    }
}
