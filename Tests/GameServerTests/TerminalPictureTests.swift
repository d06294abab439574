import GameCore
import Testing

@testable import GameJSON
@testable import GameServerKit
@testable import GameStore

@Suite("A board drawn for a terminal")
struct TerminalPictureTests {
    private func state(
        _ objects: [any CellObject] = [], title: String? = nil, rules: String = "free", mode: String? = nil
    ) throws -> GameState {
        let setup = GameSetup(
            id: .lobby, rules: rules, options: Parameters(mode.map { ["mode": .text($0)] } ?? [:]),
            title: try title.map(GameTitle.init(_:)), created: Timestamp(milliseconds: 0),
            answer: rules == "guess" ? Parameters(["word": .text("CRANE")]) : nil)
        var state = try allRules.newGame(setup)
        if !objects.isEmpty {
            state.boards = [BoardState(objects: CellIndex.all.map { cell($0, of: objects) })]
        }
        return state
    }

    private func cell(_ index: CellIndex, of objects: [any CellObject]) -> any CellObject {
        index.position < objects.count ? objects[index.position] : LetterCell()
    }

    /// The characters of a picture without its control sequences.
    private func plain(_ picture: String) -> String {
        picture.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "").replacing("\r\n", with: "\n")
    }

    private func letter(_ text: String) throws -> Letter { try #require(Letter(entry: text)) }

    @Test("has coordinates, letters, blocks, numbers, circles, marks with a legend, and the game's state")
    func everything() throws {
        let objects: [any CellObject] = [
            BlockCell(), PuzzleCell(try letter("D"), mark: .right, decoration: CellDecoration(number: 1)),
            PuzzleCell(try letter("O"), mark: .wrong, decoration: CellDecoration(number: 2, isCircled: true)),
            PuzzleCell(try letter("HEART"), mark: .pencil), GivenCell(try letter("S")),
            PuzzleCell(decoration: CellDecoration(number: 10, isCircled: true)),
            PuzzleCell(try letter("QUIT"), mark: .revealed),
            PuzzleCell(try letter("ABC"), decoration: CellDecoration(isCircled: true)),
        ]
        var state = try state(objects, title: "Sunday")
        state.isLocked = true
        #expect(
            plain(state.terminalPicture(ofBoard: 0, for: nil)) == """
                      a     b     c     d     e
                   ┌─────┬1────┬2────┬─────┬─────┐
                 1 │█████│  D +│ (O)x│HEA…?│  S  │
                   ├10───┼─────┼─────┼─────┼─────┤
                 2 │ ( ) │QUIT*│(A…) │     │     │
                   ├─────┼─────┼─────┼─────┼─────┤
                 3 │     │     │     │     │     │
                   ├─────┼─────┼─────┼─────┼─────┤
                 4 │     │     │     │     │     │
                   ├─────┼─────┼─────┼─────┼─────┤
                 5 │     │     │     │     │     │
                   └─────┴─────┴─────┴─────┴─────┘
                Sunday
                playing, sequence 0, locked

                x wrong  + right  * revealed  ? pencil

                """)
    }

    @Test("shows each mark by a sign and a style, and a letter without a mark in its author's colour")
    func marks() throws {
        let marked = try CellMark.allCases.prefix(3).map { GuessCell(try letter("A"), mark: $0) }
        let other = try CellMark.allCases.dropFirst(3).map { PuzzleCell(try letter("B"), mark: $0) }
        let picture = try state(marked + other).terminalPicture(ofBoard: 0, for: nil)
        let styled = picture.split(separator: "│").filter { $0.contains("A") || $0.contains("B") }
        #expect(Set(styled).count == CellMark.allCases.count)
        #expect(styled.count == CellMark.allCases.count)

        let lobby = try Game(state(), lexicons: .none)
        let ann = try PlayerName("Ann")
        let dark = try #require(Colour("#3a86ff"))
        let edit = BoardEdit(entries: [BoardEdit.Entry(cell: CellIndex.all[0], text: "Q")])
        let player = Player(seat: .first)
        let time = Timestamp(milliseconds: 0)
        _ = try lobby.apply(.takeSeat(ann, dark), by: .spectator, at: time)
        _ = try lobby.apply(.edit(edit), by: player, at: time)
        let drawn = lobby.state.terminalPicture(ofBoard: 0, for: nil)
        #expect(drawn.contains("\u{1B}[38;2;58;134;255mQ\u{1B}[0m"))
        #expect(drawn.contains("\u{1B}[38;2;58;134;255mAnn\u{1B}[0m"))
    }

    @Test(
        "darkens or lightens a colour that black or white would swallow",
        arguments: [("#000000", "81;81;81"), ("#ffffff", "140;140;140"), ("#d62828", "214;40;40")])
    func contrast(colour: String, drawn: String) throws {
        var state = try state()
        let chosen = try #require(Colour(colour))
        state.seats = [SeatedPlayer(seat: .first, name: try PlayerName("A"), colour: chosen)]
        #expect(state.terminalPicture(ofBoard: 0, for: nil).contains("\u{1B}[38;2;\(drawn)mA"))
    }

    @Test("draws a hidden board and a board before the start empty, and says why")
    func hidden() throws {
        var state = try state([BlockCell(), LetterCell(try letter("Q"))])
        state.paused = Timestamp(milliseconds: 0)
        let paused = plain(state.terminalPicture(ofBoard: 0, for: .first))
        #expect(paused.contains("\npaused, sequence 0\n\nThe board is hidden while the game is paused.\n"))
        #expect(!paused.contains("Q") && !paused.contains("█"))

        var race = try self.state(rules: "guess", mode: "race")
        let waiting = plain(race.terminalPicture(ofBoard: 1, for: .first))
        #expect(waiting.hasSuffix("\nWaiting for the game to start.\n"))
        race.phase = .playing
        let cells = [GuessCell(Letter("Q"))] + CellIndex.all.dropFirst().map { _ in GuessCell() }
        race.boards = [1, 2].map { BoardState(number: $0, objects: cells) }
        #expect(plain(race.terminalPicture(ofBoard: 1, for: .first)).contains(" 1 │  Q  │"))
        for viewer in [nil, Seat(2)] {
            let picture = plain(race.terminalPicture(ofBoard: 1, for: viewer))
            #expect(picture.hasSuffix("\nThis board is hidden until the game ends.\n"))
            #expect(!picture.contains("Q"))
        }
    }

    @Test("names the winners and the next round of a finished game")
    func finished() throws {
        var state = try state()
        let ann = try PlayerName("Ann")
        state.seats = [SeatedPlayer(seat: .first, name: ann, colour: .standard(for: .first))]
        state.phase = .finished
        state.result = GameResult(
            elapsed: .zero, scores: Seat.all.prefix(1).map { GameResult.Score(seat: $0, points: 3) })
        state.next = GameID("lobby-2")
        let picture = plain(state.terminalPicture(ofBoard: 0, for: nil))
        #expect(picture.contains("\nfinished, sequence 0, next lobby-2, won by Ann\n1 Ann\n"))
    }

    @Test("has the same number of lines in every state, none wider than 48 columns")
    func size() throws {
        let name = try PlayerName(String(repeating: "한", count: 32))
        var state = try state(title: String(repeating: "é", count: 80))
        for change in 0..<3 {
            if change == 1 {
                state.seats = Seat.all.map { SeatedPlayer(seat: $0, name: name, colour: .standard(for: $0)) }
            }
            if change == 2 { state.paused = Timestamp(milliseconds: 0) }
            let lines = plain(state.terminalPicture(ofBoard: 0, for: nil)).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == BoardState.terminalHeight + 1 && lines.last == "")
            #expect(lines.allSatisfy { $0.count <= 48 })
        }
    }

    @Test("sets the column after a letter whose width terminals disagree about")
    func wideLetters() throws {
        let picture = try state([LetterCell(Letter("한")), LetterCell(Letter("É"))])
            .terminalPicture(ofBoard: 0, for: nil)
        #expect(picture.contains("│ 한 \u{1B}[9G │  É \u{1B}[15G │"))
    }

    @Test("contains no control character of a title, a name or a text of the rules")
    func controlCharacters() throws {
        let picture = GameState(HostileRules.setup, HostileRules(HostileRules.setup))
            .terminalPicture(ofBoard: 0, for: nil)
        #expect(plain(picture).contains("\nA[2JBC\nplaying, sequence 0, text one]0;twothree\n"))
        let controls = plain(picture).unicodeScalars.filter { $0.properties.generalCategory == .control }
        #expect(controls.allSatisfy { $0 == "\n" })
    }
}

/// Rules with control characters in every text, as names and titles cannot have.
private nonisolated struct HostileRules: RuleSet {
    static let name = "hostile"
    static let info = RuleInfo(title: "A\u{1B}[2JB\u{9B}\u{202E}C", summary: "", options: [:])
    static let setup = GameSetup(id: .lobby, rules: name, created: Timestamp(milliseconds: 0))

    init(_ setup: GameSetup) {}

    func fields(of state: GameState, for viewer: Seat?) -> Parameters {
        Parameters(["text": .text("one\u{1B}]0;two\u{7}\r\n\u{85}three")])
    }
}
