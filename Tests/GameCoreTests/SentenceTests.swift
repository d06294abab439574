import Testing

@testable import GameCore
@testable import GameJSON

@Suite("A sentence about players")
struct SentenceTests {
    private static let ann = Seat.first
    private static let ben = Seat(2)

    /// A board of Ann and Ben.
    private func table() throws -> GameState {
        var state = try allRules.newGame(Table.setup())
        for (number, name) in ["Ann", "Ben"].enumerated() {
            let seat = try #require(Seat(number + 1))
            let player = SeatedPlayer(seat: seat, name: try PlayerName(name), colour: .standard(for: seat))
            state.apply(event(.seatTaken(player), after: state))
        }
        return state
    }

    private func event(_ change: GameEvent.Change, after state: GameState) -> GameEvent {
        GameEvent(
            sequence: state.sequence.next, time: Timestamp(milliseconds: 7), change: change,
            hash: StateHash(value: 9))
    }

    private func prompt(
        _ message: Sentence, title: Sentence = "Clear the board?", purpose: String = "clear"
    ) -> Prompt {
        Prompt(
            id: 1, purpose: purpose, title: title, message: message, buttons: ["Keep", "Clear"], cancel: 0,
            asker: Self.ann, deciders: [], expires: Timestamp(milliseconds: 60_007))
    }

    @Test("names the players who sit there now, and somebody for an empty seat")
    func names() throws {
        let (ben, nobody) = (try #require(Self.ben), try #require(Seat(3)))
        let sentence: Sentence = "\(Self.ann) waits for \(ben) and \(nobody)."
        #expect(sentence.text == "Somebody waits for Somebody and Somebody.")
        #expect(try sentence.naming(table()).text == "Ann waits for Ben and Somebody.")
        #expect(try sentence.naming(table()) == sentence, "names are no part of it")
    }

    @Test("has one text where texts meet")
    func parts() {
        let verb: Sentence = "\("clear") the board"
        let sentence: Sentence = "\(Self.ann) would like to \(verb)."
        #expect(sentence.parts == [.seat(Self.ann), .text(" would like to clear the board.")])
    }

    @Test("is in the journal without names, and reads back")
    func record() throws {
        let asked = prompt("\(Self.ann) would like to clear the board.").naming(try table())
        let change = GameEvent.Change.promptOpened(asked)
        #expect(asked.message.text == "Ann would like to clear the board.")
        #expect(change.record.contains(#""message":[1," would like to clear the board."]"#))
        let read = try GameEvent.Change(record: change.record, at: Timestamp(milliseconds: 7))
        #expect(read == change)
    }

    @Test("follows a player who gets another name while the question is open")
    func renamed() throws {
        var state = try table()
        state.apply(event(.promptOpened(prompt("\(Self.ann) would like to stop.")), after: state))
        #expect(state.prompts.map(\.message.text) == ["Ann would like to stop."])
        state.apply(
            event(.seatRenamed(Self.ann, try PlayerName("Zoë"), of: .guest(since: .zero.next)), after: state))
        #expect(state.prompts.map(\.message.text) == ["Zoë would like to stop."])
    }

    @Test("loses the names that an imported question has")
    func withoutNames() throws {
        let ben = try #require(Self.ben)
        let clear = prompt("Ann B. would like to clear the whole board.").withoutNames
        #expect(clear == prompt("\(Self.ann) would like to clear the whole board."))
        let drop = prompt(
            "Ann would like to go on without Ben, who is away.", title: "Drop Ben?", purpose: "drop-2"
        ).withoutNames
        let request: Sentence = "go on without \(ben), who is away"
        #expect(
            drop
                == prompt("\(Self.ann) would like to \(request).", title: "Drop \(ben)?", purpose: "drop-2"))
        let others: [Sentence] = ["Shall we?", "\(Self.ann) would like to swap with \(ben)."]
        for other in others.map({ prompt($0) }) { #expect(other.withoutNames == other) }
    }
}
